// Removes bytes without a row and marks rows without bytes for an operator, once a day.
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { FIRST_ID } from '../ids.ts'
import type { Job } from '../work/jobs.ts'
import { isKey, type Stored, withoutPart } from './bucket.ts'
import { filesOf } from './store.ts'
import { removeBytes } from './uploads.ts'

/** Milliseconds. Any upload finishes sooner. */
const GRACE_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 500

export type Swept = { removed: number; missing: number }

export const sweepFiles: Job = {
  name: 'sweep-files',
  cron: '20 10 * * *',
  async run(database) {
    await sweep(database)
  },
}

/** Touches only bytes written before `before`. Never removes a row, because its disk can be temporarily missing. */
export async function sweep(database: Database, before = new Date(Date.now() - GRACE_MS)): Promise<Swept> {
  const { bucket, waiting } = filesOf(database)
  // Rows created later have bytes that the scan missed.
  const began = new Date()
  const seen = new Set<string>()
  let removed = (await removeOld(waiting, before)) + (await endUploads(database, before))
  for await (const batch of batches(bucket.list())) {
    for (const { key } of batch) seen.add(key)
    const orphans = await withoutRow(
      database,
      batch.filter(({ at }) => at < before),
    )
    for (const key of orphans) await bucket.remove(key)
    removed += orphans.length
  }
  for await (const { key, token, at } of bucket.pieces.begun?.() ?? [])
    if (at < before && isKey(key) && (await withoutRow(database, [{ key, at, bytes: 0 }])).length > 0) {
      await bucket.pieces.abort(key, { received: 0, token })
      removed++
    }
  return { removed, missing: await markMissing(database, seen, began) }
}

/** Includes finished uploads that never became a file. */
async function endUploads(database: Database, before: Date): Promise<number> {
  const { bucket } = filesOf(database)
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ org_id: string; id: string; progress: object }>`
    delete from uploads where touched_at < ${before.toISOString()}::timestamptz returning org_id, id, progress`,
  )
  for (const { org_id, id, progress } of rows) await removeBytes(bucket, `${org_id}/${id}`, progress)
  return rows.length
}

async function withoutRow(database: Database, found: Stored[]): Promise<string[]> {
  const keys = found.map(({ key }) => key).filter((key) => isKey(withoutPart(key)))
  if (keys.length === 0) return []
  const places = keys.map((key) => withoutPart(key).split('/'))
  const ofFirms = sql`org_id = any(${places.map(([orgId]) => orgId)}::uuid[])`
  const ids = sql`any(${places.map(([, id]) => id)}::uuid[])`
  // A cluster can't join a list to rows on all of its nodes.
  return withoutRls(database, async (tx) => {
    const { rows: coming } = await tx.sql<{ key: string }>`
      select org_id || '/' || id as key from uploads where ${ofFirms} and id = ${ids}`
    const { rows: kept } = await tx.sql<{ key: string }>`
      select org_id || '/' || id as key from files where ${ofFirms} and id = ${ids} and stored_id is null
      union all select org_id || '/' || stored_id from files where ${ofFirms} and stored_id = ${ids}
      union all select org_id || '/' || stored_id from file_versions where ${ofFirms} and stored_id = ${ids}`
    const [isComing, isKept] = [coming, kept].map((rows) => new Set(rows.map(({ key }) => key)))
    return keys.filter((key) => !isComing!.has(withoutPart(key)) && !isKept!.has(key))
  })
}

async function markMissing(database: Database, seen: Set<string>, began: Date): Promise<number> {
  let missing = 0
  for (let after = [FIRST_ID, FIRST_ID]; ; ) {
    const page = await withoutRls(database, async (tx) => {
      const { rows } = await tx.sql<{ org_id: string; id: string; stored_id: string; is_marked: boolean }>`
        select org_id, id, coalesce(stored_id, id) as stored_id, missing_at is not null as is_marked from files
        where (org_id, id) > (${after[0]}::uuid, ${after[1]}::uuid) and created_at < ${began.toISOString()}
        order by org_id, id limit ${AT_ONCE}`
      for (const { org_id, id, stored_id, is_marked } of rows) {
        const isMissing = !seen.has(`${org_id}/${stored_id}`)
        if (isMissing !== is_marked)
          await tx.sql`update files set missing_at = case when ${isMissing}::boolean then (select now()) end where org_id = ${org_id} and id = ${id}`
      }
      return rows
    })
    missing += page.filter(({ org_id, stored_id }) => !seen.has(`${org_id}/${stored_id}`)).length
    const last = page.at(-1)
    if (page.length < AT_ONCE || !last) return missing
    after = [last.org_id, last.id]
  }
}

async function removeOld(folder: string, before: Date): Promise<number> {
  let removed = 0
  const names = await opendir(folder).catch(() => null)
  if (!names) return 0
  for await (const { name } of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile() || found.mtime >= before) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

async function* batches<T>(from: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of from) {
    batch.push(one)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
