import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Combobox, Pill, PillsInput } from '@mantine/core'
import { type KeyboardEvent, memo, useId, useMemo } from 'react'
import { OptionList } from './OptionList.tsx'
import s from './PeopleSelect.module.css'
import { type Option, useOptions } from './useOptions.ts'
import { useSteadyCallback } from './useSteadyCallback.ts'

type Props = {
  /** One of them is set. */
  label?: string
  'aria-label'?: string
  placeholder?: string | undefined
  error?: string | undefined
  disabled?: boolean
  maxLength?: number
  /** Height of the dropdown in pixels. */
  maxHeight?: number
  /** Most that can be chosen. */
  most?: number
  /** Shown when no one matches. */
  empty: string
  /** Must keep their identity, as `chosen` must, so that typing in other fields costs nothing. */
  options: readonly Option[]
  chosen: readonly string[]
  /** Names of chosen people who aren't offered. */
  others?: readonly Option[]
  /** Number of chosen people who haven't loaded. */
  unloaded?: number
  onChange: (chosen: string[]) => void
  onFocus?: () => void
}

/** Pills shown. The others are a count, and are listed with a check mark, so that they can be deselected. */
const PILLS = 20
const none: readonly Option[] = []

/** Chooses any number of people by name, among thousands. Typing renders this field alone. */
export function PeopleSelect({ onChange, onFocus, ...props }: Props) {
  return <Field {...props} onChange={useSteadyCallback(onChange)} onFocus={useSteadyCallback(() => onFocus?.())} />
}

const Field = memo(function Field(props: Props) {
  const { label, placeholder, error, disabled, maxLength, maxHeight = 220, most = Number.POSITIVE_INFINITY } = props
  const { empty, options, chosen, others = none, unloaded = 0, onChange, onFocus, 'aria-label': ariaLabel } = props
  const id = useId()
  const pills = useMemo(() => pillsOf(chosen, options, others), [chosen, options, others])
  const offered = useMemo(() => {
    const shown = new Set(pills.map(({ value }) => value))
    return options.filter(({ value }) => !shown.has(value))
  }, [options, pills])
  const picked = useMemo(() => new Set(chosen), [chosen])
  const choose = (value: string) => {
    search.type('')
    if (picked.has(value)) onChange(chosen.filter((one) => one !== value))
    else if (chosen.length < most) onChange([...chosen, value])
  }
  const search = useOptions({ options: offered, onChoose: choose })
  const { store } = search
  const remove = useSteadyCallback((value: string) => onChange(chosen.filter((one) => one !== value)))
  const onKeyDown = (event: KeyboardEvent) => {
    search.onKeyDown(event)
    const last = pills.at(-1)
    if (event.key === 'Backspace' && search.typed === '' && last) remove(last.value)
  }
  return (
    <Combobox store={store} onOptionSubmit={choose}>
      <Combobox.DropdownTarget>
        <PillsInput
          id={id}
          label={label}
          error={error}
          disabled={disabled}
          rightSection={<Combobox.Chevron error={error} />}
          rightSectionPointerEvents="none"
          onClick={() => store.openDropdown()}
          data-expanded={store.dropdownOpened || undefined}
        >
          <Pill.Group disabled={disabled}>
            <Pills pills={pills} disabled={disabled} onRemove={remove} />
            <More count={chosen.length + unloaded - pills.length} hasPills={pills.length > 0} />
            <Combobox.EventsTarget withExpandedAttribute {...search.target}>
              <PillsInput.Field
                id={id}
                aria-label={ariaLabel}
                placeholder={placeholder}
                maxLength={maxLength}
                disabled={disabled}
                value={search.typed}
                onFocus={() => {
                  store.openDropdown()
                  onFocus?.()
                }}
                onBlur={() => {
                  store.closeDropdown()
                  search.type('')
                }}
                onKeyDown={onKeyDown}
                onChange={(event) => {
                  search.type(event.currentTarget.value)
                  store.openDropdown()
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      {!disabled && (
        <OptionList
          options={search}
          labelledBy={label === undefined ? undefined : `${id}-label`}
          label={ariaLabel}
          isChecked={(value) => picked.has(value)}
          maxHeight={maxHeight}
          empty={empty}
        />
      )}
    </Combobox>
  )
})

type PillsProps = { pills: readonly Option[]; disabled: boolean | undefined; onRemove: (value: string) => void }

const Pills = memo(function Pills({ pills, disabled, onRemove }: PillsProps) {
  return pills.map(({ value, label }) => (
    <Pill key={value} withRemoveButton disabled={disabled} onRemove={() => onRemove(value)}>
      {label}
    </Pill>
  ))
})

function More({ count, hasPills }: { count: number; hasPills: boolean }) {
  if (count <= 0) return null
  const text = count.toLocaleString('en-US')
  return <span className={`cap ${s.more}`}>{hasPills ? `and ${text} more` : `${text} people`}</span>
}

/** The first chosen people, with their names. */
function pillsOf(chosen: readonly string[], options: readonly Option[], others: readonly Option[]): Option[] {
  const first = chosen.slice(0, PILLS)
  if (first.length === 0) return []
  const wanted = new Set(first)
  const named = new Map([...others, ...options].flatMap((one) => (wanted.has(one.value) ? [[one.value, one]] : [])))
  return first.map((value) => named.get(value) ?? { value, label: value })
}
