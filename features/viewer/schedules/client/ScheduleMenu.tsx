import { Menu } from '@mantine/core'
import { IconMailOff, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import type { Schedule } from '../contract.ts'
import { scheduleName } from './labels.ts'
import type { ScheduleDoings } from './useScheduleDoings.ts'

type Props = { schedule: Schedule; doings: ScheduleDoings; isOffline: boolean; onClose: () => void }

/** Menu of a scheduled report, with only the actions that are available now. */
export function ScheduleMenu({ schedule, doings, isOffline, onClose }: Props) {
  const { state, can_change, is_mine } = schedule
  const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
  const off = { disabled: isOffline }
  return (
    <MenuOver label={`Actions for ${scheduleName(schedule)}`} width={216} onClose={onClose}>
      {can_change && (
        <>
          <Menu.Item {...off} leftSection={<IconSend {...icon} />} onClick={() => void doings.run(schedule)}>
            Run now
          </Menu.Item>
          <Menu.Item {...off} leftSection={<IconPencil {...icon} />} onClick={() => doings.edit(schedule)}>
            Edit
          </Menu.Item>
          {state === 'on' ? (
            <Menu.Item {...off} leftSection={<IconPlayerPause {...icon} />} onClick={() => void doings.pause(schedule)}>
              Pause
            </Menu.Item>
          ) : (
            <Menu.Item {...off} leftSection={<IconPlayerPlay {...icon} />} onClick={() => void doings.resume(schedule)}>
              Resume
            </Menu.Item>
          )}
        </>
      )}
      {is_mine && (
        <Menu.Item
          {...off}
          leftSection={<IconMailOff {...icon} />}
          onClick={() => doings.ask({ kind: 'leave', schedule })}
        >
          Stop emailing it to me
        </Menu.Item>
      )}
      {can_change && (
        <>
          <Menu.Divider />
          <Menu.Item
            {...off}
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            onClick={() => doings.ask({ kind: 'delete', schedule })}
          >
            Delete
          </Menu.Item>
        </>
      )}
    </MenuOver>
  )
}
