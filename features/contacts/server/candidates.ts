// Finds the records that a contact can mean. `Resolution` decides which of them it means.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { emailKeyOf } from '../namesContract.ts'
import type { SoughtContact } from './resolution.ts'

/**
 * SQL of the IDs of contacts with one of the addresses, or with one of the names at the same company. Their order makes PostgreSQL use the
 * index of names, even with statistics of an empty table.
 */
export function withAddressOrName(sought: readonly Pick<SoughtContact, 'details' | 'keys'>[]): RawBuilder<unknown> {
  const emails = sought.flatMap(({ details }) => details.emails.map(emailKeyOf))
  const names = sought.filter(({ keys }) => keys.name_key !== '' && keys.company_key !== '').map(({ keys }) => keys)
  return sql`
    select e.contact_id as id from contact_emails e where e.org_id = ${currentOrgId} and e.email = any(${emails}::text[])
    union select c.id from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as n (name_key text, company_key text)
      cross join lateral (select c.id from contacts c where c.org_id = ${currentOrgId} and c.name_key = n.name_key and c.company_key = n.company_key and c.merged_into is null
        order by c.name_key, c.company_key limit 20) c`
}
