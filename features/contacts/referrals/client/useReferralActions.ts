// Actions on the referrals of a contact for any screen. Each applies right away, shows a toast, and offers Undo.
import { useMemo } from 'react'
import { dispatchOn, showDone } from '#core/client/act.ts'
import { useEngine } from '#core/client/sync.tsx'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import { type Contact, contactCollection, type Referral } from '../../contract.ts'
import { contactNameOf } from '../../namesContract.ts'
import { editReferral, giveReferral, removeReferral } from '../actions.ts'
import type { EditReferralInput, ReferralInput } from '../contract.ts'

export function useReferralActions(contact: Contact) {
  const engine = useEngine()
  return useMemo(() => referralActionsOn(engine, contact), [engine, contact])
}

function referralActionsOn(engine: Engine, contact: Contact) {
  const { resolve, get } = engine.of(contactCollection)
  const name = contactNameOf(contact)
  const idOf = () => resolve(contact.id)
  const whichOf = ({ id, about }: Referral) => ({ id: idOf(), referral_id: id, was: about })
  /** The server gave a new referral another ID in the meantime. */
  const addedLast = ({ about, day }: ReferralInput) =>
    get(idOf())?.sent?.findLast((one) => one.about === about && one.day === day)
  const undoing = (acted: DispatchResult, otherwise: () => void) => async () => {
    if (!(await engine.takeBack(acted.key))) otherwise()
  }
  return {
    give(input: ReferralInput): DispatchResult | null {
      const acted = dispatchOn(engine, giveReferral, { id: idOf(), ...input })
      const back = () => {
        const added = addedLast(input)
        if (added) dispatchOn(engine, removeReferral, whichOf(added))
      }
      if (acted) showDone(acted, { message: `Referral to ${name} recorded.`, undo: undoing(acted, back) })
      return acted
    },
    /** `given` holds only changes since `before`. */
    edit(before: Referral, given: EditReferralInput): DispatchResult | null {
      const acted = dispatchOn(engine, editReferral, { ...whichOf(before), ...given })
      const old = Object.fromEntries(
        Object.keys(given).map((field) => [field, before[field as keyof EditReferralInput]]),
      )
      const back = () => dispatchOn(engine, editReferral, { ...whichOf({ ...before, ...given }), ...old })
      if (acted) showDone(acted, { message: `Referral to ${name} changed.`, undo: undoing(acted, back) })
      return acted
    },
    remove(referral: Referral): DispatchResult | null {
      const acted = dispatchOn(engine, removeReferral, whichOf(referral))
      const { about, day, outcome } = referral
      const back = () => dispatchOn(engine, giveReferral, { id: idOf(), about, day, outcome })
      if (acted) showDone(acted, { message: `Referral to ${name} deleted.`, undo: undoing(acted, back) })
      return acted
    },
  }
}
