// Schemas and routes of restoring a firm from another deployment's archive.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

/** Upload kind of an archive, which is sent in pieces. */
export const ARCHIVE_KIND = 'firmArchive'

export const FirmArrival = z.object({
  id: z.string(),
  /** No one can see the firm before 'done', and nothing of it is left after 'failed' and 'stopped'. */
  state: z.enum(['reading', 'writing', 'undoing', 'done', 'failed', 'stopped']),
  file_name: z.string(),
  bytes: z.number(),
  asked_by: z.string(),
  asked_at: z.string(),
  /** Null until the server has read the whole archive. */
  firm_id: z.string().nullable(),
  firm_name: z.string(),
  /** Counts records and files. */
  total: z.number(),
  done: z.number(),
  /** Sentences about data that couldn't be restored. */
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
    summary: 'Cancel the import of a firm; nothing is saved',
    params: z.strictObject({ id }),
    body: z.strictObject({}).optional(),
    answer: FirmArrival,
  }),
}
