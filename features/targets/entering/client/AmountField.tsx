import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, TextInput } from '@mantine/core'
import { type ChangeEvent, useId, useLayoutEffect, useRef } from 'react'
import s from './fields.module.css'
import { type RevenueForm, type RevenueKind, typedAmount } from './targetForm.ts'

type Props = {
  label: string
  isOptional?: boolean
  /** The words of the two choices. */
  kinds?: Record<RevenueKind, string>
  inputLabel: string
  value: RevenueForm
  error?: string
  onKind: (kind: RevenueKind) => void
  onAmount: (amount: string) => void
  hasCursor?: boolean
}
const short: Record<RevenueKind, string> = { intangible: 'Intangible', amount: 'Amount' }

/** Either intangible or dollars, with the separators set while typing. */
export function AmountField({
  label,
  isOptional,
  kinds = short,
  inputLabel,
  value,
  error,
  onKind,
  onAmount,
  hasCursor,
}: Props) {
  const labelId = useId()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const typed = typedAmount(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
    if (!typed) return
    caret.current = typed.caret
    onAmount(typed.text)
  }
  const choices = [
    { value: 'intangible', label: kinds.intangible },
    { value: 'amount', label: kinds.amount },
  ]
  return (
    <div>
      <span className={s.label} id={labelId}>
        {label}
        {isOptional && <span className={s.optional}> optional</span>}
      </span>
      <div className={s.revenue}>
        <SegmentedControl
          aria-labelledby={labelId}
          data={choices}
          value={value.revenueKind}
          onChange={(kind) => onKind(kind as RevenueKind)}
          className={s.tight}
        />
        <TextInput
          ref={input}
          name="revenue"
          aria-label={inputLabel}
          leftSection="$"
          leftSectionWidth={28}
          inputMode="decimal"
          autoComplete="off"
          className="num"
          data-autofocus={hasCursor || undefined}
          value={value.revenueKind === 'amount' ? value.revenue : ''}
          disabled={value.revenueKind !== 'amount'}
          error={error}
          onChange={type}
        />
      </div>
    </div>
  )
}
