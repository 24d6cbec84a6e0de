import { notationOf } from '../amounts.ts'
import { type AmountNotation, amountFields, type ImportDetail, type TargetMapping } from '../contract.ts'
import { otherCurrencies } from '../currencies.ts'
import { needsNotation } from '../mappingProblems.ts'
import { Choice } from './Choice.tsx'
import { Section } from './Section.tsx'

type Props = {
  detail: ImportDetail
  mapping: TargetMapping
  onChange: (part: Partial<TargetMapping>) => void
}

const notations: Record<AmountNotation, string> = {
  point: '1,234.56 (commas for thousands)',
  comma: '1.234,56 (periods for thousands)',
}

const decisions = {
  refuse: 'Refuse these rows',
  dollars: 'Take the same number of dollars',
}

/** Asks how amounts are written if the file doesn't use US notation, and what to do with other currencies. */
export function AmountQuestion({ detail, mapping, onChange }: Props) {
  const columns = detail.columns.filter((_, i) => amountFields.includes(mapping.columns[i]!))
  const { currencies, named } = otherCurrencies(mapping, detail.columns)
  const isAsked = needsNotation(mapping, detail.columns)
  if (!isAsked && currencies.length === 0) return null
  const said = [
    ...(!isAsked
      ? []
      : notationOf(columns) === null
        ? ['Some amounts could be read either way. Choose the right format.']
        : ['All amounts in this file use one format.']),
    ...(currencies.length === 0
      ? []
      : [
          `There are amounts in ${currencies.join(', ')}${named.length === 0 ? '' : `, as the column ${named.map((name) => `“${name}”`).join(' and ')} says`}. Nothing is converted.`,
        ]),
  ]
  return (
    <Section title="Amounts" text={said.join(' ')}>
      {isAsked && (
        <Choice
          label="Amount format"
          value={mapping.amount_notation}
          options={notations}
          onChange={(amount_notation) => onChange({ amount_notation })}
        />
      )}
      {currencies.length > 0 && (
        <Choice
          label="Amounts in other currencies"
          value={mapping.other_currencies ?? null}
          options={decisions}
          onChange={(other_currencies) => onChange({ other_currencies })}
        />
      )}
    </Section>
  )
}
