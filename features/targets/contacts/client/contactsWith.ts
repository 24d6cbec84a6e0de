import { showDone as say } from '#core/client/act.ts'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import type { TargetContact } from '#features/contacts/contract.ts'
import type { acting } from '../../client/acting.ts'
import { shortNameOf } from '../../client/labels.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { type AddContactLocal, addContact, changeContact, knownOf, removeContact } from '../actions.ts'
import { contactsOn } from '../firstContact.ts'

/** Actions on a target's contacts, each with Undo. */
export function contactsWith(engine: Engine, { rowOf, act, takeBack }: ReturnType<typeof acting>) {
  const realOf = (id: string) => engine.of(targetEndpoints).resolve(id)
  const named = (one: TargetContact) => ({ contact_id: one.id, name: one.name })
  /** Runs after an action, whose contact can have the server's ID by then. */
  const entryIn = (id: string, { id: contactId, name }: Pick<TargetContact, 'id' | 'name'>) => {
    const contacts = contactsOn(rowOf(realOf(id)) as Target)
    return contacts.find((one) => one.id === contactId) ?? contacts.find((one) => one.name === name)
  }
  return {
    addContact(id: string, given: Omit<AddContactLocal, 'id'>): DispatchResult | null {
      const { name } = given.known ?? knownOf(given.contact)
      const acted = act(addContact, { id, ...given })
      const back = () => {
        const added = entryIn(id, { id: given.contact_id ?? '', name })
        if (added) act(removeContact, { id: realOf(id), ...named(added) })
      }
      if (acted)
        say(acted, { message: `${name} added to ${shortNameOf(rowOf(id))}.`, undo: () => takeBack(acted.key, back) })
      return acted
    },
    changeRole(id: string, one: TargetContact, role: string): DispatchResult | null {
      const acted = act(changeContact, { id, ...named(one), role })
      const back = () => act(changeContact, { id: realOf(id), ...named(entryIn(id, one) ?? one), role: one.role })
      if (acted) say(acted, { message: `${one.name} is now ${role}.`, undo: () => takeBack(acted.key, back) })
      return acted
    },
    makeFirst(id: string, one: TargetContact): DispatchResult | null {
      const before = contactsOn(rowOf(id) as Target)[0]!
      const acted = act(changeContact, { id, ...named(one), first: true })
      const back = () => act(changeContact, { id: realOf(id), ...named(entryIn(id, before) ?? before), first: true })
      if (acted) say(acted, { message: `${one.name} is now the first contact.`, undo: () => takeBack(acted.key, back) })
      return acted
    },
    removeContact(id: string, one: TargetContact): DispatchResult | null {
      const acted = act(removeContact, { id, ...named(one) })
      const back = () => {
        const { id: contact_id, name, role, email, phone, first } = one
        const again = act(addContact, { id: realOf(id), contact_id, known: { name, email, phone }, role })
        if (again && first) act(changeContact, { id: realOf(id), contact_id, name, first: true })
      }
      if (acted)
        say(acted, {
          message: `${one.name} removed from ${shortNameOf(rowOf(id))}.`,
          undo: () => takeBack(acted.key, back),
        })
      return acted
    },
  }
}
