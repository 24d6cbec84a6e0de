// Previews the result of a mapping. Reads every row, one page at a time, and changes nothing.
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { formatAmount, worth } from '#core/contract/money.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { statusTerm, targetLabel } from '#features/targets/contract.ts'
import { type PastTarget, WON_REVENUE } from '#features/targets/pastContract.ts'
import {
  IMPORTED_PEOPLE,
  type ImportPreview,
  importLimits,
  NEW_GROUPS,
  type PeopleMapping,
  type RejectReason,
  type TargetMapping,
} from '../contract.ts'
import type { PersonRead, Planned } from './peopleRows.ts'
import { planOf, withoutRlsFor } from './runPeople.ts'
import { ownersOf, readRows, zoneOf } from './runTargets.ts'
import { shapeOf } from './shape.ts'
import { rowsAfter, type StoredImport } from './store.ts'
import { targetReader } from './targetRows.ts'

const PAGE = 1000
const REASONS = 50
const ROWS_OF_REASON = 5

type Asked = { database: Database; orgId: string; stored: StoredImport; now: string }

export async function previewTargets(
  { database, orgId, stored, now }: Asked,
  mapping: TargetMapping,
): Promise<ImportPreview> {
  const within = <T>(work: (tx: Tx) => Promise<T>) => withOrg(database, orgId, work)
  const { owners, zone } = await within(async (tx) => ({ owners: await ownersOf(tx), zone: await zoneOf(tx) }))
  const reader = targetReader({ mapping, shape: shapeOf(stored.options), owners, zone, now })
  const results: ImportPreview['results'] = []
  const [reasons, notices, statuses] = [new Tally(), new Tally(), new Tally()]
  const counts = { imported: 0, matched: 0, refused: 0 }
  const seen = new Set<string>()
  let won = 0
  for (let at = 0; ; ) {
    const page = await within(async (tx) => {
      const rows = await rowsAfter(tx, stored.id, at, PAGE)
      return { rows, reads: await readRows(tx, rows, reader, new Set(seen)) }
    })
    if (page.rows.length === 0) break
    for (const [i, { row, read }] of page.reads.entries()) {
      const isGood = 'target' in read
      counts[isGood ? 'imported' : 'refused']++
      if (isGood) {
        if (read.externalId) seen.add(read.externalId)
        statuses.add(statusTerm[read.target.end?.status ?? 'active'], row)
        for (const notice of read.notices) notices.add(notice, row)
        if (read.target.end?.status === 'completed') won += worth(read.target.end.revenue)
      } else reasons.add(read.reason, row)
      if (results.length < importLimits.previewed)
        results.push(
          isGood
            ? { row, outcome: 'imported', reason: '', shown: shownTarget(read.target, zone) }
            : { row, outcome: 'refused', reason: read.reason, shown: shownCells(page.rows[i]!.cells, stored) },
        )
    }
    at = page.rows.at(-1)!.row
  }
  const parts = [
    ...statuses.list().map(({ reason, count }) => ({ label: reason, count })),
    ...(won > 0 ? [{ label: WON_REVENUE, count: won }] : []),
  ]
  return {
    results,
    counts,
    parts,
    reasons: reasons.list(),
    notices: notices.list().map(({ reason, count }) => ({ notice: reason, count })),
  }
}

const shownTarget = ({ input, owner, created, isUndated, end }: PastTarget, zone: string): Record<string, string> => ({
  [targetLabel('company')]: input.company,
  [targetLabel('contact')]: input.contact,
  Owner: fullNameOf(owner),
  Status: statusTerm[end?.status ?? 'active'],
  Created: isUndated ? 'Unknown' : formatDay(dayIn(zone, created)),
  Closed: end ? formatDay(dayIn(zone, end.at)) : '',
  Amount: formatAmount(end?.status === 'completed' ? end.revenue : input.projected_revenue),
  [targetLabel('goal')]: input.goal,
})

const shownCells = (cells: string[], { options }: StoredImport): Record<string, string> =>
  Object.fromEntries(options.columns.slice(0, 8).map(({ header }, i) => [header, (cells[i] ?? '').slice(0, 80)]))

export async function previewPeople(
  { database, orgId, stored }: Asked,
  mapping: PeopleMapping,
): Promise<ImportPreview> {
  const { plan, groups, known } = await withoutRlsFor(database, orgId, async (tx) => {
    const plan = await planOf(tx, orgId, stored, mapping)
    const groups = new Set(plan.flatMap((read) => ('group' in read && read.group !== null ? [read.group] : [])))
    const known = await tx.sql`select from groups where org_id = ${orgId} and name = any(${[...groups]})`
    return { plan, groups, known: known.rows }
  })
  const reasons = new Tally()
  const counts = { imported: 0, matched: 0, refused: 0 }
  const outcomeOf = (read: PersonRead) => ('reason' in read ? 'refused' : read.isNew ? 'imported' : 'matched')
  for (const read of plan) {
    counts[outcomeOf(read)]++
    if ('reason' in read) reasons.add(read.reason, read.row)
  }
  const good = plan.flatMap((read) => ('person' in read ? [read] : []))
  const made = new Set<Planned>(
    good.flatMap(({ person, manager }) => (manager ? [person, manager] : [person])).filter(({ id }) => id === null),
  )
  return {
    results: plan.slice(0, importLimits.previewed).map((read) => ({
      row: read.row,
      outcome: outcomeOf(read),
      reason: 'reason' in read ? read.reason : '',
      shown: 'person' in read ? shownPerson(read) : {},
    })),
    counts,
    parts: [
      { label: IMPORTED_PEOPLE, count: made.size },
      { label: NEW_GROUPS, count: groups.size - known.length },
    ],
    reasons: reasons.list(),
    notices: [],
  }
}

const shownPerson = ({ person, group, manager }: Extract<PersonRead, { person: Planned }>): Record<string, string> => ({
  Name: fullNameOf(person),
  Email: person.email,
  Role: person.role === 'admin' ? 'Firm admin' : 'Member',
  Group: group ?? '',
  'Managed by': manager ? fullNameOf(manager) : '',
})

class Tally {
  #counts = new Map<string, RejectReason>()
  add(reason: string, row: number): void {
    const known = this.#counts.get(reason) ?? { reason, count: 0, rows: [] }
    known.count++
    if (known.rows.length < ROWS_OF_REASON) known.rows.push(row)
    this.#counts.set(reason, known)
  }
  list(): RejectReason[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count).slice(0, REASONS)
  }
}
