import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import s from './Import.module.css'

type Props<T extends string> = {
  label: string
  value: T | null
  /** Each with its words, in order. */
  options: Record<T, string>
  onChange: (value: T) => void
}

/** One of a few answers to what the file does not say. */
export function Choice<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <Radio.Group aria-label={label} value={value} onChange={(chosen) => onChange(chosen as T)}>
      <div className={s.radios}>
        {(Object.entries(options) as [T, string][]).map(([option, words]) => (
          <Radio key={option} value={option} label={words} />
        ))}
      </div>
    </Radio.Group>
  )
}
