// Recipients of recurring mail: who can be chosen, and what became of each email.
import { type RawBuilder, sql } from 'kysely'
import { stampIn } from '#core/contract/dates.ts'
import { invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '../database/tenant.ts'
import type { Tx } from '../database/tx.ts'
import { FIRST_ID } from '../ids.ts'
import type { SignedInSession } from '../sessions.ts'
import type { Recurring } from './recurring.ts'

/** Rejects people outside the firm, and deactivated ones unless they were recipients `before`. Runs skip those. */
export async function checkRecipients(tx: Tx, userIds: readonly string[], before: readonly string[]): Promise<void> {
  const ids = [...new Set(userIds.map((id) => id.toLowerCase()))]
  const { rows } = await tx.sql<{ found: number; gone: string | null }>`
    select count(*)::int as found, (array_agg(trim(first_name || ' ' || last_name) order by last_name, id)
      filter (where deactivated_at is not null and id <> all(${[...before]}::uuid[])))[1] as gone
    from users where org_id = ${currentOrgId} and id = any(${ids}::uuid[]) and role <> 'operator'`
  const { found, gone } = rows[0]!
  if (found !== ids.length) throw notFound(cannotFind('person'))
  if (gone !== null) throw invalid({ user_ids: `${gone} is no longer active.` })
}

/** Names of stored states in the API. Others have the same name. */
const states: Record<string, string> = { sending: 'waiting', doubt: 'in_doubt' }

/** Returns the recipients of a run by name. */
export async function readRecipients<R extends { state: string; at: string }>(
  tx: Tx,
  { recipients, joined, state, columns }: Recurring,
  { zone, runId }: { zone: string; runId: string },
): Promise<R[]> {
  const { rows } = await tx.sql<R>`
    select u.id as user_id, u.first_name, u.last_name, d.email, ${state} as state, ${columns}
    from ${recipients} d ${joined} join users u on u.org_id = d.org_id and u.id = d.user_id
    where d.org_id = ${currentOrgId} and d.run_id = ${runId} order by u.last_name, u.first_name, u.id`
  return rows.map((row) => ({ ...row, state: states[row.state] ?? row.state, at: stampIn(zone, row.at) }))
}

/** Rows of a page in the export of a person's data. */
const MOST = 500

/** Returns the emails that a person was sent, for the export of their data. `columns` tell about recipient and schedule. */
export const recurringMails =
  ({ schedules, runs, recipients, schedule, joined, state }: Recurring, columns: RawBuilder<unknown>) =>
  async (tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) => {
    const { rows } = await tx.sql<{ run_id: string }>`
      select d.run_id, ${columns}, d.email, ${state} as state, d.problem, d.moved_at as at from ${recipients} d ${joined}
      join ${runs} r on r.org_id = d.org_id and r.id = d.run_id join ${schedules} s on s.org_id = r.org_id and s.id = r.${sql.ref(schedule)}
      where d.org_id = ${currentOrgId} and d.user_id = ${actor.id} and d.run_id > ${after ?? FIRST_ID} order by d.run_id limit ${MOST}`
    return { rows, after: rows.length < MOST ? null : rows.at(-1)!.run_id }
  }
