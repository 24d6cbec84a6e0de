// Distribution lists of people and groups of the firm. A group stands for its members at the time of sending.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { ids, limits, recipientListName } from './fields.ts'

const Person = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  /** Gets no digests. */
  is_deactivated: z.boolean(),
})

export const DistributionList = z.object({
  id,
  name: z.string(),
  users: z.array(Person),
  user_ids: z.array(id),
  groups: z.array(z.object({ id, name: z.string() })),
  group_ids: z.array(id),
  /** Number of people it would reach now. */
  reach: z.int(),
  /** Number of named people who are deactivated. */
  deactivated: z.int(),
  revision: z.int(),
})
export type DistributionList = z.infer<typeof DistributionList>

export const ListInput = z.strictObject({
  name: recipientListName,
  user_ids: ids(limits.recipients, 'people').default([]),
  group_ids: ids(limits.groups, 'groups').default([]),
})
export type ListInput = z.infer<typeof ListInput>

/**
 * Omitted fields keep their values. `revision` is the one that was read. The server returns 409 if someone has edited
 * the list since.
 */
export const ListChange = z.strictObject({
  name: recipientListName.optional(),
  user_ids: ids(limits.recipients, 'people').optional(),
  group_ids: ids(limits.groups, 'groups').optional(),
  revision: z.int().optional(),
})
export type ListChange = z.infer<typeof ListChange>

const one = z.strictObject({ id })

export const listRoutes = {
  list: defineRoute({
    name: 'distributionlist.list',
    method: 'GET',
    path: 'distributionlist',
    summary: 'List the firm’s distribution lists by name',
    answer: z.object({ distributionlists: z.array(DistributionList) }),
  }),
  add: defineRoute({
    name: 'distributionlist.add',
    method: 'POST',
    path: 'distributionlist',
    summary: 'Create a distribution list of people and groups',
    body: ListInput,
    answer: DistributionList,
  }),
  edit: defineRoute({
    name: 'distributionlist.edit',
    method: 'POST',
    path: 'distributionlist/:id',
    summary: 'Change a distribution list',
    params: one,
    body: ListChange,
    answer: DistributionList,
  }),
  remove: defineRoute({
    name: 'distributionlist.remove',
    method: 'DELETE',
    path: 'distributionlist/:id',
    summary: 'Delete a distribution list; scheduled digests go to their other recipients',
    params: one,
  }),
}
