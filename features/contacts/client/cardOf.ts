import type { CardContact } from '#core/contract/contactCard.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { Contact } from '../contract.ts'

/** A contact as an address book reads it. */
export const cardOf = (contact: Contact): CardContact => ({ ...contact, name: fullNameOf(contact) })
