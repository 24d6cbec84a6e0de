import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'

type Props<T extends string> = {
  label: string
  value: T | null
  /** Labels of the choices, in order. */
  options: Partial<Record<T, string>>
  onChange: (value: T) => void
}

/** Asks for one of a few choices that the file doesn't settle. */
export function Choice<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <Radio.Group aria-label={label} value={value} onChange={(chosen) => onChange(chosen as T)}>
      <div className="stack gap12">
        {(Object.entries(options) as [T, string][]).map(([option, words]) => (
          <Radio key={option} value={option} label={words} />
        ))}
      </div>
    </Radio.Group>
  )
}
