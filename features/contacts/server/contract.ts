import { sql } from 'kysely'
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
  /** IDs of the contacts that sent it, before and now. */
  sources: { before: string | null; now: string | null }
  /** Typed details of new contacts, by ID. */
  typed: Map<string, ContactDetails>
  context: Context
  /** The contacts, their order, or what the Target says about them changed, not only who sees the Target. */
  isRelinked: boolean
}

export type LinkedTarget<T extends NamingTarget = NamingTarget> = ContactChange<T> & {
  links: { contact_id: string; role: string }[]
}

/** SQL of the name under which a contact `c` is shown. */
export const shownContactName = sql<string>`coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.emails[1], c.phones[1], '')`

type ContactViewer = Pick<SignedInSession, 'actor' | 'org'>

export type ContactRecords = {
  /** Returns a contact that the person sees, null for any other. */
  read: (tx: Tx, viewer: ContactViewer, contactId: string) => Promise<ContactCard | null>
  /** Returns who sent a Target, or the contact that they were merged into. Null for a contact that the person doesn't see. */
  readSource: (tx: Tx, viewer: ContactViewer, contactId: string) => Promise<{ contact_id: string; name: string } | null>
  /** Returns the person's only contact of that name, or makes one that's listed for them. */
  sourceNamed: (
    tx: Tx,
    viewer: ContactViewer,
    name: string,
    now: string,
  ) => Promise<{ contact_id: string; name: string }>
  /**
   * Finds or makes the records of the contacts, stores the links, and updates who sees the contacts. Returns the
   * relinked Targets.
   */
  link: <T extends NamingTarget>(tx: Tx, changes: ContactChange<T>[]) => Promise<LinkedTarget<T>[]>
}
export const contactRecords = definePort<ContactRecords>('contacts.records')

/** Task to trigger after a change that leaves Targets without their contacts. */
export const makingContacts = { name: 'makeContacts' }

/**
 * A contact of a file. Until it's on a Target, it's listed for the person in `keptBy`. Null for one that sent an imported
 * Target, which the people on that Target see.
 */
export type ImportedContact<K extends string | null = string> = { id: string; details: ContactDetails; keptBy: K }

/** A contact that a file names as the source of a Target. */
export type SourceContact = {
  id: string
  name: string
  emails: string[]
  isPrivate: boolean
  /** The admin sees it. */
  isSeen: boolean
  /** An import made it as the source of a Target. */
  isMade: boolean
}

/** An import of contacts. `userId` is the admin who started it. */
export type ContactSource = { importId: string; userId: string; fileName: string; now: string }

/** The contact that a row of a file means. */
export type ImportedMatch = {
  id: string
  /** It comes from an earlier row of the same file. */
  isEarlier: boolean
  /** The admin doesn't see it, so nothing about its values can be said. */
  isHidden: boolean
  /** Its values aren't those of the row. False if it's hidden. */
  differs: boolean
}

export type ContactMatcher = {
  /** Returns what each contact means: an earlier one of these, one of the firm's, or null for a new one. */
  match: (tx: Tx, contacts: readonly ImportedContact[]) => Promise<(ImportedMatch | null)[]>
  /** Lets later rows mean these contacts, which aren't saved. */
  remember: (contacts: readonly ImportedContact[]) => void
}

export type ContactImports = {
  matcher: (source: ContactSource) => ContactMatcher
  save: (tx: Tx, source: ContactSource, contacts: readonly ImportedContact<string | null>[]) => Promise<void>
  /**
   * Returns up to two contacts that each text names, those that an import made first. An email address names the firm's
   * contact with it. A full name names contacts that the admin sees, and those that imports made as sources.
   */
  named: (tx: Tx, userId: string, texts: readonly string[]) => Promise<Map<string, SourceContact[]>>
  /** Deletes those that no one has used since, and returns the IDs of the others. */
  remove: (tx: Tx, importId: string, ids: readonly string[]) => Promise<string[]>
  /** Counts those that still exist. */
  count: (tx: Tx, ids: readonly string[]) => Promise<number>
  /** Counts the contacts that an import of Targets made and that are still the source of one. */
  countSources: (tx: Tx, importId: string) => Promise<number>
}
export const contactImports = definePort<ContactImports>('contacts.imports')
