import '@mantine/core/styles/Popover.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu } from '@mantine/core'
import { useZone } from '#core/client/useToday.ts'
import { useNow } from '../../client/useNow.ts'
import type { Target } from '../../contract.ts'
import { reminderOf } from '../../facts.ts'
import { RemindItems } from './RemindItems.tsx'
import { formatReminder } from './remind.ts'

/** Shows the reminder of the open step beside the due date, with a menu to change it. */
export function StepReminder({ target }: { target: Target }) {
  const zone = useZone()
  const now = new Date(useNow(30_000))
  const at = reminderOf(target)?.at
  const isAhead = at !== undefined && at > now.toISOString()
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" color="gray" className="dim" leftSection={<Icon name="alarm" />}>
          {isAhead && <span className="hide">Reminder: </span>}
          {isAhead ? formatReminder(zone, at, now) : 'Remind me'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <RemindItems target={target} />
      </Menu.Dropdown>
    </Menu>
  )
}
