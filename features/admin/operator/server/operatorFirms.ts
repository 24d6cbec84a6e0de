// Lets the vendor's operators find and create firms, change subscriptions, and read audit logs.

import { sql } from 'kysely'
import { type Flag, isFeatureOn, subscriptionsOf } from '#core/contract/area.ts'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import { audit } from '#core/server/audit.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { Download, defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler, type TransactionContext } from '#core/server/serveOnce.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { OfferedFlag } from '#core/server/subscriptions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { copies } from '#features/targets/server/contract.ts'
import { auditFile, auditPage, type Log } from '../../audit/server/auditRead.ts'
import { sendInvitation } from '../../people/server/invite.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import { type AdminInput, type FirmDetail, type ListedFirm, operatorRoutes as routes } from '../contract.ts'
import { latestExport } from './exportFirms.ts'
import { addFirmPeople, createFirm } from './firms.ts'

const PAGE = 50

/** `allFlags`: features that firms can subscribe to, in their order. */
export const operatorFirmRoutes = (
  ports: Pick<PeoplePorts, 'waysIn'>,
  allFlags: () => readonly OfferedFlag[],
): Handler[] => [
  defineHandler(
    routes.firms,
    operator,
    ({ database, query }) => withoutRls(database, (tx) => listFirms(tx, query)),
    long,
  ),
  defineHandler(
    routes.firm,
    operator,
    ({ database, params }) => withoutRls(database, (tx) => firmDetail(tx, allFlags(), params.id)),
    long,
  ),
  defineIdempotentHandler(routes.makeFirm, operator, {
    within: amongAll,
    async change(tx, call) {
      const { session, body } = call
      const { name, time_zone, category_name, admin } = body
      const id = await createFirm(tx, allFlags(), { name, time_zone })
      await tx.sql`update orgs set category_name = ${category_name} where id = ${id}`
      await auditInBothFirms(tx, session, id, { action: 'firm.created', subject: { id, name }, details: { time_zone } })
      await addAdmin(tx, session, { id, name }, admin, ports)
      return firmDetail(tx, allFlags(), id)
    },
  }),
  defineIdempotentHandler(routes.subscribe, operator, {
    within: amongAll,
    async change(tx, call) {
      const { session, params, body } = call
      const before = await lockFirm(tx, params.id)
      const flags = allFlags()
      refuseUnknown(flags, body.flags)
      const isWanted = (flag: Flag) => body.flags[flag.name] ?? isFeatureOn(before.subscriptions, flag)
      await tx.sql`update orgs set subscriptions = ${JSON.stringify(subscriptionsOf(flags, isWanted))}::jsonb where id = ${params.id}`
      triggerAfterCommit(tx, copies)
      const changed = flags.filter((flag) => isWanted(flag) !== isFeatureOn(before.subscriptions, flag))
      if (changed.length > 0)
        await auditInBothFirms(tx, session, params.id, {
          action: 'firm.subscriptions_changed',
          subject: { id: params.id, name: before.name },
          details: Object.fromEntries(changed.map((flag) => [flag.name, isWanted(flag) ? 'on' : 'off'])),
        })
      return firmDetail(tx, allFlags(), params.id)
    },
  }),
  defineIdempotentHandler(routes.inviteAdmin, operator, {
    within: amongAll,
    async change(tx, call) {
      const { id, name } = await lockFirm(tx, call.params.id)
      await addAdmin(tx, call.session, { id, name }, call.body, ports)
      return firmDetail(tx, allFlags(), id)
    },
  }),
  defineHandler(
    routes.audit,
    operator,
    ({ database, session, params, query }) =>
      withoutRls(database, async (tx) => {
        const log = await logOf(tx, params.id)
        if (query.after === undefined) await recordFirmView(tx, session, params.id)
        return auditPage(tx, log, query)
      }),
    long,
  ),
  defineHandler(
    routes.auditFile,
    operator,
    async ({ database, session, params, query }) => {
      const log = await withoutRls(database, async (tx) => {
        const found = await logOf(tx, params.id)
        await audit(tx, asOperator(session, params.id), { action: 'audit.exported', details: query })
        return found
      })
      return new Download(
        'audit-log.csv',
        'text/csv; charset=utf-8',
        auditFile((read) => withoutRls(database, read), log, query),
      )
    },
    long,
  ),
]

/** Operators reach other firms, so each call opens a transaction without row-level security. */
const long = { isLong: true } as const

export const amongAll: TransactionContext<unknown, unknown> = ({ database }, _, work) =>
  withoutRls(database, (tx) => work(tx, undefined))

const asOperator = ({ actor }: SignedInSession, orgId: string) => ({
  org: { id: orgId },
  actor: { id: actor.id, name: fullNameOf(actor) },
})

/** Writes to the firm's audit log and to the operators' own. */
export async function auditInBothFirms(
  tx: Tx,
  session: SignedInSession,
  orgId: string,
  entry: Parameters<typeof audit>[2],
): Promise<void> {
  for (const id of new Set([orgId, session.org.id])) await audit(tx, asOperator(session, id), entry)
}

/** One search makes many calls, so reading is logged at most once in ten minutes. */
async function recordFirmView(tx: Tx, session: SignedInSession, orgId: string): Promise<void> {
  if (orgId === session.org.id) return
  const { rows } = await tx.sql`
    select from audit_log where org_id = ${orgId} and action = 'audit.read' and actor_id = ${session.actor.id} and at > now() - interval '10 minutes' limit 1`
  if (rows.length === 0) await audit(tx, asOperator(session, orgId), { action: 'audit.read' })
}

async function logOf(tx: Tx, orgId: string): Promise<Log> {
  const { rows } = await tx.sql<{
    zone: string
  }>`select time_zone as zone from orgs o where id = ${orgId} and ${isHere}`
  if (!rows[0]) throw noFirm()
  return { orgId, zone: rows[0].zone }
}

const noFirm = () => notFound(cannotFind('firm'))

function refuseUnknown(flags: readonly Flag[], given: Record<string, boolean>): void {
  const unknown = Object.keys(given).filter((name) => !flags.some((flag) => flag.name === name))
  if (unknown.length > 0)
    throw invalid(Object.fromEntries(unknown.map((name) => [`flags.${name}`, 'Unknown feature.'])))
}

type FirmRow = { id: string; name: string; subscriptions: FirmSubscriptions }

export async function lockFirm(tx: Tx, id: string): Promise<FirmRow> {
  const { rows } =
    await tx.sql<FirmRow>`select id, name, subscriptions from orgs o where id = ${id} and ${isHere} for update`
  if (!rows[0]) throw noFirm()
  return rows[0]
}

export async function addAdmin(
  tx: Tx,
  session: Pick<SignedInSession, 'actor'>,
  org: { id: string; name: string },
  { email, first_name, last_name }: AdminInput,
  ports: Pick<PeoplePorts, 'waysIn'>,
): Promise<void> {
  const taken = await tx.sql`select from login_directory where email = ${email}`
  if (taken.rows.length > 0) throw addressTaken(email, 'email')
  const [made] = await addFirmPeople(tx, org.id, [{ email, first_name, last_name, role: 'admin' }])
  // Sending an invitation needs the firm to be set on the transaction.
  await tx.setOrg(org.id)
  await sendInvitation(tx, { actor: session.actor, org }, { id: made!.id, email, first_name, last_name }, ports)
  await audit(tx, asOperator(session as SignedInSession, org.id), {
    action: 'person.invited',
    subject: { id: made!.id, name: fullNameOf({ first_name, last_name }) },
    details: { email, role: 'admin' },
  })
}

export function addressTaken(email: string, field: string): Refusal {
  const sentence = `The email ${email} is already in use.`
  return new Refusal('taken', sentence, 409, { [field]: sentence })
}

/** Alias of orgs: o. Hides firms that are still being restored from another deployment. */
const isHere = sql`o.id <> all(array(select a.firm_id from firm_arrivals a where a.firm_id is not null and a.state in ('writing', 'undoing')))`

/** Columns of a firm in lists. Alias of orgs: o. */
const listed = sql`
  o.id, o.name, o.category_name, o.created_at, (select count(*)::int from users u where u.org_id = o.id and u.deactivated_at is null) as people,
  exists (select 1 from users u where u.org_id = o.id and u.role = 'operator') as is_vendor, o.is_closed`

async function listFirms(
  tx: Tx,
  { q = '', after }: { q?: string; after?: string },
): Promise<{ firms: ListedFirm[]; next: string | null }> {
  const isId = after !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(after)
  const behind = isId ? sql`and (o.name, o.id) > (select k.name, k.id from orgs k where k.id = ${after})` : sql``
  const words = foldCase(q).split(/\s+/).filter(Boolean).slice(0, 8)
  const named = words.map((word) => sql`and position(${word} in fold_case(o.name)) > 0`)
  const { rows } = await tx.sql<ListedFirm>`
    select ${listed} from orgs o where ${isHere} ${behind} ${named.length > 0 ? sql.join(named, sql` `) : sql``}
    order by o.name, o.id limit ${PAGE + 1}`
  return { firms: rows.slice(0, PAGE), next: rows.length > PAGE ? rows[PAGE - 1]!.id : null }
}

export async function firmDetail(tx: Tx, flags: readonly OfferedFlag[], id: string): Promise<FirmDetail> {
  const { rows } = await tx.sql<
    Omit<FirmDetail, 'flags' | 'subscriptions' | 'admins' | 'domains' | 'exported'> & {
      subscriptions: FirmSubscriptions
    }
  >`
    select ${listed}, o.time_zone, o.suspended_at, o.deletes_at, o.subscriptions from orgs o where o.id = ${id} and ${isHere}`
  if (!rows[0]) throw noFirm()
  const admins = await tx.sql<FirmDetail['admins'][number]>`
    select id, trim(first_name || ' ' || last_name) as name, email, signed_in_at is not null as has_signed_in
    from users where org_id = ${id} and role <> 'member' and deactivated_at is null order by last_name, first_name, id limit 50`
  const domains = await tx.sql<FirmDetail['domains'][number]>`
    select domain, how from firm_domains where org_id = ${id} and how is not null order by domain`
  const { subscriptions, ...firm } = rows[0]
  return {
    ...firm,
    flags: flags.map(({ name, label, tells }) => ({ name, label, tells })),
    subscriptions: Object.fromEntries(flags.map((flag) => [flag.name, isFeatureOn(subscriptions, flag)])),
    admins: admins.rows,
    domains: domains.rows,
    exported: await latestExport(tx, id),
  }
}
