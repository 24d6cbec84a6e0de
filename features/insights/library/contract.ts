// The Library: contents in their sections, with tags; what a person made of each. Nouns. Its calls: routesContract.ts.

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
/** Of one file. */
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
  /** Among those of its owner, from 0 on. */
  position: z.int(),
  /** 'bd': the vendor's, read by every firm and changed by operators alone. */
  owner,
  /** What the caller may open in it, latest first. */
  content: z.array(id),
})
export type ItemSection = z.infer<typeof ItemSection>

export const Tag = z.object({
  id,
  name: z.string(),
  owner,
  /** The caller's own hearts. */
  is_favourites: z.boolean(),
  /** How many of the contents that the caller may open have it. */
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
  /** With commas between; 'favourites' among them where the caller has given it a heart. */
  tag_names: z.string(),
  /** '' where it has no picture. */
  thumbnail_url: z.string(),
  /** Opens the file for this session for a while; the right is asked at each opening. '' for an external address. */
  file_url: z.string(),
  /** What the file is: 'application/pdf'; '' where there is none. */
  file_type: z.string(),
  file_name: z.string(),
  bytes: z.number(),
  blog_url: z.string(),
  /** `mm:ss`; '' where nothing plays. */
  duration: z.string(),
  seconds,
  pages: z.int(),
  /** Of an event, in the firm's zone. */
  event_at: stamp.nullable(),
  /** May go outside of the firm. */
  allow_external: z.boolean(),
  watched: z.enum(['yes', 'no']),
  status: z.enum(['new', 'viewed']),
  favourite: z.boolean(),
  owner,
  /** From this day on it is shown to nobody but who looks after it. */
  expires: day.nullable(),
  is_expired: z.boolean(),
  review: day.nullable(),
  review_owner: id.nullable(),
  everyone: z.boolean(),
  /** Told to who looks after it alone. */
  users_access: z.array(AccessPerson),
  groups_access: z.array(AccessGroup),
  /** How many may open it; null for who does not look after it, and for the vendor's. */
  reach: z.number().nullable(),
  made_by: z.string(),
  created: stamp,
  /** Another after each edit. */
  revision: z.int(),
})
export type LibraryItem = z.infer<typeof LibraryItem>

/** With what a player needs, where it is a video. */
export const OpenContent = LibraryItem.extend({ media: Media.nullable() })
export type OpenContent = z.infer<typeof OpenContent>

export const ContentReader = AccessPerson.extend({
  /** When the person opened it last; null: not yet. */ at: stamp.nullable(),
})
export type ContentReader = z.infer<typeof ContentReader>

/** Where words stand in a PDF: parts of a page's text, those that were asked for marked. */
export const FoundPage = z.object({
  content_id: id,
  page: z.int(),
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
})
export type FoundPage = z.infer<typeof FoundPage>

/** What a person made of a content: devices keep it, and change it without a network. */
export const LibraryMark = z.object({
  id,
  favourite: z.boolean(),
  /** The first time it was opened, an instant. */
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
  /** 'YYYY-MM-DD HH:mm' in the firm's zone, '' for none. */
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

/** What is left out of a change stays as it is. */
export const ContentChange = z.strictObject(fields).partial().extend({ revision: z.int().optional() })
export type ContentChange = z.infer<typeof ContentChange>
/** Who may open a new one: everyone, unless it says people or groups. */
export const ContentInput = z
  .strictObject(fields)
  .partial()
  .extend({ name: fields.name, section_id: fields.section_id, content_type: fields.content_type })
export type ContentInput = z.infer<typeof ContentInput>

/** The kind that a content is of where nobody said another. */
export const kindFor = (type: ContentType): Kind =>
  type === 'video' ? 'video' : type === 'audio' ? 'podcast' : 'document'
