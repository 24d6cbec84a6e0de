import { dispatchOn, showDone as say } from '#core/client/act.ts'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import type { Action } from '#core/sync/protocol.ts'
import { type Target, targetEndpoints } from '../contract.ts'
import { undoChange } from '../outcome/actions.ts'
import { destroyTarget, trashTarget } from '../trash/actions.ts'

/** Applies actions right away, shows refusals, and handles Undo. */
export function acting(engine: Engine) {
  const rowOf = (id: string) => engine.of(targetEndpoints).get(id)
  const act = <I>(action: Action<I, Target>, input: I) => dispatchOn(engine, action, input)
  const undoChangeOf = (id: string, key: string) => act(undoChange, { id: engine.of(targetEndpoints).resolve(id), key })
  /** Removes a pending action from the outbox. If the server has it, runs `otherwise` to undo it. */
  const takeBack = async (key: string, otherwise: () => void) => {
    if (!(await engine.takeBack(key))) otherwise()
  }
  const actWithUndo = <I extends { id: string }>(
    action: Action<I, Target>,
    input: I,
    message: string,
  ): DispatchResult | null => {
    const acted = act(action, input)
    if (acted) say(acted, { message, undo: () => takeBack(acted.key, () => undoChangeOf(input.id, acted.key)) })
    return acted
  }
  const refusedCreateOf = (id: string) =>
    engine.outbox.list().find((one) => one.rowId === id && one.action === 'createTarget' && isStuck(one.state))
  const remove = (id: string) => {
    const refused = refusedCreateOf(id)
    if (refused) return void engine.dismiss(refused.key)
    const real = engine.of(targetEndpoints).resolve(id)
    if (rowOf(real) && act(trashTarget, { id: real })) act(destroyTarget, { id: real })
  }
  return { rowOf, act, undoChangeOf, takeBack, actWithUndo, refusedCreateOf, remove }
}

export const isStuck = (state: string) => state === 'refused' || state === 'parked'
