// Panels on learning: finished lessons and activity before and after. It shows correlation and claims no cause.
import { addDays, mondayOf } from '#core/contract/dates.ts'
import { daysBefore } from '#core/contract/ranges.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Around, Side } from '#features/targets/figures/server/contract.ts'
import { FEWEST, type Learning, WEEKS } from '../figuresContract.ts'
import { mondaysBefore } from './figures.ts'
import type { Counting, Sources } from './sources.ts'

export async function learning(tx: Tx, counting: Counting, sources: Sources): Promise<Learning> {
  const { days, today, lesson: asked } = counting
  const before = daysBefore(days)
  const mondays = mondaysBefore(mondayOf(today), WEEKS)
  const from = [before.start, mondays[0]!].sort()[0]!
  const finished = await sources.teamLearning.finishedByDay(tx, counting, from)
  const within = ({ start, end }: typeof days) => finished.filter(({ day }) => day >= start && day <= end)
  const sum = (some: typeof finished) => some.reduce((all, { lessons }) => all + lessons, 0)
  const heads = (some: typeof finished) => new Set(some.map(({ user_id }) => user_id)).size
  const people = await sources.teamFigures.headcount(tx, counting)
  const lessons = await sources.teamLearning.finishedLessons(tx, counting)
  const choices = lessons.filter((one) => one.people >= FEWEST && people - one.people >= FEWEST)
  const chosen = choices.find(({ lesson_id }) => lesson_id === asked) ?? choices[0]
  return {
    people,
    lessons: { now: sum(within(days)), before: sum(within(before)) },
    learners: { now: heads(within(days)), before: heads(within(before)) },
    weeks: mondays.map((monday) => ({ monday, lessons: sum(within({ start: monday, end: addDays(monday, 6) })) })),
    choices: choices.map(({ lesson_id, title }) => ({ id: lesson_id, title })),
    shows: chosen && counting.has(trackerFlag) ? await comparedBy(tx, counting, sources, chosen, mondays) : null,
  }
}

/**
 * Returns null if either side is too small. People who finished are compared around their own day, the others around
 * the median of those days.
 */
async function comparedBy(
  tx: Tx,
  counting: Counting,
  { teamFigures, teamLearning }: Sources,
  { lesson_id, title }: { lesson_id: string; title: string },
  mondays: string[],
): Promise<Learning['shows']> {
  const all = await teamLearning.finishers(tx, counting, lesson_id)
  const ends = all.flatMap(({ day }) => day ?? []).sort()
  const middle = ends[Math.floor(ends.length / 2)]
  if (middle === undefined || ends.length < FEWEST || all.length - ends.length < FEWEST) return null
  const people = all.map(({ user_id, day }): Around => ({ user_id, day: day ?? middle, is_in: day !== null }))
  const sides = await teamFigures.around(tx, counting, people, 7 * WEEKS)
  const weeks = await teamFigures.stepsByWeek(tx, counting, people, mondays)
  const sideOf = (isIn: boolean) => {
    const count = isIn ? ends.length : all.length - ends.length
    const steps = mondays.map(
      (monday) => weeks.find((week) => week.monday === monday && week.is_in === isIn)?.steps ?? 0,
    )
    return {
      people: count,
      ...byWeek(sides.find(({ is_in }) => is_in === isIn)!, count),
      weeks: steps.map((n) => rounded(n / count)),
    }
  }
  return { lesson: lesson_id, title, mondays, finished: sideOf(true), not_yet: sideOf(false) }
}

const rounded = (number: number) => Math.round(number * 10) / 10

/** Returns values per person and week, counting only weeks that have passed since the day. */
function byWeek({ steps_before, steps_after, won_before, won_after, days_after }: Side, people: number) {
  const [before, after] = [people * WEEKS, days_after / 7]
  const each = (sum: number, weeks: number) => (weeks === 0 ? 0 : sum / weeks)
  return {
    steps_before: rounded(each(steps_before, before)),
    steps_after: rounded(each(steps_after, after)),
    won_before: Math.round(each(won_before, before)),
    won_after: Math.round(each(won_after, after)),
  }
}
