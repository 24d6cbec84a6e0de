import { counted } from '../../client/labels.ts'
import { isInTens, nearestTen, readChance, scaleOf, unevenChances } from '../chances.ts'
import type { TargetMapping } from '../mappingContract.ts'
import { Choice } from './Choice.tsx'
import { Section } from './Section.tsx'
import type { ValuesProps } from './ValuesStep.tsx'

/** Says how the chances of the file are read, and asks what to do with those that aren't in tens. */
export function ChanceValues({
  detail,
  mapping,
  onChange,
}: Pick<ValuesProps<TargetMapping>, 'detail' | 'mapping' | 'onChange'>) {
  const column = detail.columns[mapping.columns.indexOf('chance')]
  if (!column || column.filled === 0) return null
  const scale = scaleOf(column.chances)
  const uneven = unevenChances(column)
  if (scale === 'percent' && uneven === 0) return null
  const example = (column.values ?? [])
    .map(({ value }) => readChance(value, scale))
    .find((percent) => percent !== null && percent < 100 && !isInTens(percent))
  const rounded = example == null ? '' : `: ${example}% becomes ${nearestTen(example)}%`
  const text = [
    scale === 'fraction' && 'All chances are from 0 to 1, so 0.6 is read as 60%.',
    uneven > 0 && `${counted(uneven, 'row')} ${uneven === 1 ? 'has' : 'have'} a chance that isn’t in tens.`,
  ]
  return (
    <Section title="Chances" text={text.filter(Boolean).join(' ')}>
      {uneven > 0 && (
        <Choice
          label="Chances that aren’t in tens"
          value={mapping.chance_rounding ?? null}
          options={{ round: `Round to the nearest ten${rounded}`, skip: 'Don’t import these chances' }}
          onChange={(chance_rounding) => onChange({ chance_rounding })}
        />
      )}
    </Section>
  )
}
