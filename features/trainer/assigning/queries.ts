import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

const neverKept = 'It offers a change, which needs a connection; and what others were asked to learn is theirs.'

export const assignedQuery = defineQuery({
  name: 'assigned',
  route: routes.list,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})

export const assignedToPerson = defineQuery({
  name: 'assignedToPerson',
  route: routes.ofPerson,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})

export const assignChoices = defineQuery({
  name: 'assignChoices',
  route: routes.choices,
  callOf: () => ({}),
  noCacheReason: neverKept,
})
