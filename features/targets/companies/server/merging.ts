// Makes one page of two names of a company, and undoes it for 30 days. No Target changes.
import { sql } from 'kysely'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Context } from '#core/sync/protocol.ts'
import { mergeTooOld, UNMERGE_DAYS } from '#features/contacts/contract.ts'
import type { CompanyAnswer } from '../contract.ts'
import { companyNamed, seenBy } from './company.ts'
import { namesOnPage } from './names.ts'

/** Throws 404 for a name under which the person sees no Target, and 409 for two that share a page already. */
export async function joinCompanies(
  tx: Tx,
  session: SignedInSession,
  context: Context,
  { name, into }: { name: string; into: string },
): Promise<CompanyAnswer> {
  await lockMerges(tx)
  const pages = [await namesOnPage(tx, pageKeyOf(name)), await namesOnPage(tx, pageKeyOf(into))] as const
  const seen = [await isSeen(tx, session, pages[0].keys), await isSeen(tx, session, pages[1].keys)]
  for (const [at, asked] of [name, into].entries())
    if (!seen[at]) {
      const message = `You don’t have any Targets at ${asked.replace(/\.$/, '')}.`
      throw new Refusal('not_found', message, 404, { [at === 0 ? 'name' : 'into']: message })
    }
  if (pages[0].root === pages[1].root)
    throw new Refusal('already_merged', `${name} and ${into} already share one page. Reload it.`, 409)
  await tx.sql`
    insert into company_merges (org_id, company_key, into_key, user_id, at)
    values (${currentOrgId}, ${pages[0].root}, ${pages[1].root}, ${context.actor.id}, ${context.now})`
  await record(tx, session, 'company.merged', seen.includes('private') ? null : { name, into })
  return companyNamed(tx, session, context, { name: into })
}

/** Throws 409 after 30 days, or if the name has a page of its own. */
export async function separateCompanies(
  tx: Tx,
  session: SignedInSession,
  context: Context,
  { name }: { name: string },
): Promise<CompanyAnswer> {
  await lockMerges(tx)
  const key = pageKeyOf(name)
  const seen = await isSeen(tx, session, [key])
  if (!seen) throw notFound(cannotFind('company'))
  const { rows } = await tx.sql<{ is_late: boolean }>`
    select at < ${context.now}::timestamptz - make_interval(days => ${UNMERGE_DAYS}) as is_late from company_merges where org_id = ${currentOrgId} and company_key = ${key}`
  if (!rows[0]) throw new Refusal('already_separate', `${name} already has a page of its own. Reload it.`, 409)
  if (rows[0].is_late) throw new Refusal('too_late', mergeTooOld, 409)
  await tx.sql`delete from company_merges where org_id = ${currentOrgId} and company_key = ${key}`
  await record(tx, session, 'company.separated', seen === 'private' ? null : { name })
  return companyNamed(tx, session, context, { name })
}

/** Two merges at the same time could point to each other. */
const lockMerges = (tx: Tx) => tx.sql`select 1 from orgs where id = ${currentOrgId} for no key update`

/** 'private' if the person sees only private Targets under these names. */
async function isSeen(tx: Tx, session: SignedInSession, keys: readonly string[]): Promise<'private' | 'shared' | null> {
  const { rows } = await tx.sql<{ is_private: boolean }>`
    with ${await seenBy(tx, session, { there: sql`t.company_key = any(${keys}::text[])`, order: sql`t.is_private, t.id`, most: 1 })}
    select is_private from seen`
  return rows[0] ? (rows[0].is_private ? 'private' : 'shared') : null
}

/** Admins read the log, so it names no company that only private Targets have. */
const record = (tx: Tx, session: SignedInSession, action: string, names: { name: string; into?: string } | null) =>
  audit(tx, session, {
    action,
    subject: { name: names?.name ?? 'a company on private Targets' },
    ...(names?.into !== undefined && { details: { into: names.into } }),
  })
