import { type KeyboardEvent, useState } from 'react'

const isEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && !ctrlKey && !metaKey

/**
 * Highlights the first match while the person types, and takes it on Enter. Enter never sends the form, because a typed
 * name that wasn't selected would be missing. Ctrl+Enter still does.
 */
export function useEnterChooses() {
  const [isSearching, setSearching] = useState(false)
  return {
    // Without a search, a second Enter would add the first option.
    selectFirstOptionOnChange: isSearching,
    onSearchChange: (typed: string) => setSearching(typed.trim() !== ''),
    onKeyDown: keepEnter,
  }
}

/** For fields whose Enter adds the text itself. */
export function keepEnter(event: KeyboardEvent) {
  if (isEnter(event)) event.preventDefault()
}
