// Fields of imports, and schemas of what the columns and values of a file mean. Without logic.
import { z } from 'zod'
import { day, id, text } from '#core/contract/fields.ts'
import { type PlainName, plainNames, TargetValue, Type, limits as targetLimits } from '#features/targets/contract.ts'

export const importLimits = {
  tooLarge: 'This file is larger than 50 MB. Split it and import the parts one at a time.',
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  columns: 100,
  cell: 20_000,
  previewed: 50,
} as const

/** Goal of an imported target if the file has none. */
export const DEFAULT_GOAL = 'Imported opportunity'

/** Fields of the target itself: text, choices, or amounts. */
const unread = ['private', 'expected_close', 'came_from'] as const
type OwnField = Exclude<PlainName, (typeof unread)[number]>
const ownFields = plainNames.filter((name): name is OwnField => !unread.some((one) => one === name))
const furtherFields = [
  'contact_first_name',
  'contact_last_name',
  'contact_role',
  'owner',
  'status',
  'stage',
  'revenue',
  'lost_reason',
  'created',
  'closed',
  'expected_close',
  'next_step',
  'next_step_due',
  'note',
  'external_id',
  'came_from',
] as const
const NUMBERS = [2, 3, 4, 5] as const
/** Fields of each contact after the first one. */
export const furtherContacts = NUMBERS.map((number) => ({
  number,
  name: `contact_${number}`,
  email: `contact_${number}_email`,
  phone: `contact_${number}_phone`,
  role: `contact_${number}_role`,
})) as { [N in (typeof NUMBERS)[number]]: FurtherContact<N> }[(typeof NUMBERS)[number]][]
type FurtherContact<N extends number> = {
  number: N
  name: `contact_${N}`
  email: `contact_${N}_email`
  phone: `contact_${N}_phone`
  role: `contact_${N}_role`
}
const contactColumns = furtherContacts.flatMap(({ name, email, phone, role }) => [name, email, phone, role])
export const TargetField = z.enum([...ownFields, ...furtherFields, ...contactColumns])
export type TargetField = z.infer<typeof TargetField>
export const amountFields: readonly TargetField[] = ['revenue', 'projected_revenue']
export const dateFields: readonly TargetField[] = ['created', 'closed', 'expected_close', 'next_step_due']
export const peopleFields = ['name', 'first_name', 'last_name', 'email', 'role', 'group', 'manager', 'active'] as const
export const PeopleField = z.enum(peopleFields)
export type PeopleField = z.infer<typeof PeopleField>

/** Fields for the email addresses of a contact, and for its phone numbers. A cell can hold several. */
export const emailFields = ['email', 'email_2', 'email_3', 'email_4', 'email_5'] as const
export const phoneFields = ['phone', 'phone_2', 'phone_3', 'phone_4', 'phone_5'] as const
export const ContactFileField = z.enum([
  'name',
  'first_name',
  'last_name',
  'title',
  'company',
  ...emailFields,
  ...phoneFields,
  'note',
  'owner',
  'external_id',
])
export type ContactFileField = z.infer<typeof ContactFileField>

/** Order of day and month: 3/12/2017 is March 12 (mdy) or December 3 (dmy). */
export const DateOrder = z.enum(['mdy', 'dmy'])
export type DateOrder = z.infer<typeof DateOrder>

export const OpenClose = z.enum(['expect', 'due', 'ignore'])
export type OpenClose = z.infer<typeof OpenClose>

/** 1,234.56 (point) or 1.234,56 (comma). */
export const AmountNotation = z.enum(['point', 'comma'])
export type AmountNotation = z.infer<typeof AmountNotation>

// — mappings ———————————————————————————————————————————————————————————————————————————————————

/** Maps a cell of a mapped column, normalized by `valueKey`, to its meaning. */
const valueMap = <S extends z.ZodType>(to: S) => z.record(z.string().max(importLimits.cell), to)
const refuse = z.literal('refuse')
export const ImportedStatus = z.enum(['active', 'archived', 'completed', 'lost'])
export type ImportedStatus = z.infer<typeof ImportedStatus>

/** Not `z.templateLiteral`, which would add 1 kB to the app's first load. */
function prefixed<P extends string>(prefix: P, rest: z.ZodType<string>) {
  const isPrefixed = (text: string): text is `${P}${string}` =>
    text.startsWith(prefix) && rest.safeParse(text.slice(prefix.length)).success
  return z.string().refine(isPrefixed)
}

/** A column that holds statuses and stages together: pursued, in this stage of the firm. */
const StagedStatus = prefixed('stage:', id)
export const StatusMeaning = z.union([ImportedStatus, StagedStatus, refuse])
export type StatusMeaning = z.infer<typeof StatusMeaning>
/** ID of a stage of the firm. */
const StageMeaning = z.union([id, z.literal('none'), refuse])
export type StageMeaning = z.infer<typeof StageMeaning>

/** `new`: the contact of that name, or a new one. `none`: targets have no source. Otherwise an entry of the firm's list. */
const SourceMeaning = z.union([z.literal(['new', 'none']), refuse, prefixed('source:', z.string())])
export type SourceMeaning = z.infer<typeof SourceMeaning>

export const TargetMapping = z.strictObject({
  /** Field of each column, by position. Null ignores the column. */
  columns: z.array(TargetField.nullable()).max(importLimits.columns),
  statuses: valueMap(StatusMeaning),
  /** Missing for a firm without stages. */
  stages: valueMap(StageMeaning).optional(),
  /** Missing for a firm without referrals. A value that is missing here means the entry or person that it names. */
  sources: valueMap(SourceMeaning).optional(),
  /** Meaning of all other sources that name nothing. Null rejects their rows. */
  other_sources: SourceMeaning.nullable().optional(),
  owners: valueMap(z.union([id, refuse])),
  types: valueMap(z.union([Type, refuse])),
  values: valueMap(z.union([TargetValue, refuse])),
  /** Null if no person has chosen and the file doesn't prove it. */
  date_order: DateOrder.nullable(),
  /** Null as for `date_order`. */
  amount_notation: AmountNotation.nullable().default('point'),
  /**
   * Amounts in other currencies are read as the same number of dollars, or their rows are rejected. Null if no person
   * has chosen.
   */
  other_currencies: z.enum(['dollars', 'refuse']).nullable().optional(),
  /** Step for targets that are pursued and name no next step. Null leaves them without a step and a date. */
  first_step: z
    .strictObject({ description: text(targetLimits.step), due: day.nullable() })
    .nullable()
    .optional(),
  /** Chances that aren't in tens are rounded to the nearest ten, or not imported. Null as for `other_currencies`. */
  chance_rounding: z.enum(['round', 'skip']).nullable().optional(),
  /**
   * Meaning of the close date of a target that is pursued: its expected close (in a firm with stages), the due day of its
   * next step, or nothing.
   */
  open_close: OpenClose.default('ignore'),
  /** Column that serves as the contact of a row with neither company nor contact. Null rejects such rows. */
  stand_in: z.int().min(0).max(importLimits.columns).nullable(),
  /** Values for rows, or whole files, that have none. */
  defaults: z.strictObject({
    owner: id.nullable(),
    status: ImportedStatus,
    type: Type,
    value: TargetValue,
    goal: text(targetLimits.goal),
  }),
})
export type TargetMapping = z.infer<typeof TargetMapping>

export const PeopleMapping = z.strictObject({
  columns: z.array(PeopleField.nullable()).max(importLimits.columns),
  roles: valueMap(z.union([z.enum(['member', 'admin']), refuse])),
  /** People without an email address get first.last@ this domain. Null rejects them. */
  email_domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(200)
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Enter a domain such as example.com.')
    .nullable(),
  /** Groups come from the group column, or the people of each manager form a group. */
  groups: z.enum(['column', 'manager']),
})
export type PeopleMapping = z.infer<typeof PeopleMapping>

export const ContactMapping = z.strictObject({
  columns: z.array(ContactFileField.nullable()).max(importLimits.columns),
  owners: valueMap(z.union([id, refuse])),
  /** Person who keeps the contacts of rows without an owner. */
  defaults: z.strictObject({ owner: id.nullable() }),
})
export type ContactMapping = z.infer<typeof ContactMapping>
export type Mapping = TargetMapping | PeopleMapping | ContactMapping
