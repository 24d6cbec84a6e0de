// Imports targets and undoes it.
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { formatAmount, worth } from '#core/contract/money.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { statusTerm, targetLabel } from '#features/targets/contract.ts'
import { type PastTarget, WON_REVENUE } from '#features/targets/pastContract.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'
import type { TargetMapping } from '../mappingContract.ts'
import type { BadRow, GoodRow, Importer, ImportUndo, Transaction } from './run.ts'
import { shapeOf } from './shape.ts'
import { type FileRow, knownExternalIds, rowsAfter, type StoredImport } from './store.ts'
import { type RowOwner, type RowReader, targetReader } from './targetRows.ts'

type TargetRow = GoodRow & { target: PastTarget }

export async function ownersOf(tx: Tx): Promise<Map<string, RowOwner>> {
  const { rows } =
    await tx.sql<RowOwner>`select id, first_name, last_name, role, email from users where org_id = ${currentOrgId} and deactivated_at is null`
  return new Map(rows.map((person) => [person.id, person]))
}

async function zoneOf(tx: Tx): Promise<string> {
  const { rows } = await tx.sql<{ time_zone: string }>`select time_zone from orgs where id = ${currentOrgId}`
  return rows[0]!.time_zone
}

export async function targetImporter(
  database: Database,
  { id, org_id, options }: StoredImport,
  mapping: TargetMapping,
  now: string,
  targets: PastTargets,
): Promise<Importer<TargetRow>> {
  const within: Transaction = (work) => withOrg(database, org_id, work)
  const { owners, zone } = await within(async (tx) => ({ owners: await ownersOf(tx), zone: await zoneOf(tx) }))
  const reader = targetReader({ mapping, shape: shapeOf(options), owners, zone, now })
  const added = freshStatistics(database)
  return {
    within,
    read: async (tx, after, size, seen) => readRows(tx, await rowsAfter(tx, id, after, size), reader, seen),
    async save(tx, rows) {
      const past = rows.map(({ target }) => target)
      return { ids: await targets.save(tx, { importId: id, zone }, past), committed: () => added(rows.length) }
    },
    shown: ({ target: { input, owner, created, isUndated, end } }) => ({
      [targetLabel('company')]: input.company,
      [targetLabel('contact')]: input.contact,
      Owner: fullNameOf(owner),
      Status: statusTerm[end?.status ?? 'active'],
      Created: isUndated ? 'Unknown' : formatDay(dayIn(zone, created)),
      Closed: end ? formatDay(dayIn(zone, end.at)) : '',
      Amount: formatAmount(end?.status === 'completed' ? end.revenue : input.projected_revenue),
      [targetLabel('goal')]: input.goal,
    }),
    counter() {
      const counts = new Map<string, number>()
      let won = 0
      return {
        see({ target: { end } }) {
          const status = statusTerm[end?.status ?? 'active']
          counts.set(status, (counts.get(status) ?? 0) + 1)
          if (end?.status === 'completed') won += worth(end.revenue)
        },
        async parts() {
          const parts = [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count)
          return won > 0 ? [...parts, { label: WON_REVENUE, count: won }] : parts
        },
      }
    },
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
async function readRows(
  tx: Tx,
  rows: FileRow[],
  reader: RowReader,
  seen: Set<string>,
): Promise<(TargetRow | BadRow)[]> {
  const reads = rows.map(({ row, cells }) => ({ row, cells, read: reader(cells) }))
  const ids = reads.flatMap(({ read }) => ('target' in read && read.externalId ? [read.externalId] : []))
  const known = await knownExternalIds(tx, ids)
  return reads.map(({ row, cells, read }) => {
    if ('reason' in read) return { row, cells, reason: read.reason }
    const { externalId } = read
    if (known.has(externalId)) return { row, cells, reason: `The ID “${externalId}” was already imported.` }
    if (seen.has(externalId)) return { row, cells, reason: `The ID “${externalId}” is already used in an earlier row.` }
    if (externalId) seen.add(externalId)
    return { row, outcome: 'imported', ...read }
  })
}

export async function targetUndo(
  database: Database,
  { id, org_id }: StoredImport,
  targets: PastTargets,
): Promise<ImportUndo> {
  const zone = await withOrg(database, org_id, zoneOf)
  return {
    within: (work) => withOrg(database, org_id, work),
    isWhole: false,
    remove: async (tx, ids) => new Set(ids.length > 0 ? await targets.remove(tx, { importId: id, zone }, ids) : []),
    keptReason: 'Someone has worked on this Target since it was imported, so it was kept.',
  }
}
