import { stampIn } from '#core/contract/dates.ts'
import { Role } from '#core/contract/session.ts'
import type { Stages } from '#core/contract/stages.ts'
import { formatStamp } from '#core/contract/times.ts'
import { plainParts, statusTerm, typeTerm, valueTerm } from '#features/targets/contract.ts'
import type { ImportKind, ImportState } from '../imports/contract.ts'
import { fromEntry, isSourceField } from '../imports/mappedSources.ts'
import { inStage, isStageField } from '../imports/mappedStages.ts'
import {
  type ContactFileField,
  furtherContacts,
  type ImportedStatus,
  type PeopleField,
  type StageMeaning,
  type StatusMeaning,
  type TargetField,
} from '../imports/mappingContract.ts'
import { handedStatuses } from '../people/contract.ts'

type FurtherField = Extract<TargetField, `contact_${2 | 3 | 4 | 5}${string}`>
const { private: _, expected_close: __, came_from, ...labels } = plainParts('label')
const allTargetFields: Record<TargetField, string> = {
  ...labels,
  // An owner has an email address as well.
  contact_email: 'Contact email',
  contact_phone: 'Contact phone',
  contact_first_name: 'Contact’s first name',
  contact_last_name: 'Contact’s last name',
  contact_role: 'Contact’s role',
  owner: 'Owner',
  status: 'Status',
  stage: 'Stage',
  revenue: 'Won revenue',
  lost_reason: 'Lost reason',
  created: 'Created date',
  closed: 'Closed date',
  expected_close: 'Expected close date',
  next_step: 'Next step',
  next_step_due: 'Next step due',
  note: 'Note',
  external_id: 'ID in the other system',
  came_from,
  ...(Object.fromEntries(
    furtherContacts.flatMap(({ number, name, email, phone, role }) => [
      [name, `Contact ${number}`],
      [email, `Contact ${number}: email`],
      [phone, `Contact ${number}: phone`],
      [role, `Contact ${number}: role`],
    ]),
  ) as Record<FurtherField, string>),
}

/** Without stages of its own, a firm calls the status of a file its stage, as other systems do. */
export function targetFieldLabels(
  stages: Stages | null,
  sources: readonly string[] | null,
): Partial<Record<TargetField, string>> {
  const all = stages ? allTargetFields : { ...allTargetFields, status: allTargetFields.stage }
  const isUsed = (field: string) =>
    (stages !== null || !isStageField(field)) && (sources !== null || !isSourceField(field))
  return Object.fromEntries(Object.entries(all).filter(([field]) => isUsed(field)))
}

/** Groups of the choices for a column. Fields that are in none come first. */
export const targetFieldGroups: Record<string, readonly TargetField[]> = {
  Contact: ['contact', 'contact_first_name', 'contact_last_name', 'contact_email', 'contact_phone', 'contact_role'],
  'Further contacts': furtherContacts.flatMap(({ name, email, phone, role }) => [name, email, phone, role]),
}

export const peopleFieldLabels: Record<PeopleField, string> = {
  name: 'Full name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  role: 'Role',
  group: 'Group',
  manager: 'Group manager',
  active: 'Account is active',
}

export const contactFieldLabels: Record<ContactFileField, string> = {
  name: 'Full name',
  first_name: 'First name',
  last_name: 'Last name',
  title: 'Title',
  company: 'Company',
  email: 'Email',
  email_2: 'Email 2',
  email_3: 'Email 3',
  email_4: 'Email 4',
  email_5: 'Email 5',
  phone: 'Phone',
  phone_2: 'Phone 2',
  phone_3: 'Phone 3',
  phone_4: 'Phone 4',
  phone_5: 'Phone 5',
  note: 'Note',
  owner: 'Owner',
  external_id: 'ID in the other system',
}

export const importKindLabels: Record<ImportKind, string> = {
  targets: 'Targets',
  people: 'People and groups',
  contacts: 'Contacts',
}

export const LEAVE_OUT = 'Skip these rows'
export const personStatusLabels: Record<ImportedStatus, string> = {
  active: statusTerm.active,
  completed: statusTerm.completed,
  lost: statusTerm.lost,
  archived: statusTerm.archived,
}
/** A target in a stage is pursued. */
export const statusLabelsWith = (stages: Stages | null): Record<Exclude<StatusMeaning, 'refuse'>, string> => {
  const { active, ...others } = personStatusLabels
  const staged = (stages?.inOrder ?? []).map(({ id, name }) => [inStage(id), `${active}, in ${name}`])
  return { active, ...Object.fromEntries(staged), ...others }
}
export const stageLabels = ({ inOrder }: Stages): Record<Exclude<StageMeaning, 'refuse'>, string> => ({
  ...Object.fromEntries(inOrder.map(({ id, name }) => [id, name])),
  none: 'No stage',
})
/** Choices for a source that names no one who is known. */
export const fileSourceLabels = (entries: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(entries.map((entry) => [fromEntry(entry), entry])),
  new: 'A new contact of that name',
  none: 'No source',
  refuse: LEAVE_OUT,
})
export const typeWords = typeTerm
export const valueLabels = valueTerm
export const roleLabels: Record<'member' | 'admin', string> = { member: 'Member', admin: 'Firm admin' }

export const importStateLabels: Record<ImportState, string> = {
  reading: 'Reading',
  uploaded: 'Not imported yet',
  running: 'Importing',
  done: 'Imported',
  cancelled: 'Canceled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
}

export const number = (count: number) => count.toLocaleString('en-US')
export const counted = (count: number, one: string, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`

/** Formats a time in `zone`, such as 'Nov 22, 2026, 9:42 AM'. */
export const inZone = (zone: string, at: string) => formatStamp(stampIn(zone, at))

const units = ['B', 'kB', 'MB', 'GB', 'TB']
/** '34 MB'. */
export function size(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${(bytes / 1000 ** step).toFixed(step > 1 && bytes / 1000 ** step < 100 ? 1 : 0)} ${units[step]}`
}

export const optionsOf = (words: Partial<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label: label ?? value }))

export const isRole = (value: unknown): value is Role => Role.options.some((one) => one === value)
/** Returns the roles that someone with this role can assign. Only operators can assign the operator role. */
export const rolesFor = (mine: Role, words: Record<Role, string>): Partial<Record<Role, string>> => {
  const { operator, ...others } = words
  return mine === 'operator' ? { ...others, operator } : others
}

/** Formats counts as in 'Owns 12 Targets: 10 Pursuing, 2 Won.' */
export function formatTargets(targets: Record<string, number>): string {
  const parts = handedStatuses.flatMap((status) => {
    const count = targets[status] ?? 0
    return count > 0 ? [{ count, words: `${number(count)} ${statusTerm[status]}` }] : []
  })
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  return `Owns ${counted(all, 'Target')}: ${parts.map(({ words }) => words).join(', ')}.`
}
