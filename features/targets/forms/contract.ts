import { z } from 'zod'
import { day, id, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { contactLimits } from '#features/contacts/contract.ts'
import { onTarget } from '../callsContract.ts'
import { limits, type PlainName, plainFields, plainParts, TargetTile } from '../contract.ts'
import { TaskInput } from '../steps/contract.ts'

export const stepStarters = ['Research', 'Follow up', 'Send', 'Invite', 'Introduce', 'Schedule', 'Ask'] as const
export const objectiveExamples = [
  'Win the first engagement',
  'Become the whole group’s adviser',
  'Get introduced to their other divisions',
  'Get two referrals a year',
] as const
/** Requires company or contact, with the message under both. Source: RULINGS, section 4. */
export const needsSomeone = (
  input: { company?: string | undefined; contact?: string | undefined },
  refine: z.RefinementCtx,
) => {
  if (input.company !== '' || input.contact !== '') return
  for (const path of ['company', 'contact'])
    refine.addIssue({ code: 'custom', path: [path], message: 'Please complete this field' })
}
type Given = {
  [N in PlainName]: (typeof plainFields)[N] extends { initial: unknown }
    ? z.ZodDefault<(typeof plainFields)[N]['input']>
    : (typeof plainFields)[N]['input']
}
const inputFields = () =>
  Object.fromEntries(
    Object.entries(plainFields).map(([name, field]) => [
      name,
      'initial' in field ? z._default(field.input, field.initial) : field.input,
    ]),
  ) as Given

export const CreateInput = z
  .strictObject({
    ...inputFields(),
    tasks: z.array(TaskInput).length(1, 'Please complete this field'),
    note: text(limits.note).default(''),
    /** Role of the contact, one of the firm’s. */
    contact_role: requiredText(contactLimits.role).optional(),
    stage: id.nullable().optional(),
  })
  .superRefine(needsSomeone)
export type CreateInput = z.infer<typeof CreateInput>
/** Field values when the person started editing, to detect changes in between, see `overwriting.ts`. */
const Base = z.strictObject({ ...plainParts('fact'), due: day.nullable(), note: z.string() }).partial()
export const EditableFields = z
  .strictObject({ ...plainParts('input'), due: day, note: text(limits.note), base: Base })
  .partial()
export const EditInput = EditableFields.superRefine(needsSomeone)
export type EditInput = z.infer<typeof EditInput>

export const routes = {
  create: defineRoute({
    name: 'targets.create',
    method: 'POST',
    path: 'tiles',
    summary: 'Create a target with its first step',
    scope: 'targets:write',
    body: CreateInput,
    answer: TargetTile,
  }),
  edit: defineRoute({
    name: 'targets.edit',
    method: 'PUT',
    path: 'tiles/:id',
    summary: 'Change fields, or snooze with `due`',
    scope: 'targets:write',
    params: onTarget,
    body: EditInput,
    answer: TargetTile,
  }),
  companies: defineRoute({
    name: 'targets.companies',
    method: 'GET',
    path: 'firms/companies',
    summary: 'List the companies in the firm’s Targets',
    query: z.strictObject({ q: text(limits.company) }),
    answer: z.object({ companies: z.array(z.object({ name: z.string(), targets: z.number() })) }),
  }),
}
