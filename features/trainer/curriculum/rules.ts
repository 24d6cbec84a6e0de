// Rules for changing the curriculum. Pure, and shared by the screen and the server.
import { Refusal } from '#core/contract/errors.ts'
import type { CurriculumOverview, ListedCategory, State } from './contract.ts'

/** Allowed transitions. Drafts can be deleted. Content that firms have seen is archived and can be restored. */
const next: Record<State, readonly State[]> = { draft: ['published'], published: ['archived'], archived: ['published'] }

/** Throws an error with a message if the transition isn't allowed. */
export function refuseState(from: State, to: State): void {
  if (from === to || next[from].includes(to)) return
  throw new Refusal(
    'not_allowed_now',
    from === 'draft'
      ? 'This was never published. Delete it instead.'
      : 'Published items can’t be deleted. Archive this instead.',
  )
}

/** Rejects a lesson without a video, because no one could finish it. */
export function refuseUnready({ seconds }: { seconds: number }): void {
  if (seconds === 0) throw new Refusal('not_allowed_now', 'Add a video before you publish this lesson.')
}

/** Null `before` means the end. */
export type LessonPlace = { category: string; before: string | null }

/** Returns the categories after moving one of them, or undefined if a named one doesn't exist. */
export function withCategoryAt(
  { categories }: CurriculumOverview,
  id: string,
  before: string | null,
): CurriculumOverview | undefined {
  const placed = withOneAt(categories, id, before)
  return placed && { categories: placed }
}

/** Returns the categories after moving a lesson, or undefined if anything named doesn't exist. */
export function withLessonAt(
  { categories }: CurriculumOverview,
  id: string,
  place: LessonPlace,
): CurriculumOverview | undefined {
  const lesson = categories.flatMap(({ lessons }) => lessons).find((one) => one.id === id)
  const there = categories.find((one) => one.id === place.category)
  if (!lesson || !there) return undefined
  if (place.before === id) return there.lessons.includes(lesson) ? { categories } : undefined
  let isThere = true
  const placed = categories.map((category): ListedCategory => {
    const others = category.lessons.filter((one) => one.id !== id)
    if (category.id !== place.category) return { ...category, lessons: others }
    const lessons = withOneAt([...others, lesson], id, place.before)
    isThere = lessons !== undefined
    return { ...category, lessons: lessons ?? others }
  })
  return isThere ? { categories: placed } : undefined
}

function withOneAt<T extends { id: string }>(all: readonly T[], id: string, before: string | null): T[] | undefined {
  const one = all.find((other) => other.id === id)
  const rest = all.filter((other) => other.id !== id)
  // Moving something before itself changes nothing.
  if (one && before === id) return [...all]
  const at = before === null ? rest.length : rest.findIndex((other) => other.id === before)
  return one && at >= 0 ? rest.toSpliced(at, 0, one) : undefined
}

/** Returns a lesson's current place, for undoing a move, or undefined if it doesn't exist. */
export function categoryPosition({ categories }: CurriculumOverview, id: string): LessonPlace | undefined {
  const category = categories.find(({ lessons }) => lessons.some((one) => one.id === id))
  return category && { category: category.id, before: behind(category.lessons, id) }
}

/** Returns the ID of the next one; null at the end. */
export function behind(all: readonly { id: string }[], id: string): string | null {
  return all[all.findIndex((one) => one.id === id) + 1]?.id ?? null
}

/** Returns the place one step up or down among what is shown, including the next category, or undefined at the edge. */
export function lessonStep(shown: CurriculumOverview, id: string, by: -1 | 1): LessonPlace | undefined {
  const here = shown.categories.findIndex(({ lessons }) => lessons.some((one) => one.id === id))
  const { id: category, lessons } = shown.categories[here] ?? { id: '', lessons: [] }
  const at = lessons.findIndex((one) => one.id === id)
  const to = at + by
  if (to >= 0 && to < lessons.length) return { category, before: lessons[by === 1 ? to + 1 : to]?.id ?? null }
  const beside = shown.categories[here + by]
  return beside && { category: beside.id, before: by === 1 ? (beside.lessons[0]?.id ?? null) : null }
}

/** Returns the place one step up or down among the shown categories, or undefined at the edge. */
export function categoryStepOf(
  { categories }: CurriculumOverview,
  id: string,
  by: -1 | 1,
): { before: string | null } | undefined {
  const to = categories.findIndex((one) => one.id === id) + by
  if (to < 0 || to >= categories.length) return undefined
  return { before: categories[by === 1 ? to + 1 : to]?.id ?? null }
}

/**
 * Returns the numbers that firms see. Published lessons of published categories are counted through, and others have
 * the number they would get.
 */
export function numbersOf({ categories }: CurriculumOverview): Map<string, number> {
  const numbers = new Map<string, number>()
  let last = 0
  for (const { state: ofCategory, lessons } of categories)
    for (const { id, state } of lessons) {
      const isShown = ofCategory === 'published' && state === 'published'
      if (isShown) last += 1
      numbers.set(id, isShown ? last : last + 1)
    }
  return numbers
}

/** Converts 'Ask for a referral' to 'ask-for-a-referral'. Returns 'lesson' if no character is allowed in a URL. */
export const handleOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '') || 'lesson'
