import { useEffect, useMemo, useState } from 'react'
import { call } from '#core/client/api.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { PersonField, personLabel } from '#core/ui/PersonField.tsx'
import { type AdminPerson, peopleRoutes as routes } from '../contract.ts'

const TYPING_MS = 200

type Props = {
  label: string
  placeholder?: string
  value: string | null
  /** ID of a person who isn't offered. */
  without?: string
  error?: string | undefined
  onChange: (id: string | null) => void
}

/** Selects a person of the firm by name or email, among any number of people. */
export function PersonSelect({ label, placeholder, value, without, error, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ by: string; people: AdminPerson[] }>({ by: '', people: [] })
  const [chosen, setChosen] = useState<AdminPerson | null>(null)
  const q = typed.trim().slice(0, 100)
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await call(routes.people, { query: { q } }, { signal: asking.signal }).catch(() => null)
      if (answer) setFound({ by: q, people: answer.people })
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [q])
  // Filters the list locally until the response arrives, so that it doesn't move under a click.
  const isAnswered = found.by === q
  const all = useMemo(() => {
    const offered = found.people.filter(
      (one) =>
        !one.is_deactivated && one.id !== without && (isAnswered || foldCase(personLabel(one)).includes(foldCase(q))),
    )
    return chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered
  }, [found, without, isAnswered, q, chosen])
  return (
    <PersonField
      label={label}
      {...(placeholder && { placeholder })}
      people={all}
      value={value}
      error={error}
      onSearch={setTyped}
      isSearching={!isAnswered}
      onChange={(id) => {
        setChosen(all.find((one) => one.id === id) ?? null)
        onChange(id)
      }}
    />
  )
}
