// Contract of the firm's PDFs: their fields, versions, access, readers, and search results.
import { z } from 'zod'
import {
  AccessInput,
  Audience,
  AccessGroup as GroupName,
  noAccess,
  AccessPerson as Person,
} from '#core/contract/access.ts'
import { day, id, stamp, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const ASSET_NAME_LENGTH = 200
export const TAG_LENGTH = 30
export const TAGS = 10
export const TRASH_DAYS = 30
/** Maximum number of earlier versions that are stored. */
export const VERSIONS = 50
export const FILE_BYTES = 50 * 1024 * 1024

/** Source: the second specification, section 5. */
export const assetMessages = {
  name: 'Asset name is required.',
  access: noAccess,
  file: 'A file must be selected.',
  otherType: 'Only PDF files are allowed.',
  failed: 'Upload failed.',
} as const

export const Asset = z.object({
  id,
  name: z.string(),
  /** Opens the file in this session for some minutes. Each opening checks the right again. */
  file_url: z.string(),
  /** Image of page 1. Empty if there is none. */
  thumbnail_url: z.string(),
  uploaded_by: z.string(),
  created_at: stamp,
  updated_at: stamp,
  /** Only sent to people who manage assets. */
  users_access: z.array(Person),
  groups_access: z.array(GroupName),
  everyone: z.boolean(),
  /** Number of people who can open it. Null for non-managers of assets. */
  reach: z.number().nullable(),
  versions: z.number(),
  pages: z.number(),
  bytes: z.number(),
  tags: z.array(z.string()),
  favourite: z.boolean(),
  /** Last version that the caller opened, or 0. */
  opened: z.number(),
  owner_id: id.nullable(),
  review_on: day.nullable(),
  deleted_at: stamp.nullable(),
  /** Changes with each edit of the name, access, or filing. */
  revision: z.int(),
})
export type Asset = z.infer<typeof Asset>

/** Text around the matching words of a page, with the words marked. */
export const PageFound = z.object({
  asset_id: id,
  page: z.number(),
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
})
export type PageFound = z.infer<typeof PageFound>

const tags = z.array(text(TAG_LENGTH).min(1)).max(TAGS).default([])

export const AssetInput = z.strictObject({
  name: text(ASSET_NAME_LENGTH).optional(),
  ...AccessInput.shape,
  upload_id: id.optional(),
  tags,
  owner_id: id.nullable().default(null),
  review_on: day.nullable().default(null),
})
/** `revision` is the one that was read. Returns 409 after another person's edit. Omit it to skip this check. */
export const AssetChange = AssetInput.extend({ revision: z.int().optional() })
export type AssetChange = z.infer<typeof AssetChange>
export type AssetInput = z.infer<typeof AssetInput>

export const AssetVersion = z.object({
  version: z.number(),
  made_at: stamp,
  made_by: z.string(),
  pages: z.number(),
  bytes: z.number(),
  is_current: z.boolean(),
  restored_from: z.number().nullable(),
  url: z.string(),
})
export type AssetVersion = z.infer<typeof AssetVersion>

export const AssetReader = Person.extend({
  /** Last version that the person opened, and when. Null if none. */
  version: z.number().nullable(),
  at: stamp.nullable(),
})
export type AssetReader = z.infer<typeof AssetReader>

const one = z.strictObject({ id })
const list = z.object({ assets: z.array(Asset), found: z.array(PageFound) })
export type AssetListPage = z.infer<typeof list>
const form = {
  body: AssetInput,
  files: { file: { isOptional: true as const } },
  limits: { seconds: 300, fields: 10_000 },
}

export const routes = {
  mine: defineRoute({
    name: 'assets.mine',
    method: 'GET',
    path: 'assets',
    summary: 'List the assets that I can open; with `q`, those with a matching name, and matching pages',
    query: z.strictObject({ q: text(100).optional() }),
    answer: list,
  }),
  all: defineRoute({
    name: 'assets.all',
    method: 'GET',
    path: 'assets/all',
    summary: 'List all assets of the firm, or those in its trash',
    query: z.strictObject({ q: text(100).optional(), trash: z.enum(['yes', 'no']).optional() }),
    answer: list,
  }),
  reach: defineRoute({
    name: 'assets.reach',
    method: 'GET',
    path: 'assets/reach',
    summary: 'List the people and groups who can get access to an asset',
    answer: Audience,
  }),
  one: defineRoute({
    name: 'assets.one',
    method: 'GET',
    path: 'assets/:id',
    summary: 'Get an asset that I can open',
    params: one,
    answer: Asset,
  }),
  add: defineRoute({
    name: 'assets.add',
    method: 'POST',
    path: 'assets',
    summary:
      'Upload an asset (multipart/form-data: file or upload_id, name, users_access[i], groups_access[i], everyone)',
    answer: Asset,
    ...form,
  }),
  edit: defineRoute({
    name: 'assets.edit',
    method: 'POST',
    path: 'assets/:id',
    summary: 'Change an asset, and its file if you send one',
    params: one,
    answer: Asset,
    ...form,
    body: AssetChange,
  }),
  remove: defineRoute({
    name: 'assets.remove',
    method: 'DELETE',
    path: 'assets/:id',
    summary: 'Remove an asset from my list',
    params: one,
  }),
  putBack: defineRoute({
    name: 'assets.putBack',
    method: 'POST',
    path: 'assets/:id/put_back',
    summary: 'Restore an asset to my list',
    params: one,
    answer: Asset,
  }),
  removeForAll: defineRoute({
    name: 'assets.removeForAll',
    method: 'DELETE',
    path: 'assets/:id/all',
    summary: 'Delete an asset for everyone; it stays in the trash for 30 days',
    params: one,
  }),
  bringBack: defineRoute({
    name: 'assets.bringBack',
    method: 'POST',
    path: 'assets/:id/bring_back',
    summary: 'Restore an asset from the trash',
    params: one,
    answer: Asset,
  }),
  favourite: defineRoute({
    name: 'assets.favourite',
    method: 'POST',
    path: 'assets/:id/favourite',
    summary: 'Add an asset to my favorites, or remove it',
    params: one,
    body: z.strictObject({ favourite: z.boolean() }),
    answer: Asset,
  }),
  versions: defineRoute({
    name: 'assets.versions',
    method: 'GET',
    path: 'assets/:id/versions',
    summary: 'List an asset’s versions',
    params: one,
    answer: z.object({ versions: z.array(AssetVersion) }),
  }),
  restore: defineRoute({
    name: 'assets.restore',
    method: 'POST',
    path: 'assets/:id/versions/:n/restore',
    summary: 'Restore an earlier version',
    params: z.strictObject({ id, n: z.coerce.number().int().min(1).max(1e9) }),
    answer: Asset,
  }),
  readers: defineRoute({
    name: 'assets.readers',
    method: 'GET',
    path: 'assets/:id/readers',
    summary: 'List who can open an asset, and who has',
    params: one,
    answer: z.object({ readers: z.array(AssetReader) }),
  }),
}
