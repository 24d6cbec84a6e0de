import { type KeyboardEvent, useEffect, useState } from 'react'

const isEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && !ctrlKey && !metaKey

/**
 * For fields that take one or several from a list: while the person types, the first match is highlighted, and Enter takes it. Enter never sends the
 * form, because a name that is typed and not taken would be missing from it. Ctrl+Enter still sends it.
 *
 * @param options a key of the list's entries, for a list that arrives after the text is typed; left out where the whole list is there from the start
 */
export function useEnterChooses(options = '') {
  const [isSearching, setSearching] = useState(false)
  const [shown, setShown] = useState(options)
  // Mantine highlights the first match when this setting turns on, so it is off for one render after each new list. Otherwise Enter would do nothing
  // after a list that was empty at first, or would take another entry than the highlighted one.
  useEffect(() => setShown(options), [options])
  return {
    // Nothing is highlighted without a search: a second Enter after a choice would add the first person of all.
    selectFirstOptionOnChange: isSearching && shown === options,
    onSearchChange: (typed: string) => setSearching(typed.trim() !== ''),
    onKeyDown: keepEnter,
  }
}

/** For fields whose Enter adds the text itself: it never sends the form, even where nothing is added. */
export function keepEnter(event: KeyboardEvent) {
  if (isEnter(event)) event.preventDefault()
}
