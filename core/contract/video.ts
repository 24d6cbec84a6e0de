// A video as screens and callers get it. Pure.
import { z } from 'zod'
import { id } from './fields.ts'

/** What a player needs. `urls` end after a while: ask again for new ones. The best comes first, our own last. Source of the fields: RULINGS, section 9. */
export const Media = z.object({
  id,
  urls: z.array(z.string()),
  poster: z.string().nullable(),
  /** 'video/mp4' */
  type: z.string(),
  /** When the urls end. */
  until: z.string().nullable(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  /** Changes when the bytes do: what is kept on a device is of one of them. */
  version: z.number(),
  /** Who can't watch it, and what to do; null where everybody can. */
  trouble: z.string().nullable(),
})
export type Media = z.infer<typeof Media>

/** A video of the firm as the media calls have it: names and units as the hosting service's. */
export const HostedMedia = z.object({
  name: z.string(),
  description: z.string(),
  hashed_id: z.string(),
  /** Seconds. */
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
