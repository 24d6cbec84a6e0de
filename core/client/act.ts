// Runs an action on local rows, and shows a message when it fails.
import { Refusal } from '#core/contract/errors.ts'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import type { Row } from '#core/sync/collection.ts'
import type { Action } from '#core/sync/protocol.ts'
import { afterPaint } from './afterPaint.ts'
import { type Toast, toast } from './toasts.ts'

/** Returns null when a rule rejected the action and showed the reason. */
export function dispatchOn<I, R extends Row>(engine: Engine, action: Action<I, R>, input: I): DispatchResult | null {
  try {
    const acted = engine.act(action, input)
    acted.saved.catch(showNotSaved)
    return acted
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    toast({ message: thrown.message, color: 'red' })
    return null
  }
}

/**
 * Shows the message right away for an action stored on the device, and after the server's response for one sent
 * directly. A failed save shows none.
 */
export function showDone({ answered, key, saved }: DispatchResult, given: Toast): void {
  const about = { ...given, about: key }
  if (answered) return void answered.then((isDone) => isDone && toast(about))
  let isKept = true
  let takeAway: (() => void) | null = null
  saved.catch(() => {
    isKept = false
    takeAway?.()
  })
  afterPaint(() => {
    if (isKept) takeAway = toast(about)
  })
}

export const showNotSaved = (): void =>
  void toast({
    message: 'We couldn’t save this on your device. Free up some space and try again.',
    color: 'red',
    stays: true,
  })
