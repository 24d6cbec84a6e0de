import { sql } from 'kysely'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { Store } from '#core/sync/server/actions.ts'
import { dispatchReactions, type RowChange } from '#core/sync/server/reactions.ts'
import { shownContactName } from '#features/contacts/server/contract.ts'
import { KEEP_DELETED_TOUCHES_DAYS, type Touch, type TouchContact, type TouchInput } from '../contract.ts'
import { touchLogged } from '../eventsContract.ts'
import { seesTouch, type TouchViewer } from './contract.ts'
import { touchText } from './seeing.ts'

/** Rows as their owner sees them. */
export const touchStore: Store<Touch> = {
  /** Locks the touch's Target first, as its own changes do. */
  async lock(tx, { actor }, id) {
    const { rows } = await tx.sql<{ target_id: string | null }>`
      select target_id from touches where org_id = ${currentOrgId} and id = ${id} and deleted_at is null`
    if (rows[0]?.target_id) await lockTargets(tx, [rows[0].target_id])
    await tx.sql`select 1 from touches where org_id = ${currentOrgId} and id = ${id} for update`
    return readTouch(tx, { id: actor.id }, id)
  },
  lockEach: async () => [],
  save: saveTouches,
}

/** Returns null for a touch that they don't see. */
export async function readTouch(tx: Tx, viewer: TouchViewer, id: string): Promise<Touch | null> {
  const { rows } = await tx.sql<{ text: string }>`
    select ${touchText(viewer)} as text from touches h
    where h.org_id = ${currentOrgId} and h.id = ${id} and h.deleted_at is null and ${seesTouch(viewer)}`
  return rows[0] ? (JSON.parse(rows[0].text) as Touch) : null
}

/** In the order of IDs, so that two changes never wait for each other. */
export const lockTargets = (tx: Tx, ids: readonly string[]) =>
  tx.sql`select 1 from targets where org_id = ${currentOrgId} and id = any(${ids.toSorted()}::uuid[]) order by id for update`

/** Locks the Target. Throws 404 if the person has no part in it. */
export async function lockTargetOf(tx: Tx, { actor }: Context, targetId: string): Promise<void> {
  await lockTargets(tx, [targetId])
  const { rows } = await tx.sql`
    select 1 from target_people where org_id = ${currentOrgId} and user_id = ${actor.id} and target_id = ${targetId} and response = 'accepted' and not gone`
  if (rows.length === 0) throw notFound('No target found with the specific id.')
}

/** Writes the touches, then shows them all together. */
async function saveTouches(tx: Tx, changes: RowChange<Touch>[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) => (before && after ? before.id : []))
  const was = changed.length > 0 ? await contactsOf(tx, changed) : []
  for (const { before, after, context } of changes) {
    if (!after)
      void tx.send(sql`
        update touches set deleted_at = ${context.now} where org_id = ${currentOrgId} and id = ${before!.id}`)
    else if (before) updateTouch(tx, after, context)
    else insertTouch(tx, after, context)
  }
  const both = changes.flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
  showTouches(tx, [...new Set(both.map(({ id }) => id))], {
    contactIds: [...was, ...both.flatMap(({ contacts }) => contacts.map((one) => one.id))],
    targetIds: both.map(({ target_id }) => target_id),
  })
}

/** Returns false for a message that the person has a touch of. Then nothing changes. */
export async function fileTouch(tx: Tx, touch: Touch, messageId: string, context: Context): Promise<boolean> {
  if (touch.target_id) await lockTargets(tx, [touch.target_id])
  const { affected } = await tx.run(inserting(touch, context, messageId))
  if (affected === 0) return false
  insertContacts(tx, touch)
  showTouches(tx, [touch.id], {
    contactIds: touch.contacts.map(({ id }) => id),
    targetIds: [touch.target_id],
  })
  const event = touchLogged({ kind: touch.kind, target_id: touch.target_id })
  await dispatchReactions(tx, [{ before: null, after: touch, events: [event], context }])
  return true
}

function insertTouch(tx: Tx, touch: Touch, context: Context): void {
  void tx.send(inserting(touch, context, null))
  insertContacts(tx, touch)
}

const inserting = (touch: Touch, { actor, now }: Context, messageId: string | null) => sql`
    insert into touches (org_id, id, user_id, target_id, kind, at, day, direction, minutes, subject, body, source, message_id, is_shown, people, attachments, others, created_at, modified_at)
    values (${currentOrgId}, ${touch.id}, ${actor.id}, ${touch.target_id}, ${touch.kind}, ${touch.at}, ${touch.day}, ${touch.direction}, ${touch.minutes}, ${touch.subject}, ${touch.text ?? ''},
      ${touch.source}, ${messageId}, ${touch.shown}, ${touch.people.map(({ id }) => id)}::uuid[], ${JSON.stringify(touch.attachments)}::jsonb, ${JSON.stringify(touch.others)}::jsonb, ${now}, ${now})
    on conflict (org_id, user_id, message_id) where message_id is not null do nothing`

function updateTouch(tx: Tx, touch: Touch, { now }: Context): void {
  void tx.send(sql`
    update touches set target_id = ${touch.target_id}, kind = ${touch.kind}, at = ${touch.at}, day = ${touch.day}, direction = ${touch.direction}, minutes = ${touch.minutes},
      subject = ${touch.subject}, body = ${touch.text ?? ''}, is_shown = ${touch.shown}, is_answered = ${touch.answered}, modified_at = ${now}
    where org_id = ${currentOrgId} and id = ${touch.id}`)
  void tx.send(sql`delete from touch_contacts where org_id = ${currentOrgId} and touch_id = ${touch.id}`)
  insertContacts(tx, touch)
}

function insertContacts(tx: Tx, { id, contacts }: Touch): void {
  if (contacts.length === 0) return
  void tx.send(sql`
    insert into touch_contacts (org_id, touch_id, contact_id, place)
    select ${currentOrgId}, ${id}::uuid, c.id, c.place from unnest(${contacts.map((one) => one.id)}::uuid[]) with ordinality as c (id, place)
    on conflict do nothing`)
}

async function contactsOf(tx: Tx, touchIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.sql<{ contact_id: string }>`
    select contact_id from touch_contacts where org_id = ${currentOrgId} and touch_id = any(${touchIds}::uuid[])`
  return rows.map(({ contact_id }) => contact_id)
}

type Around = { contactIds: readonly string[]; targetIds: readonly (string | null | undefined)[] }

/** Shows touches to everyone who sees them, and their contacts and Targets with the day of the last one. */
function showTouches(tx: Tx, ids: readonly string[], { contactIds, targetIds }: Around): void {
  void tx.send(sql`select refresh_touches(${currentOrgId}, ${ids}::uuid[])`)
  const targets = [...new Set(targetIds.flatMap((id) => id ?? []))].toSorted()
  if (targets.length > 0) void tx.send(sql`select refresh_last_touch(${currentOrgId}, ${targets}::uuid[])`)
  const contacts = [...new Set(contactIds)].toSorted()
  if (contacts.length > 0) void tx.send(sql`select refresh_contacts(${currentOrgId}, ${contacts}::uuid[])`)
}

/** Returns the contacts with their names. Throws 400 for one that the person doesn't see. */
export async function namedContacts(
  tx: Tx,
  { actor }: Context,
  targetId: string | null,
  refs: TouchInput['contacts'],
): Promise<TouchContact[]> {
  if (refs.length === 0) return []
  const ids = refs.flatMap((ref) => ('id' in ref ? ref.id : []))
  const { rows } = await tx.sql<TouchContact & { asked: string; on_target: boolean }>`
    select c.id, n.name, k.id as asked, tc.contact_id is not null as on_target
    from contacts k join contacts c on c.org_id = k.org_id and c.id = coalesce(k.merged_into, k.id)
    left join target_contacts tc on tc.org_id = c.org_id and tc.target_id = ${targetId}::uuid and tc.contact_id = c.id
    cross join lateral (select ${shownContactName} as name) n
    where k.org_id = ${currentOrgId} and (k.id = any(${ids}::uuid[]) or k.id in (
        select contact_id from target_contacts where org_id = ${currentOrgId} and target_id = ${targetId}::uuid))
      and (tc.contact_id is not null or exists (
        select 1 from contact_people cp where cp.org_id = c.org_id and cp.user_id = ${actor.id} and cp.contact_id = c.id and not cp.gone))`
  const found = refs.map((ref) => {
    const one =
      'id' in ref
        ? rows.find(({ asked }) => asked === ref.id)
        : rows.find(({ name, on_target }) => on_target && name === ref.name)
    if (!one)
      throw invalid({
        contacts: 'name' in ref ? `No contact of this Target is called ${ref.name}.` : cannotFind('contact'),
      })
    return { id: one.id, name: one.name }
  })
  return found.filter(({ id }, at) => found.findIndex((other) => other.id === id) === at)
}

/** Also of a deleted touch. */
export async function touchOfMessage(tx: Tx, { actor }: Context, messageId: string): Promise<string> {
  const { rows } = await tx.sql<{ id: string }>`
    select id from touches where org_id = ${currentOrgId} and user_id = ${actor.id} and message_id = ${messageId}`
  return rows[0]!.id
}

/** Undoes a deletion. Throws 404 if there's none, or if it's too old. */
export async function undoDeletion(tx: Tx, { actor, now }: Context, id: string): Promise<Touch> {
  const { rows } = await tx.sql<{ target_id: string | null }>`
    update touches set deleted_at = null where org_id = ${currentOrgId} and id = ${id} and user_id = ${actor.id}
      and deleted_at > ${now}::timestamptz - make_interval(days => ${KEEP_DELETED_TOUCHES_DAYS}) returning target_id`
  const there = rows[0] ?? (await readTouch(tx, { id: actor.id }, id))
  if (!there) throw new Refusal('not_found', cannotFind('touch'), 404)
  showTouches(tx, [id], { contactIds: await contactsOf(tx, [id]), targetIds: [there.target_id] })
  return (await readTouch(tx, { id: actor.id }, id))!
}
