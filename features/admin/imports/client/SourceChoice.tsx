import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { fileSourceLabels, optionsOf } from '../../client/labels.ts'
import type { ImportSources } from '../contract.ts'
import { entryNamed, fromEntry } from '../mappedSources.ts'
import type { SourceMeaning } from '../mappingContract.ts'

type Match = Pick<ImportSources['listed'][number], 'kind' | 'name'>
type Props = {
  label: string
  match: Match
  entries: readonly string[]
  /** There is a choice for all that match nothing. */
  isForAll: boolean
  /** Choice of the person, null for none. */
  value: SourceMeaning | null
  onChange: (value: SourceMeaning | null) => void
}

/** Asks for the meaning of a source. Without a choice, it means the entry or person that it names. */
export function SourceChoice({ label, match, entries, isForAll, value, onChange }: Props) {
  const usual = meaningOf(match, entries)
  // The contact of that name is known already.
  const isKnown = match.kind === 'contact'
  const options = optionsOf({
    ...(usual === null && { '': unchosen(match, isForAll) }),
    ...fileSourceLabels(entries),
  })
  const chosen = isKnown && value === 'new' ? null : value
  return (
    <NativeSelect
      aria-label={label}
      data={options.filter((option) => !isKnown || option.value !== 'new')}
      value={chosen ?? usual ?? ''}
      data-open={(chosen === null && isOpen(match, isForAll)) || undefined}
      onChange={({ currentTarget: { value: next } }) => onChange(next === '' ? null : (next as SourceMeaning))}
    />
  )
}

/** Returns the choice that is the same as the match, or null for people and for nothing. */
function meaningOf({ kind, name }: Match, entries: readonly string[]): SourceMeaning | null {
  const entry = kind === 'entry' ? entryNamed(name, entries) : null
  if (entry !== null) return fromEntry(entry)
  return kind === 'none' ? 'none' : null
}

const isOpen = ({ kind }: Match, isForAll: boolean) => kind === 'several' || (kind === 'unknown' && !isForAll)

function unchosen({ kind, name }: Match, isForAll: boolean): string {
  if (kind === 'colleague') return `${name}, a colleague`
  if (kind === 'contact') return name === '' ? 'A contact with this address' : `${name}, a contact`
  return kind === 'unknown' && isForAll ? 'As chosen for all' : 'Choose a value'
}
