// Events of touches. Any feature can listen, see `on` in core/sync/server/reactions.ts.
import { defineEvent } from '#core/sync/protocol.ts'
import type { Touch, TouchKind } from './contract.ts'

export const touchLogged = defineEvent<Touch, { kind: TouchKind; target_id: string | null }>('touchLogged')
export const touchEdited = defineEvent<Touch>('touchEdited')
/** `from` is the ID of the Target that it was on. */
export const touchMoved = defineEvent<Touch, { from: string | null }>('touchMoved')
export const touchDeleted = defineEvent<Touch>('touchDeleted')
export const touchRestored = defineEvent<Touch>('touchRestored')
