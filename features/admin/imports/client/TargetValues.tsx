import { NativeSelect, TextInput } from '@mantine/core'
import { PersonField } from '#core/ui/PersonField.tsx'
import type { PersonSummary } from '#features/account/contract.ts'
import { limits, type TargetValue, type Type } from '#features/targets/contract.ts'
import { number, personStatusLabels, typeWords, valueLabels } from '../../client/labels.ts'
import type { ImportDetail, ImportedStatus, TargetField, TargetMapping } from '../contract.ts'
import { nameFields } from '../mappingProblems.ts'
import { AmountQuestion } from './AmountQuestion.tsx'
import { DateQuestions } from './DateQuestions.tsx'
import s from './Import.module.css'
import { OwnerList } from './OwnerList.tsx'
import { Section } from './Section.tsx'
import { ValueList } from './ValueList.tsx'
import { ValuesStep } from './ValuesStep.tsx'

type Props = {
  detail: ImportDetail
  mapping: TargetMapping
  people: PersonSummary[]
  problems: Record<string, string>
  onChange: (part: Partial<TargetMapping>) => void
  onBack: () => void
  onNext: () => void
}

/** Asks for the meaning of the values in the chosen columns, and for defaults where the file has none. */
export function TargetValues({ detail, mapping, people, problems, onChange, onBack, onNext }: Props) {
  const part = { detail, mapping, onChange }
  const [type, value] = [columnOf(part, 'type'), columnOf(part, 'value')]
  return (
    <ValuesStep heading="Match the values" missing={Object.values(problems)[0]} onBack={onBack} onNext={onNext}>
      <Stages {...part} />
      <Owners {...part} people={people} />
      <DateQuestions {...part} />
      <AmountQuestion {...part} />
      <StandIn {...part} />
      {type?.values && (
        <Section title="Types">
          <ValueList
            label="Types"
            values={type.values}
            words={typeWords}
            meant={mapping.types}
            onChange={(types) => onChange({ types })}
          />
        </Section>
      )}
      {value?.values && (
        <Section title="Values">
          <ValueList
            label="Values"
            values={value.values}
            words={valueLabels}
            meant={mapping.values}
            onChange={(values) => onChange({ values })}
          />
        </Section>
      )}
      <FirstStep {...part} problem={problems.first_step} />
      <Defaults {...part} problem={problems.goal} />
    </ValuesStep>
  )
}

type Part = Pick<Props, 'detail' | 'mapping' | 'onChange'>

const columnOf = ({ detail, mapping }: Part, field: TargetField) => detail.columns[mapping.columns.indexOf(field)]
const withDefault = ({ mapping, onChange }: Part, part: Partial<TargetMapping['defaults']>) =>
  onChange({ defaults: { ...mapping.defaults, ...part } })

function Stages(part: Part) {
  const { detail, mapping, onChange } = part
  const status = columnOf(part, 'status')
  return (
    <Section title="Stages" text={status ? 'Rows with an unmatched stage will be rejected.' : undefined}>
      {status ? (
        <ValueList
          label="Stages"
          values={withEmpty(status.values ?? [], detail.total - status.filled)}
          words={personStatusLabels}
          meant={mapping.statuses}
          onChange={(statuses) => onChange({ statuses })}
        />
      ) : (
        <NativeSelect
          label="This file has no stages. Import all Targets as"
          data={optionsOf(personStatusLabels)}
          value={mapping.defaults.status}
          onChange={(event) => withDefault(part, { status: event.currentTarget.value as ImportedStatus })}
        />
      )}
    </Section>
  )
}

function Owners({ people, ...part }: Part & Pick<Props, 'people'>) {
  const { detail, mapping, onChange } = part
  const owner = columnOf(part, 'owner')
  return (
    <Section title="Owners" text={owner ? 'Rows with an unmatched owner will be rejected.' : undefined}>
      {owner?.values && people.length > 0 && (
        <OwnerList
          values={owner.values}
          people={people}
          owners={mapping.owners}
          onChange={(owners) => onChange({ owners })}
        />
      )}
      {owner && !owner.values && (
        <p className={`pretty dim ${s.lead}`}>There are too many names to list. We match them by full name or email.</p>
      )}
      {(!owner || owner.filled < detail.total) && (
        <PersonField
          label={
            owner
              ? detail.total - owner.filled === 1
                ? 'Owner of the row that names none'
                : `Owner for the ${number(detail.total - owner.filled)} rows without one`
              : 'This file has no owners. Assign all Targets to'
          }
          placeholder="Choose a person"
          people={people}
          value={mapping.defaults.owner}
          onChange={(chosen) => withDefault(part, { owner: chosen })}
        />
      )}
    </Section>
  )
}

function Defaults({ problem, ...part }: Part & { problem: string | undefined }) {
  const { type, value, goal } = part.mapping.defaults
  return (
    <Section title="When the file doesn’t say">
      <div className={`grid gap16 ${s.defaults}`}>
        <NativeSelect
          label="Type"
          data={optionsOf(typeWords)}
          value={type}
          onChange={(event) => withDefault(part, { type: event.currentTarget.value as Type })}
        />
        <NativeSelect
          label="Value"
          data={optionsOf(valueLabels)}
          value={value}
          onChange={(event) => withDefault(part, { value: event.currentTarget.value as TargetValue })}
        />
        <TextInput
          label="Objective"
          maxLength={limits.goal}
          value={goal}
          error={problem}
          onChange={(event) => withDefault(part, { goal: event.currentTarget.value })}
        />
      </div>
    </Section>
  )
}

/** The import never invents a step. A Target without one has no next step unless a person chooses one for all. */
function FirstStep({ mapping, onChange, problem }: Part & { problem: string | undefined }) {
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
          error={problem}
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

/** The import never invents a company. Rows without one are left out, or another column serves as the contact. */
function StandIn({ detail, mapping, onChange }: Part) {
  const filled = (field: TargetField) => detail.columns[mapping.columns.indexOf(field)]?.filled ?? 0
  const most = Math.max(...nameFields.map(filled))
  if (most === detail.total) return null
  const options = [
    { value: '', label: LEAVE_THEM_OUT },
    ...detail.columns.flatMap((column, i) =>
      mayName(column, mapping.columns[i] ?? null) || mapping.stand_in === i
        ? [{ value: String(i), label: `Use “${column.header}” as the contact` }]
        : [],
    ),
  ]
  return (
    <Section
      title="Rows without a company or contact"
      text={`${detail.total - most === 1 ? 'One row names' : `Up to ${number(detail.total - most)} rows name`} neither. ${detail.total - most === 1 ? 'Its' : 'Their'} company stays empty.`}
    >
      <NativeSelect
        aria-label="Rows without a company or contact"
        data={options}
        value={mapping.stand_in === null ? '' : String(mapping.stand_in)}
        onChange={(event) =>
          onChange({ stand_in: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
        }
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

const LEAVE_THEM_OUT = 'Skip them'

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
const withEmpty = (values: { value: string; count: number }[], empty: number) =>
  empty > 0 ? [...values, { value: '', count: empty }] : values
