// Nouns of a firm's arrival: its archive from another deployment, and what became of it here. No rules.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

/** What an archive is sent as, in pieces. */
export const ARCHIVE_KIND = 'firmArchive'

export const FirmArrival = z.object({
  id: z.string(),
  /** Nothing of it can be seen before 'done', and nothing is left after 'failed' and 'stopped'. */
  state: z.enum(['reading', 'writing', 'undoing', 'done', 'failed', 'stopped']),
  file_name: z.string(),
  bytes: z.number(),
  asked_by: z.string(),
  asked_at: z.string(),
  /** Null until the archive was read through. */
  firm_id: z.string().nullable(),
  firm_name: z.string(),
  /** Records and files. */
  total: z.number(),
  done: z.number(),
  /** Sentences on what could not come along. */
  left_out: z.array(z.string()),
  problem: z.string(),
  finished_at: z.string().nullable(),
})
export type FirmArrival = z.infer<typeof FirmArrival>

export const firmRestoreEndpoints = {
  arrivals: defineRoute({
    name: 'operator.arrivals',
    method: 'GET',
    path: 'operator/arrivals',
    summary: 'List recently imported firms and how each import ended',
    answer: z.object({ arrivals: z.array(FirmArrival) }),
  }),
  bring: defineRoute({
    name: 'operator.bringFirm',
    method: 'POST',
    path: 'operator/arrivals',
    summary: 'Import a firm from an uploaded export archive; runs in the background',
    body: z.strictObject({ upload_id: id }),
    answer: FirmArrival,
  }),
  stop: defineRoute({
    name: 'operator.stopArrival',
    method: 'POST',
    path: 'operator/arrivals/:id/stop',
    summary: 'Stop importing a firm; nothing is kept',
    params: z.strictObject({ id }),
    body: z.strictObject({}).optional(),
    answer: FirmArrival,
  }),
}
