import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { ContactCard } from '#features/targets/contacts/contract.ts'

/** Returns a contact that the person sees, null for any other. */
export type ReadContactCard = (
  tx: Tx,
  viewer: Pick<SignedInSession, 'actor' | 'org'>,
  contactId: string,
) => Promise<ContactCard | null>
export const contactCards = definePort<ReadContactCard>('contacts.cards')

/** Task to trigger after a change that leaves Targets without their contacts. */
export const makingContacts = { name: 'makeContacts' }
