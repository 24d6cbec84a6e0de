import { later } from '#core/client/later.tsx'
import '@mantine/core/styles/Chip.layer.css'
import { Button, Chip } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDay, formatDayShort } from '#core/contract/dates.ts'
import s from '../../entering/client/fields.module.css'
import { dueChoices } from '../../entering/client/targetForm.ts'

const Calendar = later(() => import('./Calendar.tsx').then((file) => file.Calendar))

type Props = { value: string; today: string; error?: string | undefined; onChange: (day: string) => void }

/** A day to be done by: three of them one tap away, any other in the calendar. */
export function DueField({ value, today, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const labelId = useId()
  const choices = dueChoices(today)
  const isOther = value !== '' && !choices.some((choice) => choice.day === value)
  return (
    <fieldset className={s.due} aria-labelledby={labelId}>
      <span className={s.label} id={labelId}>
        Due
      </span>
      <div className={s.dates}>
        <Chip.Group
          value={value}
          onChange={(day) => {
            onChange(day as string)
            setOpen(false)
          }}
        >
          {choices.map(({ label, day }) => (
            <Chip
              key={day}
              value={day}
              variant="outline"
              classNames={{ label: s.date, iconWrapper: s.none }}
              title={formatDay(day)}
            >
              <span className={s.dateIn}>
                {label}
                <span>{formatDayShort(day, today)}</span>
              </span>
            </Chip>
          ))}
        </Chip.Group>
        <Button
          variant="default"
          className={s.pick}
          data-on={isOther || undefined}
          leftSection={<IconCalendar size={18} stroke={1.6} />}
          aria-expanded={isOpen}
          aria-label={isOther ? `Choose a date: ${formatDay(value)}` : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOther ? formatDayShort(value, today) : 'Choose a date'}
        </Button>
      </div>
      {isOpen && (
        <div className={s.calendar}>
          <Calendar
            value={value}
            today={today}
            onChange={(day) => {
              onChange(day)
              setOpen(false)
            }}
          />
        </div>
      )}
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
