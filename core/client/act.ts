// Doing something with rows that this device keeps: at once, and with a word where it could not be.
import { Refusal } from '#core/contract/errors.ts'
import type { DispatchResult, Engine } from '#core/sync/client/engine.ts'
import type { Row } from '#core/sync/collection.ts'
import type { Action } from '#core/sync/protocol.ts'
import { afterPaint } from './afterPaint.ts'
import { type Toast, toast } from './toasts.ts'

/** Null when a rule refused it: the person has been told why. */
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

/** Says what was done: where the device keeps it as soon as it is seen, after the server's answer where it is sent directly. What could not be kept is not said. */
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
