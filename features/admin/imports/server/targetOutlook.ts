// Reads the stage, the expected close, and the chance of a row, for a firm with stages.
import { type ExpectedClose, formatClose, OwnChance, whyNoClose } from '#core/contract/stages.ts'
import type { TargetOutlook } from '#features/targets/pastContract.ts'
import { isNoAmount } from '../amounts.ts'
import { readDate, readMonth } from '../cells.ts'
import { type ChanceScale, isInTens, nearestTen, readChance } from '../chances.ts'
import type { ImportedStatus, StageMeaning, TargetField, TargetMapping } from '../mappingContract.ts'
import { type Cell, chosenFor, refuseRow, shortened } from './rowCells.ts'

/** Months before today that the file of another system can expect an open target to close in. */
const MONTHS_BACK = 120

/** Scale of the file's column of chances. */
export type OutlookSource = { scale: ChanceScale }

type Row = {
  cell: Cell<TargetField>
  status: ImportedStatus /** Stage that the status names. */
  staged: string | null
}

/** The mapping has to name current stages only, see `withCurrentStages`. */
export function outlookReader({ scale }: OutlookSource, mapping: TargetMapping, today: string) {
  return ({ cell, status, staged }: Row, notices: string[]): TargetOutlook => ({
    stage: stageOf(cell('stage'), mapping.stages ?? {}) ?? staged,
    expected_close: closeOf(cell, status, notices),
    chance: chanceOf(cell('chance'), status, notices),
  })

  function closeOf(cell: Cell<TargetField>, status: ImportedStatus, notices: string[]): ExpectedClose | null {
    if (mapping.open_close !== 'expect') return null
    // The close date of a target that isn't pursued is the day on which it ended.
    const written = cell('expected_close') || (status === 'active' ? cell('closed') : '')
    if (written === '') return null
    const order = mapping.date_order ?? 'mdy'
    const close = readMonth(written) ?? readDate(written, order)?.day
    if (!close) {
      const isOther = readDate(written, order === 'mdy' ? 'dmy' : 'mdy') !== null
      return refuseRow(
        `The expected close “${shortened(written)}” isn’t a month or a valid date${isOther ? ' in the chosen order' : ''}.`,
      )
    }
    const isOver = status === 'completed' || status === 'lost'
    const problem = whyNoClose(close, today, isOver ? Number.POSITIVE_INFINITY : MONTHS_BACK)
    if (problem) return refuseRow(`The expected close “${shortened(written)}” can’t be imported. ${problem}`)
    if (!isOver && whyNoClose(close, today))
      notices.push(`The expected close ${formatClose(close)} is long past. It’s imported as it is.`)
    return close
  }

  function chanceOf(written: string, status: ImportedStatus, notices: string[]): number | null {
    if (written === '') return null
    if (status === 'completed' || status === 'lost') {
      notices.push('We ignore the chance because the Target is closed.')
      return null
    }
    if (isNoAmount(written)) {
      notices.push(`The chance “${shortened(written)}” is read as none.`)
      return null
    }
    const percent = readChance(written, scale)
    const isUneven = percent !== null && percent <= 100 && !isInTens(percent)
    if (isUneven && mapping.chance_rounding === 'skip') {
      notices.push(`The chance ${percent}% isn’t in tens, so it isn’t imported.`)
      return null
    }
    const rounds = isUneven && mapping.chance_rounding === 'round'
    const { data: chance, error } = OwnChance.safeParse(rounds ? nearestTen(percent) : percent)
    if (error) return refuseRow(`The chance “${shortened(written)}” can’t be imported. ${error.issues[0]!.message}`)
    if (rounds) notices.push(`The chance ${percent}% becomes ${chance}%.`)
    else if (scale === 'fraction') notices.push('The chance is read as a fraction: 0.6 is 60%.')
    return chance
  }
}

/** An empty cell means no stage. Every other value means what a person chose for it. */
function stageOf(written: string, meant: Record<string, StageMeaning>): string | null {
  if (written === '') return null
  const chosen = chosenFor<Exclude<StageMeaning, 'refuse'>>(
    'stage',
    written,
    meant,
    `The stage “${shortened(written)}” isn’t matched to a stage of your firm.`,
  )
  return chosen === 'none' ? null : chosen
}
