// Finds the contacts that the file of an import names as sources of Targets.
import { contactKeyOf } from '#core/contract/nameKeys.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { contactImported } from '../eventsContract.ts'
import { contactNameOf, emailKeyOf } from '../namesContract.ts'
import type { ContactImports, SourceContact } from './contract.ts'
import { type ContactFields, fieldsText } from './records.ts'
import { seesContact } from './seeing.ts'

type Found = Pick<SourceContact, 'isPrivate' | 'isSeen' | 'isMade'> & { at: number; fields: ContactFields }

/** A private contact that the admin doesn't see is never found. */
export const sourceContacts: ContactImports['named'] = async (tx, userId, texts) => {
  if (texts.length === 0) return new Map()
  const firm = await tx.sql<{ access: string }>`select access from orgs where id = ${currentOrgId}`
  const isSeen = seesContact({ actor: { id: userId }, org: firm.rows[0]! })
  const sought = texts.map((text, at) =>
    text.includes('@')
      ? { at, email: emailKeyOf(text), name_key: '' }
      : { at, email: '', name_key: contactKeyOf(text) },
  )
  const { rows } = await tx.sql<Found>`
    select s.at, ${fieldsText} as fields, c.is_private as "isPrivate", f.is_seen as "isSeen", f.is_made as "isMade"
    from jsonb_to_recordset(${JSON.stringify(sought)}::jsonb) as s (at int, email text, name_key text)
    cross join lateral (
      (select c.id, ${isSeen} as is_seen, false as is_made
      from contact_emails e join contacts c on c.org_id = e.org_id and c.id = e.contact_id and c.merged_into is null
      where e.org_id = ${currentOrgId} and e.email = s.email and (not c.is_private or ${isSeen}) order by c.is_private, c.id limit 1)
      union all
      (select n.* from (
        select c.id, ${isSeen} as is_seen, not c.is_private and exists (
          select 1 from contact_events e where e.org_id = ${currentOrgId} and e.contact_id = c.id and e.kind = ${contactImported.kind} and e.data->>'kept_by' is null) as is_made
        from contacts c where c.org_id = ${currentOrgId} and c.name_key = s.name_key and s.name_key <> '' and c.merged_into is null) n
      where n.is_seen or n.is_made order by n.is_made desc, n.id limit 2)) f
    join contacts c on c.org_id = ${currentOrgId} and c.id = f.id order by s.at, f.is_made desc, c.id`
  return new Map(
    [...Map.groupBy(rows, ({ at }) => at)].map(([at, found]) => [
      texts[at]!,
      found.map(({ fields, isPrivate, isSeen, isMade }) => {
        return { id: fields.id, name: contactNameOf(fields), emails: fields.emails, isPrivate, isSeen, isMade }
      }),
    ]),
  )
}
