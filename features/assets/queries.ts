// Queries of assets. The list is available offline, the readers only online.
import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

export const myAssets = defineQuery({
  name: 'myAssets',
  route: routes.mine,
  callOf: ({ q }: { q: string }) => ({ query: { q: q || undefined } }),
  keyOf: ({ q }) => q,
  keeps: 3,
})

export const allAssets = defineQuery({
  name: 'allAssets',
  route: routes.all,
  callOf: ({ q, trash }: { q: string; trash: boolean }) => ({
    query: { q: q || undefined, trash: trash ? ('yes' as const) : undefined },
  }),
  keyOf: ({ q, trash }) => `${trash}:${q}`,
  keeps: 4,
})

export const assetReach = defineQuery({ name: 'assetReach', route: routes.reach, callOf: (_: object) => ({}) })

export const assetVersions = defineQuery({
  name: 'assetVersions',
  route: routes.versions,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'Its URLs open older contents and expire within minutes.',
})

export const assetReaders = defineQuery({
  name: 'assetReaders',
  route: routes.readers,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'It shows what other people read.',
})

export const oneAsset = defineQuery({
  name: 'oneAsset',
  route: routes.one,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'Its URL opens the file and expires within minutes.',
})
