// Whom a verified address lets in: a person of the provider's firm, or one who is made now. Every no sounds the same.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { text } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { asSystem, inFirm } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import type { AddPeople } from '#features/admin/server/contract.ts'
import { limits } from '../../contract.ts'
import { domainOf, isSignOnEmail } from '../../signOnContract.ts'
import { SignOnFailure } from './failure.ts'
import type { Identity } from './openId.ts'
import type { ProviderRow } from './providers.ts'

/** The person's id. Throws SignOnFailure. */
export async function admit(
  database: Database,
  provider: ProviderRow,
  identity: Identity,
  addPeople: AddPeople,
): Promise<string> {
  const { email } = identity
  if (!isSignOnEmail(email)) throw new SignOnFailure('unknown', 'email_not_accepted')
  if (!(await servesDomain(database, provider, domainOf(email))))
    throw new SignOnFailure('unknown', 'domain_not_proved')
  const known = await personBehind(database, provider, email)
  if (known) return known
  if (!provider.makes_people) throw new SignOnFailure('unknown', 'no_account')
  try {
    return await makePerson(database, provider, identity, addPeople)
  } catch (error) {
    // Two first sign-ons at once: the other one made the account.
    const made = error instanceof Refusal && error.code === 'taken' && (await personBehind(database, provider, email))
    if (made) return made
    throw error
  }
}

/** The provider may speak for the domain only as long as the domain is the firm's. */
function servesDomain(database: Database, { org_id, domains }: ProviderRow, domain: string): Promise<boolean> {
  return inFirm(database, org_id, async (tx) => {
    const { rows } = await sql`
      select 1 from firm_domains where org_id = ${org_id} and domain = ${domain} and proved_at is not null`.execute(tx)
    return rows.length > 0 && domains.includes(domain)
  })
}

async function personBehind(database: Database, { org_id }: ProviderRow, email: string): Promise<string | null> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ org_id: string; user_id: string; is_gone: boolean }>`
    select d.org_id, d.user_id, u.deactivated_at is not null as is_gone from login_directory d
    join users u on u.org_id = d.org_id and u.id = d.user_id where d.email = ${email}`.execute(tx),
  )
  const found = rows[0]
  if (!found) return null
  if (found.org_id !== org_id) throw new SignOnFailure('unknown', 'of_another_firm')
  if (found.is_gone) throw new SignOnFailure('unknown', 'deactivated')
  return found.user_id
}

async function makePerson(
  database: Database,
  { org_id, id, name }: ProviderRow,
  { email, first_name, last_name }: Identity,
  addPeople: AddPeople,
): Promise<string> {
  const person = { email, first_name: nameOf(first_name) || nameFrom(email), last_name: nameOf(last_name) }
  return asSystem(database, async (tx) => {
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
  })
}

const nameOf = (given: string) => (text(1000).safeParse(given).data ?? '').slice(0, limits.name).trim()
const nameFrom = (email: string) => email.slice(0, email.indexOf('@')).slice(0, limits.name)
