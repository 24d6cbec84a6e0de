// The rules' findings, one function per rule, most pressing first. Pure.
import { addDays, daysBetween, formatDay, formatDayShort, weekdayOf } from '#core/contract/dates.ts'
import { worth } from '#core/contract/money.ts'
import { contactPath } from '#features/contacts/contract.ts'
import { companyOf, dayAt, dayOf, type PipelineFacts, stepPace, type TargetFacts } from './facts.ts'
import { formatDays, formatSteps, quoted } from './ruleLabels.ts'

export type RuleMatch = {
  /** Identifies the finding within its rule. The rule doesn't repeat the same key for 14 days. */
  key: string
  label: string
  value: string
  /** Value that sets the length of the bar. */
  weighs: number
  amount?: number | null
  seen?: TargetFacts
  /** Path in the app that the finding links to, if that isn't a Target. */
  path?: string
  /** Another person whom the finding is about. */
  person?: string
  /** Targets that a contact sent, and whether any touch with the contact is logged. */
  sent?: number
  isTouched?: boolean
}
type Finds = (facts: PipelineFacts) => RuleMatch[]

export const UNTOUCHED = 21
const REFERRAL_QUIET = 45
const SOURCE_QUIET = 90
/** Fewest Targets that make a contact a source. */
const SOURCE_SENT = 2
export const ON_HOLD_DAYS = 90
export const QUARTER = 90
const SILENT_SINCE_WON = 180
const LAST_YEAR = 545
const INVITED = 7
const NO_NEW = 30
export const STREAK_WEEKS = 6
export const MIN_OVERDUE = 4
/**
 * Days, including the anniversary itself, on which an anniversary is reported. The firm may have been closed on the day
 * itself.
 */
const AROUND_A_YEAR = 3

export const overdueSteps: Finds = ({ active }) =>
  byWeight(active.flatMap((one) => (one.late !== null && one.late > 0 ? [ofDays(one, one.late)] : [])))

export const waitingForMe: Finds = ({ invited }) =>
  byWeight(invited.map((one) => ({ ...ofDays(one, one.quiet), person: one.target.owner })))

export const highWithoutStep: Finds = ({ active }) =>
  byWeight(active.filter(({ target, step }) => target.value === 'H' && !step).map((one) => ofDays(one, one.quiet)))

export const unansweredOverlaps: Finds = ({ overlaps, byId }) =>
  byWeight(
    overlaps.flatMap(({ target_id, name }) => {
      const seen = byId.get(target_id)
      return seen ? [{ ...ofDays(seen, seen.quiet), value: name, person: name }] : []
    }),
  )

export const untouched: Finds = ({ active }) =>
  byWeight(active.filter(({ silent }) => silent >= UNTOUCHED).map((one) => ofDays(one, one.silent)))

export const revenueWithoutStep: Finds = ({ active }) =>
  active
    .filter(({ target, step }) => !step && target.value !== 'H' && worth(target.projected_revenue) > 0)
    .sort((a, b) => worth(b.target.projected_revenue) - worth(a.target.projected_revenue))
    .map((one) => ({ ...ofDays(one, one.quiet), weighs: worth(one.target.projected_revenue) }))

export const waitingForOthers: Finds = ({ active, userId }) =>
  byWeight(
    active
      .filter(({ quiet }) => quiet >= INVITED)
      .flatMap((one) => {
        const other = one.target.collaborators.find(
          ({ response, from_id, user_id }) => response === 'pending' && from_id === userId && user_id !== userId,
        )
        if (!other) return []
        const person = `${other.first_name} ${other.last_name}`.trim()
        return [{ ...ofDays(one, one.quiet), key: `${one.target.id}:${other.user_id}`, person }]
      }),
  )

export const introductionPaths: Finds = ({ acquaintances, byId }) =>
  byWeight(
    acquaintances.flatMap(({ target_id, names }) => {
      const seen = byId.get(target_id)
      if (!seen) return []
      return [{ ...ofDays(seen, names.length), value: names.join(', '), person: names[0]! }]
    }),
  )

export const silentSinceWon: Finds = (facts) => {
  const open = new Set([...facts.active, ...facts.onHold].map(companyOf))
  const latest = facts.won.filter(
    (one) =>
      !facts.won.some((other) => other !== one && companyOf(other) === companyOf(one) && wonOn(other) > wonOn(one)),
  )
  return byWeight(
    latest.flatMap((one) => {
      const since = daysBetween(wonOn(one), facts.today)
      const isSilent = since >= SILENT_SINCE_WON && since <= LAST_YEAR && one.silent >= SILENT_SINCE_WON
      return isSilent && !open.has(companyOf(one)) ? [{ ...ofDays(one, since), amount: one.target.revenue }] : []
    }),
  )
}

export const lostForOneReason: Finds = ({ lost, today }) => {
  const since = addDays(today, -QUARTER)
  const byReason = Map.groupBy(
    lost.filter(({ target }) => target.lostReason.trim() !== '' && dayOf(target.modified) >= since),
    ({ target }) => target.lostReason.trim().toLowerCase(),
  )
  const [most = []] = [...byReason.values()].sort((a, b) => b.length - a.length)
  // Losing another one makes the finding new again.
  return most.map((one) => ({
    ...ofDays(one, one.quiet),
    value: formatDayShort(dayOf(one.target.modified), today),
  }))
}

export const worksheetsWithoutStep: Finds = (facts) => {
  const begun = facts.targets.flatMap(({ tasks, owner_id, created }) => [
    ...tasks.filter(({ user_id }) => user_id === facts.userId).map((task) => task.created),
    ...(owner_id === facts.userId ? [created] : []),
  ])
  const last = latestOf(begun)
  return facts.worksheets
    .filter(({ at }) => dayAt(facts, at) < facts.today && dayAt(facts, at) > dayOf(last))
    .map(({ lesson_id, title, at }) => ({
      key: lesson_id,
      label: title,
      value: formatDayShort(dayAt(facts, at), facts.today),
      weighs: 1,
      path: `/lesson/${lesson_id}?tab=worksheet`,
    }))
}

export const slowerPace: Finds = (facts) => {
  const { now, before } = stepPace(facts)
  if (facts.today.slice(8) < '08' || before < 4 || now > before * 0.6) return []
  return [
    { key: facts.today.slice(0, 7), label: 'This month', value: formatSteps(now), weighs: now },
    { key: facts.today.slice(0, 7), label: 'Last month to this day', value: formatSteps(before), weighs: before },
  ]
}

export const fullDay: Finds = ({ active }) => {
  const ahead = active.filter(({ late }) => late !== null && late < 0 && late >= -7)
  const [most = []] = [...Map.groupBy(ahead, ({ step }) => step!.due).values()].sort((a, b) => b.length - a.length)
  return most.map((one) => ({ ...ofDays(one, 1), key: `${one.step!.due}`, value: weekdayOf(one.step!.due) }))
}

/** A change of the target isn't a touch, so it counts only where none is logged. */
export const quietReferrals: Finds = ({ active }) =>
  byWeight(
    active
      .filter(({ target }) => target.type === 'refsource')
      .map((one) => ofDays(one, one.sinceTouch ?? one.quiet))
      .filter(({ weighs }) => weighs >= REFERRAL_QUIET),
  )

/** Contacts who sent Targets and whose last touch that the person sees is long ago. Without a touch, the days count from the last Target. */
export const quietSources: Finds = ({ sources, targets, userId, today }) =>
  byWeight(
    sources.flatMap(({ contact_id, name, last_touch }) => {
      const sent = targets.filter(({ came_from: from, owner_id }) => {
        return owner_id === userId && from && 'contact_id' in from && from.contact_id === contact_id
      })
      const days = daysBetween(last_touch ?? latestOf(sent.map(({ created }) => dayOf(created))), today)
      if (sent.length < SOURCE_SENT || days < SOURCE_QUIET) return []
      return [
        {
          key: contact_id,
          label: name,
          value: `${sent.length} Targets`,
          weighs: days,
          path: contactPath(contact_id),
          sent: sent.length,
          isTouched: last_touch !== null,
        },
      ]
    }),
  )

export const aYearOn: Finds = ({ active, today }) =>
  byWeight(
    active.flatMap((one) => {
      const years = yearsOn(dayOf(one.target.created), today)
      if (years === 0) return []
      return [
        {
          ...ofDays(one, years),
          key: `${one.target.id}:${years}`,
          value: years === 1 ? '1 year' : `${years} years`,
        },
      ]
    }),
  )

export const longOnHold: Finds = ({ onHold }) =>
  byWeight(onHold.filter(({ quiet }) => quiet >= ON_HOLD_DAYS).map((one) => ofDays(one, one.quiet)))

export const nothingNew: Finds = ({ targets, userId, today }) => {
  const created = targets.filter(({ owner_id }) => owner_id === userId).map((target) => dayOf(target.created))
  if (created.length === 0) return []
  const last = latestOf(created)
  const days = daysBetween(last, today)
  return days < NO_NEW
    ? []
    : [{ key: last, label: 'The last new Target', value: formatDay(last), weighs: days, path: '/targets/active' }]
}

export const onTimeInARow: Finds = ({ done, byId }) => {
  const late = done.findIndex(({ completed, due }) => due === '' || dayOf(completed!) > due)
  return (late === -1 ? done : done.slice(0, late)).flatMap((task) => {
    const seen = byId.get(task.tile_id)
    return seen ? [{ ...ofDays(seen, 1), key: 'streak', value: quoted(task.description), amount: null }] : []
  })
}

const ofDays = (seen: TargetFacts, days: number): RuleMatch => ({
  key: seen.target.id,
  label: seen.name,
  value: formatDays(days),
  weighs: days,
  amount: seen.target.projected_revenue,
  seen,
})
const byWeight = (found: RuleMatch[]) => found.sort((a, b) => b.weighs - a.weighs || (a.key < b.key ? -1 : 1))

export const wonOn = ({ target }: TargetFacts) => dayOf(target.completed ?? target.modified)

/** Returns the latest of these stamps or days, or '' if there are none. */
const latestOf = (stamps: readonly string[]) => stamps.toSorted().at(-1) ?? ''

/** Returns how many years ago the day was, if today is an anniversary or a few days after one, and 0 otherwise. */
function yearsOn(created: string, today: string): number {
  for (let back = 0; back < AROUND_A_YEAR; back++) {
    const day = addDays(today, -back)
    const years = Number(day.slice(0, 4)) - Number(created.slice(0, 4))
    if (years > 0 && day.slice(5) === created.slice(5)) return years
  }
  return 0
}
