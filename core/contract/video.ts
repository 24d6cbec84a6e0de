// A video for screens and API callers. Pure.
import { z } from 'zod'
import { id } from './fields.ts'

/** `urls` expire and must then be requested again. The best comes first, our own last. Source: RULINGS, section 9. */
export const Media = z.object({
  id,
  urls: z.array(z.string()),
  poster: z.string().nullable(),
  type: z.string(),
  /** Time at which the URLs expire. */
  until: z.string().nullable(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  /** Changes with the bytes. A device's copy is of one version. */
  version: z.number(),
  /** People who can't play it, with a fix, or null. */
  trouble: z.string().nullable(),
})
export type Media = z.infer<typeof Media>

/** Media API, with the hosting service's names and units. */
export const HostedMedia = z.object({
  name: z.string(),
  description: z.string(),
  hashed_id: z.string(),
  /** Length in seconds. */
  duration: z.number(),
  created: z.string(),
  updated: z.string(),
  status: z.string(),
  thumbnail: z.object({ url: z.string() }).nullable(),
  assets: z.array(
    z.object({ url: z.string(), type: z.string(), width: z.number(), height: z.number(), fileSize: z.number() }),
  ),
})
export type HostedMedia = z.infer<typeof HostedMedia>

export const HostedProject = z.object({
  hashedId: z.string(),
  name: z.string(),
  mediaCount: z.number(),
  medias: z.array(HostedMedia),
})
export type HostedProject = z.infer<typeof HostedProject>

/** Source: the specification, section 9. */
export const videoLimits = { name: 100, description: 110 }
