import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { PersonField } from '#core/ui/PersonField.tsx'
import type { PersonSummary } from '#features/account/contract.ts'
import { counted, LEAVE_OUT } from '../../client/labels.ts'
import type { ImportColumn } from '../contract.ts'
import type { TargetMapping } from '../mappingContract.ts'
import s from './Import.module.css'
import { merged, withMeaning } from './ValueList.tsx'
import { ValueRow } from './ValueRow.tsx'

type Props = {
  values: NonNullable<ImportColumn['values']>
  people: PersonSummary[]
  owners: TargetMapping['owners']
  onChange: (owners: TargetMapping['owners']) => void
}

const INSTEAD = [{ value: 'refuse', label: LEAVE_OUT }]

/** Matches each owner name in the file to a person of the firm. Names that already match are collapsed. */
export function OwnerList({ values, people, owners, onChange }: Props) {
  const all = merged(values)
  const known = new Set(people.map(({ id }) => id))
  // Computed once, so that a name keeps its place when a person is chosen for it.
  const [unknown] = useState(
    () => new Set(all.filter(({ key }) => !known.has(owners[key] ?? '')).map(({ key }) => key)),
  )
  const [isOpen, setOpen] = useState(false)
  const found = all.length - unknown.size
  return (
    <>
      {found > 0 && (
        <p className="dim">
          Matched {found} of {counted(all.length, 'name')} to people in your firm.{' '}
          <UnstyledButton className={`semi ${s.more}`} onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? 'Show only unmatched' : 'Show all'}
          </UnstyledButton>
        </p>
      )}
      <ul aria-label="People">
        {all
          .filter(({ key }) => isOpen || unknown.has(key))
          .map(({ key, value, count }) => (
            <ValueRow key={key} name={value} size={counted(count, 'row')}>
              <PersonField
                aria-label={value}
                placeholder="Choose a person"
                people={people}
                others={INSTEAD}
                value={owners[key] ?? null}
                onChange={(chosen) => onChange(withMeaning(owners, key, chosen))}
              />
            </ValueRow>
          ))}
      </ul>
    </>
  )
}
