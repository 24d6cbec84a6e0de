// What is read of the Library. All of it is at hand without a network; what people made of it is a collection.
import { defineReading } from '#core/sync/reading.ts'
import { routes } from './routesContract.ts'

export const libraryReading = defineReading({ name: 'library', route: routes.library, callOf: (_: object) => ({}) })

export const foundPages = defineReading({
  name: 'contentsFound',
  route: routes.found,
  callOf: (q: string) => ({ query: { q } }),
  keyOf: (q) => q,
  keeps: 3,
})

export const contentReach = defineReading({ name: 'contentReach', route: routes.reach, callOf: (_: object) => ({}) })

export const contentReaders = defineReading({
  name: 'contentReaders',
  route: routes.readers,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'It says what other people read.',
})

export const oneContent = defineReading({
  name: 'oneContent',
  route: routes.read,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'Its addresses open the file, for minutes.',
})
