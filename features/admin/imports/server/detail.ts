// Builds the detail of an import for the screens: its counts and, while it is being mapped, its columns and their
// suggested mapping.
import type { Tx } from '#core/server/database/tx.ts'
import { everyone } from '../../people/server/people.ts'
import { contactExportOf } from '../contactAliases.ts'
import { Import, type ImportColumn, type ImportDetail, type ImportKind } from '../contract.ts'
import { applySavedMapping } from '../keptMapping.ts'
import { ignoredColumns } from '../mappingProblems.ts'
import { exportOf } from '../suggestions.ts'
import { savedMappingFor } from './keptMappings.ts'
import { kinds } from './kinds.ts'
import type { ImportPorts } from './ports.ts'
import { readSources } from './readSources.ts'
import { readStages } from './readStages.ts'
import { matchedNotices, readImport, reasonsOf, rowsAfter, type StoredImport } from './store.ts'

const SAMPLES = 5

const matchedSentence = ({ notice, count }: { notice: string; count: number }) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}: ${notice}`

const importedNames = Object.keys(Import.shape) as (keyof Import)[]
export const importedCells = (stored: StoredImport): Import =>
  Object.fromEntries(importedNames.map((name) => [name, stored[name]])) as Import

export async function importDetail(tx: Tx, id: string, ports: ImportPorts): Promise<ImportDetail> {
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
      notices: [...notices, ...(await matchedNotices(tx, id)).map(matchedSentence)],
      reasons: await reasonsOf(tx, id),
      ignored: stored.mapping ? ignoredColumns(columns, stored.mapping) : [],
      parts: await kinds[stored.kind].sum(tx, stored, ports),
    }
  return { ...common, columns, draft: stored.draft, ...(await mappingOf(tx, stored)) }
}

/** Suggests a mapping for a file, from an earlier file with the same headings if there is one. */
async function mappingOf(tx: Tx, { id, kind, user_id, options: { columns } }: StoredImport) {
  const people = await everyone(tx)
  const suggestion = await kinds[kind].suggest(tx, columns, people, user_id)
  const kept = await savedMappingFor(tx, kind, columns)
  return {
    samples: (await rowsAfter(tx, id, 0, SAMPLES)).map(({ cells }) => cells.map((cell) => cell.slice(0, 200))),
    suggestion: kept
      ? applySavedMapping(kept.mapping, columns, suggestion, people, await readStages(tx), await readSources(tx))
      : suggestion,
    remembered: kept && { file_name: kept.file_name, by: kept.by, saved_at: kept.saved_at },
    looks_like: looksLike(kind, columns),
  }
}

function looksLike(kind: ImportKind, columns: ImportColumn[]): string | null {
  if (kind === 'targets') return exportOf(columns)?.name ?? null
  return kind === 'contacts' ? contactExportOf(columns) : null
}
