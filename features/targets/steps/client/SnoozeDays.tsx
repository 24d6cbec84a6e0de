import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useToday } from '#core/client/useToday.ts'
import { formatDayShort } from '#core/contract/dates.ts'
import { snoozes } from '../snoozes.ts'

/** Lists the preset days of Snooze inside a menu. `icon` precedes each. */
export function SnoozeDays({ icon, onDay }: { icon?: ReactNode; onDay: (day: string) => void }) {
  const today = useToday()
  return snoozes(today).map(({ label, day }) => (
    <Menu.Item
      key={day}
      leftSection={icon}
      rightSection={<span className="cap">{formatDayShort(day, today)}</span>}
      onClick={() => onDay(day)}
    >
      {label}
    </Menu.Item>
  ))
}
