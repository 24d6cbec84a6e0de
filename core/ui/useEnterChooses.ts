import { type KeyboardEvent, useEffect, useState } from 'react'

const isEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && !ctrlKey && !metaKey

/**
 * Highlights the first match while the person types, and takes it on Enter. Enter never sends the form, because a typed
 * name that wasn't selected would be missing. Ctrl+Enter still does.
 * @param options Key of the list's entries, for a list that arrives after the text is typed.
 */
export function useEnterChooses(options = '') {
  const [isSearching, setSearching] = useState(false)
  const [shown, setShown] = useState(options)
  // Mantine highlights the first match when this setting turns on, so it is off for one render after each new list.
  // Otherwise Enter would do nothing after an empty list, or take another entry than the highlighted one.
  useEffect(() => setShown(options), [options])
  return {
    // Without a search, a second Enter would add the first person in the list.
    selectFirstOptionOnChange: isSearching && shown === options,
    onSearchChange: (typed: string) => setSearching(typed.trim() !== ''),
    onKeyDown: keepEnter,
  }
}

/** For fields whose Enter adds the text itself. */
export function keepEnter(event: KeyboardEvent) {
  if (isEnter(event)) event.preventDefault()
}
