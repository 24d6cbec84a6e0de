// The environment fills the list until someone edits it.

import type { Database } from './database/open.ts'
import { type Tx, withoutRls } from './database/tx.ts'
import type { Instance, ListedInstances } from './instances.ts'
import { StartupError } from './startupError.ts'

const CHANNEL = 'instances_changed'

/** This one first, then by name. Empty before the first start. */
export async function instancesIn(tx: Tx): Promise<(Instance & { is_own: boolean })[]> {
  const { rows } = await tx.sql<Instance & { is_own: boolean }>`
    select key, name, url, is_own, array(select d.domain from instance_domains d where d.instance_key = i.key order by d.domain) as domains
    from instances i order by is_own desc, name, key`
  return rows
}

/** Requires the transaction that changes the instances. */
export const publishInstancesChanged = (tx: Tx) => tx.sql`select pg_notify(${CHANNEL}, '')`

/**
 * Updated within a moment of a change, in all processes. `ownKey` renames this one. Throws a message if it is another
 * instance's.
 */
export async function openInstances(
  database: Database,
  configured: ListedInstances,
  ownKey?: string,
): Promise<{ instances: ListedInstances; close: () => Promise<void> }> {
  await withoutRls(database, (tx) => fill(tx, configured, ownKey))
  let known = await readKnown(database)
  let reading = Promise.resolve()
  const close = await database.listen(CHANNEL, () => {
    // Reads one at a time, so that an older result never wins. A failed read is repeated with the next connection.
    reading = reading.then(async () => {
      known = await readKnown(database).catch(() => known)
    })
  })
  const instances: ListedInstances = {
    get own() {
      return known.own
    },
    get others() {
      return known.others
    },
  }
  return { instances, close }
}

async function readKnown(database: Database): Promise<ListedInstances> {
  const all = await withoutRls(database, instancesIn)
  return { own: all.find(({ is_own }) => is_own)!, others: all.filter(({ is_own }) => !is_own) }
}

async function fill(tx: Tx, { own, others }: ListedInstances, ownKey: string | undefined): Promise<void> {
  await tx.sql`lock table instances in share row exclusive mode`
  let kept = await instancesIn(tx)
  if (others.length > 0 && isUntouched(kept)) {
    await tx.sql`delete from instances`
    kept = []
  }
  const here = kept.find(({ is_own }) => is_own)
  if (!here) {
    for (const one of [own, ...others]) await addInstance(tx, one, one === own)
    return
  }
  if (ownKey === undefined || here.key === ownKey) return
  const other = kept.find(({ key }) => key === ownKey)
  if (other)
    throw new StartupError(
      `This database belongs to the instance "${here.key}", and lists "${ownKey}" as another one, ${other.url}. Set PURSUIT_INSTANCE to "${here.key}", or give this server its own database.`,
    )
  await tx.sql`update instances set key = ${ownKey} where is_own`
}

const isUntouched = (kept: Instance[]) => kept.every(({ url, domains }) => url === null && domains.length === 0)

/** A domain that another instance has stays there. */
export async function addInstance(tx: Tx, { key, name, url, domains }: Instance, isOwn = false): Promise<void> {
  await tx.sql`insert into instances (key, name, url, is_own) values (${key}, ${name}, ${url}, ${isOwn})`
  await addDomains(tx, key, domains)
}

export async function addDomains(tx: Tx, key: string, domains: readonly string[]): Promise<void> {
  await tx.sql`insert into instance_domains (domain, instance_key) select unnest(${domains}::text[]), ${key} on conflict do nothing`
}
