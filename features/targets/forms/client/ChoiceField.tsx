import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import s from './fields.module.css'

type Props<V extends string> = {
  label: string
  terms: Record<V, string>
  order: readonly V[]
  value: V
  onChange: (value: V) => void
}

export function ChoiceField<V extends string>({ label, terms, order, value, onChange }: Props<V>) {
  const labelId = useId()
  return (
    <div>
      <span className="block mb4 medium" id={labelId}>
        {label}
      </span>
      <SegmentedControl
        aria-labelledby={labelId}
        fullWidth
        className={s.tight}
        data={order.map((one) => ({ value: one, label: terms[one] }))}
        value={value}
        onChange={(chosen) => onChange(chosen as V)}
      />
    </div>
  )
}
