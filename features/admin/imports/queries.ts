// Queries for imports. Devices never store the contents of a file before it is imported.
import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { routes } from './contract.ts'
import type { Mapping } from './mappingContract.ts'

const neverKept = 'It contains cells of a file that isn’t imported yet, and changes during the import.'

export const importsQuery = defineQuery({
  name: 'imports',
  route: routes.imports,
  callOf: (_: undefined, after) => ({ query: { after } }),
  pages: pagesOf('imports'),
})

export const importQuery = defineQuery({
  name: 'import',
  route: routes.read,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})

export const sourcesReading = defineQuery({
  name: 'importSources',
  route: routes.sources,
  callOf: ({ id, column }: { id: string; column: number }) => ({ params: { id }, query: { column } }),
  keyOf: (input) => JSON.stringify(input),
  noCacheReason: neverKept,
})

export const previewReading = defineQuery({
  name: 'preview',
  route: routes.preview,
  callOf: ({ id, mapping }: { id: string; mapping: Mapping }) => ({ params: { id }, body: { mapping } }),
  keyOf: (input) => JSON.stringify(input),
  noCacheReason: neverKept,
})
