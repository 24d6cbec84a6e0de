import { fullNameOf } from '#core/contract/names.ts'
import '@mantine/core/styles/Combobox.layer.css'
import { Select, type SelectProps } from '@mantine/core'
import { foldCaseOptions } from './foldCaseOptions.ts'
import type { Pickable } from './PersonPicker.tsx'
import { useEnterChooses } from './useEnterChooses.ts'

type Props = Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'error'> & {
  people: readonly Pickable[]
  /** Options other than a person. */
  others?: { value: string; label: string }[]
  /** Set when the search runs elsewhere. */
  onSearch?: (typed: string) => void
  /** The results of `onSearch` haven't arrived. */
  isSearching?: boolean
  value: string | null
  onChange: (id: string | null) => void
}

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
      // The clear button empties the field. With deselection, Enter on the chosen person would as well.
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

export const personLabel = (person: Pickable) => `${fullNameOf(person)} (${person.email})`
