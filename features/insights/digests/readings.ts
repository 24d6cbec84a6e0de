// What is read of digests. They say whom the firm writes to: no device keeps them.
import { defineReading, pagesOf } from '#core/sync/reading.ts'
import { routes } from './contract.ts'
import { listRoutes } from './lists.ts'
import { templateRoutes } from './templates.ts'

const neverKept = 'It says whom the firm writes to, and is changed with a connection alone.'

export const digestsReading = defineReading({
  name: 'digests',
  route: routes.list,
  callOf: (_: object, before) => ({ query: { before } }),
  neverKept,
  pages: pagesOf('digests'),
})

export const digestLists = defineReading({
  name: 'digestLists',
  route: listRoutes.list,
  callOf: (_: object) => ({}),
  neverKept,
})

export const digestUnmailed = defineReading({
  name: 'digestUnmailed',
  route: routes.unmailed,
  callOf: (_: object) => ({}),
  neverKept: 'It shows who doesn’t want emails.',
})

export const digestTemplates = defineReading({
  name: 'digestTemplates',
  route: templateRoutes.list,
  callOf: (_: object) => ({}),
  neverKept: 'Its addresses open pictures, for minutes.',
})

export const runRecipients = defineReading({
  name: 'runRecipients',
  route: routes.recipients,
  callOf: (of: { id: string; run: string }) => ({ params: of }),
  keyOf: ({ run }) => run,
  neverKept,
})

export const digestPreview = defineReading({
  name: 'digestPreview',
  route: routes.preview,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'Its address shows the mail as it would go now.',
})
