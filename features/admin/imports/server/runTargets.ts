// Imports targets and undoes it.
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { formatAmount, worth } from '#core/contract/money.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { formatClose, type Stages, stageName } from '#core/contract/stages.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { contactRoles } from '#features/contacts/contract.ts'
import { statusTerm, targetLabel } from '#features/targets/contract.ts'
import { type PastTarget, type TargetOutlook, WON_REVENUE } from '#features/targets/pastContract.ts'
import { scaleOf } from '../chances.ts'
import type { MappingPart } from '../contract.ts'
import { withCurrentSources } from '../mappedSources.ts'
import { withCurrentStages } from '../mappedStages.ts'
import type { TargetMapping } from '../mappingContract.ts'
import { freshStatistics } from './freshStatistics.ts'
import { NewSources, withNewSources } from './newSources.ts'
import type { ImportPorts } from './ports.ts'
import { readSources } from './readSources.ts'
import { readStages } from './readStages.ts'
import { repeatedIds } from './repeatedIds.ts'
import { ownersOf } from './rowOwners.ts'
import type { BadRow, GoodRow, Importer, ImportUndo, Transaction } from './run.ts'
import { shapeOf } from './shape.ts'
import { sourceMatcher } from './sourceMatches.ts'
import { type FileRow, rowsAfter, type StoredImport } from './store.ts'
import { type RowReader, targetReader } from './targetRows.ts'

type TargetRow = GoodRow & { target: PastTarget; source: string }

/** Returns the roles of contacts that the firm uses. */
async function rolesOf(tx: Tx): Promise<readonly string[]> {
  const { rows } = await tx.sql<{ roles: string[] | null }>`
    select lists->'contact_roles' as roles from orgs where id = ${currentOrgId}`
  return rows[0]?.roles ?? contactRoles
}

async function zoneOf(tx: Tx): Promise<string> {
  const { rows } = await tx.sql<{ time_zone: string }>`select time_zone from orgs where id = ${currentOrgId}`
  return rows[0]!.time_zone
}

export async function targetImporter(
  database: Database,
  { id, org_id, user_id, file_name, options }: StoredImport,
  mapping: TargetMapping,
  now: string,
  { targets, contacts }: ImportPorts,
): Promise<Importer<TargetRow>> {
  const within: Transaction = (work) => withOrg(database, org_id, work)
  const { owners, zone, roles, stages, sources, match } = await within(async (tx) => {
    const sources = await readSources(tx)
    return {
      owners: await ownersOf(tx),
      zone: await zoneOf(tx),
      roles: await rolesOf(tx),
      stages: await readStages(tx),
      sources,
      match: sources && (await sourceMatcher(tx, { userId: user_id, entries: sources, contacts })),
    }
  })
  const current = withCurrentSources(withCurrentStages(mapping, stages), sources)
  const outlook = stages && { scale: scaleOf(options.columns[current.columns.indexOf('chance')]?.chances) }
  const shape = shapeOf(options)
  const reader = targetReader({
    ...{ mapping: current, shape, owners, roles, zone, now },
    ...(outlook && { outlook }),
    ...(sources && { sourcesFor: user_id }),
  })
  const sourceAt = current.columns.indexOf('came_from')
  const source = { importId: id, userId: user_id, fileName: file_name, now }
  const added = freshStatistics(database, [
    ...['targets', 'target_people', 'tasks', 'target_events', 'users'],
    ...['contacts', 'contact_emails', 'target_contacts', 'contact_people'],
  ])
  return {
    within,
    async read(tx, after, size, seen) {
      const rows = await rowsAfter(tx, id, after, size)
      const written = match && sourceAt >= 0 ? rows.map(({ cells }) => cells[sourceAt] ?? '') : []
      const matches = await match?.(tx, written)
      return readRows(tx, rows, (cells) => reader(cells, matches), seen)
    },
    async save(tx, rows) {
      const { past, made } = withNewSources(rows.map(({ target }) => target))
      await contacts.save(tx, source, made)
      return { ids: await targets.save(tx, { importId: id, zone, now }, past), committed: () => added(rows.length) }
    },
    shown: ({ target: { input, owner, created, isUndated, end, contacts = [], outlook }, source }) => ({
      [targetLabel('company')]: input.company,
      [targetLabel('contact')]: input.contact,
      'Further contacts': contacts
        .map(({ name, email, phone, role }) => `${name || email || phone} (${role})`)
        .join(', '),
      ...(sources && { [targetLabel('came_from')]: source }),
      Owner: fullNameOf(owner),
      Status: statusTerm[end?.status ?? 'active'],
      ...(stages && outlook && shownOutlook(outlook, stages)),
      Created: isUndated ? 'Unknown' : formatDay(dayIn(zone, created)),
      Closed: end ? formatDay(dayIn(zone, end.at)) : '',
      Amount: formatAmount(end?.status === 'completed' ? end.revenue : input.projected_revenue),
      [targetLabel('goal')]: input.goal,
    }),
    counter() {
      const counts = new Map<string, number>()
      const added = new NewSources()
      let won = 0
      return {
        see({ target }) {
          const { end } = target
          added.see(target)
          const status = statusTerm[end?.status ?? 'active']
          counts.set(status, (counts.get(status) ?? 0) + 1)
          if (end?.status === 'completed') won += worth(end.revenue)
        },
        async parts() {
          const parts = [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count)
          return won > 0 ? [...parts, { label: WON_REVENUE, count: won }] : parts
        },
        made: () => added.sentences(),
      }
    },
  }
}

const shownOutlook = ({ stage, expected_close, chance }: TargetOutlook, stages: Stages) => ({
  Stage: stageName(stages, stage) ?? '',
  [targetLabel('expected_close')]: expected_close ? formatClose(expected_close) : '',
  [targetLabel('chance')]: chance === null ? '' : `${chance}%`,
})

/** Reads rows and rejects those whose ID exists in the database or in `seen`, to which it adds theirs. */
async function readRows(
  tx: Tx,
  rows: FileRow[],
  reader: RowReader,
  seen: Set<string>,
): Promise<(TargetRow | BadRow)[]> {
  const reads = rows.map(({ row, cells }) => ({ row, cells, read: reader(cells) }))
  const repeated = await repeatedIds(tx, 'targets', reads, seen)
  return reads.map(({ row, cells, read }, at) => {
    if ('reason' in read) return { row, cells, reason: read.reason }
    const reason = repeated[at]
    return reason ? { row, cells, reason } : { row, outcome: 'imported', ...read }
  })
}

export async function sumTargets(
  tx: Tx,
  { id }: StoredImport,
  { targets, contacts }: ImportPorts,
): Promise<MappingPart[]> {
  const [parts, made] = [await targets.sum(tx, id), await contacts.countSources(tx, id)]
  return made > 0 ? [...parts, { label: 'New contacts', count: made }] : parts
}

export async function targetUndo(
  database: Database,
  { id, org_id }: StoredImport,
  { targets, contacts }: ImportPorts,
): Promise<ImportUndo> {
  const zone = await withOrg(database, org_id, zoneOf)
  return {
    within: (work) => withOrg(database, org_id, work),
    isWhole: false,
    async remove(tx, ids) {
      if (ids.length === 0) return new Set()
      const senders = await targets.senders(tx, ids)
      const kept = await targets.remove(tx, { importId: id, zone }, ids)
      await contacts.remove(tx, id, senders)
      return new Set(kept)
    },
    keptReason: 'Someone has worked on this Target since it was imported, so it was kept.',
  }
}
