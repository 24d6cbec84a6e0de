import type { MenuAction } from '#core/ui/ActionMenu.tsx'
import type { Digest } from '../contract.ts'
import { may, type Verb } from '../state.ts'
import { digestLabels } from './digestLabels.ts'
import type { DigestDoings } from './useDigestDoings.ts'

/** Returns the actions that the digest's status allows. */
export function digestActions(digest: Digest, doings: DigestDoings): MenuAction[] {
  const can = (verb: Verb) => may(digest.status, verb, { hasNext: digest.next_run !== null })
  return [
    can('edit') && { label: 'Edit', icon: 'pencil', act: () => doings.edit(digest) },
    { label: digestLabels.test, icon: 'mail-forward', act: () => doings.test(digest) },
    can('sendNow') && { label: 'Send now', icon: 'send', act: () => doings.sendNow(digest) },
    can('pause') && { label: 'Pause', icon: 'player-pause', act: () => doings.pause(digest) },
    can('resume') && { label: 'Resume', icon: 'player-play', act: () => doings.resume(digest) },
    { label: 'Duplicate', icon: 'copy', act: () => doings.duplicate(digest) },
    'line',
    can('cancel') && { label: 'Cancel digest', icon: 'x', act: () => doings.cancel(digest), isDangerous: true },
    can('delete') && { label: 'Delete', icon: 'trash', act: () => doings.remove(digest), isDangerous: true },
  ]
}
