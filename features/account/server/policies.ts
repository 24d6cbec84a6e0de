// Policies of a firm: reading and changing them as an admin, and their effect on open sessions.
import { sql } from 'kysely'
import { invalid, Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { defineHandler, firmAdmin, type Handler, notWhileSwitched } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import {
  type PolicyInput,
  policyRoutes as routes,
  type SecurityPolicies,
  policyMessages as say,
} from '../policyContract.ts'

const owner = notWhileSwitched(firmAdmin)

export const policyServed: Handler[] = [
  defineHandler(routes.read, firmAdmin, ({ tx }) => policiesOf(tx)),
  defineHandler(routes.change, owner, async ({ tx, session, body }) => {
    const before = await lockPolicies(tx)
    await refuseWrong(tx, session, before, body)
    await tx.sql`
      update orgs set second_factor_from = ${body.second_factor_from}::date, sign_on_only = ${body.sign_on_only}, break_glass_id = ${body.break_glass_id},
        idle_hours = ${body.idle_hours}, longest_hours = ${body.longest_hours}, work_as = ${body.work_as}, tells_worked_as = ${body.tells_worked_as},
        is_open_to_operator = ${body.is_open_to_operator}
      where id = ${currentOrgId}`
    const changed = Object.fromEntries(
      (Object.keys(body) as (keyof PolicyInput)[])
        .filter((name) => before[name] !== body[name])
        .map((name) => [name, { from: before[name] ?? 'none', to: body[name] ?? 'none' }]),
    )
    if (Object.keys(changed).length > 0)
      await audit(tx, session, { action: 'policy.changed', subject: { name: session.org.name }, details: changed })
    await endForbidden(tx)
    return policiesOf(tx)
  }),
  defineHandler(routes.letOperatorIn, owner, async ({ tx, session, body, now }) => {
    await tx.sql`
      update orgs set operator_until = ${now}::timestamptz + make_interval(hours => ${body.hours}) where id = ${currentOrgId}`
    await audit(tx, session, {
      action: 'policy.operator_let_in',
      subject: { name: session.org.name },
      details: { hours: body.hours },
    })
    return policiesOf(tx)
  }),
  defineHandler(routes.endOperator, owner, async ({ tx, session }) => {
    await tx.sql`update orgs set operator_until = null where id = ${currentOrgId}`
    await audit(tx, session, { action: 'policy.operator_leave_ended', subject: { name: session.org.name } })
    await endForbidden(tx)
    return policiesOf(tx)
  }),
]

const columns = sql`
  o.second_factor_from::text as second_factor_from, o.sign_on_only, o.break_glass_id, o.idle_hours, o.longest_hours, o.work_as, o.tells_worked_as, o.is_open_to_operator`

async function lockPolicies(tx: Tx): Promise<PolicyInput> {
  const { rows } = await tx.sql<PolicyInput>`select ${columns} from orgs o where o.id = ${currentOrgId} for update`
  return rows[0]!
}

async function policiesOf(tx: Tx): Promise<SecurityPolicies> {
  const { rows } = await tx.sql<SecurityPolicies>`
    select ${columns}, case when o.operator_until > now() then o.operator_until end as operator_until,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', trim(a.first_name || ' ' || a.last_name)) order by a.last_name, a.first_name, a.id), '[]')
        from users a where a.org_id = o.id and a.role = 'admin' and a.deactivated_at is null and a.password_hash is not null) as admins,
      exists (select 1 from sign_on_providers p where p.org_id = o.id and p.is_on) as has_provider,
      (select count(*)::int from users u where u.org_id = o.id and u.deactivated_at is null and u.phone = ''
        and not exists (select 1 from authenticators t where t.org_id = u.org_id and t.user_id = u.id and t.secret is not null)
        and not exists (select 1 from passkeys k where k.org_id = u.org_id and k.user_id = u.id)) as without_factor,
      (select count(*)::int from users u where u.org_id = o.id and u.deactivated_at is null and not exists (
        select 1 from sign_on_providers p join firm_domains d on d.org_id = p.org_id and d.domain = any(p.domains) and d.proved_at is not null
        where p.org_id = u.org_id and p.is_on and d.domain = split_part(u.email, '@', 2))) as unserved
    from orgs o where o.id = ${currentOrgId}`
  return rows[0]!
}

/** Prevents admins from locking out themselves or everyone. */
async function refuseWrong(tx: Tx, { actor, tokenHash }: SignedInSession, before: PolicyInput, wanted: PolicyInput) {
  if (wanted.idle_hours > wanted.longest_hours) throw invalid({ idle_hours: say.shorter })
  if (!wanted.sign_on_only) return
  const { rows } = await tx.sql<{ has_provider: boolean; is_admin: boolean; is_signed_on: boolean }>`
    select exists (select 1 from sign_on_providers p where p.org_id = ${currentOrgId} and p.is_on) as has_provider,
      exists (select 1 from users u where u.org_id = ${currentOrgId} and u.id = ${wanted.break_glass_id} and u.role = 'admin' and u.deactivated_at is null
        and u.password_hash is not null) as is_admin,
      exists (select 1 from sessions s where s.org_id = ${currentOrgId} and s.token_hash = ${tokenHash} and s.provider_id is not null) as is_signed_on`
  const { has_provider, is_admin, is_signed_on } = rows[0]!
  if (!is_admin) throw invalid({ break_glass_id: say.noBreakGlass })
  if (before.sign_on_only) return
  if (!has_provider) throw invalid({ sign_on_only: say.noProvider })
  if (!is_signed_on && wanted.break_glass_id !== actor.id) throw invalid({ sign_on_only: say.notSignedOn })
}

/** Ends the sessions that the current policies wouldn't allow. Sessions that are too old expire by themselves. */
async function endForbidden(tx: Tx): Promise<void> {
  await tx.sql`
    delete from sessions s using orgs o
    where s.org_id = ${currentOrgId} and o.id = s.org_id and (
      (s.by_user_id is null and o.sign_on_only and s.provider_id is null and s.user_id <> o.break_glass_id)
      or (s.by_org_id = o.id and (o.work_as = 'nobody' or (o.work_as = 'members' and ${managesMember(sql`s.user_id`)})))
      or (s.by_org_id <> o.id and not o.is_open_to_operator and coalesce(o.operator_until, '-infinity') <= now()))`
}

/** Returns whether a person of the firm `o` (alias of orgs) manages anyone. */
export const managesMember = (userId: ReturnType<typeof sql>) =>
  sql`exists (select 1 from group_managers m where m.org_id = o.id and m.user_id = ${userId})`

export type LoginPolicy = { isSignOnOnly: boolean; isFactorAsked: boolean }

/** Returns whether passwords are closed to this person, and whether everyone needs a second factor. */
export async function loginPolicyOf(
  tx: Tx,
  { orgId, userId }: { orgId: string; userId: string },
  now: string,
): Promise<LoginPolicy> {
  const { rows } = await tx.sql<{ is_closed: boolean; is_asked: boolean }>`
    select o.sign_on_only and o.break_glass_id <> ${userId} as is_closed,
      coalesce(o.second_factor_from <= (${now}::timestamptz at time zone o.time_zone)::date, false) as is_asked
    from orgs o where o.id = ${orgId}`
  return { isSignOnOnly: rows[0]?.is_closed ?? false, isFactorAsked: rows[0]?.is_asked ?? false }
}

export const signOnOnly = () => new Refusal('sign_on_only', say.signOnOnly, 403)
