// Schemas and routes of API tokens. For webhooks, see webhookContract.ts.
import { z } from 'zod'
import { ApiScope } from '#core/contract/apiScope.ts'
import { day, id, messages, requiredText } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'

export const tokenLimits = { name: 60, tokens: 20, days: 366 } as const

export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(ApiScope),
  /** Name of the creator at that time. */
  made_by: z.string(),
  /** Instants. */
  made_at: z.string(),
  ends_at: z.string(),
  has_ended: z.boolean(),
  /** Last day on which it was used, in UTC. Null if never. */
  used_on: day.nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const NewApiToken = z.strictObject({
  name: requiredText(tokenLimits.name),
  scopes: z
    .array(ApiScope)
    .min(1, messages.complete)
    .overwrite((scopes) => [...new Set(scopes)]),
  /** Last day on which it is valid, in the firm's time zone. */
  ends_on: day,
})

export const tokenRoutes = {
  read: defineRoute({
    name: 'tokens.read',
    method: 'GET',
    path: 'admin/tokens',
    summary: 'List the firm’s API tokens',
    answer: z.object({
      /** Base URL of the API and of its description. */
      address: z.string(),
      tokens: z.array(ApiToken),
    }),
  }),
  make: defineRoute({
    name: 'tokens.make',
    method: 'POST',
    path: 'admin/tokens',
    summary: 'Create an API token; it’s shown only once',
    body: NewApiToken,
    answer: z.object({ token: z.string(), made: ApiToken }),
    hasSecret: true,
  }),
  end: defineRoute({
    name: 'tokens.end',
    method: 'DELETE',
    path: 'admin/tokens/:id',
    summary: 'Revoke an API token; it stops working right away',
    params: z.strictObject({ id }),
  }),
}
export type Tokens = RouteResponse<typeof tokenRoutes.read>
