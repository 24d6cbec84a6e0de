import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { targetLabel } from '#features/targets/contract.ts'
import { counted, number } from '../../client/labels.ts'
import { valueKey } from '../cells.ts'
import type { ImportSources } from '../contract.ts'
import type { TargetMapping } from '../mappingContract.ts'
import { sourcesReading } from '../queries.ts'
import s from './Import.module.css'
import { Section } from './Section.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { useFirmSources } from './useFirmSources.ts'
import { withMeaning } from './ValueList.tsx'
import { ValueRow } from './ValueRow.tsx'
import type { ValuesProps } from './ValuesStep.tsx'

/** Shows what the values of the column of sources name, and asks for those that name nothing that's known. */
export function SourceValues({
  detail,
  mapping,
  onChange,
}: Pick<ValuesProps<TargetMapping>, 'detail' | 'mapping' | 'onChange'>) {
  const entries = useFirmSources()
  const column = mapping.columns.indexOf('came_from')
  const asked = useQuery(sourcesReading, entries && column >= 0 ? { id: detail.id, column } : null)
  if (!entries || column < 0) return null
  const { sources = {}, other_sources = null } = mapping
  const found = asked.value
  if (found && totalIn(found) === 0) return null
  // A single value has its own choice.
  const isAskedForAll = found !== undefined && found.counts.unknown > (other_sources === null ? 1 : 0)
  return (
    <Section
      title={targetLabel('came_from')}
      text="A source is an entry of your firm’s list, a colleague, or a contact that you see. Rows with any other source will be rejected unless you choose what it means."
    >
      <AnswerState isAwaited of={asked} />
      {found && isShortened(found) && <p className={`pretty dim ${s.lead}`}>{matchesIn(found)}</p>}
      {found && (isAskedForAll || found.listed.length > 0) && (
        <ul aria-label={targetLabel('came_from')}>
          {isAskedForAll && (
            <ValueRow name="All that match nothing" size={sizeOf(found)}>
              <SourceChoice
                label="All that match nothing"
                match={{ kind: 'unknown', name: '' }}
                entries={entries}
                isForAll={false}
                value={other_sources}
                onChange={(meaning) => onChange({ other_sources: meaning })}
              />
            </ValueRow>
          )}
          {found.listed.map(({ value, count, kind, name }) => (
            <ValueRow
              key={value}
              name={value}
              size={counted(count, 'row') + (kind === 'several' ? ', several contacts have this name' : '')}
            >
              <SourceChoice
                label={value}
                match={{ kind, name }}
                entries={entries}
                isForAll={other_sources !== null}
                value={sources[valueKey(value)] ?? null}
                onChange={(meaning) => onChange({ sources: withMeaning(sources, valueKey(value), meaning) })}
              />
            </ValueRow>
          ))}
        </ul>
      )}
    </Section>
  )
}

const matchedIn = ({ counts }: ImportSources) => counts.entry + counts.colleague + counts.contact + counts.none
const totalIn = ({ counts }: ImportSources) => Object.values(counts).reduce((sum, count) => sum + count, 0)
/** True if the values that match aren't listed. */
const isShortened = (found: ImportSources) => found.listed.length < totalIn(found)

function matchesIn(found: ImportSources): string {
  const { entry, colleague, contact, none } = found.counts
  const parts = [
    entry > 0 && `${number(entry)} in your list`,
    colleague > 0 && counted(colleague, 'colleague'),
    contact > 0 && counted(contact, 'contact'),
    none > 0 && `${number(none)} without a source`,
  ].filter(Boolean)
  const all = `Matched ${number(matchedIn(found))} of ${counted(totalIn(found), 'source')}`
  return parts.length > 0 ? `${all}: ${parts.join(', ')}.` : `${all}.`
}

const sizeOf = ({ counts, others }: ImportSources) =>
  counted(counts.unknown, 'source') + (others.values > 0 ? `, ${number(others.values)} not listed` : '')
