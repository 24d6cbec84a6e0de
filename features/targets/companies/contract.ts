// A firm's work on one company: types and call. No rules.
import { z } from 'zod'
import { day, requiredText, stamp } from '#core/contract/fields.ts'
import { amount } from '#core/contract/money.ts'
import { defineRoute } from '#core/contract/route.ts'
import { limits, Status, TargetValue, Type } from '../contract.ts'
import { TimelineEvent } from '../detail/contract.ts'

/** Returns the path of a company's page. Every spelling leads to the same page. */
export const companyPath = (name: string): string => `/company/${encodeURIComponent(name)}`

/** Relation of this person to a target: owner, collaborator, invited, or the owner's manager. */
export const Standing = z.enum(['own', 'shared', 'invited', 'managed'])
export type Standing = z.infer<typeof Standing>

/** An invitation hides contact details and amounts. */
export const CompanyTarget = z.object({
  id: z.string(),
  standing: Standing,
  /** Owner of the pipeline that shows a managed target. */
  person_id: z.string().nullable(),
  owner_id: z.string(),
  owner: z.string(),
  company: z.string(),
  contact: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  type: Type,
  value: TargetValue,
  status: Status,
  goal: z.string(),
  /** The open step, '' for none. */
  step: z.string(),
  due: day.nullable(),
  projected_revenue: amount.nullable(),
  revenue: amount.nullable(),
  created: stamp,
})
export type CompanyTarget = z.infer<typeof CompanyTarget>

export const CompanyEvent = TimelineEvent.extend({ target_id: z.string() })
export type CompanyEvent = z.infer<typeof CompanyEvent>

/** Most targets in a response, the newest ones. */
export const MOST_TARGETS = 200

/** A name whose page is part of this one. */
export const MergedName = z.object({
  name: z.string(),
  /** Name of the person who merged it. */
  by: z.string(),
  at: stamp,
  /** The merge can still be undone. */
  can_separate: z.boolean(),
})
export type MergedName = z.infer<typeof MergedName>

const CompanyPage = z.object({
  /** Name as the newest target spells it, or the requested name if there is no target. */
  name: z.string(),
  /** No target uses the requested name anymore, because the company was renamed. */
  isRenamed: z.boolean(),
  /** Further names that were merged into this page and that the caller sees a Target under. */
  merged: z.array(MergedName),
  targets: z.array(CompanyTarget),
  /** There are more targets than listed. */
  isCut: z.boolean(),
  events: z.array(CompanyEvent),
  /** Value of `before` for the older events, null if there are none. */
  older: z.string().nullable(),
})
export type CompanyAnswer = z.infer<typeof CompanyPage>

const name = requiredText(limits.company)

export const routes = {
  company: defineRoute({
    name: 'targets.company',
    method: 'GET',
    path: 'firms/company',
    summary: 'Get a company by name, in any spelling: every Target I can see there, and its activity',
    query: z.strictObject({ name, before: z.string().max(100).optional() }),
    answer: CompanyPage,
  }),
  mergeCompanies: defineRoute({
    name: 'targets.mergeCompanies',
    method: 'POST',
    path: 'firms/company/merge',
    summary: 'Make one company page of two names; Targets keep the name they have',
    body: z.strictObject({ name, into: name }),
    answer: CompanyPage,
  }),
  separateCompanies: defineRoute({
    name: 'targets.separateCompanies',
    method: 'POST',
    path: 'firms/company/separate',
    summary: 'Undo the merge of this name, within 30 days; answers with its own page',
    body: z.strictObject({ name }),
    answer: CompanyPage,
  }),
}
