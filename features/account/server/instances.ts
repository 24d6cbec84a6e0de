import { sql } from 'kysely'
import { asSystem } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Instance, type Instances, instanceOf, refuseElsewhere } from '#core/server/instances.ts'
import { everyone, type Served, serve } from '#core/server/routes.ts'
import { routes } from '../contract.ts'
import { domainOf } from '../signOnContract.ts'

/** Which instance a login goes to: asked before anything secret is typed, and answered by the address's domain alone. */
export const instanceRoutes = (instances: Instances): Served[] => [
  serve(routes.instances, everyone, async ({ query, request, database }) => {
    const { key, name, url } = await instanceFor(database, instances, query.email)
    const is_here = key === instances.own.key
    return { instances: [{ key, name, url: url ?? `${request.protocol}://${request.host}`, is_here }] }
  }),
]

/** A domain that a firm of this instance has proved is here; of all others the configuration says where they are. */
async function instanceFor(database: Database, instances: Instances, email: string): Promise<Instance> {
  const meant = instanceOf(instances, email)
  if (meant.key === instances.own.key) return meant
  const { rows } = await asSystem(database, (tx) =>
    sql`select from domain_directory where domain = ${domainOf(email)}`.execute(tx),
  )
  return rows.length > 0 ? instances.own : meant
}

/** Login and reset say where to go before anything of the account is looked at. */
export async function refuseOtherInstance(database: Database, instances: Instances, email: string): Promise<void> {
  refuseElsewhere(await instanceFor(database, instances, email), instances.own)
}
