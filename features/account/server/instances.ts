import { isEmail } from '#core/contract/fields.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Instance, type ListedInstances, refuseElsewhere } from '#core/server/instances.ts'
import { anyone, defineHandler, type Handler } from '#core/server/routes.ts'
import { routes } from '../contract.ts'
import { domainOf } from '../signOnContract.ts'

/** Returns a login's instance from the address's domain alone, before anything secret is typed. */
export const signInInstanceHandlers = (instances: ListedInstances): Handler[] => [
  defineHandler(routes.instances, anyone, async ({ query, request, database }) => {
    const { key, name, url } = await instanceFor(database, instances, query.email)
    const is_here = key === instances.own.key
    return { instances: [{ key, name, url: url ?? `${request.protocol}://${request.host}`, is_here }] }
  }),
]

/** A domain that a firm of this instance has verified belongs here, wherever it is listed. */
async function instanceFor(database: Database, { own }: ListedInstances, email: string): Promise<Instance> {
  // Any text can be typed. Invalid addresses stay on this instance.
  if (!isEmail(email)) return own
  const domain = domainOf(email)
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Omit<Instance, 'domains'>>`
      select i.key, i.name, i.url from instance_domains d join instances i on i.key = d.instance_key
      where d.domain = ${domain} and not i.is_own and not exists (select 1 from domain_directory p where p.domain = ${domain})`,
  )
  return rows[0] ? { ...rows[0], domains: [] } : own
}

/** Throws the right instance on login and reset before the account is read. */
export async function refuseOtherInstance(
  database: Database,
  instances: ListedInstances,
  email: string,
): Promise<void> {
  refuseElsewhere(await instanceFor(database, instances, email), instances.own)
}
