// The OpenID Connect providers of a firm, as they are kept: the client secret sealed.
import { sql } from 'kysely'
import { invalid, notFound } from '#core/contract/errors.ts'
import { audit, type Doer } from '#core/server/audit.ts'
import { asSystem, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { newId } from '#core/server/ids.ts'
import type { SecretBox } from '#core/server/secretBox.ts'
import {
  type Choice,
  domainOf,
  type NewProvider,
  type Provider,
  type ProviderInput,
  signOnLimits,
} from '../../signOnContract.ts'

export type ProviderRow = {
  org_id: string
  id: string
  name: string
  issuer: string
  client_id: string
  client_secret: Buffer | null
  domains: string[]
  is_on: boolean
  makes_people: boolean
  modified_at: string
}

const columns = sql`org_id, id, name, issuer, client_id, client_secret, domains, is_on, makes_people, modified_at`
/** A sealed secret can't be read from another provider's row. */
export const placeOfSecret = ({ org_id, id }: Pick<ProviderRow, 'org_id' | 'id'>) => `${org_id}/${id}`

export const providerOfRow = (row: ProviderRow, redirectAddress: (id: string) => string): Provider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  client_id: row.client_id,
  has_secret: row.client_secret !== null,
  domains: row.domains,
  makes_people: row.makes_people,
  is_on: row.is_on,
  redirect_address: redirectAddress(row.id),
})

export async function providerRows(tx: Tx, orgId: string): Promise<ProviderRow[]> {
  const { rows } = await sql<ProviderRow>`
    select ${columns} from sign_on_providers where org_id = ${orgId} order by name`.execute(tx)
  return rows
}

export async function findProvider(tx: Tx, orgId: string, id: string, isLocked = false): Promise<ProviderRow> {
  const { rows } = await sql<ProviderRow>`
    select ${columns} from sign_on_providers where org_id = ${orgId} and id = ${id} ${isLocked ? sql`for update` : sql``}`.execute(
    tx,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Those that sign in the people of an address's domain; looked up before any firm is known. */
export function providersFor(database: Database, email: string): Promise<(Choice & { org_id: string })[]> {
  return asSystem(database, async (tx) => {
    const domain = domainOf(email)
    const { rows } = await sql<Choice & { org_id: string }>`
      select p.org_id, p.id, p.name from domain_directory d
      join sign_on_providers p on p.org_id = d.org_id and p.is_on and ${domain} = any(p.domains)
      where d.domain = ${domain} order by p.name`.execute(tx)
    return rows
  })
}

export async function addProvider(tx: Tx, doer: Doer, { name, issuer }: NewProvider): Promise<ProviderRow> {
  const orgId = doer.org.id
  const known = await providerRows(tx, orgId)
  if (known.length >= signOnLimits.providers)
    throw invalid({ name: `A firm has at most ${signOnLimits.providers} providers.` })
  const id = newId()
  const { rows } = await sql<ProviderRow>`
    insert into sign_on_providers (org_id, id, name, issuer) values (${orgId}, ${id}, ${name}, ${issuer})
    on conflict (org_id, name) do nothing returning ${columns}`.execute(tx)
  if (!rows[0]) throw invalid({ name: nameTaken })
  await audit(tx, doer, { action: 'provider.added', subject: { id, name }, details: { issuer } })
  return rows[0]
}

const nameTaken = 'Another provider has this name.'

/** Writes what was typed. A kept secret is for the issuer it was given with: another issuer never gets to see it. */
export async function changeProvider(
  tx: Tx,
  doer: Doer,
  id: string,
  input: ProviderInput,
  box: SecretBox,
): Promise<ProviderRow> {
  const orgId = doer.org.id
  const before = await findProvider(tx, orgId, id, true)
  const secret = input.client_secret
    ? box.seal(input.client_secret, placeOfSecret(before))
    : input.issuer === before.issuer
      ? before.client_secret
      : null
  const after = { ...before, ...input, client_secret: secret, domains: [...new Set(input.domains)].sort() }
  await refuseForeignDomains(tx, orgId, after.domains)
  if (before.is_on) await refuseIncomplete(tx, after)
  const { rows } = await sql<ProviderRow>`
    update sign_on_providers p set name = ${after.name}, issuer = ${after.issuer}, client_id = ${after.client_id}, client_secret = ${secret},
      domains = ${after.domains}, makes_people = ${after.makes_people}, modified_at = now()
    where p.org_id = ${orgId} and p.id = ${id}
      and not exists (select 1 from sign_on_providers o where o.org_id = ${orgId} and o.name = ${after.name} and o.id <> ${id})
    returning ${columns}`.execute(tx)
  if (!rows[0]) throw invalid({ name: nameTaken })
  const changed = (['name', 'issuer', 'client_id', 'domains', 'makes_people'] as const).filter(
    (field) => String(before[field]) !== String(after[field]),
  )
  await audit(tx, doer, {
    action: 'provider.changed',
    subject: { id, name: after.name },
    details: { changed: input.client_secret ? [...changed, 'client_secret'] : changed },
  })
  return rows[0]
}

export async function turnProvider(tx: Tx, doer: Doer, id: string, isOn: boolean): Promise<ProviderRow> {
  const row = await findProvider(tx, doer.org.id, id, true)
  if (row.is_on === isOn) return row
  if (isOn) await refuseIncomplete(tx, row)
  await sql`
    update sign_on_providers set is_on = ${isOn}, modified_at = now() where org_id = ${doer.org.id} and id = ${id}`.execute(
    tx,
  )
  await audit(tx, doer, { action: isOn ? 'provider.turnedOn' : 'provider.turnedOff', subject: { id, name: row.name } })
  return { ...row, is_on: isOn }
}

export async function removeProvider(tx: Tx, doer: Doer, id: string): Promise<void> {
  const { name } = await findProvider(tx, doer.org.id, id, true)
  await sql`delete from sign_on_providers where org_id = ${doer.org.id} and id = ${id}`.execute(tx)
  await audit(tx, doer, { action: 'provider.removed', subject: { id, name } })
}

async function refuseForeignDomains(tx: Tx, orgId: string, domains: string[]): Promise<void> {
  const { rows } = await sql<{ domain: string }>`
    select d as domain from unnest(${domains}::text[]) d
    where not exists (select 1 from firm_domains f where f.org_id = ${orgId} and f.domain = d) limit 1`.execute(tx)
  if (rows[0]) throw invalid({ domains: `${rows[0].domain} is not among the domains of your firm.` })
}

/** Nobody could sign on: says what is missing. */
async function refuseIncomplete(tx: Tx, row: ProviderRow): Promise<void> {
  const { rows } = await sql<{ proved: number }>`
    select count(*)::int as proved from firm_domains
    where org_id = ${row.org_id} and domain = any(${row.domains}::text[]) and proved_at is not null`.execute(tx)
  const errors = {
    ...(row.client_id === '' && { client_id: 'Please enter the client id that the provider gave you.' }),
    ...(row.client_secret === null && { client_secret: 'Please enter the client secret that the provider gave you.' }),
    ...(rows[0]!.proved === 0 && { domains: 'Please choose at least one domain that is proved.' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors, 'This provider is not complete yet.')
}
