import { type KeyboardEvent, useState } from 'react'

const isEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && !ctrlKey && !metaKey

/**
 * For fields that take one or several from a list: while the person types, the first match is highlighted, and Enter takes it. Enter never sends the
 * form, because a name that is typed and not taken would be missing from it. Ctrl+Enter still sends it.
 */
export function useEnterChooses() {
  const [isSearching, setSearching] = useState(false)
  return {
    // Nothing is highlighted without a search: a second Enter after a choice would add the first person of all.
    selectFirstOptionOnChange: isSearching,
    onSearchChange: (typed: string) => setSearching(typed.trim() !== ''),
    onKeyDown: keepEnter,
  }
}

/** For fields whose Enter adds the text itself: it never sends the form, even where nothing is added. */
export function keepEnter(event: KeyboardEvent) {
  if (isEnter(event)) event.preventDefault()
}
