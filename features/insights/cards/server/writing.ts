// Handlers for the cards written for everyone: operators write the vendor's, admins their firm's.
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayIn, stampIn } from '#core/contract/dates.ts'
import { changedMeanwhile, invalid } from '#core/contract/errors.ts'
import { audit, type NewAuditEntry } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Handler, Policy } from '#core/server/routes.ts'
import { defineHandler } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { canReadLibrary } from '../../server/policies.ts'
import { type AuthoredInsight, type AuthoredInsightInput, routes } from '../contract.ts'
import { making } from './making.ts'
import { missingCards } from './reading.ts'

const isVendor = ({ actor }: SignedInSession) => actor.role === 'operator'

/** Operators write for all firms, regardless of their own firm's subscription. Source: RULINGS, section 10. */
const writes: Policy = {
  name: 'writesInsights',
  isPublic: false,
  allows: (session) => isVendor(session) || (session.actor.role === 'admin' && canReadLibrary.allows(session)),
}

const tableOf = (session: SignedInSession) => (isVendor(session) ? sql`bd_insights` : sql`firm_insights`)
const ofMine = (session: SignedInSession): RawBuilder<boolean> =>
  isVendor(session) ? sql`true` : sql`w.org_id = ${session.org.id}`

/** The vendor's cards belong to no firm, so they are changed without a tenant. */
const among: TransactionContext<unknown, unknown> = ({ database, session }, _, work) =>
  isVendor(session)
    ? withoutRls(database, (tx) => work(tx, undefined))
    : withOrg(database, session.org.id, (tx) => work(tx, undefined))

type Row = Omit<AuthoredInsight, 'state' | 'modified'> & { modified_at: string }

async function allOf(tx: Tx, session: SignedInSession, now: string): Promise<{ insights: AuthoredInsight[] }> {
  const { zone } = session.org
  const today = dayIn(zone, now)
  const { rows } = await tx.sql<Row>`
    select w.id, w.category, w.observation, w.data_value, w.data_label, w.suggestion, w.begins, w.ends, w.revision, w.modified_at,
      count(c.id)::int as people, count(c.viewed_at)::int as viewed
    from ${tableOf(session)} w left join insight_cards c on c.written_id = w.id and ${isVendor(session) ? sql`true` : sql`c.org_id = ${session.org.id}`}
    where ${ofMine(session)} group by w.id, w.category, w.observation, w.data_value, w.data_label, w.suggestion, w.begins, w.ends, w.revision, w.modified_at
    order by w.begins desc, w.id desc`
  return {
    insights: rows.map(({ modified_at, ...row }) => ({
      ...row,
      modified: stampIn(zone, modified_at),
      state: row.ends < today ? 'over' : row.begins > today ? 'planned' : 'shown',
    })),
  }
}

const texts = (input: AuthoredInsightInput) =>
  sql`${input.category}, ${input.observation}, ${input.data_value}, ${input.data_label}, ${input.suggestion}, ${input.begins}, ${input.ends}`

/** Requests new cards for every affected firm. */
async function wish(tx: Tx, session: SignedInSession): Promise<void> {
  await tx.sql`update insight_firms f set wanted = wanted + 1 where ${isVendor(session) ? sql`true` : sql`f.org_id = ${session.org.id}`}`
  triggerAfterCommit(tx, making)
}

async function note(tx: Tx, session: SignedInSession, entry: NewAuditEntry): Promise<void> {
  await audit(tx, session, entry)
  await wish(tx, session)
}

/**
 * Rejects a card that no one would ever see. The vendor's cards get one more day, because other firms can be in other
 * time zones.
 */
function refusePast(session: SignedInSession, { ends }: AuthoredInsightInput, now: string): void {
  const first = addDays(dayIn(session.org.zone, now), isVendor(session) ? -1 : 0)
  if (ends < first) throw invalid({ ends: 'Choose today or a later date.' })
}

export const writingRoutes: Handler[] = [
  // Runs without a tenant, because operators read the counts of all firms.
  defineHandler(
    routes.written,
    writes,
    ({ database, session, now }) =>
      isVendor(session)
        ? withoutRls(database, (tx) => allOf(tx, session, now))
        : withOrg(database, session.org.id, (tx) => allOf(tx, session, now), { isQuiet: true }),
    { isLong: true },
  ),
  defineIdempotentHandler(routes.write, writes, {
    within: among,
    async change(tx, { session, body, now }) {
      refusePast(session, body, now)
      const id = newId()
      const owner = isVendor(session) ? [sql``, sql``] : [sql`org_id, `, sql`${currentOrgId}, `]
      await tx.sql`
        insert into ${tableOf(session)} (${owner[0]}id, category, observation, data_value, data_label, suggestion, begins, ends, written_by)
        values (${owner[1]}${id}, ${texts(body)}, ${session.actor.id})`
      await note(tx, session, { action: 'insight.written', subject: { id, name: body.observation } })
      return allOf(tx, session, now)
    },
  }),
  defineIdempotentHandler(routes.rewrite, writes, {
    within: among,
    async change(tx, { session, params, body: { revision, ...input }, now }) {
      const { rows } = await tx.sql<{ revision: number; ends: string }>`
        select w.revision, w.ends from ${tableOf(session)} w where w.id = ${params.id} and ${ofMine(session)} for update`
      if (!rows[0]) throw missingCards()
      if (rows[0].revision !== revision) throw changedMeanwhile('insight')
      if (rows[0].ends !== input.ends) refusePast(session, input, now)
      await tx.sql`
        update ${tableOf(session)} w set (category, observation, data_value, data_label, suggestion, begins, ends) = (${texts(input)}),
          revision = revision + 1, modified_at = ${now} where w.id = ${params.id} and ${ofMine(session)}`
      await note(tx, session, { action: 'insight.rewritten', subject: { id: params.id, name: input.observation } })
      return allOf(tx, session, now)
    },
  }),
  defineIdempotentHandler(routes.unwrite, writes, {
    within: among,
    async change(tx, { session, params, now }) {
      const { rows } = await tx.sql<{ observation: string }>`
        delete from ${tableOf(session)} w where w.id = ${params.id} and ${ofMine(session)} returning w.observation`
      if (!rows[0]) throw missingCards()
      await note(tx, session, { action: 'insight.taken_back', subject: { id: params.id, name: rows[0].observation } })
      return allOf(tx, session, now)
    },
  }),
]
