// The input of the rules for one person: the Targets as they see them, and values derived from today. Pure.
import { addDays, dayIn, daysBetween } from '#core/contract/dates.ts'
import type { Target, Task } from '#features/targets/contract.ts'

/**
 * Data from the person's target views and from other features. Stamps are in the firm's time zone, except `at`, an
 * instant.
 */
export type FactSources = {
  userId: string
  zone: string
  /** Today in the firm's time zone. */
  today: string
  targets: readonly Target[]
  overlaps: readonly { target_id: string; name: string }[]
  acquaintances: readonly { target_id: string; names: readonly string[] }[]
  /** Contacts that sent Targets, with the day of the last touch. */
  sources: readonly { contact_id: string; name: string; last_touch: string | null }[]
  worksheets: readonly { lesson_id: string; title: string; at: string }[]
}

/** A target with the values that rules need. */
export type TargetFacts = {
  target: Target
  name: string
  /** The contact's name, or a phrase for someone at the company. */
  who: string
  step: Task | undefined
  /** Days since the target last changed. */
  quiet: number
  /** Days since its last touch, null if none is logged. */
  sinceTouch: number | null
  /** Days since it last changed or was touched. */
  silent: number
  /** Days that its step is overdue: negative before the due date, null without one. */
  late: number | null
}

export type PipelineFacts = FactSources & {
  /** Targets that the person owns, by phase. */
  active: readonly TargetFacts[]
  onHold: readonly TargetFacts[]
  won: readonly TargetFacts[]
  lost: readonly TargetFacts[]
  /** Other people's active targets that the person is invited to. */
  invited: readonly TargetFacts[]
  /** Steps that the person completed on any target, latest first. */
  done: readonly Task[]
  byId: ReadonlyMap<string, TargetFacts>
}

export const dayOf = (stamp: string): string => stamp.slice(0, 10)

/** Returns a key that is equal for spellings of the same company. */
export const companyOf = ({ target }: TargetFacts): string => target.company.trim().toLowerCase()

export function pipelineFacts(told: FactSources): PipelineFacts {
  const seen = told.targets.map((target) => seenOf(target, told))
  const own = seen.filter(({ target }) => target.owner_id === told.userId)
  const of = (status: Target['status']) => own.filter(({ target }) => target.status === status)
  const done = told.targets
    .flatMap(({ tasks }) => tasks)
    .filter((task) => task.user_id === told.userId && task.done === 'done' && task.completed !== null)
    .sort((a, b) => (a.completed! < b.completed! ? 1 : -1))
  return {
    ...told,
    active: of('active'),
    onHold: of('archived'),
    won: of('completed'),
    lost: of('lost'),
    invited: seen.filter(({ target }) => target.shared === 'pending' && target.status === 'active'),
    done,
    byId: new Map(seen.map((one) => [one.target.id, one])),
  }
}

function seenOf(target: Target, { userId, today }: FactSources): TargetFacts {
  const step = target.tasks.find((task) => task.done === 'incomplete' && task.user_id === userId)
  const quiet = daysBetween(dayOf(target.modified), today)
  const sinceTouch = target.last_touch ? daysBetween(target.last_touch, today) : null
  return {
    target,
    name: target.company || target.contact,
    who: target.contact || `your contact at ${target.company}`,
    step,
    quiet,
    sinceTouch,
    silent: Math.min(quiet, sinceTouch ?? quiet),
    late: step?.due ? daysBetween(step.due, today) : null,
  }
}

/** Returns the day of an instant in the firm's time zone. */
export const dayAt = ({ zone }: FactSources, instant: string): string => dayIn(zone, instant)

/** Returns the number of steps completed in this month, and in the previous month up to the same day. */
export function stepPace({ done, today }: PipelineFacts): { now: number; before: number } {
  const month = today.slice(0, 7)
  const lastMonth = addDays(`${month}-01`, -1).slice(0, 7)
  const count = (of: string) =>
    done.filter(({ completed }) => dayOf(completed!).startsWith(of) && completed!.slice(8, 10) <= today.slice(8, 10))
      .length
  return { now: count(month), before: count(lastMonth) }
}
