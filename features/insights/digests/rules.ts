// What a digest must have before it is scheduled, each with its sentence.
import { messages } from '#core/contract/fields.ts'
import { type Frequency, instantOfRun } from '#core/contract/series.ts'
import type { DigestInput } from './contract.ts'
import { digestMessages, limits, stampOf } from './fields.ts'
import { firstTwice, keyOfContent, keyOfLink } from './items.ts'

type When = {
  now: string
  zone: string
  /** It goes at once: its time does not matter. */
  isNow?: boolean
}

/** A message for each field; none where all is well. What stands there must be right in a draft too; what is missing may come later. */
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

/** The form asks for five minutes; the minute between is for sending it. Source: RULINGS, section 6. */
export function isTooSoon(start: string, { now, zone }: Pick<When, 'now' | 'zone'>): boolean {
  const at = instantOfRun({ start, frequency: 1 satisfies Frequency, zone }, 0)!
  return Date.parse(at) - Date.parse(now) < limits.lead
}
