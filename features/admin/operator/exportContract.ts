// Schemas and routes of a firm's export.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

/** Days in which the archive can be downloaded. */
export const EXPORT_DAYS = 7

export const FirmExport = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed', 'ended']),
  asked_by: z.string(),
  asked_at: z.string(),
  /** Counts the records and files of the archive. */
  total: z.number(),
  done: z.number(),
  problem: z.string(),
  finished_at: z.string().nullable(),
  /** Time until which the archive can be downloaded. */
  ends_at: z.string().nullable(),
  bytes: z.number().nullable(),
})
export type FirmExport = z.infer<typeof FirmExport>

const route = { params: z.strictObject({ id }), body: z.strictObject({}).optional() }

export const exportRoutes = {
  begin: defineRoute({
    ...route,
    name: 'operator.exportFirm',
    method: 'POST',
    path: 'operator/firms/:id/export',
    summary: 'Export everything a firm has as an archive, in the background',
    answer: FirmExport,
  }),
  stop: defineRoute({
    ...route,
    name: 'operator.stopExport',
    method: 'POST',
    path: 'operator/firms/:id/export/stop',
    summary: 'Cancel the export of a firm',
    answer: FirmExport,
  }),
  link: defineRoute({
    ...route,
    name: 'operator.exportLink',
    method: 'POST',
    path: 'operator/firms/:id/export/link',
    summary:
      'Get a link to the firm’s latest archive, valid for a few minutes in this session; both audit logs record it',
    answer: z.object({ url: z.string(), until: z.string() }),
  }),
}
