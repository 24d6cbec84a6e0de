// What is known of each mail of a run, noted as it leaves. A process that is killed leaves its notes: they are with the database. So they need not
// wait for the disk, which would take longer than the mails; a database that crashes may lose the last of them, and is found to have crashed.
import { type RawBuilder, sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { newId } from '#core/server/ids.ts'
import type { DeliveryNote } from '#core/server/outgoing/bulk.ts'

/** Tries at one mail that the server refuses for now: over some four hours. */
const TRIES = 12

/** A run is worked on in so many parts, so that as many processes send it side by side. */
export const PARTS = 2
/** SQL over a recipient `w`. */
export const isOfPart = (part: RawBuilder<unknown>) =>
  sql<boolean>`get_byte(uuid_send(w.user_id), 15) % ${sql.lit(PARTS)} = ${part}`

export type DeliveryPart = { orgId: string; runId: string; part: number }
export type WriteNotes = (notes: DeliveryNote[]) => Promise<ReadonlySet<string>>

/** Notes on the disk at once where the database ends with its process. */
const isAlone = (database: Database) => database.kind === 'embedded'

/** Says, on the disk, which mails are about to leave; the former batch is over. Answers its id. */
export async function beginBatch(
  tx: Tx,
  database: Database,
  { runId, part }: DeliveryPart,
  userIds: readonly string[],
  former: string | null,
): Promise<string | null> {
  if (isAlone(database)) return null
  await endBatch(tx, former)
  if (userIds.length === 0) return null
  const id = newId()
  await sql`insert into digest_batches (org_id, id, run_id, part, user_ids) values (${firm}, ${id}, ${runId}, ${part}, ${[...userIds]})`.execute(
    tx,
  )
  await sql`insert into digest_batch_marks (org_id, id) values (${firm}, ${id})`.execute(tx)
  return id
}

/** With the commit all of its notes are on the disk too. */
async function endBatch(tx: Tx, id: string | null): Promise<void> {
  if (id === null) return
  await sql`delete from digest_batches where org_id = ${firm} and id = ${id}`.execute(tx)
  await sql`delete from digest_batch_marks where org_id = ${firm} and id = ${id}`.execute(tx)
}

/** What those left behind who are gone: of which it is not known whether it arrived. */
export async function recordDeparture(tx: Tx, { runId, part }: DeliveryPart): Promise<void> {
  const inDoubt = (problem: string, which: RawBuilder<unknown>) =>
    sql`update digest_recipients w set state = 'doubt', problem = ${problem}, tries = tries + 1, moved_at = now()
      where w.org_id = ${firm} and w.run_id = ${runId} and ${isOfPart(sql`${part}::int`)} and ${which}`.execute(tx)
  await inDoubt('The server stopped while sending this.', sql`w.state = 'sending'`)
  const lost = sql`b.org_id = ${firm} and b.run_id = ${runId} and b.part = ${part}
    and not exists (select from digest_batch_marks m where m.org_id = b.org_id and m.id = b.id)`
  await inDoubt(
    'The database stopped while sending this.',
    sql`w.state = 'waiting' and exists (select from digest_batches b where ${lost} and w.user_id = any(b.user_ids))`,
  )
  await sql`delete from digest_batches b where ${lost}`.execute(tx)
}

/** Notes in an open transaction, all with its commit: for a few. */
export async function recordDeliveries(tx: Tx, runId: string, notes: readonly DeliveryNote[]): Promise<void> {
  const of = (pick: (note: DeliveryNote) => string) => notes.map(pick)
  await sql`
    select record_digest_emails(${firm}, ${runId}, ${of(({ id }) => id)}::uuid[], ${of(({ state }) => state)}::text[],
      ${of(({ problem }) => problem)}::text[], ${TRIES})`.execute(tx)
}

/** Lends `work` a way to note, each time in one commit. */
export async function withNotes<T>(
  database: Database,
  { orgId, runId }: DeliveryPart,
  work: (write: WriteNotes) => Promise<T>,
): Promise<T> {
  type Asking = {
    query: (asked: { name: string; text: string; values: unknown[] }) => Promise<{ rows: { user_id: string }[] }>
  }
  const writeBy =
    (asking: Asking): WriteNotes =>
    async (notes) => {
      const values = [
        orgId,
        runId,
        notes.map(({ id }) => id),
        notes.map(({ state }) => state),
        notes.map(({ problem }) => problem),
        TRIES,
      ]
      const { rows } = await asking.query({ name: 'note-digest-mails', text: noting, values })
      return new Set(rows.map(({ user_id }) => user_id))
    }
  if (isAlone(database)) return work(writeBy(database.pool as unknown as Asking))
  const connect = async () => {
    const made = await database.sessions.connect()
    await made.query('set synchronous_commit = off').catch((error) => {
      made.release(true)
      throw error
    })
    return made
  }
  let connection: ReturnType<typeof connect> | undefined
  const write: WriteNotes = async (notes) => {
    connection ??= connect()
    const asked = connection
    try {
      return await writeBy((await asked) as unknown as Asking)(notes)
    } catch (error) {
      // It may have ended: whoever insists gets another one.
      if (connection === asked) {
        connection = undefined
        asked.then((broken) => broken.release(true)).catch(() => undefined)
      }
      throw error
    }
  }
  try {
    return await work(write)
  } finally {
    const last = await connection
    const isWell = await last?.query('reset synchronous_commit').then(
      () => true,
      () => false,
    )
    last?.release(!isWell)
  }
}

/** Its own transaction. */
const noting = 'select record_digest_emails($1, $2, $3, $4, $5, $6) as user_id'
