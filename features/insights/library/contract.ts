// Schemas of the Library: items, sections, tags, and each person's marks. The routes are in routesContract.ts.

import { z } from 'zod'
import { AccessGroup, AccessPerson } from '#core/contract/access.ts'
import { day, id, stamp, text } from '#core/contract/fields.ts'
import { limitIs } from '#core/contract/phrases.ts'
import { Media } from '#core/contract/video.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { lineText, required } from '../namesContract.ts'
import { isStamp, noSuchTime } from '../timesContract.ts'
import { isWebAddress, withScheme } from '../webAddress.ts'

/** Source: the specification, sections 3, 5 and 9. */
export const contentTypes = ['video', 'audio', 'blog', 'others'] as const
export type ContentType = (typeof contentTypes)[number]
export const itemKinds = ['document', 'podcast', 'event', 'guide', 'whitepaper', 'FAQ', 'video'] as const
export type Kind = (typeof itemKinds)[number]

export const limits = { name: 200, description: 300, url: 2000, tags: 20, card: 80, sections: 100 } as const
const MB = 1024 ** 2
/** Largest size of one file, in bytes. */
export const fileLimits = { pdf: 50 * MB, picture: 10 * MB, audio: 300 * MB, video: 2048 * MB } as const

/** Source: the specification, sections 2, 5 and 8. */
export const libraryMessages = {
  missing: 'No insight found with the specific id.',
  deleted: 'Element was deleted successfully',
  failed: 'Looks like something went wrong, please try again',
  section: 'Section Name is required',
} as const

const owner = z.enum(['bd', 'firm'])
const seconds = z.int()

export const ItemSection = z.object({
  id,
  name: z.string(),
  /** Position among the sections of the same owner, from 0. */
  position: z.int(),
  /** 'bd': the vendor's. Every firm reads it, and only operators change it. */
  owner,
  /** Items of the section that the caller can open, latest first. */
  content: z.array(id),
})
export type ItemSection = z.infer<typeof ItemSection>

export const Tag = z.object({
  id,
  name: z.string(),
  owner,
  /** The caller's own favourites tag. */
  is_favourites: z.boolean(),
  /** Number of tagged items that the caller can open. */
  contents: z.int(),
})
export type Tag = z.infer<typeof Tag>

export const LibraryItem = z.object({
  id,
  name: z.string(),
  description: z.string(),
  content_type: z.enum(contentTypes),
  kind: z.enum(itemKinds),
  section_id: id,
  tags_id: z.array(id),
  /** Comma-separated. Includes 'favourites' if the caller has marked the item. */
  tag_names: z.string(),
  /** '' if there is no image. */
  thumbnail_url: z.string(),
  /**
   * URL that opens the file for this session for a limited time. Each request checks access. '' for an external URL.
   */
  file_url: z.string(),
  /** Media type, such as 'application/pdf'; '' without a file. */
  file_type: z.string(),
  file_name: z.string(),
  bytes: z.number(),
  blog_url: z.string(),
  /** `mm:ss`; '' for an item that doesn't play. */
  duration: z.string(),
  seconds,
  pages: z.int(),
  /** Start of an event in the firm's time zone. */
  event_at: stamp.nullable(),
  /** Can be shared outside the firm. */
  allow_external: z.boolean(),
  watched: z.enum(['yes', 'no']),
  status: z.enum(['new', 'viewed']),
  favourite: z.boolean(),
  owner,
  /** From this day on, only people who manage it see it. */
  expires: day.nullable(),
  is_expired: z.boolean(),
  review: day.nullable(),
  review_owner: id.nullable(),
  everyone: z.boolean(),
  /** Empty for people who don't manage the item. */
  users_access: z.array(AccessPerson),
  groups_access: z.array(AccessGroup),
  /** Number of people who can open it; null for people who don't manage it, and for the vendor's items. */
  reach: z.number().nullable(),
  made_by: z.string(),
  created: stamp,
  /** Changes with each edit. */
  revision: z.int(),
})
export type LibraryItem = z.infer<typeof LibraryItem>

/** Includes the player's data for a video. */
export const OpenContent = LibraryItem.extend({ media: Media.nullable() })
export type OpenContent = z.infer<typeof OpenContent>

export const ContentReader = AccessPerson.extend({
  /** When the person last opened it; null if they haven't yet. */ at: stamp.nullable(),
})
export type ContentReader = z.infer<typeof ContentReader>

/** A match in a PDF: excerpts of a page's text with the search terms highlighted. */
export const FoundPage = z.object({
  content_id: id,
  page: z.int(),
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
})
export type FoundPage = z.infer<typeof FoundPage>

/** A person's mark on an item. Devices store it and change it offline. */
export const LibraryMark = z.object({
  id,
  favourite: z.boolean(),
  /** Instant of the first opening. */
  viewed: z.string().nullable(),
})
export type LibraryMark = z.infer<typeof LibraryMark>
export const contentMarks = defineCollection<LibraryMark>({ name: 'contentMarks', row: LibraryMark })

export const FavoriteInput = z.strictObject({ id: z.string().min(1), favourite: z.boolean() })
export type FavoriteInput = z.infer<typeof FavoriteInput>
export const ItemViewInput = z.strictObject({ id: z.string().min(1) })
export type ItemViewInput = z.infer<typeof ItemViewInput>

const DURATION = /^(?:\d{1,3}:[0-5]\d)?$/
const dayOrNone = z.union([day, z.literal('')])

const fields = {
  name: z.string({ error: required }).pipe(lineText(limits.name).min(1, required)),
  section_id: z.guid({ error: required }),
  description: text(limits.description),
  content_type: z.enum(contentTypes),
  kind: z.enum(itemKinds),
  tags_id: z.array(id).max(limits.tags, limitIs(`${limits.tags} tags`)),
  duration: z.string().regex(DURATION, 'Enter minutes and seconds, such as 04:30.'),
  blog_url: text(limits.url)
    .overwrite(withScheme)
    .refine((given) => given === '' || isWebAddress(given), 'This isn’t a web address.'),
  /** 'YYYY-MM-DD HH:mm' in the firm's time zone; '' for none. */
  event_at: z.string().refine((given) => given === '' || isStamp(given), noSuchTime),
  allow_external: z.boolean(),
  /** '' for none. */
  expires: dayOrNone,
  review: dayOrNone,
  review_owner: z.union([id, z.literal('')]),
  users_access: z.array(id).max(5000),
  groups_access: z.array(id).max(5000),
  everyone: z.boolean(),
  upload_id: id,
  thumbnail_upload_id: id,
}

/** Omitted fields keep their values. */
export const ContentChange = z.strictObject(fields).partial().extend({ revision: z.int().optional() })
export type ContentChange = z.infer<typeof ContentChange>
/** Everyone can open a new item unless it names people or groups. */
export const ContentInput = z
  .strictObject(fields)
  .partial()
  .extend({ name: fields.name, section_id: fields.section_id, content_type: fields.content_type })
export type ContentInput = z.infer<typeof ContentInput>

/** Returns the default kind for a type of item. */
export const kindFor = (type: ContentType): Kind =>
  type === 'video' ? 'video' : type === 'audio' ? 'podcast' : 'document'
