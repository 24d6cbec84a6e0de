import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, InputBase } from '@mantine/core'
import { memo, useId, useMemo, useState } from 'react'
import { fullNameOf } from '#core/contract/names.ts'
import { OptionList } from './OptionList.tsx'
import type { Pickable } from './PersonPicker.tsx'
import { type Option, useOptions } from './useOptions.ts'
import { useSteadyCallback } from './useSteadyCallback.ts'

type Props = {
  /** One of them is set. */
  label?: string
  'aria-label'?: string
  placeholder?: string
  error?: string | undefined
  /** Must keep their identity, as `others` must, so that typing in other fields costs nothing. */
  people: readonly Pickable[]
  /** Options other than a person. */
  others?: readonly Option[]
  /** Set when the search runs elsewhere. '' when the field shows the chosen person. */
  onSearch?: (typed: string) => void
  /** The results of `onSearch` haven't arrived. */
  isSearching?: boolean
  value: string | null
  onChange: (id: string | null) => void
}

const none: readonly Option[] = []

/** Chooses one person by name or email, among thousands. */
export function PersonField({ onChange, onSearch, ...props }: Props) {
  const change = useSteadyCallback(onChange)
  const search = useSteadyCallback((typed: string) => onSearch?.(typed))
  return <Field {...props} onChange={change} onSearch={search} isFiltered={onSearch === undefined} />
}

type FieldProps = Props & { onSearch: (typed: string) => void; isFiltered: boolean }

const Field = memo(function Field(props: FieldProps) {
  const { people, others = none, isFiltered, isSearching, value, onChange, onSearch, ...field } = props
  const { placeholder = 'Name or email', label, 'aria-label': ariaLabel } = field
  const id = useId()
  const options = useMemo(
    () => [...people.map((person) => ({ value: person.id, label: personLabel(person) })), ...others],
    [people, others],
  )
  const chosen = useMemo(() => options.find((one) => one.value === value), [options, value])
  const [isTyping, setTyping] = useState(false)
  /** Shows the chosen person again. */
  const rest = () => {
    setTyping(false)
    search.type('')
    onSearch('')
  }
  const choose = (given: string) => {
    rest()
    store.closeDropdown()
    if (given !== value) onChange(given)
  }
  const search = useOptions({ options, isFiltered, onChoose: choose })
  const { store } = search
  return (
    <Combobox store={store} onOptionSubmit={choose}>
      <Combobox.Target withExpandedAttribute {...search.target}>
        <InputBase
          {...field}
          id={id}
          placeholder={placeholder}
          __defaultRightSection={<Combobox.Chevron error={field.error} />}
          __clearSection={
            <Combobox.ClearButton
              onClear={() => {
                rest()
                onChange(null)
              }}
            />
          }
          __clearable={value !== null}
          rightSectionPointerEvents="none"
          value={isTyping ? search.typed : (chosen?.label ?? '')}
          onClick={() => store.openDropdown()}
          onFocus={() => store.openDropdown()}
          onBlur={() => {
            store.closeDropdown()
            rest()
          }}
          onKeyDown={search.onKeyDown}
          onChange={(event) => {
            const typed = event.currentTarget.value
            setTyping(true)
            search.type(typed)
            onSearch(typed)
            store.openDropdown()
          }}
        />
      </Combobox.Target>
      <OptionList
        options={search}
        labelledBy={label === undefined ? undefined : `${id}-label`}
        label={ariaLabel}
        isChecked={(one) => one === value}
        maxHeight={240}
        empty={isSearching ? 'Searching…' : 'No one by that name'}
      />
    </Combobox>
  )
})

export const personLabel = (person: Pickable) => `${fullNameOf(person)} (${person.email})`
