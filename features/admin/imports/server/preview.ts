// Previews the result of a mapping. Reads every row, one page at a time, and changes nothing.
import type { ImportPreview, RejectReason } from '../contract.ts'
import { importLimits } from '../mappingContract.ts'
import type { GoodRow, Importer } from './run.ts'
import type { StoredImport } from './store.ts'

const PAGE = 1000
const REASONS = 50
const ROWS_OF_REASON = 5

export async function previewRows(importer: Importer<GoodRow>, { options }: StoredImport): Promise<ImportPreview> {
  const results: ImportPreview['results'] = []
  const [reasons, notices] = [new Tally(), new Tally()]
  const counts = { imported: 0, matched: 0, refused: 0 }
  const counter = importer.counter()
  const seen = new Set<string>()
  const headers = options.columns.slice(0, 8).map(({ header }) => header)
  const shownCells = (cells: string[]) =>
    Object.fromEntries(cells.length === 0 ? [] : headers.map((header, i) => [header, (cells[i] ?? '').slice(0, 80)]))
  for (let at = 0; ; ) {
    const rows = await importer.within((tx) => importer.read(tx, at, PAGE, new Set(seen)))
    if (rows.length === 0) break
    importer.previewed?.(rows.filter((read) => 'outcome' in read))
    for (const read of rows) {
      const { row } = read
      const isGood = 'outcome' in read
      const outcome = isGood ? read.outcome : 'refused'
      counts[outcome]++
      if (isGood) {
        if (read.externalId) seen.add(read.externalId)
        counter.see(read)
        for (const notice of read.notices) notices.add(notice, row)
      } else reasons.add(read.reason, row)
      if (results.length < importLimits.previewed)
        results.push({
          row,
          outcome,
          reason: isGood ? '' : read.reason,
          shown: isGood ? importer.shown(read) : shownCells(read.cells),
        })
    }
    at = rows.at(-1)!.row
  }
  return {
    results,
    counts,
    made: counter.made?.() ?? [],
    parts: await importer.within((tx) => counter.parts(tx)),
    reasons: reasons.list(),
    notices: notices.list().map(({ reason, count }) => ({ notice: reason, count })),
  }
}

class Tally {
  #counts = new Map<string, RejectReason>()
  add(reason: string, row: number): void {
    const known = this.#counts.get(reason) ?? { reason, count: 0, rows: [] }
    known.count++
    if (known.rows.length < ROWS_OF_REASON) known.rows.push(row)
    this.#counts.set(reason, known)
  }
  list(): RejectReason[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count).slice(0, REASONS)
  }
}
