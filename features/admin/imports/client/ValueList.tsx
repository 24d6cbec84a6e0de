import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { counted, LEAVE_OUT, optionsOf } from '../../client/labels.ts'
import { valueKey } from '../cells.ts'
import type { ImportColumn } from '../contract.ts'
import { Section } from './Section.tsx'
import { ValueRow } from './ValueRow.tsx'

type Values = NonNullable<ImportColumn['values']>
type Props<T extends string> = {
  title: string
  text?: string
  values: Values | null | undefined
  words: Record<T, string>
  meant: Record<string, T | 'refuse'>
  onChange: (meant: Record<string, T | 'refuse'>) => void
}

/** Lists each value of a column with its count and meaning, if there are few enough to list. Case is ignored. */
export function ValueList<T extends string>({ title, text, values, words, meant, onChange }: Props<T>) {
  if (!values) return null
  const options = optionsOf({ '': 'Choose a value', ...words, refuse: LEAVE_OUT })
  return (
    <Section title={title} text={text}>
      <ul aria-label={title}>
        {merged(values).map(({ key, value, count }) => (
          <ValueRow key={key} name={value || 'Empty'} size={counted(count, 'row')}>
            <NativeSelect
              aria-label={value || 'Empty'}
              data={options}
              value={meant[key] ?? ''}
              data-open={meant[key] === undefined || undefined}
              onChange={(event) => onChange(withMeaning(meant, key, event.currentTarget.value as T))}
            />
          </ValueRow>
        ))}
      </ul>
    </Section>
  )
}

/** Returns the meanings with another one for a value, or without it for an empty choice. */
export function withMeaning<T extends string>(meant: Record<string, T>, key: string, value: T | '' | null) {
  const { [key]: _, ...others } = meant
  return (value ? { ...others, [key]: value } : others) as Record<string, T>
}

export function merged(values: Values): { key: string; value: string; count: number }[] {
  const byKey = Map.groupBy(values, ({ value }) => valueKey(value))
  return [...byKey].map(([key, same]) => ({
    key,
    value: same[0]!.value,
    count: same.reduce((sum, { count }) => sum + count, 0),
  }))
}
