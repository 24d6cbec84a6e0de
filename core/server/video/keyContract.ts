import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'

/** Root of the media calls. Source: RULINGS, section 9. */
export const MEDIA_PATH = '/media'

const KeyDescription = z.object({
  /** Root of the project's call: `GET {address}/projects/{project_id}.json`. */
  address: z.string(),
  project_id: z.string(),
  key: z.object({ made_at: z.string(), used_at: z.string().nullable() }).nullable(),
})
export type KeyDescription = z.infer<typeof KeyDescription>

export const routes = {
  read: defineRoute({
    name: 'mediaKey.read',
    method: 'GET',
    path: 'mediakey',
    summary: 'Get whether the firm has a key for its videos, and the URL that it gives access to',
    answer: KeyDescription,
  }),
  make: defineRoute({
    name: 'mediaKey.make',
    method: 'POST',
    path: 'mediakey',
    summary: 'Create a key for the firm’s videos, shown only once; the previous key stops working',
    answer: z.object({ key: z.string() }),
  }),
  end: defineRoute({
    name: 'mediaKey.end',
    method: 'DELETE',
    path: 'mediakey',
    summary: 'Revoke the key for the firm’s videos',
  }),
}
