import { sql } from 'kysely'
import { foldCase } from '#core/contract/foldCase.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'

const SUGGESTIONS = 8
/** Most companies to check, of the most pursued and of those that match. Keeps the cost constant in a large firm. */
const LOOKED_AT = 500

/** Returns a company's key, ignoring case and spaces. */
export const companyKey = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** Returns keys that start at each of its words. */
export const startsOf = (key: string): string[] => [
  ...new Set([key, ...[...key.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => key.slice(index))]),
]

/** Matches the name or a word of it. Name matches come first, then the most pursued. */
export async function companiesLike(tx: Tx, q: string): Promise<{ companies: { name: string; targets: number }[] }> {
  const key = companyKey(q)
  if (key === '') return { companies: [] }
  const { rows } = await tx.send(sql<{ name: string; targets: number }>`
    with begun as materialized (
      select key from company_starts where org_id = ${currentOrgId} and start >= ${key} and start < ${`${key}\u{10ffff}`} order by start limit ${LOOKED_AT}),
    pursued as materialized (
      select key, name, targets from companies where org_id = ${currentOrgId} and targets > 0 order by targets desc, key limit ${LOOKED_AT})
    select name, targets from (
      select key, name, targets from pursued where position(${foldCase(key)} in fold_case(key)) > 0
      union
      select c.key, c.name, c.targets from begun b join companies c on c.org_id = ${currentOrgId} and c.key = b.key where c.targets > 0
    ) found
    order by starts_with(key, ${key}) desc, targets desc, name limit ${SUGGESTIONS}`)
  return { companies: rows }
}
