// Sections and tags of items. A firm has its own. Everyone reads the vendor's, and operators change them.

import type { RawBuilder } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { cannotFind, limitIs } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { lockNames } from '../../server/nameLock.ts'
import { canReadLibrary, isPublisher, writes } from '../../server/policies.ts'
import { type ItemSection, limits, type Tag } from '../contract.ts'
import { sortRoutes as routes } from '../routesContract.ts'
import { readFavorites } from './marks.ts'
import { isKept, mayRead } from './policies.ts'

const noSection = () => notFound(cannotFind('section'))
const noTag = () => notFound(cannotFind('tag'))

/** SQL for rows `c` of sections or tags that the caller manages. */
const isMine = (session: SignedInSession): RawBuilder<boolean> => isKept(session)

export async function sectionsOf(tx: Tx, session: SignedInSession, now: string): Promise<ItemSection[]> {
  const may = mayRead(session, dayIn(session.org.zone, now))
  const { rows } = await tx.sql<ItemSection>`
    select s.id, s.name, (row_number() over (partition by s.is_for_all order by s.position, s.id) - 1)::int as position,
      case when s.is_for_all then 'bd' else 'firm' end as owner,
      coalesce((select json_agg(c.id order by c.made_at desc, c.id) from shared_contents c where c.section_id = s.id and c.org_id = s.org_id and ${may}), '[]') as content
    from shared_content_sections s where s.org_id = ${currentOrgId} or s.is_for_all order by s.is_for_all, s.position, s.id`
  return rows
}

export async function tagsOf(tx: Tx, session: SignedInSession, now: string): Promise<Tag[]> {
  const me = session.actor.id
  const may = mayRead(session, dayIn(session.org.zone, now))
  const { rows } = await tx.sql<Tag>`
    select t.id, t.name, case when t.is_for_all then 'bd' else 'firm' end as owner, t.user_id is not null as is_favourites,
      case when t.user_id is null
        then (select count(*)::int from shared_content_tags ct join shared_contents c on c.org_id = ct.org_id and c.id = ct.content_id where ct.org_id = t.org_id and ct.tag_id = t.id and ${may})
        else (select count(*)::int from content_marks m join shared_contents c on c.id = m.content_id where m.org_id = ${currentOrgId} and m.user_id = ${me} and m.is_favourite and ${may})
      end as contents
    from shared_tags t where (t.org_id = ${currentOrgId} or t.is_for_all) and (t.user_id is null or t.user_id = ${me})
    order by t.user_id is null, lower(t.name), t.id`
  return rows
}

const found = <T extends { id: string }>(rows: T[], id: string, none: () => Refusal): T => {
  const one = rows.find((row) => row.id === id.toLowerCase())
  if (!one) throw none()
  return one
}
const sectionOf = async (tx: Tx, session: SignedInSession, id: string, now: string) =>
  found(await sectionsOf(tx, session, now), id, noSection)
const tagOf = async (tx: Tx, session: SignedInSession, id: string, now: string) =>
  found(await tagsOf(tx, session, now), id, noTag)

type Named = { id: string; name: string }

/**
 * Locks and returns the caller's own sections in their order. Of two concurrent moves or deletes, the second sees the
 * result of the first.
 */
async function lockSections(tx: Tx, session: SignedInSession): Promise<Named[]> {
  // Locks by id, because positions can change before the lock is granted and the order would lead to deadlocks.
  await tx.sql`select from content_sections c where ${isMine(session)} order by c.id for update`
  const { rows } = await tx.sql<Named>`
    select id, name from content_sections c where ${isMine(session)} order by c.position, c.id`
  return rows
}

async function order(tx: Tx, sections: readonly Named[]): Promise<void> {
  const places = sections.map(({ id }, position) => ({ id, position }))
  await tx.sql`
    update content_sections s set position = n.position from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as n (id uuid, position int)
    where s.org_id = ${currentOrgId} and s.id = n.id and s.position <> n.position`
}

/** Throws 400 if one of these has the name. */
function refuseSection(sections: readonly Named[], name: string): void {
  const same = sections.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (same)
    throw invalid({ name: `The section “${same.name}” already exists.` }, `The section “${same.name}” already exists.`)
}

const sections: Handler[] = [
  defineHandler(routes.sections, canReadLibrary, async ({ tx, session, now }) => ({
    sections: await sectionsOf(tx, session, now),
  })),
  defineHandler(routes.addSection, writes, async ({ tx, session, body: { name }, now }) => {
    await lockNames(tx, 'sections')
    const before = await lockSections(tx, session)
    refuseSection(before, name)
    if (before.length >= limits.sections) throw new Refusal('not_allowed_now', limitIs(`${limits.sections} sections`))
    const id = await insertSection(tx, { name, position: before.length, isForAll: isPublisher(session) })
    await audit(tx, session, { action: 'section.added', subject: { id, name } })
    return sectionOf(tx, session, id, now)
  }),
  defineHandler(routes.editSection, writes, async ({ tx, session, params, body: { name, position }, now }) => {
    const before = await lockSections(tx, session)
    const one = found(before, params.id, noSection)
    if (name !== undefined && name !== one.name) {
      refuseSection(
        before.filter(({ id }) => id !== one.id),
        name,
      )
      await tx.sql`update content_sections set name = ${name} where org_id = ${currentOrgId} and id = ${one.id}`
      await audit(tx, session, {
        action: 'section.changed',
        subject: { id: one.id, name },
        details: { name: { from: one.name, to: name } },
      })
    }
    if (position !== undefined) {
      const others = before.filter(({ id }) => id !== one.id)
      await order(tx, others.toSpliced(position, 0, one))
    }
    return sectionOf(tx, session, one.id, now)
  }),
  defineHandler(routes.removeSection, writes, async ({ tx, session, params }) => {
    const before = await lockSections(tx, session)
    const { id, name } = found(before, params.id, noSection)
    const [first] = before.filter((one) => one.id !== id)
    if (!first) throw new Refusal('not_allowed_now', 'You can’t delete the last section. Add another one first.')
    await tx.sql`update contents set section_id = ${first.id}, revision = revision + 1 where org_id = ${currentOrgId} and section_id = ${id}`
    await tx.sql`delete from content_sections where org_id = ${currentOrgId} and id = ${id}`
    await order(
      tx,
      before.filter((one) => one.id !== id),
    )
    await audit(tx, session, { action: 'section.deleted', subject: { id, name }, details: { into: first.name } })
    return undefined
  }),
]

export async function insertSection(
  tx: Tx,
  { name, position, isForAll }: { name: string; position: number; isForAll: boolean },
): Promise<string> {
  const id = newId()
  await tx.sql`insert into content_sections (org_id, id, name, position, is_for_all) values (${currentOrgId}, ${id}, ${name}, ${position}, ${isForAll})`
  return id
}

/** Throws 400 if a tag has this name. */
export async function insertTag(tx: Tx, { name, isForAll }: { name: string; isForAll: boolean }): Promise<string> {
  await lockNames(tx, 'tags')
  const id = newId()
  const { rows } = await tx.sql`
    insert into tags (org_id, id, name, is_for_all) values (${currentOrgId}, ${id}, ${name}, ${isForAll})
    on conflict (org_id, is_for_all, lower(name)) where user_id is null do nothing returning id`
  if (rows.length === 0) throw taken(name)
  return id
}
const taken = (name: string) =>
  invalid({ name: `The tag “${name}” already exists.` }, `The tag “${name}” already exists.`)

/**
 * Locks the caller's own tags in a fixed order, whichever is merged into which. A person's favourites tag can't be
 * renamed.
 */
async function lockTags(tx: Tx, session: SignedInSession, ids: readonly string[]): Promise<Named[]> {
  const { rows } = await tx.sql<Named>`
    select id, name from tags c where c.id = any(${[...ids]}::uuid[]) and c.user_id is null and ${isMine(session)} order by c.id for update`
  return ids.map((id) => found(rows, id, noTag))
}

async function renameTag(tx: Tx, session: SignedInSession, { id, name }: Named, to: string): Promise<void> {
  if (to === name) return
  await lockNames(tx, 'tags')
  const { rows } = await tx.sql`
    select from tags where org_id = ${currentOrgId} and id <> ${id} and user_id is null and lower(name) = lower(${to}) and is_for_all = ${isPublisher(session)}`
  if (rows.length > 0) throw taken(to)
  await tx.sql`update tags set name = ${to} where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, session, { action: 'tag.renamed', subject: { id, name: to }, details: { name: { from: name, to } } })
}

/** Moves all items of one tag to the other and deletes the first. Throws 400 if both are the same. */
async function mergeTag(tx: Tx, session: SignedInSession, fromId: string, intoId: string): Promise<string> {
  const sentence = 'You can’t merge a tag into itself. Choose another one.'
  if (intoId.toLowerCase() === fromId.toLowerCase()) throw invalid({ into: sentence }, sentence)
  const [{ id, name }, into] = (await lockTags(tx, session, [fromId, intoId])) as [Named, Named]
  // An item that is being deleted isn't tagged again.
  await tx.sql`
    with kept as (
      select c.org_id, c.id, c.is_for_all from content_tags t join contents c on c.org_id = t.org_id and c.id = t.content_id
      where t.org_id = ${currentOrgId} and t.tag_id = ${id} order by c.id for key share of c)
    insert into content_tags (org_id, content_id, tag_id, is_for_all) select org_id, id, ${into.id}::uuid, is_for_all from kept on conflict do nothing`
  await tx.sql`delete from tags where org_id = ${currentOrgId} and id = ${id}`
  await audit(tx, session, { action: 'tag.merged', subject: { id: into.id, name: into.name }, details: { from: name } })
  return into.id
}

const tags: Handler[] = [
  defineHandler(routes.tags, canReadLibrary, async ({ tx, session, now }) => ({
    tags: await tagsOf(tx, session, now),
  })),
  defineHandler(routes.addTag, writes, async ({ tx, session, body: { name }, now }) => {
    const id = await insertTag(tx, { name, isForAll: isPublisher(session) })
    await audit(tx, session, { action: 'tag.added', subject: { id, name } })
    return tagOf(tx, session, id, now)
  }),
  defineHandler(routes.addFavourites, canReadLibrary, async ({ tx, session, now }) =>
    tagOf(tx, session, await readFavorites(tx, session.actor.id), now),
  ),
  defineHandler(routes.editTag, writes, async ({ tx, session, params, body: { name, into }, now }) => {
    if (into !== undefined) return tagOf(tx, session, await mergeTag(tx, session, params.id, into), now)
    const [tag] = (await lockTags(tx, session, [params.id])) as [Named]
    if (name !== undefined) await renameTag(tx, session, tag, name)
    return tagOf(tx, session, tag.id, now)
  }),
  defineHandler(routes.removeTag, writes, async ({ tx, session, params }) => {
    const [{ id, name }] = (await lockTags(tx, session, [params.id])) as [Named]
    await tx.sql`delete from tags where org_id = ${currentOrgId} and id = ${id}`
    await audit(tx, session, { action: 'tag.deleted', subject: { id, name } })
    return undefined
  }),
]

export const sortingServed: Handler[] = [...sections, ...tags]
