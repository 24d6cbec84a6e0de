import { Menu } from '@mantine/core'
import { useToday } from '#core/client/useToday.ts'
import { addDays, formatDayShort } from '#core/contract/dates.ts'

/** The days that Snooze offers at once, inside of a menu. */
export function SnoozeDays({ onDay }: { onDay: (day: string) => void }) {
  const today = useToday()
  return snoozes(today).map(({ label, day }) => (
    <Menu.Item
      key={day}
      rightSection={<span className="cap">{formatDayShort(day, today)}</span>}
      onClick={() => onDay(day)}
    >
      {label}
    </Menu.Item>
  ))
}

/** Tomorrow is 1 day ahead, next week 8. Source: the specification, section 9. */
const snoozes = (today: string) => [
  { label: 'Tomorrow', day: addDays(today, 1) },
  { label: 'Next week', day: addDays(today, 8) },
]
