import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Combobox.layer.css'
import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import s from './FilterBar.module.css'

type Option = { value: string; label: string }
export type Filter =
  | { kind: 'search'; name: string; label: string; placeholder: string; maxLength: number }
  | {
      kind: 'choice'
      name: string
      label: string /** Label of the option without a filter. */
      any?: string
      options: readonly Option[]
    }
  | { kind: 'day'; name: string; label: string }

type Values = Readonly<Record<string, string | undefined>>
type Props = {
  filters: readonly Filter[]
  values: Values
  onChange: (change: Values) => void
  /** Label of the button that clears all filters. */
  reset?: string
  /** Actions at the right end. */
  children?: ReactNode
}

/** On a phone all but the first filter are on lines below it. */
export function FilterBar({ filters, values, onChange, reset, children }: Props) {
  const isNarrowed = filters.some(({ name }) => values[name])
  const [first, ...others] = filters
  const field = (filter: Filter) => (
    <Field
      key={filter.name}
      filter={filter}
      value={values[filter.name] ?? ''}
      onValue={(value) => onChange({ [filter.name]: value || undefined })}
    />
  )
  return (
    <search className={`row wrap gap8 mb16 ${s.bar}`}>
      {first && field(first)}
      {others.length > 0 && <div className={s.others}>{others.map(field)}</div>}
      {reset !== undefined && isNarrowed && (
        <Button
          variant="subtle"
          onClick={() => onChange(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}
        >
          {reset}
        </Button>
      )}
      {children && <div className="push">{children}</div>}
    </search>
  )
}

type FieldProps<F> = { filter: F; value: string; onValue: (value: string) => void }

function Field({ filter, value, onValue }: FieldProps<Filter>) {
  if (filter.kind === 'search') return <Search filter={filter} value={value} onValue={onValue} />
  if (filter.kind === 'day')
    return (
      <TextInput
        className={`rigid ${s.day}`}
        type="date"
        aria-label={filter.label}
        leftSection={<span className={`fill dim size12 ${s.word}`}>{filter.label}</span>}
        leftSectionWidth={52}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    )
  const { label, any, options } = filter
  return (
    <NativeSelect
      className={s.choice}
      aria-label={label}
      data={any === undefined ? [...options] : [{ value: '', label: any }, ...options]}
      value={value}
      data-on={(any !== undefined && value !== '') || undefined}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

/** Milliseconds after the last keystroke. */
const TYPING_MS = 250

function Search({ filter, value, onValue }: FieldProps<Extract<Filter, { kind: 'search' }>>) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onValue)
  latest.current = onValue
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  // The filter was cleared elsewhere.
  useEffect(() => {
    if (value === '') setTyped('')
  }, [value])
  return (
    <TextInput
      className={s.search}
      type="search"
      aria-label={filter.label}
      placeholder={filter.placeholder}
      maxLength={filter.maxLength}
      leftSection={<Icon name="search" />}
      rightSection={
        typed !== '' && (
          <CloseButton
            aria-label="Clear the search"
            size={24}
            onClick={() => {
              setTyped('')
              onValue('')
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
