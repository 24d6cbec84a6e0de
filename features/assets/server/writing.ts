// Writes an asset's rows: creation with a first version, later versions, and the notifications.
import { changedMeanwhile } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { checkAccess } from '#core/server/access.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { FileChanges } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { notify } from '#core/server/notices/notify.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { AssetChange, AssetInput } from '../contract.ts'
import { assetAdded, assetReplaced } from '../noticesContract.ts'
import type { AssetContent } from './content.ts'
import { assetAccess } from './policies.ts'
import { noAsset } from './rows.ts'

export const assetPath = (id: string) => `/viewer/assets/${id}`
export type AssetMutation = { session: SignedInSession; now: string }
/** Enough context for changes that aren't logged. */
type Plainly = { session: Pick<SignedInSession, 'actor'>; now: string }

/** Returns the ID of the new asset. Throws 400 with a message per field. */
export async function addAsset(
  change: Pick<FileChanges, 'tx' | 'keep'>,
  { session, now }: AssetMutation,
  input: AssetInput & { name: string },
  content: AssetContent,
): Promise<string> {
  const { tx } = change
  const id = await insertAsset(change, { me: session.actor.id, now }, input, content)
  await audit(tx, session, { action: 'asset.added', subject: { id, name: input.name }, details: accessOf(input) })
  await notifyNewAsset(tx, { session, now }, id, new Set())
  return id
}

/** Like addAsset, without notifications. */
export async function insertAsset(
  { tx, keep }: Pick<FileChanges, 'tx' | 'keep'>,
  { me, now }: { me: string; now: string },
  input: AssetInput & { name: string },
  content: AssetContent,
): Promise<string> {
  await checkAccess(tx, input, [input.owner_id])
  const id = newId()
  await storeContent(keep, content, me)
  await tx.sql`
    insert into assets (org_id, id, name, file_id, thumbnail_id, pages, everyone, tags, owner_id, review_on, modified_by, created_at, modified_at)
    values (${currentOrgId}, ${id}, ${input.name}, ${content.placed.id}, ${content.thumbnail?.id ?? null}, ${content.pages}, ${input.everyone}, ${input.tags},
      ${input.owner_id ?? me}, ${input.review_on}, ${me}, ${now}::timestamptz, ${now}::timestamptz)`
  await insertVersion(tx, id, 1, content, { madeBy: me, now })
  await assetAccess.save(tx, id, input)
  return id
}

/** Throws 404 for a missing asset, and 409 if someone else has edited it since it was read. */
export async function editAsset(
  change: FileChanges,
  { session, now }: AssetMutation,
  id: string,
  { input, content }: { input: AssetChange & { name: string }; content: AssetContent | null },
): Promise<void> {
  const { tx } = change
  const { revision } = await lockAsset(tx, id)
  if (input.revision !== undefined && input.revision !== revision) throw changedMeanwhile('asset')
  await checkAccess(tx, input, [input.owner_id])
  const before = new Set(await readersAllowed(tx, id))
  await tx.sql`
    update assets set name = ${input.name}, everyone = ${input.everyone}, tags = ${input.tags}, review_on = ${input.review_on},
      owner_id = coalesce(${input.owner_id}, owner_id), modified_by = ${session.actor.id}, modified_at = ${now}::timestamptz, revision = revision + 1
    where org_id = ${currentOrgId} and id = ${id}`
  await assetAccess.save(tx, id, input)
  if (content) await replaceContent(change, { session, now }, id, content, null)
  const details = { ...accessOf(input), replaced: content !== null }
  await audit(tx, session, { action: 'asset.changed', subject: { id, name: input.name }, details })
  await notifyNewAsset(tx, { session, now }, id, before)
}

/** Stores the next version of a locked asset. The link stays the same. */
export async function replaceContent(
  { tx, replace, keep }: FileChanges,
  { session, now }: Plainly,
  id: string,
  content: AssetContent,
  restoredFrom: number | null,
): Promise<void> {
  const { rows } = await tx.sql<{ file_id: string; version: number; name: string }>`
    update assets set version = version + 1, pages = ${content.pages}, thumbnail_id = ${content.thumbnail?.id ?? null},
      modified_by = ${session.actor.id}, modified_at = ${now}::timestamptz
    where org_id = ${currentOrgId} and id = ${id} returning file_id, version, name`
  const { file_id, version, name } = rows[0]!
  if (content.thumbnail) await keep(content.thumbnail, session.actor.id)
  await replace(file_id, content.placed, session.actor.id)
  await insertVersion(tx, id, version, content, { madeBy: session.actor.id, now, restoredFrom })
  await notifyReaders(tx, { session, now }, { id, version, name })
}

export type LockedAsset = { name: string; file_id: string; version: number; revision: number }

export async function lockAsset(tx: Tx, id: string, isInTrash = false): Promise<LockedAsset> {
  const { rows } = await tx.sql<LockedAsset>`
    select name, file_id, version, revision from assets where org_id = ${currentOrgId} and id = ${id} and (deleted_at is not null) = ${isInTrash} for update`
  if (!rows[0]) throw noAsset()
  return rows[0]
}

async function storeContent(keep: FileChanges['keep'], { placed, thumbnail }: AssetContent, madeBy: string) {
  await keep(placed, madeBy)
  if (thumbnail) await keep(thumbnail, madeBy)
}

type About = { madeBy: string; now: string; restoredFrom?: number | null }

async function insertVersion(
  tx: Tx,
  id: string,
  version: number,
  content: AssetContent,
  { madeBy, now, restoredFrom }: About,
) {
  const { pages, placed, thumbnail, texts } = content
  await tx.sql`
    insert into asset_versions (org_id, asset_id, version, pages, bytes, thumbnail_id, made_by, made_at, restored_from)
    values (${currentOrgId}, ${id}, ${version}, ${pages}, ${placed.bytes}, ${thumbnail?.id ?? null}, ${madeBy}, ${now}::timestamptz, ${restoredFrom ?? null})`
  await tx.sql`
    insert into asset_pages (org_id, asset_id, version, page, text, words)
    select ${currentOrgId}, ${id}, ${version}, t.page, t.text, to_tsvector('english', t.text) || array_to_tsvector(array['org' || ${currentOrgId}])
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t (text, page) where t.text <> '' returning 1`
}

const accessOf = ({ users_access, groups_access, everyone }: AssetInput) => ({
  people: users_access.length,
  groups: groups_access.length,
  everyone,
})

async function readersAllowed(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.sql<{ id: string }>`
    select u.id from users u where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.role <> 'operator' and may_open_asset(u.org_id, ${id}, u.id)`
  return rows.map((row) => row.id)
}

/** Notifies people who can open it now but couldn't `before`. */
async function notifyNewAsset(
  tx: Tx,
  { session, now }: AssetMutation,
  id: string,
  before: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await tx.sql<{ name: string }>`select name from assets where org_id = ${currentOrgId} and id = ${id}`
  const allowed = await readersAllowed(tx, id)
  const news = allowed.filter((userId) => !before.has(userId) && userId !== session.actor.id)
  // Regained access restores the asset on a list it was removed from.
  await tx.sql`update asset_marks set is_hidden = false where org_id = ${currentOrgId} and asset_id = ${id} and user_id = any(${news}::uuid[]) and is_hidden`
  await notify(
    tx,
    news.map((userId) => ({
      notice: assetAdded,
      userId,
      occasion: `asset_added:${id}`,
      text: `${fullNameOf(session.actor)} added “${rows[0]!.name}” for you.`,
      details: [],
      path: assetPath(id),
      subjectId: id,
      actorId: session.actor.id,
      key: null,
    })),
    now,
  )
}

type Replaced = { id: string; version: number; name: string }

/** Notifies people who opened an earlier version and still have access. */
async function notifyReaders(tx: Tx, { session, now }: Plainly, { id, version, name }: Replaced): Promise<void> {
  const { rows } = await tx.sql<{ user_id: string }>`
    select distinct user_id from asset_readers where org_id = ${currentOrgId} and asset_id = ${id} and user_id <> ${session.actor.id}
      and may_open_asset(org_id, asset_id, user_id)`
  await notify(
    tx,
    rows.map(({ user_id }) => ({
      notice: assetReplaced,
      userId: user_id,
      occasion: `asset_replaced:${id}:${version}`,
      text: `“${name}” has a new version.`,
      details: [`${fullNameOf(session.actor)} replaced a file you’ve opened. The link is the same.`],
      path: assetPath(id),
      subjectId: id,
      actorId: session.actor.id,
      key: null,
    })),
    now,
  )
}
