import { type DateOrder, dateFields, type ImportDetail, type OpenClose, type TargetMapping } from '../contract.ts'
import { needsOrder } from '../mappingProblems.ts'
import { Choice } from './Choice.tsx'
import { Section } from './Section.tsx'

type Props = {
  detail: ImportDetail
  mapping: TargetMapping
  onChange: (part: Partial<TargetMapping>) => void
}

const openCloses: Record<OpenClose, string> = {
  due: 'Use as the next step’s due date',
  ignore: 'Don’t import',
}
const orders: Record<DateOrder, string> = {
  mdy: 'Month/day/year (3/12/2017 is March 12)',
  dmy: 'Day/month/year (3/12/2017 is December 3)',
}

/** Asks how dates are written, and how to use the close date of a target that is pursued. */
export function DateQuestions(props: Props) {
  const { detail, mapping } = props
  const hasCloseDates = mapping.columns.some((field) => field === 'closed' || field === 'expected_close')
  return (
    <>
      {needsOrder(mapping, detail.columns) && <DateOrders {...props} />}
      {hasCloseDates && <OpenCloses {...props} />}
    </>
  )
}

function OpenCloses({ mapping, onChange }: Props) {
  return (
    <Section
      title="Close dates of active Targets"
      text="For won, lost, or on-hold Targets, the close date is the day it happened."
    >
      <Choice
        label="Close dates of active Targets"
        value={mapping.open_close}
        options={openCloses}
        onChange={(open_close) => onChange({ open_close })}
      />
    </Section>
  )
}

function DateOrders({ detail, mapping, onChange }: Props) {
  const columns = detail.columns.filter((_, i) => dateFields.includes(mapping.columns[i]!))
  const isProven = (order: DateOrder) => columns.some(({ dates }) => dates[order] > 0)
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
        options={orders}
        onChange={(date_order) => onChange({ date_order })}
      />
    </Section>
  )
}
