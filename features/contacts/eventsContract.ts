// Events of contacts. Any feature can listen, see `on` in core/sync/server/reactions.ts.
import { defineEvent } from '#core/sync/protocol.ts'
import type { Contact, ContactDetails } from './contract.ts'

export const contactCreated = defineEvent<Contact>('contactCreated')
/**
 * `details` are the values in the file, whatever has become of the contact. `kept_by` is null for one that sent an imported
 * Target.
 */
export const contactImported = defineEvent<Contact, { file: string; kept_by: string | null; details: ContactDetails }>(
  'contactImported',
)
/** `merged_id` is the contact that was merged into this one. */
export const contactMerged = defineEvent<Contact, { merged_id: string; name: string }>('contactMerged')
export const contactUnmerged = defineEvent<Contact, { merged_id: string; name: string }>('contactUnmerged')
/** `before` holds the old values of the changed fields, `after` the new ones. */
export const contactEdited = defineEvent<
  Contact,
  { fields: string[]; before: Record<string, unknown>; after: Record<string, unknown> }
>('contactEdited')
