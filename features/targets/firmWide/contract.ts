// All targets of the firm, for its API clients: types and calls. No rules.
import { z } from 'zod'
import { stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { onTarget } from '../callsContract.ts'
import { Collaborator, Status, Target, Task } from '../contract.ts'

/** A target as the firm sees it, without notes, reminders, or private data. */
export const FirmTarget = Target.pick({
  id: true,
  owner_id: true,
  owner: true,
  company: true,
  contact: true,
  contact_email: true,
  contact_phone: true,
  type: true,
  value: true,
  goal: true,
  projected_revenue: true,
  expected_close: true,
  chance: true,
  came_from: true,
  stage: true,
  status: true,
  phase: true,
  created: true,
  undated: true,
  modified: true,
  completed: true,
  deleted: true,
  revenue: true,
  lostReason: true,
}).extend({
  /** Due day of the owner's open step, null for none. */
  due: Target.shape.due,
  tasks: z.array(
    Task.pick({
      id: true,
      user_id: true,
      description: true,
      help: true,
      due: true,
      done: true,
      created: true,
      completed: true,
    }),
  ),
  collaborators: z.array(Collaborator.pick({ user_id: true, first_name: true, last_name: true, response: true })),
})
export type FirmTarget = z.infer<typeof FirmTarget>

export const FIRM_PAGE = 200

export const routes = {
  firmTargets: defineRoute({
    name: 'firm.targets',
    method: 'GET',
    path: 'firm/targets',
    summary: 'List the firm’s Targets except private ones; `after` gets the next page',
    scope: 'targets:read',
    query: z.strictObject({
      /** `next` of the previous page. */
      after: z.guid({ error: 'Unknown cursor.' }).optional(),
      limit: z.coerce.number().int().min(1).max(FIRM_PAGE).default(FIRM_PAGE),
      status: Status.optional(),
      /** Returns only targets changed since then, in the firm's zone. */
      modified_since: stamp.optional(),
    }),
    answer: z.object({
      targets: z.array(FirmTarget),
      /** Start of the next page, null at the end. */
      next: z.string().nullable(),
    }),
  }),
  firmTarget: defineRoute({
    name: 'firm.target',
    method: 'GET',
    path: 'firm/targets/:id',
    summary: 'Get one of the firm’s Targets that isn’t private',
    scope: 'targets:read',
    params: onTarget,
    answer: FirmTarget,
  }),
}
