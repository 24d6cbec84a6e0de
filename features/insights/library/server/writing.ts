// Creates, edits, and deletes the rows and files of Library items.
import { type RawBuilder, sql } from 'kysely'
import type { AccessInput } from '#core/contract/access.ts'
import { instantOf } from '#core/contract/dates.ts'
import { changedMeanwhile, invalid } from '#core/contract/errors.ts'
import { checkAccess } from '#core/server/access.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { FileChanges } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { deleteVideo, insertVideo } from '#core/server/video/videos.ts'
import { required } from '../../namesContract.ts'
import { isPublisher } from '../../server/policies.ts'
import { type ContentChange, type ContentInput, type ContentType, kindFor } from '../contract.ts'
import { contentAccess, isKept, kindsFor } from './policies.ts'
import { noContent } from './rows.ts'
import { type ReceivedUpload, type SentFile, takenFrom } from './sent.ts'

/** The person who acts, without what the audit log needs. */
export type Keeper = Pick<SignedInSession, 'actor' | 'user' | 'org'>
export type LibraryMutation = { session: SignedInSession; now: string }

type Kept = {
  id: string
  name: string
  content_type: ContentType
  section_id: string
  file_id: string | null
  thumbnail_id: string | null
  is_thumbnail_made: boolean
  everyone: boolean
  revision: number
}

const wantedFiles: Record<Exclude<ContentType, 'blog'>, { isFor: (type: string) => boolean; sentence: string }> = {
  video: { isFor: (type) => type === 'video/mp4', sentence: 'Choose an MP4 video.' },
  audio: { isFor: (type) => type.startsWith('audio/'), sentence: 'Choose an MP3 or M4A file.' },
  others: {
    isFor: (type) => type === 'application/pdf' || type.startsWith('image/'),
    sentence: 'Choose a PDF or an image.',
  },
}

/** Returns the id of the new item. Throws 400 with a message for each invalid field. */
export async function addContent(
  change: FileChanges,
  doing: LibraryMutation,
  sent: ReceivedUpload<ContentInput>,
): Promise<string> {
  const id = await insertContent(change, doing, sent)
  const { name, content_type: type } = sent.fields
  await audit(change.tx, doing.session, { action: 'content.added', subject: { id, name }, details: { type } })
  return id
}

/** Does the same as `addContent` without an audit entry. */
export async function insertContent(
  change: FileChanges,
  doing: { session: Keeper; now: string },
  { fields, file, thumbnail }: Omit<ReceivedUpload<ContentInput>, 'said'>,
): Promise<string> {
  const { tx } = change
  const { session, now } = doing
  const isForAll = isPublisher(session)
  const me = session.actor.id
  checkFile(fields.content_type, { ...fields, file, hasFile: false })
  const access = accessIn(fields, isForAll)
  await checkAccess(tx, access, [fields.review_owner || null])
  const sectionId = await sectionFor(tx, session, fields.section_id)
  const id = newId()
  const kept = await storeFile(change, session, {
    file,
    fields,
    name: fields.name,
    description: fields.description ?? '',
  })
  const picture = await storeThumbnail(change, session, { thumbnail, fields })
  if (file?.picture && !picture) await change.keep(file.picture, me)
  await tx.sql`
    insert into contents (org_id, id, section_id, name, description, content_type, kind, file_id, thumbnail_id, is_thumbnail_made, blog_url, seconds, pages,
      event_at, allow_external, everyone, is_for_all, expires, review_on, review_owner, made_by, made_at, changed_at)
    values (${currentOrgId}, ${id}, ${sectionId}, ${fields.name}, ${fields.description ?? ''}, ${fields.content_type}, ${fields.kind ?? kindFor(fields.content_type)},
      ${kept}, ${picture ?? file?.picture?.id ?? null}, ${!picture && !!file?.picture}, ${fields.content_type === 'blog' ? (fields.blog_url ?? '') : ''},
      ${secondsOf(file, fields.duration)}, ${file?.pages ?? 0}, ${instantIn(session, fields.event_at)}::timestamptz, ${fields.allow_external ?? false},
      ${access.everyone}, ${isForAll}, ${fields.expires || null}::date, ${fields.review || null}::date, ${fields.review_owner || me}, ${me}, ${now}::timestamptz, ${now}::timestamptz)`
  if (!isForAll) await contentAccess.save(tx, id, access)
  if (fields.tags_id) await saveTags(tx, session, id, fields.tags_id)
  if (file) await savePages(tx, id, isForAll, file.texts)
  return id
}

/**
 * Throws 404 for an item that doesn't exist or that the caller doesn't manage, and 409 if someone has edited it since
 * it was read.
 */
export async function editContent(
  change: FileChanges,
  doing: LibraryMutation,
  id: string,
  { fields, file, thumbnail }: ReceivedUpload<ContentChange>,
): Promise<void> {
  const { tx } = change
  const { session, now } = doing
  // Locks the section before the item, in the same order as deleting a section does.
  const sectionId = fields.section_id === undefined ? undefined : await sectionFor(tx, session, fields.section_id)
  const before = await lockContent(tx, session, id)
  if (fields.revision !== undefined && fields.revision !== before.revision) throw changedMeanwhile('content')
  const type = fields.content_type ?? before.content_type
  const isOtherType = type !== before.content_type
  if (isOtherType || file || fields.blog_url !== undefined)
    checkFile(type, { ...fields, file, hasFile: !isOtherType && before.file_id !== null, isBlogAlready: !isOtherType })
  const sets: RawBuilder<unknown>[] = [
    ...set('name', fields.name),
    ...set('description', fields.description),
    ...set('kind', fields.kind),
    ...set('content_type', isOtherType ? type : undefined),
    ...set('allow_external', fields.allow_external),
    ...set('event_at', fields.event_at === undefined ? undefined : instantIn(session, fields.event_at)),
    ...set('expires', fields.expires === undefined ? undefined : fields.expires || null),
    ...set('review_on', fields.review === undefined ? undefined : fields.review || null),
    ...set('review_owner', fields.review_owner === undefined ? undefined : fields.review_owner || null),
    ...set('section_id', sectionId),
    ...set('blog_url', type !== 'blog' ? (isOtherType ? '' : undefined) : fields.blog_url || undefined),
    ...set(
      'seconds',
      file || fields.duration !== undefined || type === 'blog' ? secondsOf(file, fields.duration) : undefined,
    ),
  ]
  if ((fields.users_access ?? fields.groups_access ?? fields.everyone) !== undefined)
    await giveAccess(tx, session, id, fields, sets)
  else if (fields.review_owner)
    await checkAccess(tx, { users_access: [], groups_access: [], everyone: true }, [fields.review_owner])
  if (fields.tags_id) await saveTags(tx, session, id, fields.tags_id)
  const gone = await changeFiles(change, session, { id, before, type, fields, file, thumbnail }, sets)
  await tx.sql`
    update contents set ${sql.join([...sets, sql`changed_at = ${now}::timestamptz`, sql`revision = revision + 1`])}
    where org_id = ${currentOrgId} and id = ${id}`
  for (const letGo of gone) await letGo()
  if (file || type === 'blog') await savePages(tx, id, isPublisher(session), file?.texts ?? [])
  await audit(tx, session, {
    action: 'content.changed',
    subject: { id, name: fields.name ?? before.name },
    details: { changed: Object.keys(fields).filter((name) => name !== 'revision') },
  })
}

export async function removeContent(change: FileChanges, { session }: LibraryMutation, id: string): Promise<void> {
  const { tx } = change
  const { name, content_type: type, file_id: fileId, thumbnail_id: thumbnailId } = await lockContent(tx, session, id)
  await tx.sql`delete from contents where org_id = ${currentOrgId} and id = ${id}`
  if (fileId) await dropFile(change, type, fileId)
  if (thumbnailId) await change.drop(thumbnailId)
  await audit(tx, session, { action: 'content.deleted', subject: { id, name } })
}

/**
 * Locks an item that the caller manages, but not against rows that refer to it, because merging tags locks those first.
 * Throws 404 otherwise.
 */
export async function lockContent(tx: Tx, session: SignedInSession, id: string): Promise<Kept> {
  const { rows } = await tx.sql<Kept>`
    select id, name, content_type, section_id, file_id, thumbnail_id, is_thumbnail_made, everyone, revision
    from contents c where c.id = ${id} and ${isKept(session)} for no key update`
  if (!rows[0]) throw noContent()
  return rows[0]
}

const set = (column: string, value: unknown): RawBuilder<unknown>[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]

const instantIn = ({ org }: Keeper, stamp: string | undefined): string | null =>
  stamp ? instantOf(org.zone, `${stamp.replace('T', ' ').slice(0, 16)}:00`) : null

/** Returns the file's duration, or the entered one if the file has none. */
function secondsOf(file: SentFile | null, duration: string | undefined): number {
  // Rounds down, as players do.
  if (file?.video) return Math.max(1, Math.floor(file.video.seconds))
  const [minutes = 0, seconds = 0] = (duration ?? '').split(':').map(Number)
  return minutes * 60 + seconds
}

type About = {
  file: SentFile | null
  hasFile: boolean
  blog_url?: string | undefined
  upload_id?: string | undefined
  isBlogAlready?: boolean
}

/** Source: the specification, section 5. */
function checkFile(type: ContentType, { file, hasFile, blog_url, upload_id, isBlogAlready = false }: About): void {
  if (type === 'blog') {
    if (blog_url === '' || (blog_url === undefined && !isBlogAlready)) throw invalid({ blog_url: required })
    return
  }
  // A missing upload is reported when it is attached.
  if (!file && !hasFile && upload_id === undefined) throw invalid({ file: required })
  const { isFor, sentence } = wantedFiles[type]
  if (file && !isFor(file.type)) throw invalid({ file: sentence }, sentence)
}

/**
 * Returns the section if its owner matches: a firm adds nothing to the vendor's sections, nor the vendor to a firm's.
 */
async function sectionFor(tx: Tx, session: Keeper, id: string): Promise<string> {
  const { rows } = await tx.sql<{ id: string }>`
    select id from content_sections c where c.id = ${id} and ${isKept(session)} for share`
  if (!rows[0]) throw invalid({ section_id: 'This section no longer exists. Choose another one.' })
  return rows[0].id
}

const accessIn = (
  { users_access = [], groups_access = [], everyone }: Partial<AccessInput>,
  isForAll: boolean,
): AccessInput =>
  isForAll
    ? { users_access: [], groups_access: [], everyone: true }
    : { users_access, groups_access, everyone: everyone ?? users_access.length + groups_access.length === 0 }

async function giveAccess(
  tx: Tx,
  session: SignedInSession,
  id: string,
  fields: ContentChange,
  sets: RawBuilder<unknown>[],
): Promise<void> {
  const { users_access = [], groups_access = [], everyone = false } = fields
  const access = isPublisher(session) ? accessIn({}, true) : { users_access, groups_access, everyone }
  await checkAccess(tx, access, [fields.review_owner || null])
  await contentAccess.save(tx, id, access)
  sets.push(...set('everyone', access.everyone))
}

/** Throws 400 for a tag that doesn't exist or belongs to someone else. */
export async function saveTags(tx: Tx, session: Keeper, id: string, given: readonly string[]): Promise<void> {
  const wanted = [...new Set(given.map((one) => one.toLowerCase()))]
  const { rows } = await tx.sql<{ id: string; is_own: boolean }>`
    select c.id, c.user_id is not null as is_own from tags c where c.id = any(${wanted}::uuid[])
      and (c.user_id is null and ${isKept(session)} or c.org_id = ${currentOrgId} and c.user_id = ${session.actor.id}) order by c.id for share`
  if (rows.length !== wanted.length) throw invalid({ tags_id: 'A tag you selected no longer exists.' })
  const tags = rows.filter((one) => !one.is_own).map((one) => one.id)
  await tx.sql`delete from content_tags where org_id = ${currentOrgId} and content_id = ${id} and tag_id <> all(${tags}::uuid[])`
  await tx.sql`
    insert into content_tags (org_id, content_id, tag_id, is_for_all)
    select c.org_id, c.id, t, c.is_for_all from contents c, unnest(${tags}::uuid[]) as t where c.org_id = ${currentOrgId} and c.id = ${id} on conflict do nothing`
}

type Keeping = { file: SentFile | null; fields: ContentChange; name: string; description: string }

/** Returns the id of the stored file, or null if none was sent. */
async function storeFile(
  change: FileChanges,
  session: Keeper,
  { file, fields, name, description }: Keeping,
): Promise<string | null> {
  const userId = session.actor.id
  const placed = await takenFrom(
    change,
    { kind: kindsFor(session).file, userId },
    file?.placed ?? null,
    fields.upload_id,
  )
  if (!file || !placed) return null
  const isForAll = isPublisher(session)
  if (file.video)
    await insertVideo(change, { placed, facts: file.video, name, description, isOfFirm: false, isForAll }, userId)
  else await change.keep(placed, userId)
  return placed.id
}

async function storeThumbnail(
  change: FileChanges,
  session: Keeper,
  { thumbnail, fields }: Pick<ReceivedUpload<ContentChange>, 'thumbnail' | 'fields'>,
): Promise<string | null> {
  const userId = session.actor.id
  const placed = await takenFrom(
    change,
    { kind: kindsFor(session).thumbnail, userId },
    thumbnail,
    fields.thumbnail_upload_id,
  )
  if (placed) await change.keep(placed, userId)
  return placed?.id ?? null
}

const dropFile = (change: FileChanges, type: ContentType, id: string) =>
  type === 'video' ? deleteVideo(change, id) : change.drop(id)

type Replacing = Pick<ReceivedUpload<ContentChange>, 'fields' | 'file' | 'thumbnail'> & {
  id: string
  before: Kept
  type: ContentType
}

/** Stores the new files and returns those to delete once the row no longer refers to them. */
async function changeFiles(
  change: FileChanges,
  session: SignedInSession,
  { before, type, fields, file, thumbnail }: Replacing,
  sets: RawBuilder<unknown>[],
): Promise<(() => Promise<unknown>)[]> {
  const gone: (() => Promise<unknown>)[] = []
  const name = fields.name ?? before.name
  const kept = await storeFile(change, session, { file, fields, name, description: fields.description ?? '' })
  const isWithout = type === 'blog' && before.file_id !== null
  if (kept || isWithout) {
    sets.push(...set('file_id', kept), ...set('pages', file?.pages ?? 0))
    const { file_id: old, content_type: oldType } = before
    if (old) gone.push(() => dropFile(change, oldType, old))
  }
  const picture = await storeThumbnail(change, session, { thumbnail, fields })
  const isMade = kept !== null && !picture && (before.is_thumbnail_made || before.thumbnail_id === null)
  if (isMade && file?.picture) await change.keep(file.picture, session.actor.id)
  if (picture || isMade || (isWithout && before.is_thumbnail_made)) {
    const next = picture ?? (isMade ? (file?.picture?.id ?? null) : null)
    sets.push(...set('thumbnail_id', next), ...set('is_thumbnail_made', !picture && next !== null))
    const { thumbnail_id: old } = before
    if (old) gone.push(() => change.drop(old))
  }
  return gone
}

/** Pages of the vendor's items are indexed under a word that stands for all firms. */
async function savePages(tx: Tx, id: string, isForAll: boolean, texts: readonly string[]): Promise<void> {
  await tx.sql`delete from content_pages where org_id = ${currentOrgId} and content_id = ${id}`
  const whose = isForAll ? sql`'orgofall'` : sql`'org' || ${currentOrgId}`
  await tx.sql`
    insert into content_pages (org_id, content_id, page, text, words)
    select ${currentOrgId}, ${id}, t.page, t.text, to_tsvector('english', t.text) || array_to_tsvector(array[${whose}])
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t (text, page) where t.text <> '' returning 1`
}
