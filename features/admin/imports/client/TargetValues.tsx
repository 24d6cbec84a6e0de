import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, NativeSelect, Radio, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Person } from '#features/account/contract.ts'
import { limits, type Type, type Value } from '#features/targets/contract.ts'
import { number, statusWords, typeWords, valueWords } from '../../client/words.ts'
import type { DateOrder, ImportDetail, ImportedStatus, TargetField, TargetMapping } from '../contract.ts'
import { needsOrder } from '../mappingProblems.ts'
import s from './Import.module.css'
import { OwnerList } from './OwnerList.tsx'
import { StepHeading } from './StepHeading.tsx'
import { ValueList } from './ValueList.tsx'

type Props = {
  detail: ImportDetail
  mapping: TargetMapping
  people: Person[]
  problems: Record<string, string>
  onChange: (part: Partial<TargetMapping>) => void
  onBack: () => void
  onNext: () => void
}

/** What the values of the chosen columns stand for, and what is taken where the file says nothing. */
export function TargetValues({ detail, mapping, people, problems, onChange, onBack, onNext }: Props) {
  const { columns, defaults } = mapping
  const columnOf = (field: TargetField) => {
    const at = columns.indexOf(field)
    return at < 0 ? undefined : detail.columns[at]
  }
  const setDefault = (part: Partial<TargetMapping['defaults']>) => onChange({ defaults: { ...defaults, ...part } })
  const status = columnOf('status')
  const owner = columnOf('owner')
  const [type, value] = [columnOf('type'), columnOf('value')]
  const missing = Object.values(problems)[0]
  return (
    <>
      <StepHeading>What do the values mean?</StepHeading>
      <Section title="Stages" text={status ? 'Rows with a stage that is not assigned are refused.' : undefined}>
        {status ? (
          <ValueList
            label="Stages"
            values={withEmpty(status.values ?? [], detail.total - status.filled)}
            words={statusWords}
            meant={mapping.statuses}
            onChange={(statuses) => onChange({ statuses })}
          />
        ) : (
          <NativeSelect
            label="The file names no stage: all Targets become"
            data={optionsOf(statusWords)}
            value={defaults.status}
            onChange={(event) => setDefault({ status: event.currentTarget.value as ImportedStatus })}
          />
        )}
      </Section>
      <Section title="Owners" text={owner ? 'Rows of a name that nobody was chosen for are refused.' : undefined}>
        {owner?.values && people.length > 0 && (
          <OwnerList
            values={owner.values}
            people={people}
            owners={mapping.owners}
            onChange={(owners) => onChange({ owners })}
          />
        )}
        {owner && !owner.values && (
          <p className={s.plain}>There are too many different names to list: they are found by full name or e-mail.</p>
        )}
        {(!owner || owner.filled < detail.total) && (
          <Select
            label={
              owner
                ? `Owner of the ${number(detail.total - owner.filled)} rows that name none`
                : 'The file names no owner: all Targets belong to'
            }
            placeholder="Please choose"
            searchable
            clearable
            limit={100}
            data={people.map(({ id, fullname, email }) => ({ value: id, label: `${fullname} (${email})` }))}
            value={defaults.owner}
            comboboxProps={{ withinPortal: false }}
            onChange={(chosen) => setDefault({ owner: chosen })}
          />
        )}
      </Section>
      {needsOrder(mapping, detail.columns) && <DateOrders detail={detail} mapping={mapping} onChange={onChange} />}
      <StandIn detail={detail} mapping={mapping} onChange={onChange} />
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
            words={valueWords}
            meant={mapping.values}
            onChange={(values) => onChange({ values })}
          />
        </Section>
      )}
      <Section title="Where the file says nothing">
        <div className={s.defaults}>
          <NativeSelect
            label="Type"
            data={optionsOf(typeWords)}
            value={defaults.type}
            onChange={(event) => setDefault({ type: event.currentTarget.value as Type })}
          />
          <NativeSelect
            label="Value"
            data={optionsOf(valueWords)}
            value={defaults.value}
            onChange={(event) => setDefault({ value: event.currentTarget.value as Value })}
          />
          <TextInput
            label="Objective"
            maxLength={limits.goal}
            value={defaults.goal}
            error={problems.goal}
            onChange={(event) => setDefault({ goal: event.currentTarget.value })}
          />
        </div>
        <p className={s.plain}>A Target without a next step gets 'Identify next steps', due in a week.</p>
      </Section>
      <div className={s.foot}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <div className={s.next}>
          {missing && (
            <span className={s.missing} role="status">
              {missing}
            </span>
          )}
          <Button onClick={onNext} disabled={missing !== undefined}>
            Continue
          </Button>
        </div>
      </div>
    </>
  )
}

type Part = Pick<Props, 'detail' | 'mapping' | 'onChange'>

function DateOrders({ detail, mapping, onChange }: Part) {
  const columns = detail.columns.filter((_, i) =>
    ['created', 'closed', 'next_step_due'].includes(mapping.columns[i] ?? ''),
  )
  const isProven = (order: DateOrder) => columns.some(({ dates }) => dates[order] > 0)
  const text =
    isProven('mdy') && isProven('dmy')
      ? 'The file holds dates of both kinds: those of the other kind are refused.'
      : isProven('mdy') || isProven('dmy')
        ? 'Some of the dates can be read in one way only.'
        : 'All of the dates can be read in both ways: please say which is meant.'
  return (
    <Section title="Dates" text={text}>
      <Radio.Group
        aria-label="Order of dates"
        value={mapping.date_order}
        onChange={(order) => onChange({ date_order: order as DateOrder })}
      >
        <div className={s.radios}>
          <Radio value="mdy" label="Month / day / year: 3/12/2017 is March 12" />
          <Radio value="dmy" label="Day / month / year: 3/12/2017 is December 3" />
        </div>
      </Radio.Group>
    </Section>
  )
}

/** A company is never invented: rows without one are left out, or another column stands in as the contact. */
function StandIn({ detail, mapping, onChange }: Part) {
  const filled = (field: TargetField) => detail.columns[mapping.columns.indexOf(field)]?.filled ?? 0
  const most = Math.max(filled('company'), filled('contact'))
  if (most === detail.total) return null
  const options = [
    { value: '', label: LEAVE_THEM_OUT },
    ...detail.columns.map(({ header }, i) => ({ value: String(i), label: `Take '${header}' as the contact` })),
  ]
  return (
    <Section
      title="Rows without a company and a contact"
      text={`Up to ${number(detail.total - most)} rows name neither. Their company stays empty.`}
    >
      <NativeSelect
        aria-label="Rows without a company and a contact"
        data={options}
        value={mapping.stand_in === null ? '' : String(mapping.stand_in)}
        onChange={(event) =>
          onChange({ stand_in: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })
        }
      />
    </Section>
  )
}

const LEAVE_THEM_OUT = 'Leave them out'

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className={s.section}>
      <h3>{title}</h3>
      {text && <p className={s.plain}>{text}</p>}
      {children}
    </div>
  )
}

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
const withEmpty = (values: { value: string; count: number }[], empty: number) =>
  empty > 0 ? [...values, { value: '', count: empty }] : values
