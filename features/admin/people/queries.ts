// Queries for people and groups. Devices store managers and contact details for use offline.
import type { RouteInput } from '#core/contract/route.ts'
import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { type GroupStatus, peopleRoutes as routes } from './contract.ts'

const inOrder = (query: object) => JSON.stringify(Object.entries(query).sort())

export const peopleQuery = defineQuery({
  name: 'adminPeople',
  route: routes.people,
  callOf: (filters: NonNullable<RouteInput['query']>, after) => ({ query: { ...filters, after } }),
  keyOf: inOrder,
  keeps: 10,
  pages: pagesOf('people'),
})

export const personQuery = defineQuery({
  name: 'adminPerson',
  route: routes.person,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'It shows how another person signs in and what they chose for themselves.',
})

export const groupsQuery = defineQuery({
  name: 'adminGroups',
  route: routes.groups,
  callOf: (status: GroupStatus, after) => ({ query: { status, after } }),
  keyOf: (status) => status,
  pages: pagesOf('groups'),
})

export const groupQuery = defineQuery({
  name: 'adminGroup',
  route: routes.group,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  keeps: 20,
})

export const invitableQuery = defineQuery({
  name: 'invitable',
  route: routes.invitable,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'It offers a change, which needs a connection.',
})
