import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox } from '@mantine/core'
import type { Chosen } from './columns.ts'

type Props<R> = {
  rows: readonly R[]
  chosen: Chosen<R>
  /** Without it, the checkbox selects all shown rows. */
  name?: string
  isWordy?: boolean
}

export function ChooseBox<R>({ rows, chosen, name, isWordy }: Props<R>) {
  const isIn = rows.length > 0 && rows.every(chosen.has)
  const label = name !== undefined ? `Select ${name}` : isIn ? 'Clear selection' : 'Select all shown'
  return (
    <Checkbox
      {...(isWordy ? { label } : { 'aria-label': label })}
      checked={isIn}
      indeterminate={name === undefined && !isIn && chosen.rows.length > 0}
      onChange={() => (isIn && name === undefined ? chosen.clear() : chosen.choose(rows, !isIn))}
    />
  )
}
