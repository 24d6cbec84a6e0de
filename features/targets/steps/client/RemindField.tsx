import '@mantine/core/styles/Input.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Chip.layer.css'
import { Button, Chip, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useZone } from '#core/client/useToday.ts'
import chips from '#core/ui/chips.module.css'
import s from '../../forms/client/fields.module.css'
import { formatReminder, remindChoices, reminderInstant, remindParts } from './remind.ts'

type Props = { value: string; onChange: (at: string) => void }

/** Chooses a reminder: two presets, or any day and time. '' is no reminder. */
export function RemindField({ value, onChange }: Props) {
  const zone = useZone()
  // Fixed when the form opens, so that a choice doesn't move under the finger.
  const [now] = useState(() => new Date())
  const [choices] = useState(() => remindChoices(zone, now))
  const [isOpen, setOpen] = useState(false)
  const labelId = useId()
  const isOther = value !== '' && !choices.some(({ at }) => at === value)
  return (
    <fieldset aria-labelledby={labelId}>
      <span className="block mb4 medium" id={labelId}>
        Remind me<span className={`size12 regular dim ${s.optional}`}> optional</span>
      </span>
      <div className={`flex wrap gap8 ${chips.row} ${chips.pairs}`}>
        {choices.map(({ label, at }) => (
          <Chip
            key={at}
            checked={value === at}
            variant="outline"
            classNames={{ label: chips.chip, iconWrapper: chips.hidden }}
            onChange={(isOn) => {
              onChange(isOn ? at : '')
              setOpen(false)
            }}
          >
            {label}
          </Chip>
        ))}
        <Button
          variant="default"
          className={chips.pick}
          data-on={isOther || undefined}
          leftSection={<Icon name="alarm" />}
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen)
            // Selects the values that the fields then show.
            if (!isOpen && value === '') onChange(instantOfParts(zone, now))
          }}
        >
          {isOther ? formatReminder(zone, value, now) : 'Choose a time'}
        </Button>
      </div>
      {isOpen && <RemindTime value={value} zone={zone} onChange={onChange} />}
    </fieldset>
  )
}

function instantOfParts(zone: string, now: Date): string {
  const { day, time } = remindParts(zone, '', now)
  return reminderInstant(zone, day, time)
}

/** Asks for a day and a time. Rejects past times. */
function RemindTime({ value, zone, onChange }: Props & { zone: string }) {
  const [parts, setParts] = useState(() => remindParts(zone, value, new Date()))
  const isPast = (day: string, time: string) => reminderInstant(zone, day, time) <= new Date().toISOString()
  const isWhole = parts.day !== '' && parts.time !== ''
  const set = (given: Partial<typeof parts>) => {
    const next = { ...parts, ...given }
    setParts(next)
    const isGiven = next.day !== '' && next.time !== '' && !isPast(next.day, next.time)
    onChange(isGiven ? reminderInstant(zone, next.day, next.time) : '')
  }
  return (
    <div className={`flex wrap mt12 ${s.remind}`}>
      <TextInput
        type="date"
        label="Day"
        value={parts.day}
        onChange={(event) => set({ day: event.currentTarget.value })}
      />
      <TextInput
        type="time"
        label="Time"
        value={parts.time}
        onChange={(event) => set({ time: event.currentTarget.value.slice(0, 5) })}
      />
      {isWhole && isPast(parts.day, parts.time) && (
        <p className={`small mt4 error ${s.error}`} role="alert">
          Choose a time in the future.
        </p>
      )}
    </div>
  )
}
