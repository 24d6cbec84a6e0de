// Imports targets in batches of rows. One transaction creates a batch's targets and records the results of its rows.

import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'
import type { TargetMapping } from '../contract.ts'
import { shapeOf } from './shape.ts'
import {
  advance,
  type FileRow,
  type ImportOutcome,
  knownExternalIds,
  lockState,
  madeAfter,
  readImport,
  rowsAfter,
  settleRows,
} from './store.ts'
import { type RowOwner, type RowReader, type TargetRead, targetReader } from './targetRows.ts'

/** Runs one batch of an import or an undo and returns whether more rows can follow. `size` is the number of rows. */
export type Step = (size: number) => Promise<boolean>

export async function ownersOf(tx: Tx): Promise<Map<string, RowOwner>> {
  const { rows } =
    await tx.sql<RowOwner>`select id, first_name, last_name, role, email from users where org_id = ${currentOrgId} and deactivated_at is null`
  return new Map(rows.map((person) => [person.id, person]))
}

export async function zoneOf(tx: Tx): Promise<string> {
  const { rows } = await tx.sql<{ time_zone: string }>`select time_zone from orgs where id = ${currentOrgId}`
  return rows[0]!.time_zone
}

export async function targetSteps(database: Database, orgId: string, id: string, targets: PastTargets): Promise<Step> {
  const { reader, zone } = await withOrg(database, orgId, async (tx) => {
    const { mapping, options, started_at } = await readImport(tx, id)
    const zone = await zoneOf(tx)
    const reader = targetReader({
      mapping: mapping as TargetMapping,
      shape: shapeOf(options),
      owners: await ownersOf(tx),
      zone,
      now: started_at!,
    })
    return { reader, zone }
  })
  const fresh = freshStatistics(database)
  return async (size) => {
    const count = await withOrg(database, orgId, async (tx) => {
      const now = await lockState(tx, id)
      if (now?.state !== 'running') return 0
      const rows = await rowsAfter(tx, id, now.at_row, size)
      if (rows.length === 0) {
        await advance(tx, id, { state: 'done' })
        return 0
      }
      const reads = await readRows(tx, rows, reader, new Set())
      const good = reads.flatMap(({ read }) => ('target' in read ? [read] : []))
      const ids = await targets.save(
        tx,
        { importId: id, zone },
        good.map(({ target }) => target),
      )
      let next = 0
      const outcomes = reads.map(
        ({ row, read }): ImportOutcome =>
          'target' in read
            ? { row, outcome: 'imported', made_id: ids[next++]!, reason: null, external_id: read.externalId || null }
            : { row, outcome: 'refused', made_id: null, reason: read.reason, external_id: null },
      )
      await settleRows(tx, id, outcomes)
      await advance(tx, id, { at_row: rows.at(-1)!.row, imported: good.length, refused: rows.length - good.length })
      return rows.length
    })
    await fresh(count)
    return count > 0
  }
}

const FEW = 500

/**
 * Runs ANALYZE each time the tables have doubled, because the planner would otherwise use statistics from before the
 * import.
 */
function freshStatistics(database: Database): (added: number) => Promise<void> {
  let known = 0
  let now = 0
  return async (added) => {
    now += added
    if (now - known < Math.max(FEW, known)) return
    known = now
    await withoutRls(database, (tx) => tx.sql`analyze targets, target_people, tasks, target_events, users`)
  }
}

/** Reads rows and rejects those whose ID exists in the database or in `seen`, to which it adds theirs. */
export async function readRows(
  tx: Tx,
  rows: FileRow[],
  reader: RowReader,
  seen: Set<string>,
): Promise<{ row: number; read: TargetRead }[]> {
  const reads = rows.map(({ row, cells }) => ({ row, read: reader(cells) }))
  const ids = reads.flatMap(({ read }) => ('target' in read && read.externalId ? [read.externalId] : []))
  const known = await knownExternalIds(tx, ids)
  return reads.map(({ row, read }) => {
    if (!('target' in read) || !read.externalId) return { row, read }
    if (known.has(read.externalId))
      return { row, read: { reason: `The ID “${read.externalId}” was already imported.` } }
    if (seen.has(read.externalId))
      return { row, read: { reason: `The ID “${read.externalId}” is already used in an earlier row.` } }
    seen.add(read.externalId)
    return { row, read }
  })
}

const worked = 'Someone has worked on this Target since it was imported, so it was kept.'

export async function undoTargetSteps(
  database: Database,
  orgId: string,
  id: string,
  targets: PastTargets,
): Promise<Step> {
  const zone = await withOrg(database, orgId, zoneOf)
  return (size) =>
    withOrg(database, orgId, async (tx) => {
      const now = await lockState(tx, id)
      if (now?.state !== 'undoing') return false
      const made = await madeAfter(tx, id, now.at_row, size)
      if (made.length === 0) {
        await advance(tx, id, { state: 'undone' })
        return false
      }
      const kept = new Set(
        await targets.remove(
          tx,
          { importId: id, zone },
          made.map(({ made_id }) => made_id),
        ),
      )
      const outcomes = made.map(
        ({ row, made_id, external_id }): ImportOutcome =>
          kept.has(made_id)
            ? { row, outcome: 'kept', made_id, reason: worked, external_id }
            : { row, outcome: 'removed', made_id: null, reason: null, external_id: null },
      )
      await settleRows(tx, id, outcomes)
      await advance(tx, id, { at_row: made.at(-1)!.row, kept: kept.size })
      return true
    })
}

/** Rejects a row that the database doesn't accept, so that the rows after it are imported. */
export async function refuseNext(database: Database, orgId: string, id: string): Promise<boolean> {
  return withOrg(database, orgId, async (tx) => {
    const now = await lockState(tx, id)
    if (now?.state !== 'running') return false
    const [row] = await rowsAfter(tx, id, now.at_row, 1)
    if (!row) return false
    await settleRows(tx, id, [
      { row: row.row, outcome: 'refused', made_id: null, reason: 'We couldn’t save this row.', external_id: null },
    ])
    await advance(tx, id, { at_row: row.row, refused: 1 })
    return true
  })
}
