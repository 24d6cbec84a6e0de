// Builds the detail of an import for the screens: its counts and, while it is being mapped, its columns and their
// suggested mapping.
import type { Tx } from '#core/server/database/tx.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'
import { everyone } from '../../people/server/people.ts'
import { Import, type ImportDetail } from '../contract.ts'
import { applySavedMapping } from '../keptMapping.ts'
import { ignoredColumns } from '../mappingProblems.ts'
import { exportOf } from '../suggestions.ts'
import { savedMappingFor } from './keptMappings.ts'
import { kinds } from './kinds.ts'
import { readImport, reasonsOf, rowsAfter, type StoredImport } from './store.ts'

const SAMPLES = 5

const importedNames = Object.keys(Import.shape) as (keyof Import)[]
export const importedCells = (stored: StoredImport): Import =>
  Object.fromEntries(importedNames.map((name) => [name, stored[name]])) as Import

export async function importDetail(tx: Tx, id: string, targets: PastTargets): Promise<ImportDetail> {
  const stored = await readImport(tx, id)
  const { encoding, delimiter, notices, columns } = stored.options
  const common: ImportDetail = {
    ...importedCells(stored),
    encoding,
    delimiter,
    notices,
    columns: [],
    samples: [],
    suggestion: null,
    remembered: null,
    draft: null,
    looks_like: null,
    reasons: [],
    parts: [],
    ignored: [],
    blank: stored.options.blank ?? 0,
  }
  if (stored.state === 'running' || stored.state === 'undoing') return common
  if (stored.state !== 'uploaded')
    return {
      ...common,
      reasons: await reasonsOf(tx, id),
      ignored: stored.mapping ? ignoredColumns(columns, stored.mapping) : [],
      parts: await kinds[stored.kind].sum(tx, stored, targets),
    }
  return { ...common, columns, draft: stored.draft, ...(await mappingOf(tx, stored)) }
}

/** Suggests a mapping for a file, from an earlier file with the same headings if there is one. */
async function mappingOf(tx: Tx, { id, kind, options: { columns } }: StoredImport) {
  const people = await everyone(tx)
  const suggestion = await kinds[kind].suggest(tx, columns, people)
  const kept = await savedMappingFor(tx, kind, columns)
  return {
    samples: (await rowsAfter(tx, id, 0, SAMPLES)).map(({ cells }) => cells.map((cell) => cell.slice(0, 200))),
    suggestion: kept ? applySavedMapping(kept.mapping, columns, suggestion, people) : suggestion,
    remembered: kept && { file_name: kept.file_name, by: kept.by, saved_at: kept.saved_at },
    looks_like: kind === 'targets' ? (exportOf(columns)?.name ?? null) : null,
  }
}
