// One-time offer of pushes on this device, outside of the settings.
import { nativeShell } from '#core/client/nativeShell.ts'
import { isNoticeOn, type Notice, switchName } from '#core/contract/notice.ts'
import type { Session } from '#core/contract/session.ts'
import type { Notification } from '../contract.ts'
import { isSentHere, pushState } from './push.ts'

const ANSWERED = 'push-offer'

/** Stops all further offers on this device for everyone. */
export function answerOffer(): void {
  try {
    localStorage.setItem(ANSWERED, 'answered')
  } catch {
    // If the storage is full, the offer appears once more.
  }
}

/** Returns whether this person can be asked here. The desktop app needs no pushes for its notifications. */
export const canBeOffered = ({ user, Switch }: Session): boolean =>
  !Switch && !nativeShell?.showNotice && localStorage.getItem(ANSWERED) === null && pushState(user.id) === 'off'

/** Returns whether the person's switches would have sent a push for one of these lines. */
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
let known: boolean | undefined

/** Returns what `isOffered` found, or undefined before. */
export const knownOffer = (): boolean | undefined => known

/** Returns whether the server sends pushes here. Asks once, and again after a failure. */
export function isOffered(): Promise<boolean> {
  asked ??= isSentHere().then(
    (isSent) => {
      known = isSent
      return isSent
    },
    () => {
      asked = undefined
      return false
    },
  )
  return asked
}
