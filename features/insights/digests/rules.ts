// Requirements of a digest before it is scheduled, each with its message.
import { messages } from '#core/contract/fields.ts'
import { type Frequency, instantOfRun } from '#core/contract/series.ts'
import type { DigestInput } from './contract.ts'
import { digestMessages, limits, stampOf } from './fields.ts'
import { firstTwice, keyOfContent, keyOfLink } from './items.ts'

type When = {
  now: string
  zone: string
  /** Sends the digest right away, so its time isn't checked. */
  isNow?: boolean
}

/**
 * Returns a message for each invalid field, and an empty object if all are valid. A draft can lack fields, but those it
 * has must be valid.
 */
export function validateDigest(input: DigestInput, { now, zone, isNow = false }: When): Record<string, string> {
  const problems: Record<string, string> = {}
  const { title, curated_by, description, date, template_id, videoinsight_ids, external_content } = input
  if (firstTwice(videoinsight_ids.map(keyOfContent))) problems.videoinsight_ids = digestMessages.added
  if (firstTwice(external_content.map(({ url }) => keyOfLink(url)))) problems.external_content = digestMessages.added
  if (input.draft) return problems
  if (!title) problems.title = messages.required
  if (!curated_by) problems.curated_by = messages.required
  if (!description) problems.description = messages.required
  if (!template_id) problems.template_id = messages.required
  if (!isNow) {
    if (!date) problems.date = messages.required
    else if (isTooSoon(stampOf(zone, date), { now, zone })) problems.date = digestMessages.tooSoon
  }
  if (videoinsight_ids.length + external_content.length === 0 && !input.auto_populate)
    problems.videoinsight_ids ??= digestMessages.noContent
  if (input.user_ids.length + input.list_ids.length === 0) problems.user_ids = digestMessages.noRecipient
  return problems
}

/** The form requires five minutes, which leaves one minute for the request. Source: RULINGS, section 6. */
export function isTooSoon(start: string, { now, zone }: Pick<When, 'now' | 'zone'>): boolean {
  const at = instantOfRun({ start, frequency: 1 satisfies Frequency, zone }, 0)!
  return Date.parse(at) - Date.parse(now) < limits.lead
}
