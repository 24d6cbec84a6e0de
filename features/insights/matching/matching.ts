// Finds which of a person's Targets would care about a Library item, and why: shared words, the type of relationship,
// and the time since the last contact. Pure, because the device computes it from its own rows.
import { daysBetween } from '#core/contract/dates.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { type Target, typeTerm } from '#features/targets/contract.ts'
import type { LibraryItem } from '../library/contract.ts'
import { FAVOURITES } from '../namesContract.ts'

export type MatchSubject = Pick<LibraryItem, 'name' | 'description' | 'tag_names' | 'kind'>

export type TargetMatch = {
  target: Target
  /** A few words each, the strongest reason first. */
  reasons: string[]
  /** Higher is better. Only the order is meaningful. */
  weight: number
}

/** Weights of a shared tag and a shared word, and the bonus of a word in the objective or the note. */
const TAG = 6
const WORD = 2
const IN_GOAL = 2
const IN_NOTE = 1
/** A single shared word in a step isn't enough. */
const LEAST = 3
/** Days without contact after which there is a reason to write, and after which that reason has its full weight. */
const QUIET = 14
const LONG_QUIET = 60
/** The type of target that each kind of item suits best. */
const FITS: Partial<Record<LibraryItem['kind'], Target['type']>> = {
  event: 'refsource',
  whitepaper: 'client',
  FAQ: 'client',
  guide: 'prospect',
  podcast: 'prospect',
}

/** Returns the active Targets that share something with the item, best match first. */
export function matchTargets(subject: MatchSubject, targets: readonly Target[], today: string): TargetMatch[] {
  const tags = tagsOf(subject)
  const words = termsOf(`${subject.name} ${subject.description}`)
  return targets
    .filter(({ status, shared }) => status === 'active' && shared !== 'pending')
    .flatMap((target) => targetMatchOf(target, tags, words, subject.kind, today) ?? [])
    .sort((a, b) => b.weight - a.weight || (a.target.id < b.target.id ? -1 : 1))
}

function targetMatchOf(
  target: Target,
  tags: readonly string[],
  words: ReadonlyMap<string, string>,
  kind: LibraryItem['kind'],
  today: string,
): TargetMatch | null {
  const goal = new Set(stemsOf(target.goal))
  const note = new Set(stemsOf(target.note))
  const all = new Set([
    ...goal,
    ...note,
    ...stemsOf(target.company),
    ...target.tasks.flatMap(({ description }) => stemsOf(description)),
  ])
  const sharedTags = tags.filter((tag) => {
    const stems = stemsOf(tag)
    return stems.length > 0 && stems.every((stem) => all.has(stem))
  })
  const ofTags = new Set(sharedTags.flatMap(stemsOf))
  const shared = [...words.keys()].filter((stem) => all.has(stem) && !ofTags.has(stem))
  const quiet = daysBetween(target.modified.slice(0, 10), today)
  const inCommon = [...ofTags, ...shared]
  const common =
    sharedTags.length * TAG +
    shared.length * WORD +
    inCommon.filter((stem) => goal.has(stem)).length * IN_GOAL +
    inCommon.filter((stem) => !goal.has(stem) && note.has(stem)).length * IN_NOTE
  if (common < LEAST) return null
  const ofType = FITS[kind] === target.type ? 1.25 : 1
  const ofQuiet = 1 + (0.5 * Math.min(Math.max(quiet - QUIET, 0), LONG_QUIET)) / LONG_QUIET
  return {
    target,
    weight: common * ofType * ofQuiet,
    reasons: [
      ...(sharedTags.length > 0 ? [`${sharedTags.length === 1 ? 'Tag' : 'Tags'} ${sharedTags.join(', ')}`] : []),
      ...wordReasons(shared, words, goal, note),
      ...(FITS[kind] === target.type ? [typeTerm[target.type]] : []),
      ...(quiet >= QUIET ? [formatQuiet(quiet)] : []),
    ],
  }
}

/** Formats the words as the item spells them. */
function wordReasons(
  shared: readonly string[],
  words: ReadonlyMap<string, string>,
  goal: ReadonlySet<string>,
  note: ReadonlySet<string>,
): string[] {
  const say = (where: string, found: string[]) =>
    found.length > 0
      ? [
          `${where}: ${found
            .slice(0, 3)
            .map((stem) => words.get(stem))
            .join(', ')}`,
        ]
      : []
  const inGoal = shared.filter((stem) => goal.has(stem))
  const inNote = shared.filter((stem) => !goal.has(stem) && note.has(stem))
  const elsewhere = shared.filter((stem) => !goal.has(stem) && !note.has(stem))
  return [...say('In your objective', inGoal), ...say('In your note', inNote), ...say('In its steps', elsewhere)]
}

const formatQuiet = (days: number) =>
  days < 45 ? `No activity for ${days} days` : `No activity for ${Math.round(days / 7)} weeks`

const stemsOf = (text: string): string[] => [...termsOf(text).keys()]

const tagsOf = ({ tag_names }: MatchSubject): string[] =>
  tag_names
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && tag !== FAVOURITES)

/** Stop words, which say nothing about a text's subject. */
const empty = new Set(
  `about adviser after again against all also and another any are because been before being between both but can change changes changed client clients come companies company could
  did does done down each every first firm firms for from get gets give good group has have help her here his how into its just keep keeps know last law like made make many
  matter more most much must need new next not now off one only onto other others our out over own part parts people put question questions read rule rules second see send should show
  since some still such take tell than that the their them then there these they thing things this those three through time two under until upon use used using
  very was way ways week well were what when where which while who whom whose why will with within without work would year years you your`.split(
    /\s+/,
  ),
)

/** Returns a text's words by stem, so that 'taxes' equals 'tax' and 'pricing' equals 'prices'. */
function termsOf(text: string): Map<string, string> {
  const words = foldCase(text)
    .split(/[^\p{L}\p{N}&]+/u)
    .filter((word) => word.length > 2 && !empty.has(word))
  return new Map(words.map((word) => [stemOf(word), word]))
}

function stemOf(word: string): string {
  const one = word.replace(/(?:(?<=[xsz])es|(?<=..[^s])s)$/, '')
  const bare = one.length > 6 ? one.replace(/(?:ing|ed)$/, '') : one
  return bare.length > 4 ? bare.replace(/e$/, '') : bare
}
