// Actions on contacts for any screen. Each applies right away, shows a toast, and offers Undo where it's possible.
import { useMemo } from 'react'
import { dispatchOn, showDone } from '#core/client/act.ts'
import { useEngine } from '#core/client/sync.tsx'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import { createContact, editContact, mergeContact, unmergeContact } from '../actions.ts'
import {
  type Contact,
  type ContactDetails,
  contactCollection,
  type EditContactInput,
  type MergeInput,
} from '../contract.ts'
import { contactNameOf } from '../namesContract.ts'

export function useContactActions() {
  const engine = useEngine()
  return useMemo(() => contactActionsOn(engine), [engine])
}

const contactActionsOn = (engine: Engine) => ({
  create(input: ContactDetails): DispatchResult | null {
    const acted = dispatchOn(engine, createContact, input)
    if (acted)
      showDone(acted, { message: `${contactNameOf(input)} created.`, undo: () => void engine.takeBack(acted.key) })
    return acted
  },
  /** `fields` are the chosen values of both. */
  merge(from: Contact, into: Contact, fields: MergeInput['fields']): DispatchResult | null {
    const acted = dispatchOn(engine, mergeContact, { id: from.id, into: into.id, fields })
    const undo = async () => {
      if (!(await engine.takeBack(acted!.key))) dispatchOn(engine, unmergeContact, { id: from.id })
    }
    if (acted) showDone(acted, { message: `Merged into ${contactNameOf({ ...into, ...fields })}.`, undo })
    return acted
  },
  /** `given` holds only changes since `before`. */
  edit(before: Contact, given: Omit<EditContactInput, 'base'>): DispatchResult | null {
    const base = { ...(given.emails && { emails: before.emails }), ...(given.phones && { phones: before.phones }) }
    const acted = dispatchOn(engine, editContact, { id: before.id, ...given, base })
    if (!acted) return null
    const old = Object.fromEntries(Object.keys(given).map((name) => [name, before[name as keyof Contact]]))
    const back = () => dispatchOn(engine, editContact, { id: engine.of(contactCollection).resolve(before.id), ...old })
    const undo = async () => {
      if (!(await engine.takeBack(acted.key))) back()
    }
    showDone(acted, { message: `${contactNameOf({ ...before, ...given })} changed.`, undo })
    return acted
  },
})
