// Domains of a firm, verified by a DNS record or an operator. A verified domain belongs to one firm only.
import { randomBytes } from 'node:crypto'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { type AuditActor, audit } from '#core/server/audit.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { type Domain, signOnLimits } from '../../signOnContract.ts'
import { isPublicMail } from './publicMail.ts'

type Row = { id: string; domain: string; token: string; how: Domain['how'] }

const recordOf = ({ domain, token }: Row) => ({ name: `_pursuit.${domain}`, value: `pursuit-domain=${token}` })

export const domainOfRow = (row: Row): Domain => ({
  id: row.id,
  domain: row.domain,
  is_proved: row.how !== null,
  how: row.how,
  record: recordOf(row),
})

export async function domainRows(tx: Tx, orgId: string): Promise<Row[]> {
  const { rows } = await tx.sql<Row>`
    select id, domain, token, how from firm_domains where org_id = ${orgId} order by domain`
  return rows
}

export async function findDomain(tx: Tx, orgId: string, id: string): Promise<Row> {
  const { rows } = await tx.sql<Row>`
    select id, domain, token, how from firm_domains where org_id = ${orgId} and id = ${id} for update`
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Adds a domain. It has no effect until it is verified. */
export async function addDomain(tx: Tx, doer: AuditActor, domain: string): Promise<Row> {
  if (isPublicMail(domain)) throw invalid({ domain: 'This is a public email domain. Enter a domain your firm owns.' })
  const orgId = doer.org.id
  const known = await domainRows(tx, orgId)
  if (known.length >= signOnLimits.domains)
    throw invalid({ domain: `A firm can have up to ${signOnLimits.domains} domains.` })
  const row: Row = { id: newId(), domain, token: randomBytes(24).toString('base64url'), how: null }
  const { rows } = await tx.sql`
    insert into firm_domains (org_id, id, domain, token) values (${orgId}, ${row.id}, ${domain}, ${row.token})
    on conflict (org_id, domain) do nothing returning id`
  if (rows.length === 0) throw invalid({ domain: 'This domain is already in the list.' })
  await audit(tx, doer, { action: 'domain.added', subject: { id: row.id, name: domain } })
  return row
}

export const hasRecord = (row: Row, texts: string[]) => texts.some((text) => text.trim() === recordOf(row).value)

/** Assigns the domain to this firm. Throws 409 if it belongs to another one. */
export async function markProved(tx: Tx, doer: AuditActor, row: Row, how: 'dns' | 'operator'): Promise<Row> {
  const { rows } = await tx.sql<{ is_ours: boolean }>`select claim_email_domain(${row.domain}) as is_ours`
  if (!rows[0]!.is_ours)
    throw new Refusal('taken', 'This domain belongs to another firm here. Contact the operator of this server.')
  await tx.sql`
    update firm_domains set proved_at = now(), how = ${how} where org_id = ${doer.org.id} and id = ${row.id}`
  await audit(tx, doer, { action: 'domain.proved', subject: { id: row.id, name: row.domain }, details: { how } })
  return { ...row, how }
}

export async function removeDomain(tx: Tx, doer: AuditActor, id: string): Promise<void> {
  const row = await findDomain(tx, doer.org.id, id)
  await tx.sql`select release_email_domain(${row.domain})`
  await tx.sql`delete from firm_domains where org_id = ${doer.org.id} and id = ${id}`
  await tx.sql`
    update sign_on_providers set domains = array_remove(domains, ${row.domain}), modified_at = now()
    where org_id = ${doer.org.id} and ${row.domain} = any(domains)`
  await audit(tx, doer, { action: 'domain.removed', subject: { id, name: row.domain } })
}
