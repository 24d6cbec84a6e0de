// Stores how files of a firm were mapped on import, suggests it for the next file with the same headings, and deletes
// it on request.
import { createHash } from 'node:crypto'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { ImportColumn, ImportKind, MappingMemory } from '../contract.ts'
import { fitOf, headingsKey, type SavedMappingInput } from '../keptMapping.ts'
import type { StoredImport } from './store.ts'

/** Number of mappings of one kind that are searched, latest first. Older ones are deleted. */
const MOST = 50

export type SavedMapping = MappingMemory & { id: string; mapping: SavedMappingInput }

export async function saveMapping(
  tx: Tx,
  { kind, file_name, options }: StoredImport,
  userId: string,
  mapping: SavedMappingInput,
) {
  const key = createHash('sha256').update(headingsKey(options.columns)).digest('hex')
  await tx.sql`
    insert into kept_mappings (org_id, id, kind, headings_key, mapping, file_name, user_id)
    values (${currentOrgId}, ${newId()}, ${kind}, ${key}, ${JSON.stringify(mapping)}::jsonb, ${file_name}, ${userId})
    on conflict (org_id, kind, headings_key) do update
      set mapping = excluded.mapping, file_name = excluded.file_name, user_id = excluded.user_id, saved_at = excluded.saved_at`
  await tx.sql`
    delete from kept_mappings where org_id = ${currentOrgId} and kind = ${kind} and id not in (
      select k.id from kept_mappings k where k.org_id = ${currentOrgId} and k.kind = ${kind} order by k.saved_at desc, k.id desc limit ${MOST})`
}

/** Returns the mapping that covers most of the file's headings, the latest if several do, or null if none fits. */
export async function savedMappingFor(tx: Tx, kind: ImportKind, columns: ImportColumn[]): Promise<SavedMapping | null> {
  const { rows } = await tx.sql<SavedMapping>`
    select k.id, k.mapping, k.file_name, k.saved_at, coalesce(trim(u.first_name || ' ' || u.last_name), '') as by
    from kept_mappings k left join users u on u.org_id = k.org_id and u.id = k.user_id
    where k.org_id = ${currentOrgId} and k.kind = ${kind} order by k.saved_at desc, k.id desc`
  const fitting = rows.map((kept) => ({ kept, fit: fitOf(kept.mapping, columns) })).filter(({ fit }) => fit > 0)
  return fitting.toSorted((a, b) => b.fit - a.fit)[0]?.kept ?? null
}

export async function deleteMapping(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from kept_mappings where org_id = ${currentOrgId} and id = ${id}`
}
