// Bounces of digest emails. An address that doesn't exist gets no more digests until an admin of the firm allows them.
import { notFound, Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { allOf, anyone, defineHandler, firmAdmin, type Handler } from '#core/server/routes.ts'
import { isSameSecret } from '#core/server/sharedKeys.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { canManageLibrary } from '../../../server/policies.ts'
import { type Bounce, mailRoutes, SOFT_DAYS, SOFT_STOPS } from '../../mailContract.ts'
import { mailKeyOf, NAME, readMailToken } from './mailToken.ts'
import { readReport } from './report.ts'
import { digestOccasion } from './sending.ts'
import { type Verdict, verdictOf } from './verdict.ts'

const MOST = 500

export const bounceRoutes = ({ bounceKey }: Pick<Dependencies, 'bounceKey'>): Handler[] => [
  defineHandler(mailRoutes.bounces, canManageLibrary, ({ tx }) => bouncesOf(tx)),
  defineHandler(mailRoutes.lift, allOf(canManageLibrary, firmAdmin), async ({ tx, session, body, now }) => {
    const address = body.address.toLowerCase()
    const { rows } = await tx.sql`
      update digest_bounces set since = null, soft = 0, soft_since = null, soft_run = null, lifted_at = ${now}::timestamptz
      where org_id = ${currentOrgId} and address = ${address} and since is not null returning address`
    if (rows.length > 0) await audit(tx, session, { action: 'digest_mails.lifted', subject: { name: address } })
    return bouncesOf(tx)
  }),
  defineHandler(
    mailRoutes.bounced,
    anyone,
    async ({ body, database, request, now }) => {
      if (!bounceKey) throw notFound('This server doesn’t accept bounce reports.')
      if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${bounceKey}`))
        throw new Refusal('unauthorized', 'This isn’t the key for bounce reports.', 401)
      return { taken: await consumeBounceReport(database, body.message, now) }
    },
    { isLong: true },
  ),
]

async function bouncesOf(tx: Tx): Promise<{ bounces: Bounce[] }> {
  const { rows } = await tx.sql<Bounce>`
    select address, since, reason, soft, soft_since, last_at from digest_bounces
    where org_id = ${currentOrgId} and (since is not null or last_at > coalesce(lifted_at, '-infinity'))
    order by since is null, last_at desc, address limit ${MOST}`
  return { bounces: rows }
}

/**
 * Records a bounce. Returns false if it isn't a report on one of our emails: anyone can send one, but only its
 * recipient has the email's signed Message-ID.
 */
export async function consumeBounceReport(database: Database, message: string, now: string): Promise<boolean> {
  const report = await readReport(message)
  const named = report?.marks.map(readMailToken).filter((read) => read?.place.item === NAME) ?? []
  for (const read of named) if (read && (await readNamedBounces(database, read, { ...report!, at: now }))) return true
  return false
}

type Reported = Pick<Noted, 'verdict' | 'reason' | 'at'>

async function readNamedBounces(
  database: Database,
  { place, isSigned }: NonNullable<ReturnType<typeof readMailToken>>,
  { verdict, reason, at }: Reported,
): Promise<boolean> {
  const { orgId, runId, userId } = place
  return withOrg(database, orgId, async (tx) => {
    if (!isSigned(mailKeyOf(tx, orgId))) return false
    const { rows } = await tx.sql<{ address: string }>`
      select lower(coalesce(
        (select nullif(r.email, '') from digest_recipients r where r.org_id = ${currentOrgId} and r.run_id = ${runId} and r.user_id = u.id),
        nullif((select o.recipient from (select org_id, channel, occasion, recipient from outgoing) o
          where o.org_id = ${currentOrgId} and o.channel = 'mail' and o.occasion = ${digestOccasion(runId, userId)}), ''), u.email)) as address
      from users u where u.org_id = ${currentOrgId} and u.id = ${userId}`
    const [row] = rows
    if (!row) return false
    await note(tx, { address: row.address, verdict, reason, at, runId })
    return true
  })
}

type Noted = {
  address: string
  verdict: Verdict
  reason: string
  at: string
  /** Several reports on the email of one run count once. */
  runId?: string
}
type Row = {
  since: string | null
  reason: string
  soft: number
  soft_since: string | null
  soft_run: string | null
}

/** Ignores a report that isn't later than the last one, so duplicates count once. */
async function note(tx: Tx, noted: Noted): Promise<void> {
  const { address, at } = noted
  await tx.sql`
    insert into digest_bounces (org_id, address, last_at) values (${currentOrgId}, ${address}, '-infinity') on conflict do nothing`
  const { rows } = await tx.sql<Row>`
    select since, reason, soft, soft_since, soft_run from digest_bounces
    where org_id = ${currentOrgId} and address = ${address} and ${at}::timestamptz > greatest(last_at, coalesce(lifted_at, '-infinity'))
    for update`
  const [row] = rows
  if (!row) return
  const { since, reason, soft, soft_since, soft_run } = counted(row, noted)
  await tx.sql`
    update digest_bounces set since = ${since}::timestamptz, reason = ${reason}, soft = ${soft},
      soft_since = ${soft_since}::timestamptz, soft_run = ${soft_run}, last_at = ${at}::timestamptz
    where org_id = ${currentOrgId} and address = ${address}`
}

/** Days over which temporary failures add up. A later one starts a new series. */
const SERIES_DAYS = 180
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

function counted(row: Row, { verdict, reason, at, runId }: Noted): Row {
  // The reason that stopped an address stays.
  if (row.since) return row
  if (verdict === 'hard') return { ...row, since: at, reason }
  if (verdict === 'passing' || (runId && row.soft_run === runId)) return { ...row, reason }
  const isNew = !row.soft_since || daysBetween(row.soft_since, at) > SERIES_DAYS
  const soft = isNew ? 1 : row.soft + 1
  const soft_since = isNew ? at : row.soft_since!
  const days = Math.floor(daysBetween(soft_since, at))
  const isOver = soft >= SOFT_STOPS && days >= SOFT_DAYS
  return {
    since: isOver ? at : null,
    reason: isOver ? `${soft} emails bounced within ${days} days. ${reason}`.slice(0, 300) : reason,
    soft,
    soft_since,
    soft_run: runId ?? null,
  }
}

type Refused = { org_id: string; recipient: string; problem: string; at: string }

/**
 * An email that a mail server rejects immediately never bounces, so this job finds it among the failed ones. Emails
 * that were never attempted say nothing about an address.
 */
export const recordBouncedDigests: Job = {
  name: 'noteRefusedDigests',
  cron: '*/15 * * * *',
  async run(database) {
    const { rows } = await withoutRls(
      database,
      (tx) =>
        tx.sql<Refused>`
        select o.org_id, lower(o.recipient) as recipient, o.problem, o.at from (
          select org_id, recipient, problem, moved_at as at from outgoing
          where state = 'failed' and channel = 'mail' and occasion like 'digest:%' and recipient <> '' and moved_at > now() - interval '2 days'
          union all
          select org_id, email, problem, moved_at from digest_recipients where state = 'failed' and tries > 0 and moved_at > now() - interval '2 days') o
        left join (select * from digest_bounces) b on b.org_id = o.org_id and b.address = lower(o.recipient) and b.last_at >= o.at
        where b.org_id is null order by o.at limit 1000`,
    )
    for (const { org_id, recipient, problem, at } of rows)
      await withOrg(database, org_id, (tx) =>
        note(tx, {
          address: recipient,
          // Without a mail server's response the cause is on our side, for example if it can't be reached.
          verdict: /\b[45]\d\d\b/.test(problem) ? verdictOf('', problem) : 'passing',
          reason: `The mail server said: ${problem}`.slice(0, 300),
          at,
        }),
      )
  },
}

/** Days for which a run's email is stored after sending. Its links work and its clicks count for that long. */
const KEPT = 400

export const deleteDigestEmails: Job = {
  name: 'forgetDigestMails',
  cron: '40 3 * * *',
  async run(database) {
    await withoutRls(
      database,
      (tx) => tx.sql`delete from digest_mails where made_at < now() - make_interval(days => ${KEPT})`,
    )
  },
}
