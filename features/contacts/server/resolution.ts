// Decides which record a Target's contact means: the one with its address, or the one that the person knows by name at
// that company. Otherwise it's a new contact. No record that the person doesn't see is chosen by its name, and none on
// private Targets of others by its address.
import { fullNameOf } from '#core/contract/names.ts'
import { type ContactDetails, contactLimits, type TargetContact } from '../contract.ts'
import { contactKeysOf, emailKeyOf, joinAddresses, splitName } from '../namesContract.ts'
import type { NamingTarget } from './contract.ts'
import type { ContactFields } from './records.ts'

export type KnownRecord = {
  fields: ContactFields
  isPrivate: boolean
  /** Those of the acting people who see the contact. */
  seenBy: string[]
  /** Some of its Targets. */
  targetIds: string[]
}

/** A contact as a Target names it. */
export type NamedContact = {
  contact: TargetContact
  details: ContactDetails
  keys: { name_key: string; company_key: string }
  isNew: boolean
  /** The Target's fields of an existing first contact changed. */
  isEdited: boolean
  old: TargetContact | undefined
  actorId: string
  targetId: string
  isPrivate: boolean
}

/** Parts of a contact that decide which record it means. */
export type SoughtContact = Pick<NamedContact, 'details' | 'keys' | 'actorId'>

/** `target` gives the fields of its first contact. */
export function detailsOf(
  contact: TargetContact,
  target: Pick<NamingTarget, 'contact'> | null,
  company: string,
): ContactDetails {
  const name = target ? target.contact : contact.name
  return {
    ...splitName(name === contact.email || name === contact.phone ? '' : name),
    title: '',
    company,
    emails: contact.email ? [contact.email] : [],
    phones: contact.phone ? [contact.phone] : [],
    note: '',
  }
}

export class Resolution {
  readonly added: KnownRecord[] = []
  #byId = new Map<string, KnownRecord>()
  /** An import has thousands of contacts, so records are found by their keys. They stay under former ones. */
  #byEmail = new Map<string, Set<KnownRecord>>()
  #byName = new Map<string, Set<KnownRecord>>()
  #before = new Map<KnownRecord, { before: ContactFields; targetId: string }>()

  constructor(records: readonly KnownRecord[]) {
    for (const record of records) this.#index(record)
  }

  /** Adds a record that later contacts can mean. */
  know(record: KnownRecord): void {
    this.#index(record)
  }

  /** Returns the record that a new contact means, without changing it. */
  meantBy(sought: SoughtContact): KnownRecord | undefined {
    return this.#withAddress(sought) ?? this.#withName(sought)
  }

  #index(record: KnownRecord): void {
    const { fields } = record
    this.#byId.set(fields.id, record)
    for (const email of fields.emails) under(this.#byEmail, emailKeyOf(email)).add(record)
    const name = nameAtCompany(contactKeysOf(fields))
    if (name !== null) under(this.#byName, name).add(record)
  }

  /** Returns the ID of the entry's record. */
  find(entry: NamedContact): string {
    const { contact, isNew, isEdited } = entry
    if (!isNew && !isEdited) return contact.id
    const known = this.#byId.get(contact.id)
    if (isNew && known) return contact.id
    const meant = isNew ? this.meantBy(entry) : this.#withAddress(entry)
    if (meant && meant !== known) return this.#complete(meant, entry)
    if (known) return this.#correct(known, entry)
    const record = {
      fields: { ...entry.details, id: contact.id },
      isPrivate: entry.isPrivate,
      seenBy: [entry.actorId],
      targetIds: [entry.targetId],
    }
    this.#index(record)
    this.added.push(record)
    return contact.id
  }

  /** `targetId` is the Target whose change was the last. */
  updated(): { before: ContactFields; after: ContactFields; isPrivate: boolean; targetId: string }[] {
    return [...this.#before].map(([{ fields, isPrivate }, { before, targetId }]) => {
      return { before, after: fields, isPrivate, targetId }
    })
  }

  #withAddress({ details, actorId }: SoughtContact): KnownRecord | undefined {
    const wanted = details.emails.map(emailKeyOf)
    const found = wanted
      .flatMap((email) => [...(this.#byEmail.get(email) ?? [])])
      .filter(
        ({ fields, isPrivate, seenBy }) =>
          (!isPrivate || seenBy.includes(actorId)) && fields.emails.some((email) => wanted.includes(emailKeyOf(email))),
      )
    return found.find(({ seenBy }) => seenBy.includes(actorId)) ?? found[0]
  }

  /** Two different addresses are two people, even with the same name. */
  #withName({ details, keys, actorId }: SoughtContact): KnownRecord | undefined {
    const name = nameAtCompany(keys)
    if (name === null) return undefined
    return [...(this.#byName.get(name) ?? [])].find(
      ({ fields, seenBy }) =>
        seenBy.includes(actorId) &&
        nameAtCompany(contactKeysOf(fields)) === name &&
        (details.emails.length === 0 || fields.emails.length === 0),
    )
  }

  /** Adds what the record lacks. */
  #complete(record: KnownRecord, { details, targetId }: NamedContact): string {
    const { fields } = record
    record.targetIds.push(targetId)
    this.#change(
      record,
      {
        ...fields,
        ...(fullNameOf(fields) === '' && { first_name: details.first_name, last_name: details.last_name }),
        title: fields.title || details.title,
        company: fields.company || details.company,
        note: fields.note || details.note,
        emails: joined(fields.emails, details.emails),
        phones: joined(fields.phones, details.phones),
      },
      targetId,
    )
    return fields.id
  }

  /**
   * Follows an edit of the Target's fields. A contact of several Targets keeps its name and former addresses, because
   * others use them.
   */
  #correct(record: KnownRecord, { details, old, targetId }: NamedContact): string {
    const { fields } = record
    const isSole = record.targetIds.every((id) => id === targetId)
    const name = isSole || fullNameOf(fields) === '' ? details : fields
    this.#change(
      record,
      {
        ...fields,
        first_name: name.first_name,
        last_name: name.last_name,
        emails: replaced(fields.emails, old?.email ?? '', details.emails[0] ?? '', isSole),
        phones: replaced(fields.phones, old?.phone ?? '', details.phones[0] ?? '', isSole),
      },
      targetId,
    )
    return fields.id
  }

  #change(record: KnownRecord, next: ContactFields, targetId: string): void {
    if (JSON.stringify(next) === JSON.stringify(record.fields)) return
    if (!this.added.includes(record))
      this.#before.set(record, { before: this.#before.get(record)?.before ?? record.fields, targetId })
    record.fields = next
    this.#index(record)
  }
}

/** Null if one of them is missing. */
const nameAtCompany = ({ name_key, company_key }: NamedContact['keys']): string | null =>
  name_key === '' || company_key === '' ? null : `${name_key}\n${company_key}`

function under<K, V>(index: Map<K, Set<V>>, key: K): Set<V> {
  const known = index.get(key) ?? new Set<V>()
  index.set(key, known)
  return known
}

/** A contact with as many as it can have keeps those. */
const joined = (list: readonly string[], more: readonly string[]): string[] =>
  joinAddresses(list, more).slice(0, contactLimits.addresses)

/** Puts `next` first, in the place of `old` if only this Target uses it. */
function replaced(list: readonly string[], old: string, next: string, isSole: boolean): string[] {
  if (old === next) return [...list]
  const left = list.filter(
    (one) => emailKeyOf(one) !== emailKeyOf(next) && (!isSole || emailKeyOf(one) !== emailKeyOf(old)),
  )
  return (next === '' ? left : [next, ...left]).slice(0, contactLimits.addresses)
}
