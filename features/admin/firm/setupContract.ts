// Nouns of a firm's setup list: what is counted for it. No rules.
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'

/** How far a firm is set up, counted when it is asked for. */
export const FirmSetup = z.object({
  /** People who can sign in or were invited, with the one who asks. */
  people: z.number(),
  /** How many of them have never signed in. */
  waiting: z.number(),
  groups: z.number(),
  without_manager: z.number(),
  /** Domains that the firm has verified. */
  domains: z.number(),
  has_provider: z.boolean(),
  is_sign_on_only: z.boolean(),
  /** The day from which everyone has a second factor. */
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
    summary: 'How far my firm is set up: people, groups, sign-in, logo, imported pipeline',
    answer: FirmSetup,
  }),
}
