import type { RouteResponse } from '#core/contract/route.ts'
import { defineQuery } from '#core/sync/query.ts'
import { type Contact, routes } from './contract.ts'

/** A contact that isn’t on this device, such as one of a managed person. */
export const oneContact = defineQuery<Contact, string>({
  name: 'contact',
  route: routes.read,
  callOf: (id) => ({ params: { id } }),
  keyOf: (id) => id,
  isLive: true,
})

export const contactHistory = defineQuery<RouteResponse<typeof routes.history>, string>({
  name: 'contactHistory',
  route: routes.history,
  callOf: (id) => ({ params: { id } }),
  keyOf: (id) => id,
  isLive: true,
})
