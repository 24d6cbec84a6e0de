import { useVirtualizedCombobox } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { keepEnter } from './useEnterChooses.ts'
import { useMatching } from './useMatching.ts'

export type Option = {
  value: string
  label: string
  /** Heading that it's listed under. Options of a group are next to each other. */
  group?: string
}

type Given = {
  /** Must keep their identity while someone types. */
  options: readonly Option[]
  /** False if the search runs elsewhere. */
  isFiltered?: boolean
  onChoose: (value: string) => void
}

const labelOf = ({ label }: Option) => label

/**
 * Searches options by a typed text. It highlights the first match while the person types, and Enter chooses it. Enter
 * never sends the form, because a typed name that wasn't selected would be missing. Ctrl+Enter still does.
 */
export function useOptions({ options, isFiltered = true, onChoose }: Given) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(-1)
  const found = useMatching(options, labelOf, isFiltered ? typed : '')
  const highlighted = Math.min(at, found.length - 1)
  const idOf = (index: number) => `${id}-${index}`
  const store = useVirtualizedCombobox({
    totalOptionsCount: found.length,
    getOptionId: idOf,
    selectedOptionIndex: highlighted,
    setSelectedOptionIndex: setAt,
    onSelectedOptionSubmit: (index) => onChoose(found[index]!.value),
    onDropdownClose: () => setAt(-1),
  })
  const isOpen = store.dropdownOpened
  return {
    store,
    typed,
    found,
    highlighted,
    idOf,
    /** Without a typed text, a second Enter would add the first option, so nothing is highlighted. */
    type(text: string) {
      setTyped(text)
      setAt(text.trim() === '' ? -1 : 0)
    },
    onKeyDown(event: KeyboardEvent) {
      keepEnter(event)
      if (!isOpen || found.length === 0 || event.shiftKey || (event.key !== 'Home' && event.key !== 'End')) return
      event.preventDefault()
      setAt(event.key === 'Home' ? 0 : found.length - 1)
    },
    /** For the text field, which keeps the focus. */
    target: { 'aria-activedescendant': isOpen && highlighted >= 0 ? idOf(highlighted) : undefined },
  }
}
export type OptionSearch = ReturnType<typeof useOptions>
