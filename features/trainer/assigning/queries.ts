import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

const neverKept = 'It offers a change, which needs a connection; and what others were asked to learn is theirs.'

/** To whom something is assigned. */
export const assignedQuery = defineQuery({
  name: 'assigned',
  route: routes.list,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})

/** What is assigned to somebody. */
export const assignedToPerson = defineQuery({
  name: 'assignedToPerson',
  route: routes.ofPerson,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})

/** To whom the person may assign. */
export const assignChoices = defineQuery({
  name: 'assignChoices',
  route: routes.choices,
  callOf: () => ({}),
  noCacheReason: neverKept,
})
