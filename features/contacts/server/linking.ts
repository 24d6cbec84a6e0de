// Connects Targets with the records of their contacts, in the transaction of the change. A Target names its contacts, and
// this finds or makes their records.
import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { TargetContact } from '../contract.ts'
import { contactEdited } from '../eventsContract.ts'
import { contactKeysOf } from '../namesContract.ts'
import { withAddressOrName } from './candidates.ts'
import type { ContactChange, LinkedTarget, NamingTarget } from './contract.ts'
import { type ContactFields, fieldsText, insertContacts, recordContactEvent, updateContact } from './records.ts'
import { detailsOf, type KnownRecord, type NamedContact, Resolution } from './resolution.ts'

/** Finds or makes the records of the contacts, stores the links, and updates who sees the contacts. */
export async function linkTargets<T extends NamingTarget>(
  tx: Tx,
  targets: ContactChange<T>[],
): Promise<LinkedTarget<T>[]> {
  const relinked = targets.filter(({ isRelinked }) => isRelinked)
  const resolved = relinked.length === 0 ? [] : await resolve(tx, relinked)
  writeLinks(tx, resolved)
  refresh(tx, targets, resolved)
  return resolved
}

async function resolve<T extends NamingTarget>(tx: Tx, targets: ContactChange<T>[]): Promise<LinkedTarget<T>[]> {
  const entries = targets.flatMap(({ target, before, typed, context }) =>
    (target.contacts ?? []).map((contact, place): NamedContact => {
      const old = before.find(({ id }) => id === contact.id)
      const details = typed.get(contact.id) ?? detailsOf(contact, place === 0 ? target : null, target.company)
      return {
        contact,
        details,
        keys: contactKeysOf(details),
        isNew: old === undefined,
        isEdited: old !== undefined && place === 0 && old.first && isRewritten(old, contact),
        old,
        actorId: context.actor.id,
        targetId: target.id,
        isPrivate: target.private,
      }
    }),
  )
  const resolution = new Resolution(await knownRecords(tx, entries))
  const ids = new Map<TargetContact, string>()
  for (const entry of entries) ids.set(entry.contact, resolution.find(entry))
  const at = targets[0]!.context.now
  const lost = await insertContacts(
    tx,
    resolution.added.map((record) => ({ ...record.fields, isPrivate: record.isPrivate, keptBy: null, at })),
  )
  if (lost.size > 0) throw new TakenMeanwhile()
  const byTarget = new Map(targets.map((one) => [one.target.id, one]))
  for (const { before, after, isPrivate, targetId } of resolution.updated()) {
    if ((await updateContact(tx, before, after, { isPrivate, at })).length > 0) throw new TakenMeanwhile()
    const { context } = byTarget.get(targetId)!
    recordContactEvent(tx, after.id, editedThrough(before, after), context)
  }
  return targets.map((one) => {
    const links = (one.target.contacts ?? []).map((contact) => ({ contact_id: ids.get(contact)!, role: contact.role }))
    return { ...one, links: links.filter(isFirstOfIts) }
  })
}

/** The fields that a Target's change gave a contact. */
function editedThrough(before: ContactFields, after: ContactFields) {
  const fields = (Object.keys(after) as (keyof ContactFields)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const of = (values: ContactFields) => Object.fromEntries(fields.map((name) => [name, values[name]]))
  return contactEdited({ fields, before: of(before), after: of(after) })
}

const isFirstOfIts = <L extends { contact_id: string }>(link: L, at: number, links: L[]) =>
  links.findIndex(({ contact_id }) => contact_id === link.contact_id) === at

const isRewritten = (old: TargetContact, next: TargetContact) =>
  old.name !== next.name || old.email !== next.email || old.phone !== next.phone

/** Someone else's contact got an address in between. The transaction runs again and finds it. */
class TakenMeanwhile extends Error {
  code = '40001'
}

/** Returns the records that the entries can mean: by ID, by address, or by name at the same company. */
async function knownRecords(tx: Tx, entries: readonly NamedContact[]): Promise<KnownRecord[]> {
  const sought = entries.filter(({ isNew, isEdited }) => isNew || isEdited)
  if (sought.length === 0) return []
  const ids = sought.map(({ contact }) => contact.id)
  const { rows } = await tx.sql<KnownRecord>`
    with sought as (
      select c.id from contacts c where c.org_id = ${currentOrgId} and c.id = any(${ids}::uuid[])
      union ${withAddressOrName(sought)})
    select ${fieldsText} as fields,
      c.is_private as "isPrivate", array(
        select p.user_id from contact_people p where p.org_id = ${currentOrgId} and p.contact_id = c.id and not p.gone and p.user_id = any(${[...new Set(sought.map(({ actorId }) => actorId))]}::uuid[])) as "seenBy",
      array(select tc.target_id from target_contacts tc where tc.org_id = ${currentOrgId} and tc.contact_id = c.id limit 2) as "targetIds"
    from sought s join contacts c on c.org_id = ${currentOrgId} and c.id = s.id where c.merged_into is null order by c.id for update of c`
  return rows
}

function writeLinks(tx: Tx, targets: readonly LinkedTarget[]): void {
  const changed = targets.filter(({ before }) => before.length > 0).map(({ target }) => target.id)
  const links = targets.flatMap(({ target, links: its }) =>
    its.map((link, place) => ({ target_id: target.id, ...link, place })),
  )
  const rows = JSON.stringify(links)
  if (changed.length > 0)
    void tx.send(sql`
      delete from target_contacts t where t.org_id = ${currentOrgId} and t.target_id = any(${changed}::uuid[]) and not exists (
        select 1 from jsonb_to_recordset(${rows}::jsonb) as r (target_id uuid, contact_id uuid) where r.target_id = t.target_id and r.contact_id = t.contact_id)`)
  if (links.length > 0)
    void tx.send(sql`
      insert into target_contacts (org_id, target_id, contact_id, role, place)
      select ${currentOrgId}, r.target_id, r.contact_id, r.role, r.place from jsonb_to_recordset(${rows}::jsonb) as r (target_id uuid, contact_id uuid, role text, place int)
      on conflict (org_id, target_id, contact_id) do update set role = excluded.role, place = excluded.place`)
}

/**
 * Contacts that lost their last Target, or that no longer sent one, stay listed for the person who changed that. New Targets
 * remove none.
 */
function refresh(tx: Tx, targets: readonly ContactChange[], resolved: readonly LinkedTarget[]): void {
  const linked = new Map(resolved.map(({ target, links }) => [target.id, links]))
  const keepers = Map.groupBy(targets, ({ before, sources, context }) =>
    before.length > 0 || sources.before !== null ? context.actor.id : null,
  )
  for (const [keeper, some] of keepers) {
    const ids = some.flatMap(({ target, before, sources }) => [
      ...before.map(({ id }) => id),
      ...Object.values(sources).filter((id) => id !== null),
      ...(linked.get(target.id) ?? []).map(({ contact_id }) => contact_id),
    ])
    const wanted = [...new Set(ids)].toSorted()
    if (wanted.length > 0)
      void tx.send(sql`select refresh_contacts(${currentOrgId}, ${wanted}::uuid[], ${keeper}::uuid)`)
  }
}
