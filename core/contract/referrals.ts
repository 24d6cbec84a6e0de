// Sources of Targets: a contact, a colleague, or an entry of the firm's list. Source: RULINGS, section 15.
import { z } from 'zod'
import type { Flag } from './area.ts'
import { localId, requiredText, text } from './fields.ts'

export const referralsFlag: Flag = { name: 'referrals' }

export const referralLimits = {
  /** An entry of the firm's list. */
  source: 60,
  /** A new contact. */
  contact: 100,
  name: 250,
} as const

/** Sources that aren't people, for a firm without its own list. */
export const offeredSources = ['Article or talk', 'Conference', 'Directory', 'Former client', 'Website'] as const

const name = text(referralLimits.name).optional()

/** The server sets `name`: the current one of the contact or colleague. */
export const CameFrom = z.union(
  [
    z.strictObject({ contact_id: localId, name }),
    z.strictObject({ user_id: localId, name }),
    /** The server replaces it with the person's only contact of that name, or with a new one. */
    z.strictObject({ contact_name: requiredText(referralLimits.contact) }),
    z.strictObject({ source: requiredText(referralLimits.source) }),
  ],
  { error: 'Choose a contact, a colleague, or an entry of the list.' },
)
export type CameFrom = z.infer<typeof CameFrom>

/** Returns the name for people, '' for one that isn't known. */
export const nameOfSource = ({
  source,
  contact_name,
  name,
}: { [K in 'source' | 'contact_name' | 'name']?: string | undefined }): string => source ?? contact_name ?? name ?? ''
