// What the rules know of a person: their Targets as they see them, and what follows from today. Pure.
import { addDays, dayIn, daysBetween } from '#core/contract/dates.ts'
import type { Target, Task } from '#features/targets/contract.ts'

/** As the person's copies and the other features tell it. Stamps are in the firm's zone, but for `at`, an instant. */
export type FactSources = {
  userId: string
  zone: string
  /** The firm's today. */
  today: string
  targets: readonly Target[]
  overlaps: readonly { target_id: string; name: string }[]
  acquaintances: readonly { target_id: string; names: readonly string[] }[]
  worksheets: readonly { lesson_id: string; title: string; at: string }[]
}

/** A target with what rules ask of it. */
export type TargetFacts = {
  target: Target
  name: string
  /** The person there, or whoever is at the company. */
  who: string
  step: Task | undefined
  /** Days since anything of it changed. */
  quiet: number
  /** Days that its step is late; negative before its date, null without one. */
  late: number | null
}

export type PipelineFacts = FactSources & {
  /** Those that the person owns, by what became of them. */
  active: readonly TargetFacts[]
  onHold: readonly TargetFacts[]
  won: readonly TargetFacts[]
  lost: readonly TargetFacts[]
  /** Active ones of others that the person is invited to. */
  invited: readonly TargetFacts[]
  /** Steps that the person has done, on any target, the latest first. */
  done: readonly Task[]
  byId: ReadonlyMap<string, TargetFacts>
}

export const dayOf = (stamp: string): string => stamp.slice(0, 10)

/** Same company, however it is written. */
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
  return {
    target,
    name: target.company || target.contact,
    who: target.contact || `your contact at ${target.company}`,
    step,
    quiet: daysBetween(dayOf(target.modified), today),
    late: step?.due ? daysBetween(step.due, today) : null,
  }
}

/** The day on which somebody wrote, on the firm's clocks. */
export const dayAt = ({ zone }: FactSources, instant: string): string => dayIn(zone, instant)

/** Steps done in the present month, and in the one before by the same day of it. */
export function stepPace({ done, today }: PipelineFacts): { now: number; before: number } {
  const month = today.slice(0, 7)
  const lastMonth = addDays(`${month}-01`, -1).slice(0, 7)
  const count = (of: string) =>
    done.filter(({ completed }) => dayOf(completed!).startsWith(of) && completed!.slice(8, 10) <= today.slice(8, 10))
      .length
  return { now: count(month), before: count(lastMonth) }
}
