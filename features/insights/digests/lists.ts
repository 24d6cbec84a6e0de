// Distribution lists of people and groups of the firm. A group stands for its members at the time of sending.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { ids, limits, recipientListName } from './fields.ts'

const ListPerson = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  /** Gets no digests. */
  is_deactivated: z.boolean(),
})
export type ListPerson = z.infer<typeof ListPerson>

/** A list of more people than a digest sends has only their number. `distributionlist.people` returns them. */
export const DistributionList = z.object({
  id,
  name: z.string(),
  /** Null if there are more than ten, as are their IDs. */
  users: z.array(ListPerson).nullable(),
  user_ids: z.array(id).nullable(),
  user_count: z.int(),
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
 * Omitted fields keep their values, as does null for the people, which a list of many doesn't include. `revision` is the one that was read. The server returns 409 if someone has edited
 * the list since.
 */
export const ListChange = z.strictObject({
  name: recipientListName.optional(),
  user_ids: ids(limits.recipients, 'people').nullish(),
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
  people: defineRoute({
    name: 'distributionlist.people',
    method: 'GET',
    path: 'distributionlist/:id/people',
    summary: 'List the people named on a distribution list, a page at a time',
    params: one,
    query: z.strictObject({ after: id.optional(), limit: z.coerce.number().int().min(1).max(500).default(500) }),
    /** `next` is the `after` of the next page; null on the last one. */
    answer: z.object({ people: z.array(ListPerson), next: id.nullable() }),
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
