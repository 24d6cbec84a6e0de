import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { useZone } from '#core/client/useToday.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { reminderOf } from '../../facts.ts'
import { formatReminder, remindChoices } from './remind.ts'

export function RemindItems({ target }: { target: Target }) {
  const zone = useZone()
  const actions = useTargetActions()
  const now = new Date()
  const set = reminderOf(target)
  const isAhead = set !== null && set.at > now.toISOString()
  return (
    <>
      {remindChoices(zone, now).map(({ label, at }) => (
        <Menu.Item key={at} leftSection={<Icon name="alarm" />} onClick={() => actions.remind(target.id, at)}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<Icon name="alarm" />} onClick={() => targetDialogs.remind(target.id)}>
        Choose a time
      </Menu.Item>
      {isAhead && (
        <Menu.Item leftSection={<Icon name="alarm-off" />} onClick={() => actions.remind(target.id, null)}>
          Remove reminder ({formatReminder(zone, set.at, now)})
        </Menu.Item>
      )}
    </>
  )
}
