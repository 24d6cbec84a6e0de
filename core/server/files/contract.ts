// Routes for files and resumable uploads (tus 1.0.0, https://tus.io/protocols/resumable-upload).
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

const upload = z.strictObject({ id })

export const routes = {
  open: defineRoute({
    name: 'files.open',
    method: 'GET',
    path: 'files/:org/:id',
    summary: 'Get a file by its signed URL, which expires. Supports byte ranges',
    params: z.strictObject({ org: id, id }),
    query: z.strictObject({
      until: z.coerce.number().int().min(0).max(1e12),
      for: id.optional(),
      version: z.coerce.number().int().min(1).max(1e9).optional(),
      sig: z.string().max(100),
    }),
    calledBy: 'browsers, by URL',
  }),
  link: defineRoute({
    name: 'files.link',
    method: 'GET',
    path: 'files/:id/link',
    summary: 'Get a URL that opens a file in this session for a few minutes',
    params: upload,
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(1e9).optional() }),
    answer: z.object({ url: z.string(), until: z.string() }),
  }),
  begin: defineRoute({
    name: 'uploads.begin',
    method: 'POST',
    path: 'uploads',
    summary: 'Start a chunked upload; its URL is in Location (tus)',
  }),
  state: defineRoute({
    name: 'uploads.state',
    method: 'HEAD',
    path: 'uploads/:id',
    summary: 'Get how much of an upload has arrived (tus)',
    params: upload,
  }),
  send: defineRoute({
    name: 'uploads.send',
    method: 'PATCH',
    path: 'uploads/:id',
    summary: 'Send the next part of an upload (tus)',
    params: upload,
    isBytes: true,
    limits: { seconds: 3600 },
  }),
  cancel: defineRoute({
    name: 'uploads.cancel',
    method: 'DELETE',
    path: 'uploads/:id',
    summary: 'Cancel an upload (tus)',
    params: upload,
  }),
}
