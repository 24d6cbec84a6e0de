import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import type { FormState } from '#core/ui/form/useForm.ts'
import { AmountInput } from './AmountInput.tsx'
import s from './fields.module.css'
import type { RevenueForm, RevenueKind } from './targetForm.ts'

type Props = {
  label: string
  isOptional?: boolean | undefined
  kinds?: Record<RevenueKind, string>
  inputLabel: string
  form: FormState<RevenueForm>
  hasCursor?: boolean
}
const short: Record<RevenueKind, string> = { intangible: 'Intangible', amount: 'Amount' }

export function AmountField({ label, isOptional, kinds = short, inputLabel, form, hasCursor }: Props) {
  const labelId = useId()
  const isAmount = form.values.revenueKind === 'amount'
  const choices = [
    { value: 'intangible', label: kinds.intangible },
    { value: 'amount', label: kinds.amount },
  ]
  return (
    <div>
      <span className="block mb4 medium" id={labelId}>
        {label}
        {isOptional && <span className={`size12 regular dim ${s.optional}`}> optional</span>}
      </span>
      <div className={`grid gap8 ${s.revenue}`}>
        <SegmentedControl
          aria-labelledby={labelId}
          data={choices}
          value={form.values.revenueKind}
          onChange={(kind) => form.set('revenueKind', kind as RevenueKind)}
          className={s.tight}
        />
        <AmountInput
          {...form.field('revenue')}
          aria-label={inputLabel}
          className="num"
          data-autofocus={hasCursor || undefined}
          value={isAmount ? form.values.revenue : ''}
          disabled={!isAmount}
        />
      </div>
    </div>
  )
}
