// What is read of assets. The list is at hand without a network; who reads what is told while it can be asked for.
import { defineReading } from '#core/sync/reading.ts'
import { routes } from './contract.ts'

export const myAssets = defineReading({
  name: 'myAssets',
  route: routes.mine,
  callOf: ({ q }: { q: string }) => ({ query: { q: q || undefined } }),
  keyOf: ({ q }) => q,
  keeps: 3,
})

export const allAssets = defineReading({
  name: 'allAssets',
  route: routes.all,
  callOf: ({ q, trash }: { q: string; trash: boolean }) => ({
    query: { q: q || undefined, trash: trash ? ('yes' as const) : undefined },
  }),
  keyOf: ({ q, trash }) => `${trash}:${q}`,
  keeps: 4,
})

export const assetReach = defineReading({ name: 'assetReach', route: routes.reach, callOf: (_: object) => ({}) })

export const assetVersions = defineReading({
  name: 'assetVersions',
  route: routes.versions,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'Its addresses open older contents, for minutes.',
})

export const assetReaders = defineReading({
  name: 'assetReaders',
  route: routes.readers,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'It says what other people read.',
})

export const oneAsset = defineReading({
  name: 'oneAsset',
  route: routes.one,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'Its address opens the file, for minutes.',
})
