import { fullNameOf } from '#core/contract/names.ts'
import '@mantine/core/styles/Combobox.layer.css'
import { Select, type SelectProps } from '@mantine/core'
import { foldCaseOptions } from './foldedOptions.ts'
import type { Pickable } from './PersonPicker.tsx'
import { useEnterChooses } from './useEnterChooses.ts'

type Props = Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'error'> & {
  people: readonly Pickable[]
  /** What can be chosen instead of a person. */
  others?: { value: string; label: string }[]
  /** Hears what is typed, where the people are found elsewhere by it. */
  onSearch?: (typed: string) => void
  /** The people that `onSearch` asked for aren't there yet. */
  isSearching?: boolean
  value: string | null
  onChange: (id: string | null) => void
}

/** One person as a field of a form, found by name or e-mail. */
export function PersonField({
  people,
  others = [],
  onSearch,
  isSearching,
  placeholder = 'Name or email',
  ...field
}: Props) {
  const { onSearchChange, ...choosing } = useEnterChooses(people.map(({ id }) => id).join())
  const search = (typed: string) => {
    onSearchChange(typed)
    onSearch?.(typed)
  }
  return (
    <Select
      {...field}
      {...choosing}
      filter={onSearch ? ({ options }) => options : foldCaseOptions}
      onSearchChange={search}
      // The cross empties the field. Enter on the chosen person would do it as well.
      allowDeselect={false}
      placeholder={placeholder}
      searchable
      clearable
      limit={100}
      data={[...people.map((person) => ({ value: person.id, label: personLabel(person) })), ...others]}
      nothingFoundMessage={isSearching ? 'Searching…' : 'No one by that name'}
      comboboxProps={{ withinPortal: true }}
      maxDropdownHeight={240}
    />
  )
}

/** What stands in the field of whoever is chosen. */
export const personLabel = (person: Pickable) => `${fullNameOf(person)} (${person.email})`
