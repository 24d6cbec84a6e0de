// Form values of a starter's links.
import { formatPosition } from '#core/contract/playing.ts'
import type { HelpLink, HelpLinks } from '../contract.ts'

export const places = ['first', 'second', 'third'] as const
export type PlaceName = (typeof places)[number]
/** `at` is minutes and seconds. `question` combines the worksheet's ID and the question's key. */
export type TypedLink = { kind: '' | HelpLink['kind']; lesson: string; at: string; question: string; asset: string }
export type TypedLinks = Record<PlaceName, TypedLink>

const nothing: TypedLink = { kind: '', lesson: '', at: '0:00', question: '', asset: '' }

export const typedLinks = (links: readonly HelpLink[]): TypedLinks => {
  const typed = (link: HelpLink | undefined): TypedLink => {
    if (!link) return nothing
    if (link.kind === 'lesson') return { ...nothing, kind: 'lesson', lesson: link.id, at: formatPosition(link.second) }
    if (link.kind === 'question') return { ...nothing, kind: 'question', question: `${link.id} ${link.question}` }
    return { ...nothing, kind: 'asset', asset: link.id }
  }
  return { first: typed(links[0]), second: typed(links[1]), third: typed(links[2]) }
}

/** Parses '6:20' or '1:02:03' to seconds; null for anything else. */
export function secondOf(clock: string): number | null {
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(clock.trim())
  if (!parts) return null
  const [hours = 0, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0))
  return hours * 3600 + minutes! * 60 + seconds!
}

/** Returns error messages by field. */
export function validateLink(typed: TypedLinks, { lessons }: Pick<HelpLinks, 'lessons'>): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const name of places) {
    const { kind, lesson, at, question, asset } = typed[name]
    if (kind === 'lesson' && lesson === '') problems[`${name}.lesson`] = 'Choose a lesson.'
    if (kind === 'question' && question === '') problems[`${name}.question`] = 'Choose a question.'
    if (kind === 'asset' && asset === '') problems[`${name}.asset`] = 'Choose an asset.'
    if (kind !== 'lesson') continue
    const second = secondOf(at)
    const seconds = lessons.find(({ id }) => id === lesson)?.seconds
    if (second === null) problems[`${name}.at`] = 'Enter minutes and seconds, such as 6:20.'
    else if (seconds !== undefined && second > 0 && second >= seconds)
      problems[`${name}.at`] = `This lesson ends at ${formatPosition(seconds)}.`
  }
  return problems
}

/** Returns the links of a valid form. */
export const linksIn = (typed: TypedLinks): HelpLink[] =>
  places.flatMap((name): HelpLink[] => {
    const { kind, lesson, at, question, asset } = typed[name]
    if (kind === 'lesson') return [{ kind, id: lesson, second: secondOf(at) ?? 0 }]
    if (kind === 'asset') return [{ kind, id: asset }]
    if (kind === '') return []
    const [id = '', key = ''] = question.split(' ')
    return [{ kind, id, question: key }]
  })

/** Formats a link in one line; '' if its destination can't be linked. */
export function lineOf(link: HelpLink, { lessons, assets }: HelpLinks): string {
  if (link.kind === 'asset') return assets.find(({ id }) => id === link.id)?.name ?? ''
  if (link.kind === 'question') {
    const lesson = lessons.find(({ worksheet }) => worksheet?.id === link.id)
    const question = lesson?.worksheet?.questions.find(({ key }) => key === link.question)
    return lesson && question ? `${lesson.title}: ${question.text}` : ''
  }
  const lesson = lessons.find(({ id }) => id === link.id)
  return lesson ? `${lesson.title}, from ${formatPosition(link.second)}` : ''
}
