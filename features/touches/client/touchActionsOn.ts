// Actions on touches for any screen. Each applies right away, shows a toast, and offers Undo.
import { useMemo } from 'react'
import { dispatchOn, showDone } from '#core/client/act.ts'
import { useEngine } from '#core/client/sync.tsx'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import {
  deleteTouch,
  type EditTouchLocal,
  editTouch,
  type LogTouchLocal,
  logTouch,
  moveTouch,
  restoreTouch,
} from '../actions.ts'
import { type Touch, touchCollection } from '../contract.ts'
import { sayingOf } from '../touchLabels.ts'

export function useTouchActions() {
  const engine = useEngine()
  return useMemo(() => touchActionsOn(engine), [engine])
}

export function touchActionsOn(engine: Engine) {
  const realOf = (id: string) => engine.of(touchCollection).resolve(id)
  const undoing = (acted: DispatchResult, otherwise: () => void) => async () => {
    if (!(await engine.takeBack(acted.key))) otherwise()
  }
  const remove = (id: string) => dispatchOn(engine, deleteTouch, { id: realOf(id) })
  return {
    /** `onDetails` opens what was logged. */
    log(input: LogTouchLocal, name: string, onDetails?: (id: string) => void): DispatchResult | null {
      const acted = dispatchOn(engine, logTouch, input)
      if (acted)
        showDone(acted, {
          message: `${sayingOf(input)} logged${name && ` on ${name}`}.`,
          undo: undoing(acted, () => remove(acted.id)),
          ...(onDetails && { act: { label: 'Details', run: () => onDetails(realOf(acted.id)) } }),
        })
      return acted
    },
    /** `problems` are sentences about parts that couldn't be read. */
    file(input: LogTouchLocal, name: string, problems: readonly string[], onMove: (id: string) => void): void {
      const acted = dispatchOn(engine, logTouch, input)
      if (acted)
        showDone(acted, {
          message: [`Filed on ${name}.`, ...problems].join(' ').replace('..', '.'),
          undo: undoing(acted, () => remove(acted.id)),
          act: { label: 'Move', run: () => onMove(realOf(acted.id)) },
        })
    },
    /** `given` holds only changes since `before`. */
    edit(
      before: Touch,
      given: Omit<EditTouchLocal, 'id'>,
      message = `${sayingOf(before)} changed.`,
    ): DispatchResult | null {
      const acted = dispatchOn(engine, editTouch, { id: before.id, ...given })
      const old = Object.fromEntries(Object.keys(given).map((name) => [name, before[name as keyof Touch]]))
      const back = () => dispatchOn(engine, editTouch, { id: realOf(before.id), ...old })
      if (acted) showDone(acted, { message, undo: undoing(acted, back) })
      return acted
    },
    move(touch: Touch, targetId: string, name: string): DispatchResult | null {
      const acted = dispatchOn(engine, moveTouch, { id: touch.id, target_id: targetId })
      const { target_id: before } = touch
      const back = () => before && dispatchOn(engine, moveTouch, { id: realOf(touch.id), target_id: before })
      if (acted)
        showDone(acted, { message: `Moved to ${name}.`, ...(before && { undo: undoing(acted, () => void back()) }) })
      return acted
    },
    remove(touch: Touch): DispatchResult | null {
      const acted = remove(touch.id)
      const back = () => dispatchOn(engine, restoreTouch, { id: realOf(touch.id) })
      if (acted) showDone(acted, { message: `${sayingOf(touch)} deleted.`, undo: undoing(acted, back) })
      return acted
    },
  }
}
