// Contract of Firm Content: videos a firm has made for its own people, as lessons.
import { z } from 'zod'
import { captionLimits } from '#core/contract/captions.ts'
import { id, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Media } from '#core/contract/video.ts'

/** Source: specification, section 5. */
export const firmContentLimits = { title: 100, description: 110 } as const

export const FirmContent = z.object({
  id,
  name: z.string(),
  description: z.string(),
  hashed_id: z.string(),
  poster: z.string().nullable(),
  media: Media.nullable(),
  status: z.literal('ready'),
  /** `mm:ss`. */
  duration: z.string(),
  seconds: z.int(),
  has_captions: z.boolean(),
  /** Corrections and omissions in the uploaded captions. */
  caption_notes: z.array(z.string()).optional(),
  /** Instant and the person's name; '' if the person was erased. */
  added: z.object({ at: z.string(), by: z.string() }),
  /** Number of colleagues who have played some of it, and the total number. */
  watched_by: z.int(),
  colleagues: z.int(),
})
export type FirmContent = z.infer<typeof FirmContent>

export const FirmContentInput = z.strictObject({
  title: requiredText(firmContentLimits.title),
  description: text(firmContentLimits.description),
})

/** Optional parts of a request. `captions` is .vtt or .srt; '' removes them. */
const Beside = {
  thumbnail_upload_id: id.optional(),
  captions: z
    .string()
    .max(captionLimits.characters, 'These captions are too long. The limit is 500,000 characters.')
    .optional(),
}
export const NewFirmContent = FirmContentInput.extend({ upload_id: id, ...Beside })
export type NewFirmContent = z.infer<typeof NewFirmContent>
/** `upload_id` replaces the video and keeps everyone's progress. */
export const FirmContentChange = FirmContentInput.partial().extend({ upload_id: id.optional(), ...Beside })
export type FirmContentChange = z.infer<typeof FirmContentChange>

export const Watcher = z.object({
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  percent: z.int(),
  done: z.enum(['yes', 'no']),
})
export type Watcher = z.infer<typeof Watcher>

export const firmContentRoutes = {
  list: defineRoute({
    name: 'firmContents.list',
    method: 'GET',
    path: 'firmcontents',
    summary: 'List my firm’s own videos, latest first',
    answer: z.object({ firmcontents: z.array(FirmContent) }),
  }),
  add: defineRoute({
    name: 'firmContents.add',
    method: 'POST',
    path: 'firmcontents',
    summary: 'Create a lesson from an uploaded video',
    body: NewFirmContent,
    answer: FirmContent,
  }),
  edit: defineRoute({
    name: 'firmContents.edit',
    method: 'POST',
    path: 'firmcontents/:id',
    summary: 'Change the title, description, captions, or video of one of the firm’s lessons',
    params: z.strictObject({ id }),
    body: FirmContentChange,
    answer: FirmContent,
  }),
  remove: defineRoute({
    name: 'firmContents.remove',
    method: 'DELETE',
    path: 'firmcontents/:hashed_id',
    summary: 'Delete one of the firm’s lessons and its video',
    params: z.strictObject({ hashed_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
  }),
  captions: defineRoute({
    name: 'firmContents.captions',
    method: 'GET',
    path: 'firmcontents/:id/captions',
    summary: 'Get the captions of a firm video, as WebVTT',
    params: z.strictObject({ id }),
    answer: z.object({ captions: z.string() }),
  }),
  watchers: defineRoute({
    name: 'firmContents.watchers',
    method: 'GET',
    path: 'firmcontents/:id/watchers',
    summary: 'List who has watched one of the firm’s lessons, by name',
    params: z.strictObject({ id }),
    answer: z.object({ watchers: z.array(Watcher) }),
  }),
}
