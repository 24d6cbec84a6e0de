// The pipelines of others: calls, and where they are found. No rules.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { defineQuery, pagesOf } from '#core/sync/reading.ts'
import { onTarget } from '../callsContract.ts'
import { Status } from '../contract.ts'

export const routes = {
  managed: defineRoute({
    name: 'targets.managed',
    method: 'GET',
    path: 'user/people',
    summary:
      'The people whose pipelines I manage, by name: all of them, a page (`limit`, `after` the last one’s id), or one (`id`)',
    query: z.strictObject({
      after: id.optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
      id: id.optional(),
    }),
    answer: z.object({
      /** Where the next page begins; null at the end. */
      next: z.string().nullable(),
      /** How many there are in all; said with the first page. */
      total: z.number().nullable(),
      people: z.array(
        z.object({
          id: z.string(),
          first_name: z.string(),
          last_name: z.string(),
          fullname: z.string(),
          /** Targets that the person pursues and that are not private. */
          active: z.number(),
          /** With `id`: a firm admin of a firm with org access reads the pipeline and changes nothing in it. */
          reads_only: z.literal(true).optional(),
        }),
      ),
    }),
  }),
  owned: defineRoute({
    name: 'targets.owned',
    method: 'GET',
    path: 'user/people/:id/targets',
    summary: 'What a person owns, by name and status only, for a firm admin who hands it over; without private targets',
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
    summary: 'Which managers looked at my pipeline and when, latest first; 90 days',
    answer: z.object({
      looks: z.array(
        z.object({ user_id: z.string(), first_name: z.string(), last_name: z.string(), day, at: z.string() }),
      ),
    }),
  }),
}

/** Which managers looked at one's own pipeline. */
export const pipelineLooks = defineQuery({ name: 'pipelineLooks', route: routes.looks, callOf: () => ({}) })

export type ManagedPerson = RouteResponse<typeof routes.managed>['people'][number]
const PAGE = 50
/** The people whose pipelines the person manages. */
export const managedPeople = defineQuery({
  name: 'managedPeople',
  route: routes.managed,
  callOf: (_: undefined, after) => ({ query: { limit: PAGE, after } }),
  pages: pagesOf('people'),
})
/** One of them, or nobody. */
export const managedPerson = defineQuery({
  name: 'managedPerson',
  route: routes.managed,
  callOf: (id: string) => ({ query: { id } }),
  keyOf: (id) => id,
})

/** Where a manager finds the pipeline of somebody, and a Target on it. */
export const personPath = (id: string) => `/viewer/pipeline/people/${id}`
export const targetPath = (personId: string, targetId: string) =>
  `/viewer/pipeline/people/${personId}/target/${targetId}`
