import { type Instances, instanceOf } from '#core/server/instances.ts'
import { everyone, type Served, serve } from '#core/server/routes.ts'
import { routes } from '../contract.ts'

/** Which instance a login goes to: asked before anything secret is typed, and answered by the address's domain alone. */
export const instanceRoutes = (instances: Instances): Served[] => [
  serve(routes.instances, everyone, async ({ query, request }) => {
    const { key, name, url } = instanceOf(instances, query.email)
    const is_here = key === instances.own.key
    return { instances: [{ key, name, url: url ?? `${request.protocol}://${request.host}`, is_here }] }
  }),
]
