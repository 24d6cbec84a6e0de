// Reads the roles of a Target's contacts and the contacts after the first one from the cells of a row.
import { ContactDetails, DEFAULT_ROLE } from '#features/contacts/contract.ts'
import { emailKeyOf, splitName } from '#features/contacts/namesContract.ts'
import type { PastTarget } from '#features/targets/pastContract.ts'
import { valueKey } from '../cells.ts'
import { furtherContacts, type TargetField } from '../mappingContract.ts'
import { type Cell, refuseRow, shortened } from './rowCells.ts'

type Contacts = Required<Pick<PastTarget, 'contacts'>> & { role: string | undefined }

/** `roles` are those of the firm. Roles are compared without case. */
export function contactsReader(roles: readonly string[]): (cell: Cell<TargetField>, notices: string[]) => Contacts {
  const known = new Map([...roles, DEFAULT_ROLE].map((role) => [valueKey(role), role]))

  function roleOf(written: string, notices: string[]): string {
    const role = known.get(valueKey(written))
    if (role === undefined && written !== '')
      notices.push(`The role “${shortened(written)}” isn’t one of your firm’s, so “${DEFAULT_ROLE}” is used.`)
    return role ?? DEFAULT_ROLE
  }

  return (cell, notices) => {
    const hasFirst = firstFields.some((field) => cell(field) !== '')
    const role = cell('contact_role')
    if (role !== '' && !hasFirst)
      notices.push('The contact’s role isn’t imported, because the row has no name, email, or phone of the contact.')
    const addresses = new Set([emailKeyOf(cell('contact_email'))])
    const contacts = furtherContacts.flatMap((fields) => {
      const [name, email, phone] = [cell(fields.name), cell(fields.email), cell(fields.phone)]
      const said = `Contact ${fields.number}`
      if (name === '' && email === '' && phone === '') {
        if (cell(fields.role) !== '')
          notices.push(`${said} isn’t imported, because it has a role but no name, email, or phone.`)
        return []
      }
      checkContact(said, { name, email, phone })
      if (email !== '' && addresses.has(emailKeyOf(email))) {
        notices.push(`${said} isn’t imported, because it has the email address of an earlier contact of the row.`)
        return []
      }
      addresses.add(emailKeyOf(email))
      return [{ name, email, phone, role: roleOf(cell(fields.role), notices) }]
    })
    return { role: hasFirst && role !== '' ? roleOf(role, notices) : undefined, contacts }
  }
}

const firstFields = ['contact', 'contact_first_name', 'contact_last_name', 'contact_email', 'contact_phone'] as const

/** Applies the same limits and messages as for a contact that a person types. */
function checkContact(said: string, { name, email, phone }: { name: string; email: string; phone: string }): void {
  const parsed = ContactDetails.safeParse({
    ...splitName(name),
    emails: email === '' ? [] : [email],
    phones: phone === '' ? [] : [phone],
  })
  if (!parsed.success) refuseRow(`${said}: ${parsed.error.issues[0]!.message}.`.replace('..', '.'))
}
