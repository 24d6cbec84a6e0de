// The one time that pushes are offered on this device, outside of the settings.
import { nativeShell } from '#core/client/wrapper.ts'
import { isNoticeOn, type Notice, switchName } from '#core/contract/notice.ts'
import type { Session } from '#core/contract/session.ts'
import type { Notification } from '../contract.ts'
import { isSentHere, pushState } from './push.ts'

const ANSWERED = 'push-offer'

/** From now on nothing is offered here, whoever signs in. */
export function answerOffer(): void {
  try {
    localStorage.setItem(ANSWERED, 'answered')
  } catch {
    // A full storage costs an offer more.
  }
}

/** Whether this person can be asked on this device. The desktop's own notices need no pushes. */
export const canBeOffered = ({ user, Switch }: Session): boolean =>
  !Switch && !nativeShell?.showNotice && localStorage.getItem(ANSWERED) === null && pushState(user.id) === 'off'

/** Whether a push would have told one of these lines, as the person's switches stand. */
export function hasPushed(lines: readonly Notification[], notices: readonly Notice[], { Settings }: Session): boolean {
  const pushed = new Set(
    notices
      .filter(
        ({ kind, leaves, switches }) =>
          leaves === 'asked' || (switches.push && isNoticeOn(Settings, switchName(kind, 'push'))),
      )
      .map(({ kind }) => kind),
  )
  return lines.some(({ kind }) => pushed.has(kind))
}

let asked: Promise<boolean> | undefined

/** Whether the server sends pushes here; asked once, and again where it did not answer. */
export function isOffered(): Promise<boolean> {
  asked ??= isSentHere().catch(() => {
    asked = undefined
    return false
  })
  return asked
}
