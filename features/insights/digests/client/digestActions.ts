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
import type { MenuAction } from '#core/ui/ActionMenu.tsx'
import type { Digest } from '../contract.ts'
import { may, type Verb } from '../state.ts'
import { digestLabels } from './digestLabels.ts'
import type { DigestDoings } from './useDigestDoings.ts'

/** Returns the actions that the digest's status allows. */
export function digestActions(digest: Digest, doings: DigestDoings): MenuAction[] {
  const can = (verb: Verb) => may(digest.status, verb, { hasNext: digest.next_run !== null })
  return [
    can('edit') && { label: 'Edit', icon: IconPencil, act: () => doings.edit(digest) },
    { label: digestLabels.test, icon: IconMailForward, act: () => doings.test(digest) },
    can('sendNow') && { label: 'Send now', icon: IconSend, act: () => doings.sendNow(digest) },
    can('pause') && { label: 'Pause', icon: IconPlayerPause, act: () => doings.pause(digest) },
    can('resume') && { label: 'Resume', icon: IconPlayerPlay, act: () => doings.resume(digest) },
    { label: 'Duplicate', icon: IconCopy, act: () => doings.duplicate(digest) },
    'line',
    can('cancel') && { label: 'Cancel digest', icon: IconX, act: () => doings.cancel(digest), isDangerous: true },
    can('delete') && { label: 'Delete', icon: IconTrash, act: () => doings.remove(digest), isDangerous: true },
  ]
}
