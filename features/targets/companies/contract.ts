// What a firm has going on with one company: its nouns and its call. No rules.
import { z } from 'zod'
import { day, requiredText, stamp } from '#core/contract/fields.ts'
import { amount } from '#core/contract/money.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { limits, Status, TargetValue, Type } from '../contract.ts'
import { TimelineEvent } from '../detail/contract.ts'

/** Where a company's page stands. Whoever writes its name in another way comes to the same page. */
export const companyPath = (name: string): string => `/company/${encodeURIComponent(name)}`

/** How a target comes before this person: as the owner's, shared with them, offered to them, or pursued by somebody whom they manage. */
export const Standing = z.enum(['own', 'shared', 'invited', 'managed'])
export type Standing = z.infer<typeof Standing>

/** A target of the company, as this person may see it: of one that they are invited to, not how to reach the contact and no amounts. */
export const CompanyTarget = z.object({
  id: z.string(),
  standing: Standing,
  /** Of a managed one: on whose pipeline it is seen. */
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
  /** The open step there; '' without one. */
  step: z.string(),
  due: day.nullable(),
  projected_revenue: amount.nullable(),
  revenue: amount.nullable(),
  created: stamp,
})
export type CompanyTarget = z.infer<typeof CompanyTarget>

export const CompanyEvent = TimelineEvent.extend({ target_id: z.string() })
export type CompanyEvent = z.infer<typeof CompanyEvent>

/** How many targets an answer holds at most: the newest. */
export const MOST_TARGETS = 200

export const routes = {
  company: defineRoute({
    name: 'targets.company',
    method: 'GET',
    path: 'firms/company',
    summary: 'Get a company by name, in any spelling: every Target I can see there, and its activity',
    query: z.strictObject({ name: requiredText(limits.company), before: z.string().max(100).optional() }),
    answer: z.object({
      /** As the newest target there writes it; the name that was asked for where there is none. */
      name: z.string(),
      /** Nobody writes the name that was asked for any more: the company was renamed. */
      isRenamed: z.boolean(),
      targets: z.array(CompanyTarget),
      /** There are more targets than are listed. */
      isCut: z.boolean(),
      events: z.array(CompanyEvent),
      /** Hand it to `before` for the older events; null when there are none. */
      older: z.string().nullable(),
    }),
  }),
}
export type CompanyAnswer = RouteResponse<typeof routes.company>
