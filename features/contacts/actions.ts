// Actions on contacts, decided by device and server.
import { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { localId } from '#core/contract/fields.ts'
import { defineAction, Refusal } from '#core/sync/protocol.ts'
import { contactChange } from './changes.ts'
import {
  type Contact,
  ContactDetails,
  contactCollection,
  contactLimits,
  EditContactInput,
  MergeInput,
  OnContact,
  routes,
} from './contract.ts'
import { contactCreated, contactEdited } from './eventsContract.ts'
import { hasAddress } from './namesContract.ts'

export const createContact = defineAction<ContactDetails, Contact>({
  name: 'createContact',
  collection: contactCollection,
  kind: 'create',
  input: ContactDetails,
  rowId: () => '',
  decide(_, input, { newId, zone, now }) {
    const row = { ...input, id: newId(), targets: [], last_touch: null, modified: stampIn(zone, now) }
    return { row, events: [contactCreated()] }
  },
  request: (body) => ({ route: routes.create, body }),
  confirm: (answer) => answer as Contact,
})

const EditContactLocal = OnContact.extend(EditContactInput.shape)
export type EditContactLocal = typeof EditContactLocal._output

export const editContact = contactChange<EditContactLocal>({
  name: 'editContact',
  input: EditContactLocal,
  decide(row, { id: _, base = {}, ...given }, { zone, now }) {
    const fields = {
      ...given,
      ...(given.emails && { emails: withOthers(row.emails, given.emails, base.emails) }),
      ...(given.phones && { phones: withOthers(row.phones, given.phones, base.phones) }),
    }
    const names = (Object.keys(fields) as (keyof typeof fields)[]).filter(
      (name) => fields[name] !== undefined && JSON.stringify(fields[name]) !== JSON.stringify(row[name]),
    )
    if (names.length === 0) return { row, events: [] }
    const pick = (from: Partial<Contact>) => Object.fromEntries(names.map((name) => [name, from[name]]))
    const next: Contact = { ...row, ...pick(fields as Partial<Contact>), modified: stampIn(zone, now) }
    if (!next.first_name && !next.last_name && next.emails.length === 0 && next.phones.length === 0)
      throw new Refusal('invalid', 'Please complete this field', 400, { first_name: 'Please complete this field' })
    return { row: next, events: [contactEdited({ fields: names, before: pick(row), after: pick(next) })] }
  },
  request: ({ id, ...body }) => ({ route: routes.edit, params: { id }, body }),
})

/** Returns the typed list with entries that others added since `base`, and without those that others removed. */
function withOthers(current: string[], next: string[], base: string[] | undefined): string[] {
  if (!base) return next
  const kept = next.filter((entry) => hasAddress(current, entry) || !hasAddress(base, entry))
  const others = current.filter((entry) => !hasAddress(base, entry) && !hasAddress(kept, entry))
  const all = [...kept, ...others]
  if (all.length > contactLimits.addresses)
    throw new Refusal(
      'not_allowed_now',
      `A contact can have up to ${contactLimits.addresses} of these. Someone added more in the meantime.`,
    )
  return all
}

const MergeLocal = z.strictObject({ id: localId, into: localId, fields: MergeInput.shape.fields })

/** The other contact changes once the server has merged them. */
export const mergeContact = defineAction<z.infer<typeof MergeLocal>, Contact>({
  name: 'mergeContact',
  collection: contactCollection,
  kind: 'change',
  input: MergeLocal,
  rowId: ({ id }) => id,
  decide: () => ({ row: null, events: [] }),
  request: ({ id, ...body }) => ({ route: routes.merge, params: { id }, body }),
  confirm: () => null,
})

export const unmergeContact = defineAction<z.infer<typeof OnContact>, Contact>({
  name: 'unmergeContact',
  collection: contactCollection,
  kind: 'change',
  input: OnContact,
  rowId: ({ id }) => id,
  decide: (row) => ({ row, events: [] }),
  request: (params) => ({ route: routes.unmerge, params }),
  confirm: (answer) => answer as Contact,
})

export const contactActions = [createContact, editContact, mergeContact, unmergeContact]
