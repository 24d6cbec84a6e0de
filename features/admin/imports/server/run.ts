// Imports a file's rows in batches, and undoes imports. One transaction saves a batch and records the results of its
// rows. Targets, people, and contacts each have an `Importer`.
import type { Tx } from '#core/server/database/tx.ts'
import type { MappingPart } from '../contract.ts'
import { advance, type ImportOutcome, lockState, madeAfter, rowsAfter, settleRows } from './store.ts'

/** Row to import. `externalId` is its ID in the other system, or ''. */
export type GoodRow = { row: number; outcome: 'imported' | 'matched'; externalId: string; notices: string[] }
/** Row to reject. The preview shows its `cells`. */
export type BadRow = { row: number; reason: string; cells: string[] }

export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export type Importer<G extends GoodRow> = {
  within: Transaction
  /** Reads the rows after a row, or none at the end of the file. Earlier rows have the IDs in `seen`. */
  read(tx: Tx, after: number, size: number, seen: Set<string>): Promise<(G | BadRow)[]>
  /** Saves rows and returns the ID of what each became. `committed` runs after the transaction. */
  save(tx: Tx, rows: G[]): Promise<{ ids: (string | null)[]; committed: () => void | Promise<void> }>
  /** Lets later rows of a preview refer to these. */
  previewed?(rows: G[]): void
  /** Returns the fields of a row as the preview shows them. */
  shown(row: G): Record<string, string>
  /** Counts what the rows of a preview become. `made` names what is made in addition to them, in sentences. */
  counter(): { see(row: G): void; parts(tx: Tx): Promise<MappingPart[]>; made?(): string[] }
}

export type ImportUndo = {
  within: Transaction
  /** True if one step undoes the whole import. */
  isWhole: boolean
  /** Removes what rows created and returns the IDs of what stays, and why. */
  remove(tx: Tx, ids: string[]): Promise<Set<string>>
  keptReason: string
}

/** Runs one batch of an import or an undo and returns whether more rows can follow. `size` is the number of rows. */
export type Step = (size: number) => Promise<boolean>

export const runSteps =
  (importer: Importer<GoodRow>, id: string): Step =>
  async (size) => {
    const committed = await importer.within(async (tx) => {
      const now = await lockState(tx, id)
      if (now?.state !== 'running') return null
      const rows = await importer.read(tx, now.at_row, size, new Set())
      if (rows.length === 0) {
        await advance(tx, id, { state: 'done' })
        return null
      }
      const saved = await importer.save(
        tx,
        rows.filter((row) => 'outcome' in row),
      )
      let next = 0
      const outcomes = rows.map((row) =>
        'outcome' in row
          ? outcomeOf(row.row, row.outcome, {
              made_id: saved.ids[next++]!,
              external_id: row.externalId || null,
              reason: (row.outcome === 'matched' && row.notices.join(' ')) || null,
            })
          : outcomeOf(row.row, 'refused', { reason: row.reason }),
      )
      await settleRows(tx, id, outcomes)
      const count = (outcome: ImportOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome).length
      await advance(tx, id, {
        at_row: rows.at(-1)!.row,
        imported: count('imported'),
        matched: count('matched'),
        refused: count('refused'),
      })
      return saved.committed
    })
    await committed?.()
    return committed !== null
  }

const ALL = 1_000_000

export const undoSteps =
  ({ within, isWhole, remove, keptReason }: ImportUndo, id: string): Step =>
  (size) =>
    within(async (tx) => {
      const now = await lockState(tx, id)
      if (now?.state !== 'undoing') return false
      const made = await madeAfter(tx, id, now.at_row, isWhole ? ALL : size)
      const isLast = isWhole || made.length === 0
      const kept = await remove(
        tx,
        made.map(({ made_id }) => made_id),
      )
      await settleRows(
        tx,
        id,
        made.map(({ row, made_id, external_id }) =>
          kept.has(made_id)
            ? outcomeOf(row, 'kept', { made_id, reason: keptReason, external_id })
            : outcomeOf(row, 'removed', {}),
        ),
      )
      const at_row = made.at(-1)?.row ?? now.at_row
      await advance(tx, id, { at_row, kept: kept.size, ...(isLast && { state: 'undone' }) })
      return !isLast
    })

/** Rejects a row that the database doesn't accept, so that the rows after it are imported. */
export const refuseNext = (within: Transaction, id: string): Promise<boolean> =>
  within(async (tx) => {
    const now = await lockState(tx, id)
    if (now?.state !== 'running') return false
    const [row] = await rowsAfter(tx, id, now.at_row, 1)
    if (!row) return false
    await settleRows(tx, id, [outcomeOf(row.row, 'refused', { reason: 'We couldn’t save this row.' })])
    await advance(tx, id, { at_row: row.row, refused: 1 })
    return true
  })

const outcomeOf = (row: number, outcome: ImportOutcome['outcome'], found: Partial<ImportOutcome>): ImportOutcome => ({
  row,
  outcome,
  made_id: null,
  reason: null,
  external_id: null,
  ...found,
})
