// Manages the list of deployments for the vendor's operators. Each domain is listed at one deployment, and a domain
// that a firm has verified here belongs here.

import { sql } from 'kysely'
import { forbidden, invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { ServerContext } from '#core/server/declaration.ts'
import { type Instance, isWordOf } from '#core/server/instances.ts'
import { addDomains, addInstance, instancesIn, publishInstancesChanged } from '#core/server/knownInstances.ts'
import { defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import {
  type InstanceInput,
  type InstanceList,
  type NewInstanceInput,
  instanceRoutes as routes,
} from '../instancesContract.ts'
import { amongAll } from './operatorFirms.ts'

export const instanceHandlers = (house: ServerContext): Handler[] => {
  const listed = (tx: Tx) => listOf(tx, house.siteUrl())
  const change = async (
    tx: Tx,
    session: SignedInSession,
    entry: Pick<Parameters<typeof audit>[2], 'action' | 'details'>,
    name: string,
  ) => {
    await publishInstancesChanged(tx)
    await audit(tx, session, { ...entry, subject: { name } })
    return listed(tx)
  }
  return [
    defineHandler(routes.instances, operator, ({ database }) => withoutRls(database, listed), { isLong: true }),
    defineIdempotentHandler(routes.addInstance, operator, {
      within: amongAll,
      async change(tx, { session, body }) {
        const kept = await lockAll(tx)
        refuseKey(kept, body, house)
        await refuseTaken(tx, kept, body, null)
        await addInstance(tx, body)
        const { key, url, domains } = body
        return change(tx, session, { action: 'instance.added', details: { key, url, domains } }, body.name)
      },
    }),
    defineIdempotentHandler(routes.changeInstance, operator, {
      within: amongAll,
      async change(tx, { session, params, body }) {
        const kept = await lockAll(tx)
        const before = found(kept, params.key)
        await refuseTaken(tx, kept, body, before)
        await tx.sql`update instances set name = ${body.name}, url = ${body.url} where key = ${before.key}`
        await tx.sql`delete from instance_domains where instance_key = ${before.key}`
        await addDomains(tx, before.key, body.domains)
        return change(tx, session, { action: 'instance.changed', details: differences(before, body) }, body.name)
      },
    }),
    defineIdempotentHandler(routes.removeInstance, operator, {
      within: amongAll,
      async change(tx, { session, params }) {
        const before = found(await lockAll(tx), params.key)
        if (before.is_own) throw forbidden('You’re on this instance.')
        await tx.sql`delete from instances where key = ${before.key}`
        const { key, url, domains } = before
        return change(tx, session, { action: 'instance.removed', details: { key, url, domains } }, before.name)
      },
    }),
  ]
}

type Kept = Instance & { is_own: boolean }

/** Locks the list so that the second of two simultaneous changes sees the first. */
async function lockAll(tx: Tx): Promise<Kept[]> {
  await tx.sql`lock table instances in share row exclusive mode`
  return instancesIn(tx)
}

function found(kept: Kept[], key: string): Kept {
  const one = kept.find((other) => other.key === key)
  if (!one) throw notFound(cannotFind('instance'))
  return one
}

function refuseKey(kept: Kept[], { key }: NewInstanceInput, house: ServerContext): void {
  if (kept.some((one) => one.key === key)) throw invalid({ key: 'Another instance already has this key.' })
  const paths = house.all('routes').map(({ route }) => route.path)
  if (isWordOf(paths, key)) throw invalid({ key: 'The API uses this word. Choose another key.' })
}

/**
 * Throws if another instance has the URL or one of the domains. Values that the instance already had aren't checked
 * again.
 */
async function refuseTaken(tx: Tx, kept: Kept[], { url, domains }: InstanceInput, before: Kept | null): Promise<void> {
  const others = kept.filter(({ key }) => key !== before?.key)
  if (url === null && !before?.is_own) throw invalid({ url: 'Enter the URL people use to reach this instance.' })
  const sameUrl = url !== null && others.find((one) => one.url === url)
  if (sameUrl) throw invalid({ url: `${sameUrl.name} already has this URL.` })
  for (const domain of domains) {
    const at = others.find((one) => one.domains.includes(domain))
    if (at) throw invalid({ domains: `${domain} is listed under ${at.name}. Remove it there first.` })
  }
  if (before?.is_own) return
  const added = domains.filter((domain) => !before?.domains.includes(domain))
  const { rows } = await tx.sql<{ domain: string; firm: string }>`
    select d.domain, o.name as firm from (select * from domain_directory) d join orgs o on o.id = d.org_id
    where d.domain = any(${added}::text[]) order by d.domain limit 1`
  if (rows[0]) throw invalid({ domains: `${rows[0].domain} belongs here: ${rows[0].firm} has verified it.` })
}

function differences(before: Kept, now: InstanceInput): Record<string, unknown> {
  const added = now.domains.filter((domain) => !before.domains.includes(domain))
  const removed = before.domains.filter((domain) => !now.domains.includes(domain))
  return {
    ...(before.name !== now.name && { name: { from: before.name, to: now.name } }),
    ...(before.url !== now.url && { url: { from: before.url ?? '', to: now.url ?? '' } }),
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
  }
}

const MOST_PROVED = 200

async function listOf(tx: Tx, siteUrl: string | null): Promise<InstanceList> {
  const kept = await instancesIn(tx)
  const listed = kept.flatMap(({ domains }) => domains)
  const proofs = sql<{ domain: string; firm: { id: string; name: string } }>`
    select d.domain, jsonb_build_object('id', o.id, 'name', o.name) as firm from (select * from domain_directory) d join orgs o on o.id = d.org_id`
  const here = await tx.sql<{ domain: string; firm: { id: string; name: string } }>`
    ${proofs} where d.domain = any(${listed}::text[])`
  const firmOf = new Map(here.rows.map(({ domain, firm }) => [domain, firm]))
  const proved = await tx.sql<{ domain: string; firm: { id: string; name: string } }>`
    ${proofs} order by d.domain limit ${MOST_PROVED}`
  const { rows } = await tx.sql<{ n: number }>`select count(*)::int as n from domain_directory`
  return {
    instances: kept.map((one) => ({
      ...one,
      domains: one.domains.map((domain) => ({ domain, firm: firmOf.get(domain) ?? null })),
    })),
    proved: proved.rows,
    proved_count: rows[0]!.n,
    site_url: siteUrl,
  }
}
