import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useToday } from '#core/client/useToday.ts'
import { addMonths, formatMonth } from '#core/contract/dates.ts'
import { formatClose, isPassed, monthOfClose } from '#core/contract/stages.ts'
import type { FieldProps } from '#core/ui/form/useForm.ts'
import { targetLabel } from '../../contract.ts'
import fields from '../../forms/client/fields.module.css'

/** Months in the menu. A later one can be chosen as a day. */
const MONTHS = 24
const A_DAY = 'day'

/** A month from a menu, or a day. A passed one stays until the person chooses another. */
export function CloseField({ value, onChange, ...field }: FieldProps) {
  const today = useToday()
  const month = monthOfClose(today)
  const [isOfDay, setOfDay] = useState(value.length > month.length)
  const months = Array.from({ length: MONTHS }, (_, i) => addMonths(month, i))
  const isOther = value !== '' && !months.includes(value)
  const label = (
    <>
      {targetLabel('expected_close')}
      <span className={`size12 regular dim ${fields.optional}`}> optional</span>
    </>
  )
  if (isOfDay)
    return (
      <TextInput
        label={label}
        type="date"
        value={value}
        {...field}
        onChange={onChange}
        // An emptied day offers the months again.
        onBlur={({ currentTarget }) => currentTarget.value === '' && setOfDay(false)}
      />
    )
  return (
    <NativeSelect
      label={label}
      value={value}
      {...field}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== A_DAY) return onChange(currentTarget.value)
        setOfDay(true)
        onChange(today)
      }}
      data={[
        { value: '', label: 'Not chosen' },
        ...(isOther ? [{ value, label: `${formatClose(value)}${isPassed(value, today) ? ', passed' : ''}` }] : []),
        ...months.map((one) => ({ value: one, label: formatMonth(one) })),
        { value: A_DAY, label: 'A day…' },
      ]}
    />
  )
}
