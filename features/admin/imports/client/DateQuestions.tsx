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
  due: 'The next step is due that day',
  ignore: 'They are not imported',
}
const orders: Record<DateOrder, string> = {
  mdy: 'Month / day / year: 3/12/2017 is March 12',
  dmy: 'Day / month / year: 3/12/2017 is December 3',
}

/** How dates are written, and what the close date of a target that is pursued means. */
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
      title="Close dates of Targets that are pursued"
      text="Of a Target that was won, lost or put on hold, the close date is the day that it happened."
    >
      <Choice
        label="Close dates of Targets that are pursued"
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
      ? 'The file holds dates of both kinds: those of the other kind are refused.'
      : isProven('mdy') || isProven('dmy')
        ? 'Some of the dates can be read in one way only.'
        : 'All of the dates can be read in both ways: please say which is meant.'
  return (
    <Section title="Dates" text={text}>
      <Choice
        label="Order of dates"
        value={mapping.date_order}
        options={orders}
        onChange={(date_order) => onChange({ date_order })}
      />
    </Section>
  )
}
