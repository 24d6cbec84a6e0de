// Queries of digests. Devices don't store them, because they name the people whom the firm writes to.
import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { routes } from './contract.ts'
import { listRoutes } from './lists.ts'
import { templateRoutes } from './templates.ts'

const neverKept = 'It says whom the firm writes to, and is changed with a connection alone.'

export const digestsQuery = defineQuery({
  name: 'digests',
  route: routes.list,
  callOf: (_: object, before) => ({ query: { before } }),
  noCacheReason: neverKept,
  pages: pagesOf('digests'),
})

export const digestPeopleQuery = defineQuery({
  name: 'digestPeople',
  route: routes.people,
  callOf: ({ id, limit }: { id: string; limit: number }) => ({ params: { id }, query: { limit } }),
  keyOf: ({ id }) => id,
  noCacheReason: neverKept,
})

export const digestLists = defineQuery({
  name: 'digestLists',
  route: listRoutes.list,
  callOf: (_: object) => ({}),
  noCacheReason: neverKept,
})

export const digestUnmailed = defineQuery({
  name: 'digestUnmailed',
  route: routes.unmailed,
  callOf: (_: object) => ({}),
  noCacheReason: 'It shows who doesn’t want emails.',
})

export const digestTemplates = defineQuery({
  name: 'digestTemplates',
  route: templateRoutes.list,
  callOf: (_: object) => ({}),
  noCacheReason: 'Its URLs open images and expire within minutes.',
})

export const runRecipients = defineQuery({
  name: 'runRecipients',
  route: routes.recipients,
  callOf: (of: { id: string; run: string }) => ({ params: of }),
  keyOf: ({ run }) => run,
  noCacheReason: neverKept,
})

export const digestPreview = defineQuery({
  name: 'digestPreview',
  route: routes.preview,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'Its URL shows the email as it would be sent now.',
})
