// Records the state of each email of a run as it is sent. The database has the records of a killed process, so they
// needn't wait for the disk, which would take longer than sending. A crashed database can lose the latest ones, which
// is detected.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { DeliveryNote } from '#core/server/outgoing/bulk.ts'

/** Attempts at an email that the server temporarily rejects, over about four hours. */
const TRIES = 12

/** Parts of a run, which as many processes can send in parallel. */
export const PARTS = 2
/** SQL over a recipient `w`: whether it belongs to this part. */
export const isOfPart = (part: RawBuilder<unknown>) =>
  sql<boolean>`get_byte(uuid_send(w.user_id), 15) % ${sql.lit(PARTS)} = ${part}`

export type DeliveryPart = { orgId: string; runId: string; part: number }
export type WriteNotes = (notes: DeliveryNote[]) => Promise<ReadonlySet<string>>

/** An embedded database ends with its process, so its records are flushed to disk immediately. */
const isAlone = (database: Database) => database.kind === 'embedded'

/** Records on disk which emails are about to be sent and ends the previous batch. Returns the new id. */
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
  await tx.sql`insert into digest_batches (org_id, id, run_id, part, user_ids) values (${currentOrgId}, ${id}, ${runId}, ${part}, ${[...userIds]})`
  await tx.sql`insert into digest_batch_marks (org_id, id) values (${currentOrgId}, ${id})`
  return id
}

/** The commit flushes all of the batch's records to disk. */
async function endBatch(tx: Tx, id: string | null): Promise<void> {
  if (id === null) return
  await tx.sql`delete from digest_batches where org_id = ${currentOrgId} and id = ${id}`
  await tx.sql`delete from digest_batch_marks where org_id = ${currentOrgId} and id = ${id}`
}

/** Recovers an interrupted part: emails that might have been sent become unconfirmed. */
export async function recordDeparture(tx: Tx, { runId, part }: DeliveryPart): Promise<void> {
  const inDoubt = (problem: string, which: RawBuilder<unknown>) =>
    tx.sql`update digest_recipients w set state = 'doubt', problem = ${problem}, tries = tries + 1, moved_at = now()
      where w.org_id = ${currentOrgId} and w.run_id = ${runId} and ${isOfPart(sql`${part}::int`)} and ${which}`
  await inDoubt('The server stopped while sending this.', sql`w.state = 'sending'`)
  const lost = sql`b.org_id = ${currentOrgId} and b.run_id = ${runId} and b.part = ${part}
    and not exists (select 1 from digest_batch_marks m where m.org_id = b.org_id and m.id = b.id)`
  await inDoubt(
    'The database stopped while sending this.',
    sql`w.state = 'waiting' and exists (select 1 from digest_batches b where ${lost} and w.user_id = any(b.user_ids))`,
  )
  await tx.sql`delete from digest_batches b where ${lost}`
}

/** Records a few outcomes in the open transaction. */
export async function recordDeliveries(tx: Tx, runId: string, notes: readonly DeliveryNote[]): Promise<void> {
  const of = (pick: (note: DeliveryNote) => string) => notes.map(pick)
  await tx.sql`
    select record_digest_emails(${currentOrgId}, ${runId}, ${of(({ id }) => id)}::uuid[], ${of(({ state }) => state)}::text[],
      ${of(({ problem }) => problem)}::text[], ${TRIES})`
}

/** Passes `work` a function that records outcomes, one commit per call. */
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
      // The connection can be broken, so a retry gets a new one.
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

/** Runs in its own transaction. */
const noting = 'select record_digest_emails($1, $2, $3, $4, $5, $6) as user_id'
