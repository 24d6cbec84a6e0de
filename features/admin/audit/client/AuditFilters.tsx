import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { kindWord } from '../auditWords.ts'
import type { AuditSearch } from '../contract.ts'
import s from './AuditLog.module.css'

const TYPING_MS = 300
const empty = { q: '', person: '', kind: '', from: '', to: '' }

/** Words, a person, a kind of deed, and days. What is typed is asked for in a pause. */
export function AuditFilters({ kinds, onChange }: { kinds: string[]; onChange: (search: AuditSearch) => void }) {
  const [values, setValues] = useState(empty)
  const latest = useRef(onChange)
  latest.current = onChange
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const given = Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []))
    const timer = setTimeout(() => latest.current(Object.fromEntries(given)), TYPING_MS)
    return () => clearTimeout(timer)
  }, [values])
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
  })
  const options = [...kinds].sort((a, b) => kindWord(a).localeCompare(kindWord(b)))
  return (
    <search className={s.filters}>
      <TextInput
        label="Words"
        type="search"
        placeholder="What happened"
        maxLength={100}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        {...field('q')}
      />
      <TextInput label="Person" type="search" placeholder="Anybody" maxLength={100} {...field('person')} />
      <NativeSelect
        label="Kind"
        data={[{ value: '', label: 'Everything' }, ...options.map((kind) => ({ value: kind, label: kindWord(kind) }))]}
        {...field('kind')}
      />
      <TextInput label="From" type="date" {...field('from')} />
      <TextInput label="To" type="date" {...field('to')} />
    </search>
  )
}
