import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useSearch } from '#core/client/query.ts'
import { useRowsOnceLoaded } from '#core/client/sync.tsx'
import { type Contact, contactCollection, contactSearch } from '#features/contacts/contract.ts'
import { contactNameOf, isFoundBy, searchWordsOf, wordsOfContact } from '#features/contacts/namesContract.ts'

const SHOWN = 6
const none: readonly Contact[] = []

/** Contacts that the typed text finds: this device's first, then others that the person sees. Offline, this device's. */
export function useKnownContacts(typed: string): readonly Contact[] {
  const rows = useRowsOnceLoaded(contactCollection)
  const text = typed.trim()
  const [wanted] = useDebouncedValue(text, 200)
  // The form works without suggestions, so a failure isn't reported.
  const found = useSearch(contactSearch, wanted === '' ? null : { q: wanted }).value?.contacts ?? none
  return useMemo(() => {
    const words = searchWordsOf(text)
    if (words.length === 0) return none
    const isMeant = (contact: Contact) => isFoundBy(wordsOfContact(contact), words)
    const own = rows.filter((contact) => contact.isTemp !== true && isMeant(contact))
    const known = new Set(own.map(({ id }) => id))
    const others = found.filter((contact) => !known.has(contact.id) && isMeant(contact))
    const isNamed = (contact: Contact) => isFoundBy(searchWordsOf(contactNameOf(contact)), words)
    const all = [...own, ...others].sort(byName)
    // Those whose name was typed come before those at a company of that name.
    return [...all.filter(isNamed), ...all.filter((contact) => !isNamed(contact))].slice(0, SHOWN)
  }, [rows, found, text])
}

const byName = (a: Contact, b: Contact) => contactNameOf(a).localeCompare(contactNameOf(b), 'en-US')
