import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { limits } from '#features/targets/contract.ts'
import { number, optionsOf, personStatusLabels, statusLabelsWith, typeWords, valueLabels } from '../../client/labels.ts'
import { notationOf, otherCurrencies } from '../amounts.ts'
import type { ImportDetail } from '../contract.ts'
import { amountFields, type DateOrder, dateFields, type TargetField, type TargetMapping } from '../mappingContract.ts'
import { nameFields, needsNotation, needsOrder } from '../mappingProblems.ts'
import { ChanceValues } from './ChanceValues.tsx'
import { Choice } from './Choice.tsx'
import s from './Import.module.css'
import { Owners } from './Owners.tsx'
import { Section } from './Section.tsx'
import { SourceValues } from './SourceValues.tsx'
import { StageValues } from './StageValues.tsx'
import { useFirmStages } from './useFirmStages.ts'
import { ValueList } from './ValueList.tsx'
import { type ValuesProps, ValuesStep } from './ValuesStep.tsx'

type Props = ValuesProps<TargetMapping>

/** Asks for the meaning of the values in the chosen columns, and for defaults where the file has none. */
export function TargetValues(props: Props) {
  const { mapping, problems, onChange, onBack, onNext } = props
  return (
    <ValuesStep heading="Match the values" missing={Object.values(problems)[0]} onBack={onBack} onNext={onNext}>
      <Statuses {...props} />
      <StageValues {...props} />
      <Owners
        {...props}
        things="Targets"
        onOwners={(owners) => onChange({ owners })}
        onDefault={(owner) => onChange({ defaults: { ...mapping.defaults, owner } })}
      />
      <Dates {...props} />
      <CloseDates {...props} />
      <ChanceValues {...props} />
      <Amounts {...props} />
      <StandIn {...props} />
      <ValueList
        title="Types"
        values={columnOf(props, 'type')?.values}
        words={typeWords}
        meant={mapping.types}
        onChange={(types) => onChange({ types })}
      />
      <ValueList
        title="Values"
        values={columnOf(props, 'value')?.values}
        words={valueLabels}
        meant={mapping.values}
        onChange={(values) => onChange({ values })}
      />
      <SourceValues {...props} />
      <FirstStep {...props} />
      <Defaults {...props} />
    </ValuesStep>
  )
}

type Part = Pick<Props, 'detail' | 'mapping' | 'onChange'>

const columnOf = ({ detail, mapping }: Part, field: TargetField) => detail.columns[mapping.columns.indexOf(field)]
const columnsOf = ({ detail, mapping }: Part, fields: readonly TargetField[]) =>
  detail.columns.filter((_, i) => fields.includes(mapping.columns[i]!))

type DefaultChoiceProps = Part & {
  field: 'status' | 'type' | 'value'
  label: string
  words: Record<string, string>
}

/** Choice for all rows that don't have a value. */
function DefaultChoice({ mapping: { defaults }, onChange, field, label, words }: DefaultChoiceProps) {
  return (
    <NativeSelect
      label={label}
      data={optionsOf(words)}
      value={defaults[field]}
      onChange={(event) => onChange({ defaults: { ...defaults, [field]: event.currentTarget.value } })}
    />
  )
}

function Statuses(props: Props) {
  const { detail, mapping, onChange } = props
  const stages = useFirmStages()
  const one = stages ? 'status' : 'stage'
  const title = stages ? 'Statuses' : 'Stages'
  const status = columnOf(props, 'status')
  if (!status)
    return (
      <Section title={title}>
        <DefaultChoice
          {...props}
          field="status"
          label={`This file has no ${title.toLowerCase()}. Import all Targets as`}
          words={personStatusLabels}
        />
      </Section>
    )
  const empty = detail.total - status.filled
  return (
    <ValueList
      title={title}
      text={`Rows with an unmatched ${one} will be rejected.`}
      values={[...(status.values ?? []), ...(empty > 0 ? [{ value: '', count: empty }] : [])]}
      words={statusLabelsWith(stages)}
      meant={mapping.statuses}
      onChange={(statuses) => onChange({ statuses })}
    />
  )
}

/** Asks how dates are written, unless the file only has dates that can't be read in two ways. */
function Dates(props: Props) {
  const { detail, mapping, onChange } = props
  if (!needsOrder(mapping, detail.columns)) return null
  const isProven = (order: DateOrder) => columnsOf(props, dateFields).some(({ dates }) => dates[order] > 0)
  const text =
    isProven('mdy') && isProven('dmy')
      ? 'This file mixes both formats. Rows in the other format will be rejected.'
      : isProven('mdy') || isProven('dmy')
        ? 'Some dates fit only one format.'
        : 'Every date could be read either way. Choose the right format.'
  return (
    <Section title="Dates" text={text}>
      <Choice
        label="Date format"
        value={mapping.date_order}
        options={{
          mdy: 'Month/day/year (3/12/2017 is March 12)',
          dmy: 'Day/month/year (3/12/2017 is December 3)',
        }}
        onChange={(date_order) => onChange({ date_order })}
      />
    </Section>
  )
}

/** Asks how to use the close date of a target that is pursued. */
function CloseDates({ mapping, onChange }: Props) {
  const stages = useFirmStages()
  if (!mapping.columns.some((field) => field === 'closed' || field === 'expected_close')) return null
  return (
    <Section
      title="Close dates of active Targets"
      text="For won, lost, or on-hold Targets, the close date is the day it happened."
    >
      <Choice
        label="Close dates of active Targets"
        value={mapping.open_close}
        options={{
          ...(stages && { expect: 'Use as the expected close' }),
          due: 'Use as the next step’s due date',
          ignore: 'Don’t import',
        }}
        onChange={(open_close) => onChange({ open_close })}
      />
    </Section>
  )
}

/** Asks how amounts are written if the file doesn't use US notation, and what to do with other currencies. */
function Amounts(props: Props) {
  const { detail, mapping, onChange } = props
  const { currencies, named } = otherCurrencies(mapping, detail.columns)
  const isAsked = needsNotation(mapping, detail.columns)
  const isForeign = currencies.length > 0
  if (!isAsked && !isForeign) return null
  const isEither = notationOf(columnsOf(props, amountFields)) === null
  const columns = named.length > 0 ? `, as the column ${named.map((name) => `“${name}”`).join(' and ')} says` : ''
  const text = [
    isAsked && isEither && 'Some amounts could be read either way. Choose the right format.',
    isAsked && !isEither && 'All amounts in this file use one format.',
    isForeign && `There are amounts in ${currencies.join(', ')}${columns}. Nothing is converted.`,
  ]
  return (
    <Section title="Amounts" text={text.filter(Boolean).join(' ')}>
      {isAsked && (
        <Choice
          label="Amount format"
          value={mapping.amount_notation}
          options={{ point: '1,234.56 (commas for thousands)', comma: '1.234,56 (periods for thousands)' }}
          onChange={(amount_notation) => onChange({ amount_notation })}
        />
      )}
      {isForeign && (
        <Choice
          label="Amounts in other currencies"
          value={mapping.other_currencies ?? null}
          options={{ refuse: 'Refuse these rows', dollars: 'Take the same number of dollars' }}
          onChange={(other_currencies) => onChange({ other_currencies })}
        />
      )}
    </Section>
  )
}

/** The import never invents a company. Rows without one are left out, or another column serves as the contact. */
function StandIn(props: Props) {
  const { detail, mapping, onChange } = props
  const missing = detail.total - Math.max(...nameFields.map((field) => columnOf(props, field)?.filled ?? 0))
  if (missing === 0) return null
  const options = [
    { value: '', label: 'Skip them' },
    ...detail.columns.flatMap((column, i) =>
      mayName(column, mapping.columns[i] ?? null) || mapping.stand_in === i
        ? [{ value: String(i), label: `Use “${column.header}” as the contact` }]
        : [],
    ),
  ]
  return (
    <Section
      title="Rows without a company or contact"
      text={
        missing === 1
          ? 'One row names neither. Its company stays empty.'
          : `Up to ${number(missing)} rows name neither. Their company stays empty.`
      }
    >
      <NativeSelect
        aria-label="Rows without a company or contact"
        data={options}
        value={mapping.stand_in === null ? '' : String(mapping.stand_in)}
        onChange={({ currentTarget: { value } }) => onChange({ stand_in: value === '' ? null : Number(value) })}
      />
    </Section>
  )
}

/** Text that differs from row to row can name a contact. Dates, amounts, stages, owners, and kinds can't. */
const mayName = ({ filled, amounts, dates, values }: ImportDetail['columns'][number], field: TargetField | null) =>
  filled > 0 &&
  (field === null || field === 'goal' || field === 'contact_email') &&
  amounts + dates.iso + dates.mdy + dates.dmy + dates.either < filled / 2 &&
  (values === null || filled < 4 || values.length > 1)

/** The import never invents a step. A Target without one has no next step unless a person chooses one for all. */
function FirstStep({ mapping, problems, onChange }: Props) {
  const step = mapping.first_step ?? { description: '', due: null }
  const change = (part: Partial<typeof step>) => {
    const next = { ...step, ...part }
    onChange({ first_step: next.description === '' && next.due === null ? null : next })
  }
  return (
    <Section
      title="Pursued Targets without a next step"
      text="They show “Identify next steps” and have no due date. You can give all of them a first step and a date."
    >
      <div className={`grid gap16 ${s.defaults}`}>
        <TextInput
          label="First step"
          maxLength={limits.step}
          value={step.description}
          error={problems.first_step}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <TextInput
          label="Date"
          type="date"
          value={step.due ?? ''}
          onChange={(event) => change({ due: event.currentTarget.value || null })}
        />
      </div>
    </Section>
  )
}

function Defaults(props: Props) {
  const { mapping, problems, onChange } = props
  return (
    <Section title="When the file doesn’t say">
      <div className={`grid gap16 ${s.defaults}`}>
        <DefaultChoice {...props} field="type" label="Type" words={typeWords} />
        <DefaultChoice {...props} field="value" label="Value" words={valueLabels} />
        <TextInput
          label="Objective"
          maxLength={limits.goal}
          value={mapping.defaults.goal}
          error={problems.goal}
          onChange={(event) => onChange({ defaults: { ...mapping.defaults, goal: event.currentTarget.value } })}
        />
      </div>
    </Section>
  )
}
