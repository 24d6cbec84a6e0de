import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'

/** Source: the second specification, section 5. */
const LONGEST = 100

type Props = {
  /** Label and placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  className?: string | undefined
  /** The surrounding dialog focuses it first. */
  isFirst?: boolean
  onEnter?: () => void
}

export function SearchField({ label, value, onChange, className, isFirst, onEnter }: Props) {
  return (
    <TextInput
      type="search"
      className={className}
      aria-label={label}
      placeholder={label}
      maxLength={LONGEST}
      leftSection={<Icon name="search" size={16} stroke={1.75} />}
      value={value}
      data-autofocus={isFirst || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
    />
  )
}
