import { z } from 'zod'
import { isZone } from '#core/contract/dates.ts'
import { messages, requiredText } from '#core/contract/fields.ts'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import { limitIs } from '#core/contract/phrases.ts'
import { offeredSources, referralLimits } from '#core/contract/referrals.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Lists } from '#core/contract/session.ts'
import { contactLimits, contactRoles } from '#features/contacts/contract.ts'
import { limits as targetLimits } from '#features/targets/contract.ts'
import { objectiveExamples, stepStarters } from '#features/targets/forms/contract.ts'
import { lostReasons } from '#features/targets/outcome/contract.ts'

export const firmLimits = {
  name: 100,
  /** Entries per list. */
  entries: 20,
  lost_reasons: targetLimits.lostReason,
  objectives: targetLimits.goal,
  step_starters: 40,
  contact_roles: contactLimits.role,
  referral_sources: referralLimits.source,
  logo: 5 * 1024 * 1024,
  /** Largest width and height of a logo. */
  logoPixels: 512,
} as const

/** 'Individual' is one person working alone, who can end the subscription. Source: the specification, section 2. */
export const categories = ['Firm', 'Individual'] as const
export const Category = z.enum(categories)

/** Lists that the product offers to a firm without its own. Source: the specification, section 9. */
export const defaultLists: Lists = {
  lost_reasons: [...lostReasons],
  objectives: [...objectiveExamples],
  step_starters: [...stepStarters],
  contact_roles: [...contactRoles],
  referral_sources: [...offeredSources],
}

/** Minimum and maximum number of days. */
export const retentionBounds = {
  audit_log: [365, 3650],
  addresses: [30, 3650],
  messages: [7, 400],
  notifications: [30, KEEP_DAYS],
  contacts: [30, 3650],
} as const
const days = (name: keyof typeof retentionBounds) => {
  const [least, most] = retentionBounds[name]
  const sentence = `Enter a number of days from ${least} to ${most}.`
  return z.number({ error: sentence }).int(sentence).min(least, sentence).max(most, sentence)
}
export const Retention = z.strictObject({
  audit_log: days('audit_log'),
  addresses: days('addresses'),
  messages: days('messages'),
  notifications: days('notifications'),
  /** Since no one sees the contact. */
  contacts: days('contacts'),
})
export type Retention = z.infer<typeof Retention>
/** Retention of a firm that hasn't set its own. */
export const retentionDefaults: Retention = {
  audit_log: 3650,
  addresses: 3650,
  messages: 30,
  notifications: KEEP_DAYS,
  contacts: 90,
}
/** A device with the previous version doesn't know the last period, which stays as it is then. */
export const RetentionInput = Retention.partial({ contacts: true })

export const FirmProfile = z.object({
  id: z.string(),
  name: z.string(),
  time_zone: z.string(),
  category_name: z.string(),
  access: z.enum(['yes', 'no']),
  logo: z.object({ url: z.string() }),
  lists: Lists,
  has_default_lists: z.boolean(),
  retention: Retention,
})
export type FirmProfile = z.infer<typeof FirmProfile>

export const zone = z.string({ error: messages.complete }).max(60).refine(isZone, 'Choose a time zone.')
export const FirmInput = z.strictObject({
  name: requiredText(firmLimits.name),
  time_zone: zone,
  category_name: Category,
  access: z.enum(['yes', 'no']),
})
export type FirmInput = z.infer<typeof FirmInput>

const isDifferent = (entries: string[]) => new Set(entries.map((entry) => entry.toLowerCase())).size === entries.length
const entries = (max: number) =>
  z
    .array(requiredText(max))
    .min(1, 'Keep at least one.')
    .max(firmLimits.entries, limitIs(firmLimits.entries))
    .refine(isDifferent, 'Two entries are the same.')
export const ListsInput = z.strictObject({
  lost_reasons: entries(firmLimits.lost_reasons),
  objectives: entries(firmLimits.objectives),
  step_starters: entries(firmLimits.step_starters),
  contact_roles: entries(firmLimits.contact_roles).default([...contactRoles]),
  /** Without it, the firm's list stays as it is. */
  referral_sources: entries(firmLimits.referral_sources).optional(),
})

const profile = { answer: FirmProfile }
const nothing = z.strictObject({}).optional()

export const firmRoutes = {
  firm: defineRoute({
    ...profile,
    name: 'admin.firm',
    method: 'GET',
    path: 'admin/firm',
    summary: 'Get my firm: name, time zone, access, logo, and lists',
  }),
  editFirm: defineRoute({
    ...profile,
    name: 'admin.editFirm',
    method: 'PUT',
    path: 'admin/firm',
    summary: 'Change the profile of my firm',
    body: FirmInput,
  }),
  putLogo: defineRoute({
    ...profile,
    name: 'admin.putLogo',
    method: 'POST',
    path: 'admin/firm/logo',
    summary: 'Upload the logo: PNG, JPEG, WEBP or SVG of at most 5 MB (multipart/form-data, one file)',
    files: { file: {} },
  }),
  removeLogo: defineRoute({
    name: 'admin.removeLogo',
    method: 'DELETE',
    path: 'admin/firm/logo',
    summary: 'Remove the logo',
  }),
  putLists: defineRoute({
    ...profile,
    name: 'admin.putLists',
    method: 'PUT',
    path: 'admin/firm/lists',
    summary: 'Change lost reasons, objectives, step starters, and contact roles',
    body: ListsInput,
  }),
  putRetention: defineRoute({
    name: 'admin.putRetention',
    method: 'PUT',
    path: 'admin/firm/retention',
    summary:
      'Set how many days the firm keeps its audit log, sign-in IP addresses, sent messages, notifications, and contacts that no one sees',
    body: RetentionInput,
    answer: FirmProfile,
  }),
  resetLists: defineRoute({
    ...profile,
    name: 'admin.resetLists',
    method: 'POST',
    path: 'admin/firm/lists/reset',
    summary: 'Reset to the product’s own lists',
    body: nothing,
  }),
}
