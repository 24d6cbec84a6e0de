import { PersonField } from '#core/ui/PersonField.tsx'
import { number } from '../../client/labels.ts'
import type { ContactMapping, Mapping } from '../mappingContract.ts'
import s from './Import.module.css'
import { OwnerList } from './OwnerList.tsx'
import { Section } from './Section.tsx'
import type { ValuesProps } from './ValuesStep.tsx'

type Props = Pick<ValuesProps<Mapping>, 'detail' | 'people'> & {
  /** Says what they own, such as 'Targets'. */
  things: string
  mapping: { columns: (string | null)[]; owners: ContactMapping['owners']; defaults: { owner: string | null } }
  onOwners: (owners: ContactMapping['owners']) => void
  onDefault: (owner: string | null) => void
}

/** Asks who owns the rows of each name in the file, and the rows that name no one. */
export function Owners({ detail, mapping, people, things, onOwners, onDefault }: Props) {
  const owner = detail.columns[mapping.columns.indexOf('owner')]
  const missing = detail.total - (owner?.filled ?? 0)
  return (
    <Section title="Owners" text={owner ? 'Rows with an unmatched owner will be rejected.' : undefined}>
      {owner?.values && people.length > 0 && (
        <OwnerList values={owner.values} people={people} owners={mapping.owners} onChange={onOwners} />
      )}
      {owner && !owner.values && (
        <p className={`pretty dim ${s.lead}`}>There are too many names to list. We match them by full name or email.</p>
      )}
      {(!owner || missing > 0) && (
        <PersonField
          label={
            !owner
              ? `This file has no owners. Assign all ${things} to`
              : missing === 1
                ? 'Owner of the row that names none'
                : `Owner for the ${number(missing)} rows without one`
          }
          placeholder="Choose a person"
          people={people}
          value={mapping.defaults.owner}
          onChange={onDefault}
        />
      )}
    </Section>
  )
}
