// Events of contacts. Any feature can listen, see `on` in core/sync/server/reactions.ts.
import { defineEvent } from '#core/sync/protocol.ts'
import type { Contact } from './contract.ts'

export const contactCreated = defineEvent<Contact>('contactCreated')
/** `before` holds the old values of the changed fields, `after` the new ones. */
export const contactEdited = defineEvent<
  Contact,
  { fields: string[]; before: Record<string, unknown>; after: Record<string, unknown> }
>('contactEdited')
