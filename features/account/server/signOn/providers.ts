// OpenID Connect providers of a firm as stored, with an encrypted client secret.
import { sql } from 'kysely'
import { invalid, notFound } from '#core/contract/errors.ts'
import { type AuditActor, audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { SecretBox } from '#core/server/secretBox.ts'
import {
  domainOf,
  type NewProvider,
  type ProviderInput,
  type SsoChoice,
  type SsoProvider,
  type SsoTest,
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
  takes_absent: boolean
  takes_unverified: boolean
  tried: SsoTest['claims'] | null
  tried_id: string | null
  tried_at: string | null
  modified_at: string
}

const columns = sql`org_id, id, name, issuer, client_id, client_secret, domains, is_on, makes_people,
  takes_absent, takes_unverified, tried, tried_id, tried_at, modified_at`
/** Binds the encrypted secret to its provider's row. */
export const ssoSecretContext = ({ org_id, id }: Pick<ProviderRow, 'org_id' | 'id'>) => `${org_id}/${id}`

export const providerOfRow = (
  row: ProviderRow,
  tried: SsoTest | null,
  addresses: (id: string) => Pick<SsoProvider, 'redirect_address' | 'logout_address'>,
): SsoProvider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  client_id: row.client_id,
  has_secret: row.client_secret !== null,
  domains: row.domains,
  makes_people: row.makes_people,
  takes_absent: row.takes_absent,
  takes_unverified: row.takes_unverified,
  is_on: row.is_on,
  tried,
  ...addresses(row.id),
})

export async function providerRows(tx: Tx, orgId: string): Promise<ProviderRow[]> {
  const { rows } = await tx.sql<ProviderRow>`
    select ${columns} from sign_on_providers where org_id = ${orgId} order by name`
  return rows
}

export async function findProvider(tx: Tx, orgId: string, id: string, isLocked = false): Promise<ProviderRow> {
  const { rows } = await tx.sql<ProviderRow>`
    select ${columns} from sign_on_providers where org_id = ${orgId} and id = ${id} ${isLocked ? sql`for update` : sql``}`
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Finds the providers for the domain of an address, before the firm is known. */
export function providersFor(database: Database, email: string): Promise<(SsoChoice & { org_id: string })[]> {
  return withoutRls(database, async (tx) => {
    const domain = domainOf(email)
    const { rows } = await tx.sql<SsoChoice & { org_id: string }>`
      select p.org_id, p.id, p.name from (select * from domain_directory) d
      join sign_on_providers p on p.org_id = d.org_id and p.is_on and ${domain} = any(p.domains)
      where d.domain = ${domain} order by p.name`
    return rows
  })
}

export async function addProvider(tx: Tx, doer: AuditActor, { name, issuer }: NewProvider): Promise<ProviderRow> {
  const orgId = doer.org.id
  const known = await providerRows(tx, orgId)
  if (known.length >= signOnLimits.providers)
    throw invalid({ name: `A firm can have up to ${signOnLimits.providers} providers.` })
  const id = newId()
  const { rows } = await tx.sql<ProviderRow>`
    insert into sign_on_providers (org_id, id, name, issuer) values (${orgId}, ${id}, ${name}, ${issuer})
    on conflict (org_id, name) do nothing returning ${columns}`
  if (!rows[0]) throw invalid({ name: nameTaken })
  await audit(tx, doer, { action: 'provider.added', subject: { id, name }, details: { issuer } })
  return rows[0]
}

const nameTaken = 'Another provider has this name.'

/** Updates a provider. A stored secret belongs to its issuer, and another issuer never gets to see it. */
export async function changeProvider(
  tx: Tx,
  doer: AuditActor,
  id: string,
  input: ProviderInput,
  box: SecretBox,
): Promise<ProviderRow> {
  const orgId = doer.org.id
  const before = await findProvider(tx, orgId, id, true)
  const secret = input.client_secret
    ? box.seal(input.client_secret, ssoSecretContext(before))
    : input.issuer === before.issuer
      ? before.client_secret
      : null
  const after = {
    ...before,
    ...input,
    takes_absent: input.takes_absent ?? before.takes_absent,
    takes_unverified: input.takes_unverified ?? before.takes_unverified,
    client_secret: secret,
    domains: [...new Set(input.domains)].sort(),
  }
  await refuseForeignDomains(tx, orgId, after.domains)
  // A different issuer or client ID makes it another provider, so earlier trials don't count.
  const isAnother = after.issuer !== before.issuer || after.client_id !== before.client_id
  if (before.is_on && !isAnother) await refuseIncomplete(tx, after)
  const { rows } = await tx.sql<ProviderRow>`
    update sign_on_providers p set name = ${after.name}, issuer = ${after.issuer}, client_id = ${after.client_id}, client_secret = ${secret},
      domains = ${after.domains}, makes_people = ${after.makes_people}, takes_absent = ${after.takes_absent}, takes_unverified = ${after.takes_unverified},
      is_on = p.is_on and not ${isAnother}, tried = case when ${isAnother} then null else p.tried end, modified_at = now()
    where p.org_id = ${orgId} and p.id = ${id}
      and not exists (select 1 from sign_on_providers o where o.org_id = ${orgId} and o.name = ${after.name} and o.id <> ${id})
    returning ${columns}`
  if (!rows[0]) throw invalid({ name: nameTaken })
  const changed = (
    ['name', 'issuer', 'client_id', 'domains', 'makes_people', 'takes_absent', 'takes_unverified'] as const
  ).filter((field) => String(before[field]) !== String(after[field]))
  await audit(tx, doer, {
    action: 'provider.changed',
    subject: { id, name: after.name },
    details: { changed: input.client_secret ? [...changed, 'client_secret'] : changed },
  })
  if (before.is_on && isAnother) {
    await audit(tx, doer, { action: 'provider.turnedOff', subject: { id, name: after.name } })
    await endSessionsVia(tx, orgId, id)
  }
  return rows[0]
}

/** Turning a provider on requires a trial: see `refuseUntried`. Turning it off ends its sessions. */
export async function turnProvider(tx: Tx, doer: AuditActor, id: string, isOn: boolean): Promise<ProviderRow> {
  const row = await findProvider(tx, doer.org.id, id, true)
  if (row.is_on === isOn) return row
  if (isOn) await refuseIncomplete(tx, row)
  else await endSessionsVia(tx, doer.org.id, id)
  await tx.sql`
    update sign_on_providers set is_on = ${isOn}, modified_at = now() where org_id = ${doer.org.id} and id = ${id}`
  await audit(tx, doer, { action: isOn ? 'provider.turnedOn' : 'provider.turnedOff', subject: { id, name: row.name } })
  return { ...row, is_on: isOn }
}

export async function removeProvider(tx: Tx, doer: AuditActor, id: string): Promise<void> {
  const { name } = await findProvider(tx, doer.org.id, id, true)
  await endSessionsVia(tx, doer.org.id, id)
  await tx.sql`delete from sign_on_providers where org_id = ${doer.org.id} and id = ${id}`
  await audit(tx, doer, { action: 'provider.removed', subject: { id, name } })
}

async function endSessionsVia(tx: Tx, orgId: string, providerId: string): Promise<void> {
  await tx.sql`delete from sessions where org_id = ${orgId} and provider_id = ${providerId}`
}

async function refuseForeignDomains(tx: Tx, orgId: string, domains: string[]): Promise<void> {
  const { rows } = await tx.sql<{ domain: string }>`
    select d as domain from unnest(${domains}::text[]) d
    where not exists (select 1 from firm_domains f where f.org_id = ${orgId} and f.domain = d) limit 1`
  if (rows[0]) throw invalid({ domains: `${rows[0].domain} isn’t one of your firm’s domains.` })
}

/** Rejects an incomplete provider and names the missing part. */
export async function refuseIncomplete(tx: Tx, row: ProviderRow): Promise<void> {
  const { rows } = await tx.sql<{ proved: number }>`
    select count(*)::int as proved from firm_domains
    where org_id = ${row.org_id} and domain = any(${row.domains}::text[]) and proved_at is not null`
  const errors = {
    ...(row.client_id === '' && { client_id: 'Enter the client ID from the provider.' }),
    ...(row.client_secret === null && { client_secret: 'Enter the client secret from the provider.' }),
    ...(rows[0]!.proved === 0 && { domains: 'Choose at least one verified domain.' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors, 'This provider isn’t fully set up.')
}
