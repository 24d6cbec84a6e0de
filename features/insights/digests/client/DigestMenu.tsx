import { Menu } from '@mantine/core'
import {
  IconCopy,
  IconMailForward,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { MenuOver } from '#core/ui/MenuOver.tsx'
import type { Digest } from '../contract.ts'
import { may } from '../state.ts'
import { digestLabels } from './digestLabels.ts'
import type { DigestDoings } from './useDigestDoings.ts'

type Props = { digest: Digest; doings: DigestDoings; isOffline: boolean; onClose: () => void }

/** Menu of the actions that the digest's status allows. */
export function DigestMenu({ digest, doings, isOffline, onClose }: Props) {
  const { status, title, next_run: next } = digest
  const can = (verb: Parameters<typeof may>[1]) => may(status, verb, { hasNext: next !== null })
  const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const
  const off = { disabled: isOffline }
  return (
    <MenuOver label={`Actions for ${title || 'Untitled'}`} width={216} onClose={onClose}>
      {can('edit') && (
        <Menu.Item {...off} leftSection={<IconPencil {...icon} />} onClick={() => doings.edit(digest)}>
          Edit
        </Menu.Item>
      )}
      <Menu.Item {...off} leftSection={<IconMailForward {...icon} />} onClick={() => void doings.test(digest)}>
        {digestLabels.test}
      </Menu.Item>
      {can('sendNow') && (
        <Menu.Item
          {...off}
          leftSection={<IconSend {...icon} />}
          onClick={() => void doings.ask({ kind: 'sendNow', digest })}
        >
          Send now
        </Menu.Item>
      )}
      {can('pause') && (
        <Menu.Item {...off} leftSection={<IconPlayerPause {...icon} />} onClick={() => void doings.pause(digest)}>
          Pause
        </Menu.Item>
      )}
      {can('resume') && (
        <Menu.Item {...off} leftSection={<IconPlayerPlay {...icon} />} onClick={() => void doings.resume(digest)}>
          Resume
        </Menu.Item>
      )}
      <Menu.Item {...off} leftSection={<IconCopy {...icon} />} onClick={() => void doings.duplicate(digest)}>
        Duplicate
      </Menu.Item>
      <Menu.Divider />
      {can('cancel') && (
        <Menu.Item
          {...off}
          c="var(--mantine-color-error)"
          leftSection={<IconX {...icon} />}
          onClick={() => void doings.ask({ kind: 'cancel', digest })}
        >
          Cancel digest
        </Menu.Item>
      )}
      {can('delete') && (
        <Menu.Item
          {...off}
          c="var(--mantine-color-error)"
          leftSection={<IconTrash {...icon} />}
          onClick={() => void doings.ask({ kind: 'delete', digest })}
        >
          Delete
        </Menu.Item>
      )}
    </MenuOver>
  )
}
