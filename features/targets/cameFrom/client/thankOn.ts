import { addDays } from '#core/contract/dates.ts'
import { type CameFrom, nameOfSource } from '#core/contract/referrals.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { type Contact, contactCollection } from '#features/contacts/contract.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import type { TargetActions } from '../../client/useTargetActions.ts'
import { contactsOn } from '../../contacts/firstContact.ts'
import { isPlaceholder, type Target, targetEndpoints } from '../../contract.ts'
import { openTask } from '../../facts.ts'
import { usualGoalOf } from '../../steps/client/offered.ts'

/** Days in which thanks are due. */
const DUE_DAYS = 2

/**
 * Returns 'Thank Harold', which becomes the next step of a pursued Target with the contact that has none. Otherwise, it
 * opens a new Target with that step, filled in. `name` is that of the won Target.
 */
export function thankOn(
  { engine, actions }: { engine: Engine; actions: Pick<TargetActions, 'takeStep'> },
  from: CameFrom,
  name: string,
  today: string,
) {
  const person = nameOfSource(from)
  const step = { description: `Thank ${person} for ${name}`, due: addDays(today, DUE_DAYS), help: '' }
  const run = () => {
    const contact = 'contact_id' in from ? engine.of(contactCollection).get(from.contact_id) : undefined
    const target = contact && targetOf(engine, contact)
    if (target) actions.takeStep(target.id, step, openTask(target)?.description ?? null)
    else targetDialogs.create({ ...prefillOf(contact, person), tasks: [step] })
  }
  return { label: `Thank ${firstNameOf(person)}`, run }
}

const firstNameOf = (name: string) => name.split(' ')[0]!

/** A pursued Target whose own step the person hasn't chosen yet. */
const targetOf = (engine: Engine, contact: Contact): Target | undefined =>
  engine
    .of(targetEndpoints)
    .all()
    .find((target) => {
      const step = openTask(target)
      const isFree = target.status === 'active' && target.shared !== 'pending' && (!step || isPlaceholder(step))
      return isFree && contactsOn(target).some(({ id }) => id === contact.id)
    })

const prefillOf = (contact: Contact | undefined, contactName: string) => ({
  company: contact?.company ?? '',
  contact: contactName,
  contact_email: contact?.emails[0] ?? '',
  contact_phone: contact?.phones[0] ?? '',
  type: 'refsource' as const,
  goal: usualGoalOf('refsource'),
})
