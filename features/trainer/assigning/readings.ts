import { defineReading } from '#core/sync/reading.ts'
import { routes } from './contract.ts'

const neverKept = 'It offers a change, which needs a connection; and what others were asked to learn is theirs.'

/** To whom something is assigned. */
export const assignedReading = defineReading({
  name: 'assigned',
  route: routes.list,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept,
})

/** What is assigned to somebody. */
export const assignedToPerson = defineReading({
  name: 'assignedToPerson',
  route: routes.ofPerson,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept,
})

/** To whom the person may assign. */
export const assignChoices = defineReading({
  name: 'assignChoices',
  route: routes.choices,
  callOf: () => ({}),
  neverKept,
})
