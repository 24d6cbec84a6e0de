// Reads and writes rows of restores, which belong to the firm of the operators who asked for them.
import { sql } from 'kysely'
import { type AuditActor, audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Placed } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import type { FirmArrival } from '../firmRestoreContract.ts'
import { firmRestoreHandlers } from './restoreFirms.ts'

const LISTED = 20

/**
 * Starts a restore from an archive that is stored as a file of the operators' firm. Returns its ID. `firmRestoresOf`
 * returns its progress.
 */
export async function beginArrival(tx: Tx, doer: AuditActor, archive: Placed, askedBy: string): Promise<string> {
  const id = newId()
  await tx.sql`
    insert into firm_arrivals (org_id, id, file_id, file_name, bytes, asked_by)
    values (${doer.org.id}, ${id}, ${archive.id}, ${archive.name}, ${archive.bytes}, ${askedBy})`
  await audit(tx, doer, {
    action: 'firm.arrival_asked',
    subject: { name: archive.name },
    details: { asked_by: askedBy },
  })
  triggerAfterCommit(tx, firmRestoreHandlers)
  return id
}

/** Returns the latest first, or only one. */
export async function firmRestoresOf(tx: Tx, id: string | null = null): Promise<FirmArrival[]> {
  const { rows } = await tx.sql<FirmArrival>`
    select id, state, file_name, bytes::float8 as bytes, asked_by, asked_at, firm_id, firm_name, total, done, left_out, problem, finished_at
    from firm_arrivals where org_id = ${currentOrgId} and ${id === null ? sql`true` : sql`id = ${id}`} order by asked_at desc, id desc limit ${LISTED}`
  return rows
}

/** Returns the running restore of these bytes, or null. */
export async function firmRestoreOf(tx: Tx, sha256: Buffer): Promise<string | null> {
  const { rows } = await tx.sql<{ id: string }>`
    select a.id from firm_arrivals a join files f on f.org_id = a.org_id and f.id = a.file_id
    where a.org_id = ${currentOrgId} and f.sha256 = ${sha256} and a.state in ('reading', 'writing') order by a.asked_at limit 1`
  return rows[0]?.id ?? null
}
