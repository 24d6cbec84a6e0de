// Rebuilds derived data of targets restored from another deployment.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { nameCompanies } from '../companies/server/nameCompanies.ts'
import { companyKey } from '../forms/server/companies.ts'
import { countCompanies } from '../overlaps/server/companyCounts.ts'
import { queueTargetViews } from '../overlaps/server/keys.ts'
import { startTurn } from '../overlaps/server/reindex.ts'
import { isCounted } from '../overlaps/server/reindexQueue.ts'
import { scoreNext } from '../score/server/scoreWork.ts'
import type { ImportedTargets } from './contract.ts'

type Row = { id: string; company: string; private: boolean }

export const storeImported: ImportedTargets = {
  async keys(tx, after, size) {
    await startTurn(tx)
    const rows = await nextRows(tx, after, size)
    await countCompanies(
      tx,
      rows.filter(isCounted).map(({ company }) => ({ key: companyKey(company), name: company, targets: 1 })),
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      await nameCompanies(tx, ids)
      // Target views are written after these.
      await queueTargetViews(tx, ids)
    }
    return { done: ids.length, last: ids.at(-1) ?? null }
  },
  async copies(tx, after, size) {
    const ids = (await nextRows(tx, after, size)).map(({ id }) => id)
    if (ids.length > 0) await tx.sql`select rebuild_target_views(${currentOrgId}, ${ids}::uuid[])`
    return { done: ids.length, last: ids.at(-1) ?? null }
  },
  async scores(tx, after, size) {
    const { done, last } = await scoreNext(tx, new Date().toISOString(), Math.min(size, 20), after)
    return { done, last: done === 0 ? null : last }
  },
}

async function nextRows(tx: Tx, after: string, size: number): Promise<Row[]> {
  const { rows } = await tx.sql<Row>`
    select id, company, is_private as private from targets where org_id = ${currentOrgId} and id > ${after} order by id limit ${size} for update`
  return rows
}
