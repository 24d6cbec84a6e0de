import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { onTarget } from '../callsContract.ts'
import { Status } from '../contract.ts'

export const routes = {
  managed: defineRoute({
    name: 'targets.managed',
    method: 'GET',
    path: 'user/people',
    summary:
      'List the people whose pipelines I manage, by name: all, a page (`limit`, `after` the last ID), or one (`id`)',
    query: z.strictObject({
      after: id.optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
      id: id.optional(),
    }),
    answer: z.object({
      /** Cursor of the next page. Null at the end. */
      next: z.string().nullable(),
      /** Total number, sent with the first page only. */
      total: z.number().nullable(),
      people: z.array(
        z.object({
          id: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          fullname: z.string(),
          /** Pursued Targets that aren't private. */
          active: z.number(),
          /** Only with `id`: a firm admin of a firm with org access can read the pipeline but not change it. */
          reads_only: z.literal(true).optional(),
        }),
      ),
    }),
  }),
  owned: defineRoute({
    name: 'targets.owned',
    method: 'GET',
    path: 'user/people/:id/targets',
    summary: 'List what a person owns by name and status, without private Targets, for a firm admin who hands it over',
    params: onTarget,
    answer: z.object({
      person: z.object({ id: z.string(), fullname: z.string(), is_deactivated: z.boolean() }),
      targets: z.array(z.object({ id: z.string(), name: z.string(), status: Status })),
    }),
  }),
  looks: defineRoute({
    name: 'targets.looks',
    method: 'GET',
    path: 'user/looks',
    summary: 'List the managers who viewed my pipeline in the last 90 days, latest first',
    answer: z.object({
      looks: z.array(
        z.object({ user_id: z.string(), first_name: z.string(), last_name: z.string(), day, at: z.string() }),
      ),
    }),
  }),
}

export const pipelineLooks = defineQuery({ name: 'pipelineLooks', route: routes.looks, callOf: () => ({}) })

export type ManagedPerson = RouteResponse<typeof routes.managed>['people'][number]
const PAGE = 50
export const managedPeople = defineQuery({
  name: 'managedPeople',
  route: routes.managed,
  callOf: (_: undefined, after) => ({ query: { limit: PAGE, after } }),
  pages: pagesOf('people'),
})
/** Returns one managed person, or none. */
export const managedPerson = defineQuery({
  name: 'managedPerson',
  route: routes.managed,
  callOf: (id: string) => ({ query: { id } }),
  keyOf: (id) => id,
})

/** Returns the URL of a managed person's pipeline. */
export const personPath = (id: string) => `/viewer/pipeline/people/${id}`
export const targetPath = (personId: string, targetId: string) =>
  `/viewer/pipeline/people/${personId}/target/${targetId}`
