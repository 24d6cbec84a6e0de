import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Chip.layer.css'
import { Button, Chip } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { formatDay, formatDayShort } from '#core/contract/dates.ts'
import chips from '#core/ui/chips.module.css'
import s from '../../forms/client/fields.module.css'
import { dueChoices } from '../../forms/client/targetForm.ts'

const Calendar = lazyComponent(() => import('./Calendar.tsx').then((file) => file.Calendar))

type Props = { value: string; today: string; error?: string | undefined; onChange: (day: string) => void }

/** Chooses a due date: three presets, or any day in the calendar. */
export function DueField({ value, today, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const labelId = useId()
  const pick = useRef<HTMLButtonElement>(null)
  // Esc closes only the calendar. The surrounding dialog ignores elements with this attribute.
  const hold = ({ target }: FocusEvent) => (target as HTMLElement).setAttribute('data-mantine-stop-propagation', 'true')
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
    pick.current?.focus()
  }
  const choices = dueChoices(today)
  const isOther = value !== '' && !choices.some((choice) => choice.day === value)
  return (
    <fieldset aria-labelledby={labelId} onKeyDown={keys}>
      <span className="block mb4 medium" id={labelId}>
        Due
      </span>
      <div className={`flex wrap gap8 ${chips.row} ${chips.pairs}`}>
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
              classNames={{ label: chips.chip, iconWrapper: chips.hidden }}
              title={formatDay(day)}
            >
              <span className={`gap8 nowrap ${s.dateIn}`}>
                {label}
                <span className="regular dim">{formatDayShort(day, today)}</span>
              </span>
            </Chip>
          ))}
        </Chip.Group>
        <Button
          ref={pick}
          variant="default"
          className={chips.pick}
          data-mantine-stop-propagation={isOpen || undefined}
          data-on={isOther || undefined}
          leftSection={<Icon name="calendar" />}
          aria-expanded={isOpen}
          aria-label={isOther ? `Choose a date: ${formatDay(value)}` : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOther ? formatDayShort(value, today) : 'Choose a date'}
        </Button>
      </div>
      {isOpen && (
        <div className={`mt12 ${s.calendar}`} onFocusCapture={hold}>
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
        <p className={`small mt4 error ${s.error}`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
