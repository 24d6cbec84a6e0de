// The one address of files.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const routes = {
  open: defineRoute({
    name: 'files.open',
    method: 'GET',
    path: 'files/:org/:id',
    summary: 'A file, by a signed address that ends; answers byte ranges',
    params: z.strictObject({ org: id, id }),
    query: z.strictObject({ until: z.coerce.number().int().min(0).max(1e12), sig: z.string().max(100) }),
  }),
}
