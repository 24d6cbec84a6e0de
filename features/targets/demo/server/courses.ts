// A person's pipeline today, and the days on which each target was worked on.
import { addDays, daysBetween, mondayOf } from '#core/contract/dates.ts'
import type { DemoCalendar } from '#core/server/demo/calendar.ts'
import type { Random } from '#core/server/demo/random.ts'
import type { Bucket } from '../../contract.ts'

/** Number of a person's targets of each kind, and their activity in the last 30 days. */
export type DemoPipeline = {
  active: Record<Bucket, number>
  /** Pursued again after a pause, with the new step still to be chosen. */
  reactivated: number
  won: number
  lost: number
  held: number
  trashed: number
  recent: { steps: number; created: number; won: number }
}

/** The days in one target's life, all working days up to the calendar's last one. */
export type Course = {
  born: string
  /** Days on which the open step was done and the next one taken. */
  touched: string[]
  /** Due date of the open or last step. */
  due: string
  /** Day on which the open step was postponed to `due`. */
  snoozed?: string
  end?: { how: 'won' | 'lost' | 'held' | 'trashed'; day: string }
  pursuedAgain?: string
  /** Index of the won target of the same company that this one follows. */
  follows?: number
}

const HISTORY_DAYS = 18 * 30
/** Window of the score, in days before today. */
const RECENT = { from: 28, to: 0 }

export function coursesOf(pipeline: DemoPipeline, calendar: DemoCalendar, random: Random): Course[] {
  const plan = planner(calendar, random)
  const { active, recent } = pipeline
  const justWon = times(recent.won, () => plan.ended('won', random.int(RECENT.to + 1, RECENT.from)))
  const ended = [
    ...times(pipeline.won - recent.won, () => plan.ended('won', random.int(64, HISTORY_DAYS - 60))),
    ...times(pipeline.lost, () => plan.ended('lost', random.int(32, HISTORY_DAYS - 90))),
    ...times(pipeline.held, () => plan.ended('held', random.int(32, 200))),
    ...times(pipeline.trashed, () => plan.ended('trashed', random.int(2, 24))),
    ...times(pipeline.reactivated, () => plan.pursuedAgain()),
  ]
  const young = times(recent.created, (i) =>
    plan.young(i % 2 === 0 ? 'later' : 'soon', i === 0 ? justWon[0]?.end?.day : undefined),
  )
  if (young[0] && justWon.length > 0) young[0].follows = 0
  const left = {
    ...active,
    later: active.later - Math.ceil(recent.created / 2),
    soon: active.soon - Math.floor(recent.created / 2),
  }
  const buckets = (Object.keys(left) as Bucket[]).flatMap((bucket) => times(Math.max(0, left[bucket]), () => bucket))
  const inTime = buckets.flatMap((bucket, i) => (bucket === 'overdue' ? [] : [i]))
  const fresh = random.some(inTime, recent.steps)
  const thisWeek = Math.ceil(recent.steps / 2)
  const old = buckets.map((bucket, i) => plan.active(bucket, fresh.indexOf(i), thisWeek))
  return [...justWon, ...young, ...old, ...ended]
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(0, count) }, (_, i) => make(i))

function planner(calendar: DemoCalendar, random: Random) {
  const { today, lastWorkday, workdayFrom, workdayUpTo } = calendar
  const start = addDays(today, -HISTORY_DAYS)
  const ago = (days: number) => workdayUpTo(addDays(today, -days))
  const dueIn: Record<Bucket, () => string> = {
    overdue: () => workdayUpTo(addDays(lastWorkday, -random.int(1, 9))),
    soon: () => addDays(today, random.int(0, 7)),
    later: () => workdayFrom(addDays(today, random.int(8, 55))),
  }

  /** Returns working days before `last`. The target was created on the first. */
  function before(last: string, most: number): string[] {
    const days = [last]
    for (let i = 0; i < most; i++) {
      const day = workdayUpTo(addDays(days[0]!, -random.int(12, 75)))
      if (daysBetween(start, day) < 0) break
      days.unshift(day)
    }
    return days
  }

  function ended(how: NonNullable<Course['end']>['how'], daysAgo: number): Course {
    const day = ago(daysAgo)
    const [born, ...touched] = before(ago(daysAgo + random.int(4, 40)), random.int(1, 4)) as [string, ...string[]]
    const due = workdayFrom(addDays(day, random.int(-1, 9)))
    return { born, touched, due, end: { how, day } }
  }

  /** Creates a target within the score's window, on `day` if given. */
  function young(bucket: Bucket, day?: string): Course {
    return { born: day ?? ago(random.int(RECENT.to + 1, RECENT.from)), touched: [], due: dueIn[bucket]() }
  }

  /**
   * `freshness`: index among targets touched in the score's window, the first `thisWeek` this week. -1 is not touched.
   */
  function active(bucket: Bucket, freshness: number, thisWeek: number): Course {
    const isFresh = freshness >= 0
    const lastTouch = !isFresh
      ? ago(random.int(40, bucket === 'later' ? 200 : 90))
      : freshness < thisWeek
        ? inThisWeek()
        : ago(random.int(7, RECENT.from))
    const [born, ...touched] = before(lastTouch, isFresh ? random.int(1, 4) : random.int(0, 3)) as [string, ...string[]]
    const due = dueIn[bucket]()
    const canSnooze = bucket !== 'overdue' && daysBetween(lastTouch, lastWorkday) > 20
    const snoozed = canSnooze && random.chance(0.5) ? ago(random.int(2, 15)) : undefined
    return { born, touched, due, ...(snoozed && { snoozed }) }
  }

  function inThisWeek(): string {
    const days = daysBetween(mondayOf(today), lastWorkday)
    return days < 0 ? lastWorkday : addDays(lastWorkday, -random.int(0, Math.min(days, 4)))
  }

  function pursuedAgain(): Course {
    const course = ended('held', random.int(60, 160))
    return { ...course, pursuedAgain: ago(random.int(1, 6)) }
  }

  return { ended, young, active, pursuedAgain }
}
