// Finds, saves, and removes contacts of a file. A file is imported by an admin on behalf of those who keep its contacts, so
// nothing that only they see is found: neither contacts on their private Targets nor those they typed themselves.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { ContactDetails } from '../contract.ts'
import { contactImported } from '../eventsContract.ts'
import { contactKeysOf, hasAddress } from '../namesContract.ts'
import { withAddressOrName } from './candidates.ts'
import type { ContactImports, ContactMatcher, ContactSource, ImportedContact, ImportedMatch } from './contract.ts'
import { type ContactFields, fieldsText, insertContacts } from './records.ts'
import { type KnownRecord, Resolution, type SoughtContact } from './resolution.ts'
import { sourceContacts } from './sourceContacts.ts'

type Known = {
  fields: ContactFields
  isPrivate: boolean
  /** Those who keep contacts of the file and are known to see this one. */
  seenBy: string[]
  /** Those who keep contacts of the file and see this one. */
  listedFor: string[]
  isSeen: boolean
  imported: { key: string; data: { kept_by: string | null; details: ContactDetails } } | null
}
type Telling = Pick<ImportedMatch, 'isEarlier' | 'isHidden'>

/** The admin also knows who got the contacts of an import, with the values in its file. */
async function knownTo(
  tx: Tx,
  { importId, userId }: ContactSource,
  sought: readonly SoughtContact[],
): Promise<Map<KnownRecord, Telling>> {
  const keepers = [...new Set(sought.map(({ actorId }) => actorId))]
  const { rows } = await tx.sql<Known>`
    with sought as (${withAddressOrName(sought)})
    select ${fieldsText} as fields, c.is_private as "isPrivate", i.imported,
      array(select p.user_id from contact_people p where p.org_id = ${currentOrgId} and p.contact_id = c.id and not p.gone and p.user_id = any(${keepers}::uuid[]) and (p.is_shown or p.user_id = ${userId})) as "seenBy",
      array(select p.user_id from contact_people p where p.org_id = ${currentOrgId} and p.contact_id = c.id and not p.gone and p.user_id = any(${keepers}::uuid[])) as "listedFor",
      exists (select 1 from contact_people p where p.org_id = ${currentOrgId} and p.contact_id = c.id and not p.gone and p.user_id = ${userId}) as "isSeen"
    from sought s join contacts c on c.org_id = ${currentOrgId} and c.id = s.id
    left join lateral (
      select json_build_object('key', e.key, 'data', e.data) as imported from contact_events e
      where e.org_id = ${currentOrgId} and e.contact_id = c.id and e.kind = ${contactImported.kind} limit 1) i on true
    where c.merged_into is null order by c.id`
  return new Map(
    rows.flatMap(({ fields, isPrivate, seenBy, listedFor, isSeen, imported }): [KnownRecord, Telling][] => {
      const isEarlier = imported?.key === importId
      const now = { fields, isPrivate, seenBy, targetIds: [] }
      if (!imported) return [[now, { isEarlier, isHidden: !isSeen }]]
      const { details, kept_by } = imported.data
      const then = {
        fields: { ...details, id: fields.id },
        isPrivate: true,
        seenBy: listedFor.filter((id) => id === kept_by),
        targetIds: [],
      }
      return [
        [now, { isEarlier, isHidden: !isSeen }],
        [then, { isEarlier, isHidden: false }],
      ]
    }),
  )
}

const soughtOf = ({ details, keptBy }: ImportedContact): SoughtContact => ({
  details,
  keys: contactKeysOf(details),
  actorId: keptBy,
})
const recordOf = ({ id, details, keptBy }: ImportedContact): KnownRecord => ({
  fields: { ...details, id },
  isPrivate: true,
  seenBy: [keptBy],
  targetIds: [],
})

function matcher(source: ContactSource): ContactMatcher {
  const earlier = new Resolution([])
  return {
    async match(tx, contacts) {
      const sought = contacts.map(soughtOf)
      const told = await knownTo(tx, source, sought)
      const known = new Resolution([...told.keys()])
      return contacts.map((contact, at) => {
        const record = earlier.meantBy(sought[at]!) ?? known.meantBy(sought[at]!)
        if (record) return matchOf(record, told.get(record) ?? { isEarlier: true, isHidden: false }, contact)
        known.know(recordOf(contact))
        return null
      })
    },
    remember(contacts) {
      for (const contact of contacts) earlier.know(recordOf(contact))
    },
  }
}

const matchOf = (record: KnownRecord, telling: Telling, { details }: ImportedContact): ImportedMatch => ({
  id: record.fields.id,
  ...telling,
  differs: !telling.isHidden && isMissingFrom(record.fields, details),
})

/** True if the row has a value that the contact doesn't. */
const isMissingFrom = (fields: ContactFields, details: ContactDetails): boolean =>
  (['first_name', 'last_name', 'title', 'company', 'note'] as const).some(
    (name) => details[name] !== '' && details[name] !== fields[name],
  ) || (['emails', 'phones'] as const).some((name) => details[name].some((entry) => !hasAddress(fields[name], entry)))

const save: ContactImports['save'] = async (tx, source, contacts) => {
  if (contacts.length === 0) return
  const { importId, userId, fileName: file, now: at } = source
  await insertContacts(
    tx,
    contacts.map(({ id, details, keptBy }) => ({ ...details, id, isPrivate: true, keptBy, at })),
  )
  const events = contacts.map(({ id, details, keptBy }) => {
    const { data } = contactImported({ file, kept_by: keptBy, details })
    return { contact_id: id, id: newId(), data }
  })
  void tx.send(sql`
    insert into contact_events (org_id, contact_id, id, user_id, by_name, kind, at, data, key)
    select ${currentOrgId}, r.contact_id, r.id, ${userId}::uuid, '', ${contactImported.kind}, ${at}::timestamptz, r.data, ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as r (contact_id uuid, id uuid, data jsonb) returning 1`)
  refresh(
    tx,
    contacts.map(({ id }) => id),
  )
}

/** Not awaited. */
function refresh(tx: Tx, ids: readonly string[]): void {
  void tx.send(sql`select refresh_contacts(${currentOrgId}, ${ids.toSorted()}::uuid[])`)
}

/** Locks the contacts first, so that no change in between is overlooked. */
const remove: ContactImports['remove'] = async (tx, importId, ids) => {
  if (ids.length === 0) return []
  await tx.sql`select 1 from contacts where org_id = ${currentOrgId} and id = any(${ids}::uuid[]) order by id for update`
  const { rows } = await tx.sql<{ id: string; is_used: boolean }>`
    select c.id, c.merged_into is not null
      or exists (select 1 from targets_from(${currentOrgId}, array[c.id]))
      or exists (select 1 from referrals r where r.org_id = ${currentOrgId} and r.contact_id = c.id)
      or exists (select 1 from target_contacts t where t.org_id = ${currentOrgId} and t.contact_id = c.id)
      or exists (select 1 from touch_contacts t where t.org_id = ${currentOrgId} and t.contact_id = c.id)
      or exists (
        select 1 from contact_events e where e.org_id = ${currentOrgId} and e.contact_id = c.id
          and (e.key <> ${importId} or (e.data->>'kept_by')::uuid is distinct from c.kept_by))
      or not exists (select 1 from contact_events e where e.org_id = ${currentOrgId} and e.contact_id = c.id and e.key = ${importId}) as is_used
    from contacts c where c.org_id = ${currentOrgId} and c.id = any(${ids}::uuid[])`
  const unused = rows.filter(({ is_used }) => !is_used).map(({ id }) => id)
  for (const table of ['contact_words', 'contact_emails', 'contact_events'])
    void tx.send(
      sql`delete from ${sql.table(table)} where org_id = ${currentOrgId} and contact_id = any(${unused}::uuid[])`,
    )
  void tx.send(sql`delete from contacts where org_id = ${currentOrgId} and id = any(${unused}::uuid[])`)
  refresh(tx, unused)
  return rows.filter(({ is_used }) => is_used).map(({ id }) => id)
}

const count: ContactImports['count'] = async (tx, ids) => {
  const { rows } = await tx.sql<{ count: number }>`
    select count(*)::int as count from contacts where org_id = ${currentOrgId} and id = any(${ids}::uuid[])`
  return rows[0]!.count
}

const countSources: ContactImports['countSources'] = async (tx, importId) => {
  const { rows } = await tx.sql<{ count: number }>`
    select count(distinct e.contact_id)::int as count
    from targets t join contact_events e on e.org_id = t.org_id and e.contact_id = (t.came_from->>'contact_id')::uuid
    where t.org_id = ${currentOrgId} and t.import_id = ${importId} and e.key = ${importId} and e.kind = ${contactImported.kind}`
  return rows[0]!.count
}

export const importedContacts: ContactImports = { matcher, named: sourceContacts, save, remove, count, countSources }
