import { definePort } from '#core/contract/ports.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Context } from '#core/sync/protocol.ts'
import type { ContactCard, ContactDetails, TargetContact } from '../contract.ts'

/** A Target that names its contacts. The first one is also in its fields. */
export type NamingTarget = {
  id: string
  company: string
  contact: string
  private: boolean
  contacts?: TargetContact[] | undefined
}

export type ContactChange<T extends NamingTarget = NamingTarget> = {
  target: T
  before: TargetContact[]
  /** Typed details of new contacts, by ID. */
  typed: Map<string, ContactDetails>
  context: Context
  /** The contacts, their order, or what the Target says about them changed, not only who sees the Target. */
  isRelinked: boolean
}

export type LinkedTarget<T extends NamingTarget = NamingTarget> = ContactChange<T> & {
  links: { contact_id: string; role: string }[]
}

type ContactViewer = Pick<SignedInSession, 'actor' | 'org'>

export type ContactRecords = {
  /** Returns a contact that the person sees, null for any other. */
  read: (tx: Tx, viewer: ContactViewer, contactId: string) => Promise<ContactCard | null>
  /**
   * Finds or makes the records of the contacts, stores the links, and updates who sees the contacts. Returns the
   * relinked Targets.
   */
  link: <T extends NamingTarget>(tx: Tx, changes: ContactChange<T>[]) => Promise<LinkedTarget<T>[]>
}
export const contactRecords = definePort<ContactRecords>('contacts.records')

/** Task to trigger after a change that leaves Targets without their contacts. */
export const makingContacts = { name: 'makeContacts' }
