import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isRole, optionsOf } from '../../client/words.ts'
import { type PersonState, peopleLimits } from '../contract.ts'
import { personStateWords, roleWords } from '../peopleWords.ts'
import p from './People.module.css'
import type { PeopleFilters } from './peopleFilters.ts'
import { useGroups } from './useGroups.ts'

const TYPING_MS = 250

type Props = { filters: PeopleFilters; onChange: (change: PeopleFilters) => void }

/** Words of the name or the e-mail, and what people are told apart by. */
export function PeopleFilterBar({ filters, onChange }: Props) {
  const groups = useGroups()
  const [typed, setTyped] = useState(filters.q ?? '')
  const latest = useRef(onChange)
  latest.current = onChange
  const asked = filters.q ?? ''
  useEffect(() => {
    if (typed.trim() === asked) return
    const timer = setTimeout(() => latest.current({ q: typed.trim() }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, asked])
  // Cleared from elsewhere: 'Show everybody'.
  useEffect(() => {
    if (asked === '') setTyped('')
  }, [asked])
  return (
    <search className={p.filters}>
      <TextInput
        aria-label="Search people"
        placeholder="Name or e-mail"
        type="search"
        maxLength={peopleLimits.search}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="State"
        data={[{ value: '', label: 'Any state' }, ...optionsOf(personStateWords)]}
        value={filters.state ?? ''}
        onChange={(event) => onChange({ state: (event.currentTarget.value || undefined) as PersonState | undefined })}
      />
      <NativeSelect
        aria-label="Role"
        data={[{ value: '', label: 'Any role' }, ...optionsOf(roleWords).filter(({ value }) => value !== 'operator')]}
        value={filters.role ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChange({ role: isRole(value) ? value : undefined })
        }}
      />
      <NativeSelect
        aria-label="Group"
        data={[{ value: '', label: 'Any group' }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
        value={filters.group ?? ''}
        onChange={(event) => onChange({ group: event.currentTarget.value || undefined })}
      />
    </search>
  )
}
