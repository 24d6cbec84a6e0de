// Acting on targets: at once, with a message where a rule says no, and taken back on Undo.
import { afterPaint } from '#core/client/afterPaint.ts'
import { type Toast, toast } from '#core/client/toasts.ts'
import { Refusal } from '#core/contract/errors.ts'
import type { Acted, Engine } from '#core/sync/client/engine.ts'
import type { Action } from '#core/sync/protocol.ts'
import { type Target, targets } from '../contract.ts'
import { undoChange } from '../outcome/actions.ts'
import { destroyTarget, trashTarget } from '../trash/actions.ts'
import { words } from './words.ts'

export const isStuck = (state: string) => state === 'refused' || state === 'parked'

export function acting(engine: Engine) {
  const rowOf = (id: string) => engine.of(targets).get(id)
  const act = <I>(action: Action<I, Target>, input: I): Acted | null => {
    try {
      const acted = engine.act(action, input)
      acted.saved.catch(() => toast({ message: words.notKept, color: 'red', stays: true }))
      return acted
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      toast({ message: thrown.message, color: 'red' })
      return null
    }
  }
  /** Says what was done: where the device keeps it as soon as it is seen, after the server's answer where it is sent directly. */
  const say = ({ answered }: Acted, given: Toast) => {
    if (!answered) afterPaint(() => toast(given))
    else void answered.then((isDone) => isDone && toast(given))
  }
  const undoChangeOf = (id: string, key: string) => act(undoChange, { id: engine.of(targets).resolve(id), key })
  /** Out of the outbox while it waits there; what the server has is undone by `otherwise`. */
  const takeBack = async (key: string, otherwise: () => void) => {
    if (!(await engine.takeBack(key))) otherwise()
  }
  const actWithUndo = <I extends { id: string }>(
    action: Action<I, Target>,
    input: I,
    message: string,
  ): Acted | null => {
    const acted = act(action, input)
    if (acted) say(acted, { message, undo: () => takeBack(acted.key, () => undoChangeOf(input.id, acted.key)) })
    return acted
  }
  const refusedCreateOf = (id: string) =>
    engine.outbox.list().find((one) => one.rowId === id && one.action === 'createTarget' && isStuck(one.state))
  const remove = (id: string) => {
    const refused = refusedCreateOf(id)
    if (refused) return void engine.dismiss(refused.key)
    const real = engine.of(targets).resolve(id)
    if (rowOf(real) && act(trashTarget, { id: real })) act(destroyTarget, { id: real })
  }
  return { rowOf, act, say, undoChangeOf, takeBack, actWithUndo, refusedCreateOf, remove }
}
