// Formats digests for people. Source: the specification, section 9, and the design.
import { stampIn } from '#core/contract/dates.ts'
import type { Frequency } from '#core/contract/series.ts'
import { formatCount, formatDelivered } from '#core/ui/runs/formatRun.ts'
import type { Digest, DigestRun, SkippedCount, Unmailed } from '../contract.ts'
import { skippedItems } from '../items.ts'
import { frequencyLabels } from '../schedule.ts'

export const digestLabels = {
  create: 'Create Digest',
  preview: 'Digest Preview',
  newTemplate: 'New Template',
  newList: 'Add new Distribution List',
  external: 'Add external content',
  test: 'Send me a test',
} as const

export const formatFrequency = ({ frequency }: Pick<Digest, 'frequency'>): string =>
  frequencyLabels[frequency as Frequency] ?? ''

/** Returns the common name of a time zone, such as 'Pacific time'. */
export const formatZone = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace(/ Time$/, ' time') ?? zone

export const formatContacts = (count: number): string => `${formatCount(count)} ${count === 1 ? 'contact' : 'contacts'}`
export const formatPeople = (count: number): string => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`

const many: Record<string, [one: string, several: string]> = {
  [skippedItems.byAuthor]: ['is left out', 'are left out'],
  [skippedItems.unsubscribed]: ['has unsubscribed', 'have unsubscribed'],
  [skippedItems.noInsights]: ['doesn’t see Insights', 'don’t see Insights'],
  [skippedItems.suppressed]: ['has an address that bounced', 'have addresses that bounced'],
}
/** Formats exclusions, such as 'That leaves 7 of 9 people: 1 has unsubscribed, and 1 doesn’t see Insights.' */
export const formatSkipped = (count: number, left: readonly Unmailed[]): string =>
  formatSkippedCounts(count, skippedCounts(left))

export const skippedCounts = (left: readonly Unmailed[]): SkippedCount[] =>
  [...Map.groupBy(left, ({ reason }) => reason)].map(([reason, those]) => ({ reason, people: those.length }))

export function formatSkippedCounts(count: number, skipped: readonly SkippedCount[]): string {
  const reasons = skipped.map(({ reason, people }) => {
    const [one, several] = many[reason] ?? ['gets no digests', 'get no digests']
    return `${formatCount(people)} ${people === 1 ? one : several}`
  })
  const all = skipped.reduce((sum, { people }) => sum + people, count)
  return `That leaves ${formatCount(count)} of ${formatPeople(all)}: ${listed.format(reasons)}.`
}
export const listed = new Intl.ListFormat('en-US')

/** Returns the number of all recipients of a run. */
export const meantBy = ({ waiting, sent, failed, in_doubt: inDoubt }: DigestRun): number =>
  waiting + sent + failed + inDoubt

/** Returns true if a run had no recipients. Its message says why. */
export const isUnsent = ({ state }: DigestRun): boolean => state === 'nothing_new' || state === 'not_sent'

/** Formats '46 of 48', '29 of 48 so far', or the reason why no one got it. */
export function formatDigestRun(run: DigestRun): string {
  if (isUnsent(run)) return run.message
  return formatDelivered(run.sent, meantBy(run), run.state === 'sending')
}

/** Formats the remaining counts, such as '1 unconfirmed' and '3 left out'. */
export const totalsOf = ({ failed, in_doubt, skipped }: DigestRun): string[] =>
  (
    [
      [failed, 'failed'],
      [in_doubt, 'unconfirmed'],
      [skipped, 'left out'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)

/** Returns whether a digest is being sent or due. */
export const isDigestGoing = ({ status, next_run: next, zone }: Digest): boolean =>
  status === 'sending' || (status === 'scheduled' && next !== null && next <= stampIn(zone, new Date()))
