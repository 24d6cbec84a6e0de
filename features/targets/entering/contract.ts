// What is typed of a target when it is created or edited, and the calls for it. No rules.
import { z } from 'zod'
import { day, optionalEmail, requiredText, text } from '#core/contract/fields.ts'
import { amount } from '#core/contract/money.ts'
import { defineRoute } from '#core/contract/route.ts'
import { onTarget } from '../callsContract.ts'
import { limits, Tile, Type, Value } from '../contract.ts'
import { TaskInput } from '../steps/contract.ts'

export const stepStarters = ['Research', 'Follow up', 'Send', 'Invite', 'Introduce', 'Schedule', 'Ask'] as const
export const objectiveExamples = [
  'Win the first engagement',
  'Become their adviser for the whole group',
  'Be introduced to their other divisions',
  'Receive two referrals a year',
] as const
const targetFields = {
  company: text(limits.company),
  contact: text(limits.contact),
  contact_email: optionalEmail,
  type: Type,
  value: Value,
  goal: requiredText(limits.goal),
  projected_revenue: amount.nullable(),
  private: z.boolean(),
}
/** At least one of company and contact; the message shows under both. Source: RULINGS, section 4. */
export const needsSomebody = (
  input: { company?: string | undefined; contact?: string | undefined },
  refine: z.RefinementCtx,
) => {
  if (input.company !== '' || input.contact !== '') return
  for (const path of ['company', 'contact'])
    refine.addIssue({ code: 'custom', path: [path], message: 'Please complete this field' })
}
export const CreateInput = z
  .strictObject({
    ...targetFields,
    company: targetFields.company.default(''),
    contact: targetFields.contact.default(''),
    contact_email: optionalEmail.default(''),
    projected_revenue: targetFields.projected_revenue.default(null),
    private: targetFields.private.default(false),
    tasks: z.array(TaskInput).length(1, 'Please complete this field'),
    note: text(limits.note).default(''),
  })
  .superRefine(needsSomebody)
export type CreateInput = z.infer<typeof CreateInput>
export const EditFields = z.strictObject({ ...targetFields, due: day, note: text(limits.note) }).partial()
export const EditInput = EditFields.superRefine(needsSomebody)
export type EditInput = z.infer<typeof EditInput>

export const routes = {
  create: defineRoute({
    name: 'targets.create',
    method: 'POST',
    path: 'tiles',
    summary: 'Create a target with its first step',
    body: CreateInput,
    answer: Tile,
  }),
  edit: defineRoute({
    name: 'targets.edit',
    method: 'PUT',
    path: 'tiles/:id',
    summary: 'Change fields, or snooze with `due`',
    params: onTarget,
    body: EditInput,
    answer: Tile,
  }),
  companies: defineRoute({
    name: 'targets.companies',
    method: 'GET',
    path: 'firms/companies',
    summary: 'Companies that the firm knows',
    query: z.strictObject({ q: text(limits.company) }),
    answer: z.object({ companies: z.array(z.object({ name: z.string(), targets: z.number() })) }),
  }),
}
