// Finds the person of an identity: the linked one, else one of the firm with its address, else a new one. Every
// rejection reads the same.
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { text } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { giveAddress } from '#core/server/addresses.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { AddPeople } from '#features/admin/server/contract.ts'
import { limits } from '../../contract.ts'
import { domainOf, isSignOnEmail } from '../../signOnContract.ts'
import type { Identity } from './claims.ts'
import { SignOnFailure } from './failure.ts'
import type { ProviderRow } from './providers.ts'

/** Returns the person's ID. Throws SignOnFailure. */
export async function resolveSsoUser(
  database: Database,
  provider: ProviderRow,
  identity: Identity,
  addPeople: AddPeople,
): Promise<string> {
  const enter = () =>
    withoutRls(database, async (tx) => {
      const found = await findPerson(tx, provider, identity, 'everywhere')
      const id = found?.id ?? (await makePerson(tx, provider, identity, addPeople))
      if (!found?.is_linked) await link(tx, provider, identity, id)
      return id
    })
  try {
    return await enter()
  } catch (error) {
    // A simultaneous first sign-in created the account.
    if (error instanceof Refusal && error.code === 'taken') return enter()
    throw error
  }
}

/** Scope of the lookup: the directory of all firms, in a system transaction, or one firm's people. */
export type Where = 'everywhere' | 'in the firm'
const lockOf = (where: Where) => (where === 'everywhere' ? sql`for update of u` : sql``)

export type SsoMatch = { id: string; name: string; email: string; is_linked: boolean }

/** Returns the person to sign in, or null to create one. Throws SignOnFailure. */
export async function findPerson(
  tx: Tx,
  provider: ProviderRow,
  { email, key }: Pick<Identity, 'email' | 'key'>,
  where: Where,
): Promise<SsoMatch | null> {
  if (!isSignOnEmail(email)) throw new SignOnFailure('unknown', 'email_not_accepted')
  if (!(await servesDomain(tx, provider, domainOf(email)))) throw new SignOnFailure('unknown', 'domain_not_proved')
  const { org_id, issuer } = provider
  const known = await tx.sql<SsoMatch & { is_gone: boolean }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, true as is_linked, u.deactivated_at is not null as is_gone
    from sign_on_subjects s join users u on u.org_id = s.org_id and u.id = s.user_id
    where s.org_id = ${org_id} and s.issuer = ${issuer} and s.key = ${key} ${lockOf(where)}`
  const person = known.rows[0] ?? (await personAt(tx, provider, { email, key }, where))
  if (person?.is_gone) throw new SignOnFailure('unknown', 'deactivated')
  if (!person && !provider.makes_people) throw new SignOnFailure('unknown', 'no_account')
  return person
}

/** Finds the owner of an address, unless that person is linked to another identity at this issuer. */
async function personAt(
  tx: Tx,
  { org_id, issuer }: ProviderRow,
  { email, key }: Pick<Identity, 'email' | 'key'>,
  where: Where,
) {
  const listed = where === 'everywhere' ? await listedAs(tx, org_id, email) : null
  const isTheirs = listed ?? sql`u.email = ${email}`
  // A simultaneous first sign-in of the same identity can have linked it since the lookup.
  const { rows } = await tx.sql<SsoMatch & { is_gone: boolean; is_other: boolean }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, false as is_linked, u.deactivated_at is not null as is_gone,
      exists (select 1 from sign_on_subjects s where s.org_id = ${org_id} and s.issuer = ${issuer} and s.user_id = u.id
        and s.key <> ${key}) as is_other
    from users u where u.org_id = ${org_id} and ${isTheirs} ${lockOf(where)}`
  const found = rows[0]
  if (found?.is_other) throw new SignOnFailure('other', 'other_subject')
  // Another firm's person can have had the address before the domain was verified.
  if (found && where === 'everywhere' && !listed) await claimAddress(tx, org_id, found)
  return found ?? null
}

async function claimAddress(tx: Tx, orgId: string, { id, email }: Pick<SsoMatch, 'id' | 'email'>): Promise<void> {
  await tx.setOrg(orgId)
  await giveAddress(tx, id, email)
}

/** Selects the firm's person `u` listed for the address in the directory of all firms. Returns null if none is. */
async function listedAs(tx: Tx, orgId: string, email: string): Promise<RawBuilder<unknown> | null> {
  const { rows } = await tx.sql<{ org_id: string; user_id: string }>`
    select org_id, user_id from login_directory where email = ${email}`
  const [listed] = rows
  return listed?.org_id !== orgId ? null : sql`u.id = ${listed.user_id}`
}

/** The provider can only speak for the domain while the domain belongs to the firm. */
async function servesDomain(tx: Tx, { org_id, domains }: ProviderRow, domain: string): Promise<boolean> {
  const { rows } = await tx.sql`
    select 1 from firm_domains where org_id = ${org_id} and domain = ${domain} and proved_at is not null`
  return rows.length > 0 && domains.includes(domain)
}

/** Links the identity to this person permanently, whatever happens to the address. */
async function link(tx: Tx, { org_id, issuer }: ProviderRow, { key, subject }: Identity, userId: string) {
  const { rows } = await tx.sql`
    insert into sign_on_subjects (org_id, issuer, key, subject, user_id) values (${org_id}, ${issuer}, ${key}, ${subject}, ${userId})
    on conflict do nothing returning 1`
  // The other of two first sign-ons with one address came first, or it was this one.
  if (rows.length > 0) return
  const { rows: mine } = await tx.sql`
    select 1 from sign_on_subjects where org_id = ${org_id} and issuer = ${issuer} and key = ${key} and user_id = ${userId}`
  if (mine.length === 0) throw new SignOnFailure('other', 'other_subject')
}

/**
 * Unlinks a person from the firm's providers, so that their next sign-in counts as the first. Returns the number of
 * links.
 */
export async function unlink(tx: Tx, orgId: string, userId: string): Promise<number> {
  const { rows } = await tx.sql`
    delete from sign_on_subjects where org_id = ${orgId} and user_id = ${userId} returning 1`
  return rows.length
}

async function makePerson(
  tx: Tx,
  { org_id, id, name }: ProviderRow,
  { email, first_name, last_name }: Identity,
  addPeople: AddPeople,
): Promise<string> {
  const person = { email, first_name: nameOf(first_name) || nameFrom(email), last_name: nameOf(last_name) }
  const [made] = await addPeople(tx, org_id, [person])
  const full = fullNameOf(person)
  await audit(
    tx,
    { org: { id: org_id }, actor: { id: made!.id, name: full } },
    {
      action: 'person.added',
      subject: { id: made!.id, name: full },
      details: { by: 'sign_on', provider: name, provider_id: id },
    },
  )
  return made!.id
}

const nameOf = (given: string) => (text(1000).safeParse(given).data ?? '').slice(0, limits.name).trim()
const nameFrom = (email: string) => email.slice(0, email.indexOf('@')).slice(0, limits.name)
