// Lists the Targets of a report's people with the owner's next step and collaborators.

import { type RawBuilder, sql } from 'kysely'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { personName, plainName } from '#core/server/reports/personNames.ts'
import { hasWords, sortable, sortBy } from '#core/server/reports/rowOrders.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import {
  DEFAULT_STEP,
  type Status,
  statusTerm,
  type TargetValue,
  type Type,
  typeTerm,
  valueTerm,
} from '../../contract.ts'
import { targetPath } from '../../pipelines/contract.ts'
import type { FigurePart } from '../reportPathsContract.ts'
import type { TargetOrder, TargetsRow } from '../targetsContract.ts'
import { countedTarget } from './figureConditions.ts'

type Found = Omit<TargetsRow, 'type' | 'value' | 'status' | 'open'> & {
  type: Type
  value: TargetValue
  status: Status
  owner_id: string
  is_here: boolean
  goal: string
  company_key: string
  place: number
}
export type TargetLine = TargetsRow & { goal: string; owner_id: string; company_key: string }
/** The requested rows, and count and dollar totals of all rows. */
export type TargetRows = { rows: TargetLine[]; count: number; projected: number; won: number }

/** Key of a target's (`t`) company in all spellings. People without a company use their own name. */
export const keyOfCompany = sql`coalesce(nullif(t.company_key, ''), '~' || lower(t.contact))`

const wonOf = sql`case when t.status = 'completed' then t.revenue end`

/** Returns the label that people read. */
const termOf = (column: RawBuilder<unknown>, terms: Record<string, string>) =>
  sql`case ${column} ${sql.join(
    Object.entries(terms).map(([value, term]) => sql`when ${sql.lit(value)} then ${sql.lit(term)}`),
    sql` `,
  )} end`
const [typeTerms, valueTerms, statusTerms] = [
  termOf(sql`t.type`, typeTerm),
  termOf(sql`t.value`, valueTerm),
  termOf(sql`t.status`, statusTerm),
]
/** Step text of a Target, `t`, from its owner's open step, `k`. */
const stepShown = sql`coalesce(k.description, case when t.status = 'active' then ${sql.lit(DEFAULT_STEP)} end, '')`
const sharedNames = sql`array_to_string(shares.names, ', ')`
const orders: Record<TargetOrder, RawBuilder<unknown>> = {
  company: sortable(sql`t.company`),
  contact: sortable(sql`t.contact`),
  owner: sortable(plainName),
  shared_with: sortable(sharedNames),
  type: sortable(typeTerms),
  value: sortable(valueTerms),
  status: sortable(statusTerms),
  step: sortable(stepShown),
  due: sql`k.due`,
  created: sql`case when not t.is_undated then t.created_at end`,
  projected: sql`t.projected_revenue`,
  won: wonOf,
}

export const usualOrder = sql`${orders.company} nulls last, ${orders.contact} nulls last, t.id`

const withShares = sql`left join shares on shares.target_id = t.id`
/** Joins the open step of a target's (`t`) owner. */
export const withStep = sql`
  left join tasks k on k.org_id = t.org_id and k.target_id = t.id and k.user_id = t.owner_id and k.completed_at is null`

/** Selects a part of the Targets and their amounts. Current values by default. */
type Figured = {
  part?: FigurePart
  /** Conditions on a Target, `t`, and its owner's next step, `k`. */
  isNarrow?: readonly RawBuilder<boolean>[]
  projected?: RawBuilder<unknown>
  won?: RawBuilder<unknown>
}

/** Sorts by company and contact by default. `is` filters the targets, alias t. Throws 400 for an unknown order. */
export async function targetRows(
  tx: Tx,
  asked: Pick<AskedReport, 'scope' | 'session' | 'page'>,
  is: RawBuilder<unknown>,
  { part = 'all', isNarrow = [], projected = sql`t.projected_revenue`, won = wonOf }: Figured = {},
): Promise<TargetRows> {
  const { zone } = asked.session.org
  const { order, words: wanted, from } = asked.page
  const sort = sortBy<TargetOrder>({ ...orders, projected, won }, order, 'company')
  const isMeant = sql`t.org_id = ${currentOrgId} and t.owner_id in (select id from people) and ${sql.join([is, countedTarget(asked, part), ...isNarrow], sql` and `)}`
  const isAsked = wanted === '' ? isMeant : sql`t.org_id = ${currentOrgId} and t.id in (select id from found)`
  const withOwner = sql`join users u on u.org_id = t.org_id and u.id = t.owner_id`
  // Reads names and steps only for the page, unless they are searched or sorted by.
  const joined = sql`
    targets t ${withOwner} ${order?.key === 'shared_with' ? withShares : sql``} ${order?.key === 'step' || order?.key === 'due' || isNarrow.length > 0 ? withStep : sql``}`
  const inOrder = sql`${sort} ${order?.isDescending ? sql`desc` : sql`asc`} nulls last, ${usualOrder}`
  const isPage = from !== null
  const shown = isPage
    ? sql`(select t.id from ${joined} where ${isAsked} order by ${inOrder} limit ${PAGE_ROWS} offset ${from}) page join targets t on t.org_id = ${currentOrgId} and t.id = page.id`
    : sql`targets t`
  const { rows } = await tx.sql<Found & { count: number; all_projected: number; all_won: number }>`
    with people as materialized (${asked.scope.people}),
    shares as materialized (
      select s.target_id, array_agg(trim(u.first_name || ' ' || u.last_name) order by u.last_name, u.first_name, u.id) as names
      from target_people s join users u on u.org_id = s.org_id and u.id = s.user_id
      where s.org_id = ${currentOrgId} and s.share_id is not null and s.response = 'accepted' and not s.gone group by s.target_id
    ),
    found as materialized (
      select t.id from targets t ${withOwner} ${withShares} ${withStep}
      where ${isMeant} and ${hasWords(wanted, [sql`t.company`, sql`t.contact`, plainName, stepShown, statusTerms, typeTerms, valueTerms, sharedNames])}
    )
    select summed.count, summed.projected as all_projected, summed.won as all_won, rows.* from (
      select count(*)::int as count, coalesce(sum(a.projected) filter (where a.projected > 0), 0)::float8 as projected, coalesce(sum(a.won) filter (where a.won > 0), 0)::float8 as won
      from (select (${projected}) as projected, (${won}) as won from ${joined} where ${isAsked}) a) summed
    left join (
      select row_number() over (order by ${inOrder}) as place, t.id as target_id, t.company, t.contact, ${keyOfCompany} as company_key,
        ${personName} as owner, u.id as owner_id, u.deactivated_at is null as is_here,
        coalesce(shares.names, '{}') as shared_with, t.type, t.value, t.status, t.goal, ${stepShown} as step, k.due::text as due,
        case when not t.is_undated then to_char(t.created_at at time zone ${zone}, 'YYYY-MM-DD') end as created, (${projected})::float8 as projected, (${won})::float8 as won
      from ${shown} ${withOwner} ${withShares} ${withStep} where ${isPage ? sql`true` : isAsked}) rows on true
    order by rows.place`
  const [{ count, all_projected, all_won }] = rows as [(typeof rows)[number]]
  return {
    count,
    projected: all_projected,
    won: all_won,
    rows: rows.flatMap(({ count: _, all_projected: __, all_won: ___, place: ____, ...row }) =>
      row.target_id === null ? [] : [lineOf(row)],
    ),
  }
}

const lineOf = ({ type, value, status, is_here, ...row }: Omit<Found, 'place'>): TargetLine => ({
  ...row,
  type: typeTerm[type],
  value: valueTerm[value],
  status: statusTerm[status],
  ...(is_here && { open: { path: targetPath(row.owner_id, row.target_id) } }),
})
