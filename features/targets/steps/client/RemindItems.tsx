import { Menu } from '@mantine/core'
import { IconAlarm, IconAlarmOff } from '@tabler/icons-react'
import { useZone } from '#core/client/useToday.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { reminderOf } from '../../facts.ts'
import { formatReminder, remindChoices } from './remind.ts'

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

export function RemindItems({ target }: { target: Target }) {
  const zone = useZone()
  const actions = useTargetActions()
  const now = new Date()
  const set = reminderOf(target)
  const isAhead = set !== null && set.at > now.toISOString()
  return (
    <>
      {remindChoices(zone, now).map(({ label, at }) => (
        <Menu.Item key={at} leftSection={<IconAlarm {...icon} />} onClick={() => actions.remind(target.id, at)}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconAlarm {...icon} />} onClick={() => targetDialogs.remind(target.id)}>
        Choose a time
      </Menu.Item>
      {isAhead && (
        <Menu.Item leftSection={<IconAlarmOff {...icon} />} onClick={() => actions.remind(target.id, null)}>
          Remove reminder ({formatReminder(zone, set.at, now)})
        </Menu.Item>
      )}
    </>
  )
}
