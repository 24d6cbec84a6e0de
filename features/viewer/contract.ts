// Contract of the Viewer: the reports and audiences that a person has.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import { ReportArea, ScopeKey } from '#core/contract/viewerReport.ts'
import { defineQuery } from '#core/sync/query.ts'

/** Source: the second specification, section 3 'Report definition'. */
const Definition = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  intro: z.string(),
  show_in_nav: z.boolean(),
  area: ReportArea,
  /** Kinds of audience that it can have. */
  keys: z.array(ScopeKey),
  /** Whether it counts what happened between two selected days. */
  dated: z.boolean(),
  /** Base URLs without a query. Callers add `id`, `entity`, `format` and, if applicable, `start`, `end` and `which`. */
  download: z.object({ csv: z.string(), pdf: z.string() }),
})
export type Definition = z.infer<typeof Definition>

const Graph = z.object({
  id,
  key: ScopeKey,
  type: z.enum(['firm', 'group', 'user']),
  name: z.string(),
  /** IDs of the person's groups within this list. */
  groups: z.array(id),
})
export type Graph = z.infer<typeof Graph>

export const routes = {
  viewer: defineRoute({
    name: 'viewer.viewer',
    method: 'GET',
    path: 'viewer',
    summary: 'List the reports I can see, and whom they can cover: the firm, groups, people',
    answer: z.object({ reports: z.array(Definition), graphs: z.array(Graph) }),
  }),
  groups: defineRoute({
    name: 'viewer.groups',
    method: 'GET',
    path: 'org/:orgId/groups',
    summary: 'List the groups that I manage, with their managers and members; `status` selects active or all',
    params: z.strictObject({ orgId: id }),
    query: z.strictObject({ status: z.enum(['active', 'all']).default('active') }),
    answer: z.object({
      groups: z.array(
        z.object({
          id,
          name: z.string(),
          status: z.string(),
          /** IDs of the managers, separated by commas. Source: RULINGS, section 1. */
          member_access: z.string(),
          members: z.array(z.object({ uid: id, first_name: z.string(), last_name: z.string() })),
        }),
      ),
    }),
  }),
}
export type Viewer = RouteResponse<typeof routes.viewer>
export type ReportGroups = RouteResponse<typeof routes.groups>

/** Loads a person's Viewer. Stored, so that the navigation works offline. */
export const viewerQuery = defineQuery({ name: 'viewer', route: routes.viewer, callOf: () => ({}) })
