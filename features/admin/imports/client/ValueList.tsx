import { NativeSelect } from '@mantine/core'
import { counted, LEAVE_OUT } from '../../client/labels.ts'
import { valueKey } from '../cells.ts'
import type { ImportColumn } from '../contract.ts'
import s from './Import.module.css'

type Props<T extends string> = {
  /** Names the list for screen readers. */
  label: string
  values: NonNullable<ImportColumn['values']>
  words: Record<T, string>
  meant: Record<string, T | 'refuse'>
  onChange: (meant: Record<string, T | 'refuse'>) => void
}

/** Lists each value of a column with its count and meaning. Case is ignored. */
export function ValueList<T extends string>({ label, values, words, meant, onChange }: Props<T>) {
  const options = [
    { value: '', label: 'Choose a value' },
    ...Object.entries<string>(words).map(([value, text]) => ({ value, label: text })),
    { value: 'refuse', label: LEAVE_OUT },
  ]
  const choose = (key: string, value: string) => {
    const { [key]: _, ...others } = meant
    onChange((value === '' ? others : { ...others, [key]: value }) as Record<string, T | 'refuse'>)
  }
  return (
    <ul aria-label={label}>
      {merged(values).map(({ key, value, count }) => (
        <li key={key} className={`grid middle ${s.value}`}>
          <span className="break">
            <span className="semi">{value || 'Empty'}</span>
            <span className="cap num"> {counted(count, 'row')}</span>
          </span>
          <NativeSelect
            aria-label={value || 'Empty'}
            data={options}
            value={meant[key] ?? ''}
            data-open={meant[key] === undefined || undefined}
            onChange={(event) => choose(key, event.currentTarget.value)}
          />
        </li>
      ))}
    </ul>
  )
}

export function merged(values: NonNullable<ImportColumn['values']>): { key: string; value: string; count: number }[] {
  const byKey = new Map<string, { key: string; value: string; count: number }>()
  for (const { value, count } of values) {
    const key = valueKey(value)
    const known = byKey.get(key)
    byKey.set(key, { key, value: known?.value ?? value, count: (known?.count ?? 0) + count })
  }
  return [...byKey.values()]
}
