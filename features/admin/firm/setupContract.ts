import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'

export const FirmSetup = z.object({
  /** People who can sign in or were invited, including the person who asks. */
  people: z.number(),
  /** People among them who have never signed in. */
  waiting: z.number(),
  groups: z.number(),
  without_manager: z.number(),
  domains: z.number(),
  has_provider: z.boolean(),
  is_sign_on_only: z.boolean(),
  /** Day from which everyone must have a second factor. */
  second_factor_from: z.string().nullable(),
  has_logo: z.boolean(),
  /** Targets of finished imports; null in a firm without the Tracker. */
  imported: z.number().nullable(),
})
export type FirmSetup = z.infer<typeof FirmSetup>

export const setupRoutes = {
  setup: defineRoute({
    name: 'admin.firmSetup',
    method: 'GET',
    path: 'admin/firm/setup',
    summary: 'Get my firm’s setup progress: people, groups, sign-in, logo, and imported pipeline',
    answer: FirmSetup,
  }),
}
