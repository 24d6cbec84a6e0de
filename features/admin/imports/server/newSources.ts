// Makes contacts of the names that the files of imports have as sources of Targets.
import { isEmail } from '#core/contract/fields.ts'
import { contactKeyOf } from '#core/contract/nameKeys.ts'
import type { CameFrom } from '#core/contract/referrals.ts'
import { newId } from '#core/server/ids.ts'
import type { ContactDetails } from '#features/contacts/contract.ts'
import { contactNameOf, emailKeyOf, splitName } from '#features/contacts/namesContract.ts'
import type { ImportedContact } from '#features/contacts/server/contract.ts'
import type { PastTarget } from '#features/targets/pastContract.ts'

export const detailsOfSource = (name: string): ContactDetails => ({
  ...(isEmail(name) ? { first_name: '', last_name: '' } : splitName(name)),
  title: '',
  company: '',
  emails: isEmail(name) ? [name] : [],
  phones: [],
  note: '',
})

/** The key under which two names are one new contact. */
const keyOf = (name: string) => (isEmail(name) ? emailKeyOf(name) : contactKeyOf(name))

const newNameOf = (from: CameFrom | null | undefined) => (from && 'contact_name' in from ? from.contact_name : null)

/** Returns the targets with the IDs of these contacts, one for each name. */
export function withNewSources(past: PastTarget[]): { past: PastTarget[]; made: ImportedContact<null>[] } {
  const made = new Map<string, ImportedContact<null>>()
  const linked = past.map((target) => {
    const name = newNameOf(target.input.came_from)
    if (name === null) return target
    const contact = made.get(keyOf(name)) ?? { id: newId(), details: detailsOfSource(name), keptBy: null }
    made.set(keyOf(name), contact)
    const came_from = { contact_id: contact.id, name: contactNameOf(contact.details) }
    return { ...target, input: { ...target.input, came_from } }
  })
  return { past: linked, made: [...made.values()] }
}

/** Most new contacts that the preview names. */
const NAMED = 20

/** Collects the contacts that an import would make. */
export class NewSources {
  #names = new Map<string, string>()

  see({ input }: PastTarget): void {
    const name = newNameOf(input.came_from)
    if (name !== null && !this.#names.has(keyOf(name))) this.#names.set(keyOf(name), name)
  }

  sentences(): string[] {
    const names = [...this.#names.values()]
    if (names.length === 0) return []
    const more = names.length - NAMED
    const said = more > 0 ? [...names.slice(0, NAMED), `${more.toLocaleString('en-US')} more`] : names
    const count = `${names.length.toLocaleString('en-US')} new ${names.length === 1 ? 'contact' : 'contacts'}`
    return [
      `${count} that sent Targets: ${new Intl.ListFormat('en-US').format(said)}. People on these Targets see them.`,
    ]
  }
}
