// Closes a firm: suspended until reopened, or scheduled for deletion. A closed firm has no sessions and can't open any
// (database/functions/refuse_closed.sql), so routes don't have to check.
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { forbidden, invalid, Refusal } from '#core/contract/errors.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { type EmailMessage, queueMail } from '#core/server/outgoing/outgoing.ts'
import { enqueueWaiting } from '#core/server/outgoing/sending.ts'
import { defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { OfferedFlag } from '#core/server/subscriptions.ts'
import { DELETE_DAYS, type DeletedFirm, operatorRoutes as routes } from '../contract.ts'
import { amongAll, auditInBothFirms, firmDetail, lockFirm } from './operatorFirms.ts'

export const closingRoutes = (allFlags: () => readonly OfferedFlag[]): Handler[] => [
  defineIdempotentHandler(routes.suspend, operator, {
    within: amongAll,
    async change(tx, { session, params }) {
      const firm = await lockOther(tx, session, params.id)
      if (firm.suspended_at) throw notNow(`${firm.name} is already suspended.`)
      await tx.sql`update orgs set suspended_at = now() where id = ${firm.id}`
      await endSessions(tx, firm.id)
      await auditInBothFirms(tx, session, firm.id, { action: 'firm.suspended', subject: firm })
      return firmDetail(tx, allFlags(), firm.id)
    },
  }),
  defineIdempotentHandler(routes.resume, operator, {
    within: amongAll,
    async change(tx, { session, params }) {
      const firm = await lockOther(tx, session, params.id)
      if (!firm.suspended_at) throw notNow(`${firm.name} isn’t suspended.`)
      await tx.sql`update orgs set suspended_at = null where id = ${firm.id}`
      await enqueueWaiting(tx, firm.id)
      await auditInBothFirms(tx, session, firm.id, { action: 'firm.resumed', subject: firm })
      return firmDetail(tx, allFlags(), firm.id)
    },
  }),
  defineIdempotentHandler(routes.deleteFirm, operator, {
    within: amongAll,
    async change(tx, { session, params, body }) {
      const firm = await lockOther(tx, session, params.id)
      if (body.name !== firm.name) throw invalid({ name: 'That doesn’t match the firm’s name.' })
      if (firm.deletes_at) throw notNow(`${firm.name} is already scheduled for deletion.`)
      const { rows } = await tx.sql<{ deletes_at: string }>`
        update orgs set deletes_at = now() + make_interval(days => ${DELETE_DAYS}) where id = ${firm.id} returning deletes_at`
      await endSessions(tx, firm.id)
      const day = formatDay(dayIn(firm.time_zone, rows[0]!.deletes_at))
      await mailAdmins(tx, session, firm.id, {
        subject: `${firm.name} will be deleted from Pursuit on ${day}`,
        heading: `${firm.name} will be deleted on ${day}`,
        lines: [
          'Starting now, no one at your firm can sign in. On that day, everything is permanently deleted: people, Targets, notes, files, and logs.',
          'If this is a mistake, contact our support team before then, and nothing will be lost.',
        ],
      })
      await auditInBothFirms(tx, session, firm.id, { action: 'firm.deletion_asked', subject: firm, details: { day } })
      return firmDetail(tx, allFlags(), firm.id)
    },
  }),
  defineIdempotentHandler(routes.keepFirm, operator, {
    within: amongAll,
    async change(tx, { session, params }) {
      const firm = await lockOther(tx, session, params.id)
      const { rows } = await tx.sql`select from deleted_firms where firm_id = ${firm.id}`
      if (!firm.deletes_at || rows.length > 0) throw notNow(`The deletion of ${firm.name} can’t be canceled anymore.`)
      await tx.sql`update orgs set deletes_at = null where id = ${firm.id}`
      if (!firm.suspended_at) await enqueueWaiting(tx, firm.id)
      await mailAdmins(tx, session, firm.id, {
        subject: `${firm.name} stays with Pursuit`,
        heading: `${firm.name} won’t be deleted`,
        lines: [
          firm.suspended_at
            ? 'Nothing was lost. Your firm is still suspended. Contact our support team to learn more.'
            : 'Nothing was lost, and everyone can sign in again.',
        ],
      })
      await auditInBothFirms(tx, session, firm.id, { action: 'firm.kept', subject: firm })
      return firmDetail(tx, allFlags(), firm.id)
    },
  }),
  defineHandler(
    routes.deletedFirms,
    operator,
    async ({ database }) => ({ firms: await withoutRls(database, deletedFirms) }),
    {
      isLong: true,
    },
  ),
]

const notNow = (sentence: string) => new Refusal('not_allowed_now', sentence)

type Closing = { id: string; name: string; time_zone: string; suspended_at: string | null; deletes_at: string | null }

/** Throws for the vendor's firm, because its operators would lock themselves out. */
async function lockOther(tx: Tx, session: SignedInSession, id: string): Promise<Closing> {
  await lockFirm(tx, id)
  const { rows } = await tx.sql<Closing & { is_vendor: boolean }>`
    select id, name, time_zone, suspended_at, deletes_at, exists (select 1 from users u where u.org_id = orgs.id and u.role = 'operator') as is_vendor
    from orgs where id = ${id}`
  const { is_vendor, ...firm } = rows[0]!
  if (is_vendor || id === session.org.id) throw forbidden('The firm of the operators can’t be closed.')
  return firm
}

/** Event streams end with the commit. */
const endSessions = (tx: Tx, orgId: string) => tx.sql`delete from sessions where org_id = ${orgId}`

/** Sends the email from the operators' own firm, because a closed firm's messages are paused. */
async function mailAdmins(tx: Tx, session: SignedInSession, orgId: string, letter: EmailMessage): Promise<void> {
  const { rows } = await tx.sql<{ email: string; name: string }>`
    select email, trim(first_name || ' ' || last_name) as name from users where org_id = ${orgId} and role = 'admin' and deactivated_at is null order by id`
  for (const admin of rows) await queueMail(tx, session.org.id, admin, letter)
}

async function deletedFirms(tx: Tx): Promise<DeletedFirm[]> {
  const { rows } = await tx.sql<DeletedFirm>`
    select firm_id as id, name, asked_at, finished_at, files, bytes::float8 as bytes,
      (select coalesce(sum(n.value::int), 0)::int from jsonb_each_text(removed) n) as rows
    from deleted_firms order by asked_at desc limit 100`
  return rows
}
