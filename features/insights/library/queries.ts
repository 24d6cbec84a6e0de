// Queries of the Library. All are available offline. The marks of people are a synced collection.
import { defineQuery } from '#core/sync/query.ts'
import { routes } from './routesContract.ts'

export const libraryQuery = defineQuery({ name: 'library', route: routes.library, callOf: (_: object) => ({}) })

export const foundPages = defineQuery({
  name: 'contentsFound',
  route: routes.found,
  callOf: (q: string) => ({ query: { q } }),
  keyOf: (q) => q,
  keeps: 3,
})

export const contentReach = defineQuery({ name: 'contentReach', route: routes.reach, callOf: (_: object) => ({}) })

export const contentReaders = defineQuery({
  name: 'contentReaders',
  route: routes.readers,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'It shows what other people read.',
})

export const oneContent = defineQuery({
  name: 'oneContent',
  route: routes.read,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'Its URLs open the file and expire within minutes.',
})
