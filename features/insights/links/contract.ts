// The API of external content: links, and their previews. No rules.
import { z } from 'zod'
import { id, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { providers, sharedLinkOf } from './providers.ts'

/** Source: specification, sections 5 and 8. */
export const linkMessages = {
  required: 'Content link is required',
  noPreview: 'It looks like we are not being able to load a preview of your URL, please try a different source',
  noDescription: 'No description available',
} as const

export const linkLimits = { url: 2000, title: 150, description: 300 } as const

export const LinkPreviewData = z.object({
  /** Key that attaches the preview image, see `attachPreviews`. */
  id,
  provider: z.enum(providers),
  title: z.string(),
  description: z.string(),
  /** URL of our copy of the image; '' if there is none. */
  thumbnail: z.string(),
  /** Width of the image in CSS pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** `mm:ss`; '' if unknown or without a duration. */
  duration: z.string(),
  seconds: z.int().nullable(),
  /** Normalized link without tracking parameters of a browser. */
  url: z.string(),
})
export type LinkPreviewData = z.infer<typeof LinkPreviewData>

/** A link added to a digest or the Library, with the text that was found or typed. */
export const ExternalItem = z.strictObject({
  preview_id: id.nullable(),
  url: z
    .string()
    .max(linkLimits.url)
    .refine((url) => sharedLinkOf(url)?.url === url, linkMessages.noPreview),
  title: text(linkLimits.title).min(1, 'Required'),
  description: text(linkLimits.description),
})
export type ExternalItem = z.infer<typeof ExternalItem>

export const linkRoutes = {
  preview: defineRoute({
    name: 'insights.previewLink',
    method: 'POST',
    path: 'link/preview',
    summary: 'Get a preview of a Google Drive, Vimeo, YouTube, or OneDrive link',
    body: z.strictObject({
      url: z
        .string({ error: linkMessages.required })
        .trim()
        .min(1, linkMessages.required)
        .max(linkLimits.url, linkMessages.noPreview),
    }),
    answer: LinkPreviewData,
    limits: { seconds: 60 },
  }),
}
