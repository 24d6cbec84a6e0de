// Generates when the demo's people watched which lessons. The same random source gives the same result.
import { addDays } from '#core/contract/dates.ts'
import type { DemoCalendar } from '#core/server/demo/calendar.ts'
import type { Random } from '#core/server/demo/random.ts'

/** One session of watching. `share` is the played range, from 0 to 1. */
export type Sitting = { lesson: number; share: readonly [from: number, to: number]; at: string }

/** Number of completed lessons, and the ranges played of the following ones. */
type Habit = { whole: number; parts: readonly (readonly [from: number, to: number])[] }

/** Named people of the demo. The others are random. Source: RULINGS, section 11. */
const habits: Record<string, Habit> = {
  'dana@hartwell.example': {
    whole: 1,
    parts: [
      [0, 0.8],
      [0.1, 0.3],
      [0, 0.5],
    ],
  },
  'lee@hartwell.example': { whole: 1, parts: [] },
  'morgan@hartwell.example': { whole: 2, parts: [[0.2, 0.7]] },
  'admin@hartwell.example': { whole: 0, parts: [] },
  'robin@brookvale.example': { whole: 1, parts: [[0, 0.3]] },
}
/** The habits above are for four lessons and are scaled to longer curricula. */
const FOUR = 4
const A_YEAR = 360

/** Returns sessions, earliest first, none after the last working day. */
export function sittingsOf(email: string, lessons: number, calendar: DemoCalendar, random: Random): Sitting[] {
  const { whole, parts } = habits[email] ?? anyHabit(random)
  const done = Math.min(lessons, Math.floor((whole * lessons) / FOUR))
  const shares = [
    ...Array.from({ length: done }, (_, lesson) => ({ lesson, share: [0, 1] as const })),
    ...parts.map((share, i) => ({ lesson: done + i, share })).filter(({ lesson }) => lesson < lessons),
  ]
  const step = Math.floor(A_YEAR / Math.max(1, shares.length))
  return shares.map((one, i) => {
    const day = calendar.workdayUpTo(addDays(calendar.today, -step * (shares.length - 1 - i) - random.int(1, 4)))
    return { ...one, at: calendar.during(day, random) }
  })
}

function anyHabit(random: Random): Habit {
  if (random.chance(0.3)) return { whole: 0, parts: [] }
  return { whole: random.int(0, FOUR - 1), parts: random.chance(0.6) ? [[0, random.int(2, 8) / 10]] : [] }
}
