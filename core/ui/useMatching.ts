import { useMemo } from 'react'
import { foldCase } from '#core/contract/foldCase.ts'

/**
 * Returns the rows whose text contains what was typed, ignoring case and accents. It folds each text once, not with each
 * keystroke, so `rows` and `textOf` must keep their identity.
 */
export function useMatching<R>(rows: readonly R[], textOf: (row: R) => string, typed: string): readonly R[] {
  const folded = useMemo(() => rows.map((row) => foldCase(textOf(row))), [rows, textOf])
  const sought = foldCase(typed.trim())
  return useMemo(
    () => (sought === '' ? rows : rows.filter((_, at) => folded[at]!.includes(sought))),
    [rows, folded, sought],
  )
}
