// Plans when each demo Target moves through the stages, when it's expected to close, and how that changes. The random
// choices follow from the Target, so that they don't change the rest of the demo.
import { addDays, addMonths, quarterOf } from '#core/contract/dates.ts'
import { worth } from '#core/contract/money.ts'
import { type ExpectedClose, monthOfClose, offeredStages } from '#core/contract/stages.ts'
import type { DemoCalendar } from '#core/server/demo/calendar.ts'
import { type Random, randomOf, seedOf } from '#core/server/demo/random.ts'
import type { Type } from '../../contract.ts'
import type { Course } from './courses.ts'

export type Outlook = { stage: string | null; expected_close: ExpectedClose | null; chance: number | null }
/** Fields that are missing don't change. */
export type OutlookChange = { day: string } & Partial<Outlook>
/** `changes` are in order, on working days after the Target was created and before it ended. */
export type DemoOutlook = { born: Outlook; changes: OutlookChange[] }
export type OutlookSubject = { name: string; type: Type; amount: number | null; isPrivate: boolean }
export type OutlookPlanner = (course: Course, subject: OutlookSubject) => DemoOutlook

const without: DemoOutlook = { born: { stage: null, expected_close: null, chance: null }, changes: [] }
/** For firms without stages. */
export const withoutOutlooks: OutlookPlanner = () => without

/** Places of the offered stages. Null is no stage. */
type Place = 0 | 1 | 2 | 3 | 4 | null
const [IDENTIFIED, TALKING, SCOPING, PROPOSAL, AGREED] = [0, 1, 2, 3, 4] as const

/** Last stages of lost Targets, in turn. */
const lostIn = [PROPOSAL, SCOPING, PROPOSAL, PROPOSAL, TALKING, PROPOSAL, SCOPING, PROPOSAL, AGREED, SCOPING] as const

/** Targets with a proposal are won less often than offered: 42% of them. */
const WON_PER_LOST_PROPOSAL = 0.42 / 0.58

/** Days from now in which open Targets of each place are really going to close. */
const closesWithin: Record<`${Place}`, [number, number]> = {
  0: [60, 480],
  1: [45, 380],
  2: [25, 280],
  3: [10, 200],
  4: [5, 80],
  null: [20, 300],
}

/** So many months ahead, two large Targets carry half of what is expected. Others get at most `others` dollars there. */
const HEAVY = { ahead: 3, many: 2, from: 550_000, others: 750_000 }

const pitch = [TALKING, SCOPING, PROPOSAL] as const

/** The firm begins to use stages some weeks before the quarter of a year ago. */
const beginOf = (today: string) => addDays(`${quarterOf(addMonths(monthOfClose(today), -12))}-01`, -21)

export function outlookPlanner(calendar: DemoCalendar): OutlookPlanner {
  const { today, workdayFrom } = calendar
  const begin = beginOf(today)
  const heavyMonth = addMonths(monthOfClose(today), HEAVY.ahead)
  const lost = { all: 0, proposals: 0 }
  let wonProposals = 0
  const heavy = { many: 0, others: 0 }

  /** Returns the places in which it is, one after the other. */
  function placesOf({ end, touched }: Course, { type }: OutlookSubject, random: Random): Place[] {
    const first = random.chance(0.45) ? IDENTIFIED : TALKING
    const upTo = (last: Exclude<Place, null>) =>
      ([0, 1, 2, 3, 4] as const).filter((place) => place >= Math.min(first, last) && place <= last)
    switch (end?.how) {
      case 'lost': {
        const last = lostIn[lost.all++ % lostIn.length]!
        if (last >= PROPOSAL) lost.proposals++
        return upTo(last)
      }
      case 'won': {
        // All others said yes without a proposal.
        const isPitched = type === 'prospect' && wonProposals < 2 + lost.proposals * WON_PER_LOST_PROPOSAL
        if (!isPitched) return random.chance(0.6) ? [null, AGREED] : [null]
        wonProposals++
        return upTo(random.chance(0.6) ? AGREED : PROPOSAL)
      }
      case 'held':
        return upTo(random.pick([TALKING, SCOPING, PROPOSAL]))
      case 'trashed':
        return [random.chance(0.5) ? IDENTIFIED : null]
      default:
        return random.chance(0.1) ? [null] : upTo(openIn(touched.length, random))
    }
  }

  /** Returns the days after the first on which something can change: those with other work on it, and one before its end. */
  function daysOf({ born, touched, snoozed, end }: Course, random: Random): string[] {
    const last = end ? calendar.workdayUpTo(addDays(end.day, -random.int(8, 35))) : snoozed
    return last && last > (touched.at(-1) ?? born) ? [...touched, last] : touched
  }

  /** Returns the month in which an open Target is going to close. Some months have passed, and no one noticed. */
  const openClose = (place: Place, random: Random): string =>
    random.chance(0.08)
      ? addMonths(monthOfClose(today), -random.int(1, 3))
      : monthOfClose(addDays(today, random.int(...closesWithin[`${place}`])))

  /** Keeps one month for the two large Targets. */
  function spread(month: string, weighted: number): string {
    if (month !== heavyMonth) return month
    if (heavy.others + weighted > HEAVY.others) return addMonths(month, 1)
    heavy.others += weighted
    return month
  }

  const isHeavy = ({ end }: Course, { amount, isPrivate }: OutlookSubject, days: readonly string[]): boolean =>
    heavy.many < HEAVY.many && !end && worth(amount) >= HEAVY.from && !isPrivate && days.length > 1

  return (course, subject) => {
    const random = randomOf(seedOf(`${subject.name} ${course.born}`))
    const { born, end } = course
    const from = born < begin ? workdayFrom(addDays(begin, random.int(0, 8))) : born
    if (end && from >= end.day) return without
    const days = daysOf(course, random).filter((day) => day > from)
    if (isHeavy(course, subject, days)) {
      heavy.many++
      const moves = [from, ...days.slice(-2)].map((day, i) => ({ day, place: pitch[i]!, chance: null }))
      return byDay(moves, [{ day: days.at(-1)!, expected_close: heavyMonth }], born)
    }
    const places = placesOf(course, subject, random).slice(-1 - days.length)
    const moves = movesOn([from, ...someOf(days, places.length - 1, !end, random)], places, !end, random)
    if (random.chance(end ? 0.05 : 0.2)) return byDay(moves, [], born)
    const { place, chance } = moves.at(-1)!
    const weighted = (worth(subject.amount) * (chance ?? chanceAt(place) ?? 0)) / 100
    const month = end ? closeOf(end, random) : spread(openClose(place, random), weighted)
    const first = moves[end || random.chance(0.6) ? 0 : Math.min(1, moves.length - 1)]!.day
    return byDay(moves, closesOn([first, ...days.filter((day) => day > first)], month, random, calendar), born)
  }
}

type Move = { day: string; place: Place; chance: number | null }

/** Lost Targets were expected to close later. */
const closeOf = ({ how, day }: NonNullable<Course['end']>, random: Random): string =>
  monthOfClose(how === 'won' ? day : addDays(day, random.int(0, 60)))

const stageAt = (place: Place): string | null => (place === null ? null : offeredStages.inOrder[place]!.id)
const chanceAt = (place: Place): number | null => (place === null ? null : offeredStages.inOrder[place]!.chance)

/** Returns where an open Target is that was worked on so many times since. */
function openIn(times: number, random: Random): Exclude<Place, null> {
  const all = [IDENTIFIED, IDENTIFIED, TALKING, TALKING, TALKING, SCOPING, SCOPING, PROPOSAL, PROPOSAL, AGREED] as const
  return times === 0 ? random.pick([IDENTIFIED, IDENTIFIED, TALKING]) : random.pick(all)
}

/** Returns as many of the days, in order: the last ones if it's open, so that few are stuck, and often otherwise. */
const someOf = (days: readonly string[], count: number, isOpen: boolean, random: Random): string[] =>
  isOpen || random.chance(0.5) ? days.slice(days.length - count) : random.some(days, count).sort()

/** Some Targets have a chance of their own, until they move on. Those that are won without a stage almost always do. */
function movesOn(days: readonly string[], places: readonly Place[], isOpen: boolean, random: Random): Move[] {
  return places.map((place, i) => {
    const isLast = i === places.length - 1
    const isOwn = random.chance(place !== null ? (isLast ? 0.16 : 0.04) : isOpen ? 0.3 : 0.9)
    const around = chanceAt(place) ?? 60
    const chance = Math.min(100, Math.max(10, 10 * Math.round((around + random.pick([-20, -10, 20, 30])) / 10)))
    return { day: days[i]!, place, chance: isOwn ? chance : null }
  })
}

/** Expects the close too early, in time, or too late at first, and corrects that on a later day, if there is one. */
function closesOn(
  days: readonly string[],
  month: string,
  random: Random,
  { workdayFrom }: DemoCalendar,
): OutlookChange[] {
  const expected = (day: string, asked: string): OutlookChange => {
    const close = asked < monthOfClose(day) ? monthOfClose(day) : asked
    const exact = workdayFrom(`${close}-${random.int(10, 26)}`)
    return { day, expected_close: random.chance(0.2) && exact > day ? exact : close }
  }
  const early = random.pick([0, 0, 0, 1, 1, 3])
  const [first, ...others] = days as [string, ...string[]]
  const guess = addMonths(month, -early)
  const slips = early === 0 || others.length === 0 ? null : (others.find((day) => day > guess) ?? random.pick(others))
  return [expected(first, guess), ...(slips ? [expected(slips, month)] : [])]
}

/** Joins the changes of each day. */
function byDay(moves: readonly Move[], closes: readonly OutlookChange[], born: string): DemoOutlook {
  const days = new Map<string, OutlookChange>()
  const staged = moves.map(({ place, ...move }): OutlookChange => ({ ...move, stage: stageAt(place) }))
  for (const change of [...staged, ...closes]) days.set(change.day, { ...days.get(change.day), ...change })
  const { day: _, ...first } = days.get(born) ?? { day: born }
  days.delete(born)
  const changes = [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
  return { born: { ...without.born, ...first }, changes }
}
