// Processes with their version and clock offset.

import type { Database } from './database/open.ts'
import { withoutRls } from './database/tx.ts'
import { newId } from './ids.ts'

const EVERY_MS = 15_000
/** Seconds of silence after which a process counts as stopped. */
const SILENT_SECONDS = 60

/** Returns a function that unregisters it. Repeats reports after a database outage. */
export function reportProcess(database: Database, version: string): () => Promise<void> {
  const id = newId()
  const started = new Date(Date.now() - process.uptime() * 1000).toISOString()
  const say = async () => {
    const before = Date.now()
    await withoutRls(database, async (tx) => {
      const { rows } = await tx.sql<{ ahead: number }>`
        select (${before}::float8 - extract(epoch from clock_timestamp()) * 1000)::int as ahead`
      // The request takes half of the round trip.
      const ahead = Math.round(rows[0]!.ahead + (Date.now() - before) / 2)
      await tx.sql`
        insert into server_processes (id, version, node, started_at, clock_ahead_ms) values (${id}, ${version}, ${process.versions.node}, ${started}, ${ahead})
        on conflict (id) do update set clock_ahead_ms = excluded.clock_ahead_ms, seen_at = now()`
      await tx.sql`delete from server_processes where seen_at < now() - interval '1 day'`
    })
  }
  let saying: Promise<void> = Promise.resolve()
  const tell = () => {
    saying = say().catch(() => undefined)
  }
  tell()
  const timer = setInterval(tell, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await saying
    await withoutRls(database, (tx) => tx.sql`delete from server_processes where id = ${id}`).catch(() => undefined)
  }
}

export type ProcessSeen = {
  id: string
  version: string
  node: string
  started_at: string
  seen_at: string
  clock_ahead_ms: number
}

/** Returns processes seen within the last minute, oldest first. */
export async function processesOf(database: Database): Promise<ProcessSeen[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<ProcessSeen>`
      select id, version, node, started_at, seen_at, clock_ahead_ms from server_processes
      where seen_at > now() - make_interval(secs => ${SILENT_SECONDS}) order by started_at, id`,
  )
  return rows
}
