import { addDays, daysBetween } from '#core/contract/dates.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import type { DemoCalendar } from '#core/server/demo/calendar.ts'
import { type Random, randomOf, seedOf } from '#core/server/demo/random.ts'
import { newId } from '#core/server/ids.ts'
import type { Action, Actor } from '#core/sync/protocol.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import { addContact, changeContact } from '../../contacts/actions.ts'
import { noWords, type Target, type TargetValue, type Type } from '../../contract.ts'
import { createTarget, editTarget } from '../../forms/actions.ts'
import { writeNote } from '../../notes/actions.ts'
import { archiveTarget, completeTarget, loseTarget, pursueTarget } from '../../outcome/actions.ts'
import { lostReasons } from '../../outcome/contract.ts'
import { moveTarget } from '../../stages/actions.ts'
import { setStep } from '../../steps/actions.ts'
import type { TaskInput } from '../../steps/contract.ts'
import { trashTarget } from '../../trash/actions.ts'
import type { Company, DemoContact } from './companies.ts'
import { demoContacts } from './contacts.ts'
import type { Course } from './courses.ts'
import type { OutlookChange, OutlookPlanner } from './outlooks.ts'
import * as texts from './texts.ts'

export type Prospect = { company: Company; contact: DemoContact; type: Type; value: TargetValue }
export type StoryContext = { actor: Actor; zone: string; calendar: DemoCalendar; random: Random }
type Teller = StoryContext & { outlookOf: OutlookPlanner }

/** Returns every change in the target's life, in order and with its instant. */
export function demoHistory(
  course: Course,
  prospect: Prospect,
  { actor, zone, calendar, random, outlookOf }: Teller,
): RowChange<Target>[] {
  const history: RowChange<Target>[] = []
  const fill = filler(prospect, random)
  const name = `${prospect.company.name} ${prospect.contact.name}`
  const planned: OutlookChange[] = []
  const plannedAt = randomOf(seedOf(name))

  function does<I>(day: string, action: Action<I, Target>, input: (row: Target) => I) {
    doPlanned(day)
    act(day, action, input, random)
  }
  /** Before a day, or all that's left. */
  function doPlanned(end?: string) {
    while (planned[0] && (!end || planned[0].day < end)) {
      const { day, stage, ...edited } = planned.shift()!
      if (stage !== undefined) act(day, moveTarget, ({ id }) => ({ id, stage }), plannedAt)
      act(day, editTarget, ({ id }) => ({ id, ...edited }), plannedAt)
    }
  }
  function act<I>(day: string, action: Action<I, Target>, input: (row: Target) => I, at: Random) {
    const last = history.at(-1)
    const before = last?.after ?? null
    const now = later(calendar.during(day, at), last?.context.now)
    const context = { actor, now, zone, key: crypto.randomUUID(), newId }
    const { row: after, events } = action.decide(before, action.input.parse(input(before!)), context)
    if (events.length > 0) history.push({ before, after, events, context })
  }

  const { born, touched, end } = course
  const dueOf = (index: number) => stepDue(course, index, calendar, random)
  const projected = amountFor(prospect.value, random)
  const firstNote = random.chance(0.35) ? fill(random.pick(texts.notes)) : ''
  does(born, createTarget, () => {
    const created = {
      ...noWords,
      came_from: null,
      company: random.chance(0.04) ? '' : prospect.company.name,
      contact: prospect.contact.name,
      contact_email: prospect.contact.email,
      contact_phone: prospect.contact.phone,
      type: prospect.type,
      value: prospect.value,
      goal: fill(random.chance(0.015) ? texts.longGoal : random.pick(texts.goals[prospect.type])),
      projected_revenue: random.chance(0.12) ? null : random.chance(0.06) ? INTANGIBLE : projected,
      private: random.chance(0.03),
      tasks: [stepAt(0, dueOf(0), fill, random)],
      note: firstNote.length <= 300 ? firstNote : '',
    }
    const { type, projected_revenue: amount, private: isPrivate } = created
    const outlook = outlookOf(course, { name, type, amount, isPrivate })
    planned.push(...outlook.changes)
    return { ...created, ...outlook.born }
  })
  addContacts(prospect, (action, input) => does(born, action, input))
  for (const [i, day] of touched.entries()) {
    does(day, setStep, ({ id }) => ({ id, ...stepAt(i + 1, dueOf(i + 1), fill, random) }))
    if (random.chance(0.3)) does(day, writeNote, ({ id }) => ({ id, note: fill(random.pick(texts.notes)) }))
    if (random.chance(0.15))
      does(day, editTarget, ({ id }) => ({ id, projected_revenue: rounded(projected * (0.7 + random.next() * 0.9)) }))
  }
  if (course.snoozed) does(course.snoozed, editTarget, ({ id }) => ({ id, due: course.due }))
  doPlanned(end?.day)
  if (end?.how === 'won')
    does(end.day, completeTarget, ({ id }) => ({
      id,
      revenue: random.chance(0.14) ? INTANGIBLE : rounded(projected * (0.6 + random.next() * 0.7)),
    }))
  if (end?.how === 'lost')
    does(end.day, loseTarget, ({ id }) => ({
      id,
      lost_reason: random.chance(0.12) ? random.pick(texts.lostReasonsWritten) : random.pick(lostReasons),
    }))
  if (end?.how === 'held') does(end.day, archiveTarget, ({ id }) => ({ id }))
  if (end?.how === 'trashed') does(end.day, trashTarget, ({ id }) => ({ id }))
  if (course.pursuedAgain) does(course.pursuedAgain, pursueTarget, ({ id }) => ({ id }))
  return history
}

/** On the day that the target is created. */
function addContacts(
  prospect: Prospect,
  does: <I>(action: Action<I, Target>, input: (row: Target) => I) => void,
): void {
  const { firstRole, added } = demoContacts(prospect)
  does(changeContact, ({ id, contacts }) => ({ id, contact_id: contacts![0]!.id, name: '', role: firstRole }))
  for (const { contact, role } of added) does(addContact, ({ id }) => ({ id, contact, role }))
}

const later = (instant: string, last: string | undefined) =>
  last && instant <= last ? new Date(Date.parse(last) + 20_000).toISOString() : instant

/** Most steps are done in time, some late. */
function stepDue(
  { touched, born, due, snoozed, end }: Course,
  index: number,
  { workdayFrom, workdayUpTo }: DemoCalendar,
  random: Random,
): string {
  const done = touched[index]
  const taken = index === 0 ? born : touched[index - 1]!
  if (done === undefined) return snoozed && !end ? workdayFrom(addDays(snoozed, random.int(0, 2))) : due
  const kept = random.chance(0.84)
  const planned = kept ? workdayFrom(addDays(done, random.int(0, 4))) : workdayUpTo(addDays(done, -random.int(1, 6)))
  return daysBetween(taken, planned) > 0 ? planned : done
}

function stepAt(stage: number, due: string, fill: (text: string) => string, random: Random): TaskInput {
  const offered = texts.steps[Math.min(stage, texts.steps.length - 1)]!
  return { description: fill(random.pick(offered)), due, help: random.chance(0.18) ? random.pick(texts.helps) : '' }
}

function filler({ company, contact }: Prospect, random: Random) {
  const matter = random.pick(texts.matters[company.trade])
  return (text: string) =>
    text.replaceAll('{first}', contact.first).replaceAll('{company}', company.name).replaceAll('{matter}', matter)
}

const ranges: Record<TargetValue, [number, number]> = {
  L: [4_000, 30_000],
  M: [25_000, 160_000],
  H: [140_000, 900_000],
}

/** Returns dollars. Smaller amounts of a range are more frequent. */
function amountFor(value: TargetValue, random: Random): number {
  const [from, to] = ranges[value]
  return rounded(from + (to - from) * random.next() ** 2)
}
const rounded = (amount: number) =>
  amount < 50_000 ? Math.round(amount / 500) * 500 : Math.round(amount / 5_000) * 5_000
