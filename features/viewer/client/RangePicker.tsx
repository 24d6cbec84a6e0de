import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useToday } from '#core/client/useToday.ts'
import { addDays, formatDayShort } from '#core/contract/dates.ts'
import {
  type Days,
  daysOfPreset,
  FIRST_DAY,
  type ViewerPreset,
  validateDays,
  viewerPresetLabels,
  viewerPresets,
} from '#core/contract/ranges.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Picker.module.css'
import { PickerButton } from './PickerButton.tsx'

type Props = { days: Days; onChoose: (days: Days, preset?: ViewerPreset) => void }

/** Selects a report's days: a preset, or any days from 2018 to yesterday. */
export function RangePicker({ days, onChoose }: Props) {
  const today = useToday()
  const chosen = `${formatDayShort(days.start, today)} to ${formatDayShort(days.end, today)}`
  return (
    <PickerButton label="Date range" chosen={chosen} icon={'calendar'} width={320}>
      {(close) => (
        <Choices
          days={days}
          onChoose={(next, preset) => {
            close()
            onChoose(next, preset)
          }}
        />
      )}
    </PickerButton>
  )
}

function Choices({ days, onChoose }: Props) {
  const today = useToday()
  const [typed, setTyped] = useState(days)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const limits = { min: FIRST_DAY, max: addDays(today, -1) }
  const isPreset = (preset: ViewerPreset) => {
    const its = daysOfPreset(preset, today)
    return its.start === days.start && its.end === days.end
  }
  const take = () => {
    const found = typed.start && typed.end ? validateDays(typed, today) : { end: 'Choose a date.' }
    setWrong(found)
    if (Object.keys(found).length === 0) onChoose(typed)
  }
  const field = (name: keyof Days, label: string) => (
    <TextInput
      type="date"
      label={label}
      {...limits}
      value={typed[name]}
      error={wrong[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  )
  return (
    <div className={`stack gap2 p12 ${s.choices}`}>
      {viewerPresets.map((preset) => (
        <UnstyledButton
          key={preset}
          className={`row fill rounded gap10 hoverFill here ${s.choice}`}
          aria-current={isPreset(preset) || undefined}
          onClick={() => onChoose(daysOfPreset(preset, today), preset)}
        >
          <span className={`one ${s.name}`}>{viewerPresetLabels[preset]}</span>
          {isPreset(preset) && <Icon name="check" size={16} stroke={2} />}
        </UnstyledButton>
      ))}
      <div className={`grid gap12 mt8 ruled ${s.days}`}>
        {field('start', 'From')}
        {field('end', 'To')}
        <Button onClick={take}>Apply</Button>
      </div>
    </div>
  )
}
