// Lists the values of a column of sources with what they name, for the person who maps the file.

import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { isErrorCell, valueKey } from '../cells.ts'
import { type ImportSources, SourceMatchKind } from '../contract.ts'
import type { SourceMatcher } from './sourceMatches.ts'

/** Most values to choose for one by one. */
const LISTED = 30
/** Longer values name nothing. */
const LONGEST = 200
/** Values to compare at a time. */
const SOME = 1000

type Counted = ImportSources['listed'][number]

export async function sourceValues(
  tx: Tx,
  importId: string,
  column: number,
  match: SourceMatcher,
): Promise<ImportSources> {
  const values = await valuesOf(tx, importId, column)
  const counted: Counted[] = []
  for (let at = 0; at < values.length; at += SOME) {
    const some = values.slice(at, at + SOME)
    const matches = await match(
      tx,
      some.map(({ value }) => value),
    )
    for (const { value, count } of some) {
      const { kind, name } = matches.get(valueKey(value))!
      counted.push({ value, count, kind, name })
    }
  }
  const unmatched = counted.filter(({ kind }) => kind === 'several' || kind === 'unknown')
  // A choice for all others never decides between two people of one name.
  const chosenFor = [...unmatched].sort((a, b) => Number(b.kind === 'several') - Number(a.kind === 'several'))
  const listed = counted.length > LISTED ? chosenFor.slice(0, LISTED) : counted
  const others = unmatched.filter((one) => !listed.includes(one))
  return {
    listed,
    counts: Object.fromEntries(
      SourceMatchKind.options.map((kind) => [kind, counted.filter((one) => one.kind === kind).length]),
    ) as ImportSources['counts'],
    others: { values: others.length, rows: others.reduce((sum, { count }) => sum + count, 0) },
  }
}

/** Counts the rows of each value, the most frequent first. Case and spaces don't matter. */
async function valuesOf(tx: Tx, importId: string, column: number): Promise<{ value: string; count: number }[]> {
  const { rows } = await tx.sql<{ value: string; count: number }>`
    select left(r.cells->>${column}::int, ${LONGEST}) as value, count(*)::int as count from import_rows r
    where r.org_id = ${currentOrgId} and r.import_id = ${importId} and r.cells->>${column}::int <> '' group by 1 order by 2 desc, 1`
  const byKey = new Map<string, { value: string; count: number }>()
  for (const { value: cell, count } of rows) {
    const value = cell.trim()
    if (value === '' || isErrorCell(value)) continue
    const known = byKey.get(valueKey(value))
    if (known) known.count += count
    else byKey.set(valueKey(value), { value, count })
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count)
}
