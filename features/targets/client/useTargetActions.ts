// Actions on targets for any screen. Each applies right away, shows a toast, and offers Undo.
import { useMemo } from 'react'
import { showDone as say } from '#core/client/act.ts'
import { session } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, dayInSentence } from '#core/contract/dates.ts'
import { stageName } from '#core/contract/stages.ts'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import { contactsWith } from '../contacts/client/contactsWith.ts'
import { type Target, targetEndpoints } from '../contract.ts'
import { asksForStep, openTask } from '../facts.ts'
import { createTarget, editTarget } from '../forms/actions.ts'
import type { CreateInput, EditInput } from '../forms/contract.ts'
import { writeNote } from '../notes/actions.ts'
import { archiveTarget, completeTarget, loseTarget, pursueTarget } from '../outcome/actions.ts'
import { storeLastWin } from '../outcome/client/lastWin.ts'
import { sharingOn } from '../sharing/client/sharingOn.ts'
import { moveTarget } from '../stages/actions.ts'
import { stagesIn } from '../stages/client/useStages.ts'
import { markStep, remindMe, setStep } from '../steps/actions.ts'
import type { TaskInput } from '../steps/contract.ts'
import { destroyTarget, emptyTrash, trashTarget } from '../trash/actions.ts'
import { acting, isStuck } from './acting.ts'
import { targetDialogs } from './dialogs.ts'
import { shortNameOf } from './labels.ts'
import { markNew, showTarget } from './showing.ts'

export type TargetActions = ReturnType<typeof targetActionsOn>

export function useTargetActions(): TargetActions {
  const engine = useEngine()
  const zone = useZone()
  return useMemo(() => targetActionsOn(engine, zone), [engine, zone])
}

/**
 * Each action returns its result, or null (false) after it has shown a rule's refusal. `zone` is the firm's time zone.
 */
export function targetActionsOn(engine: Engine, zone: string) {
  const acts = acting(engine)
  const { rowOf, act, undoChangeOf, takeBack, actWithUndo, refusedCreateOf, remove } = acts
  return {
    create(input: CreateInput): DispatchResult | null {
      const acted = act(createTarget, input)
      if (acted)
        say(acted, {
          message: `${shortNameOf(input)} created.`,
          undo: () => takeBack(acted.key, () => remove(acted.id)),
          act: { label: 'Show', run: () => showTarget(acted.id) },
        })
      if (acted) markNew(acted.id)
      return acted
    },
    snooze(id: string, day: string, today: string = dayIn(zone, new Date())): DispatchResult | null {
      const before = rowOf(id)?.due
      const acted = act(editTarget, { id, due: day, base: { due: before } })
      if (!acted) return null
      const until = dayInSentence(day, today)
      const back = () => {
        if (before) act(editTarget, { id: engine.of(targetEndpoints).resolve(id), due: before, base: { due: day } })
      }
      say(acted, {
        message: `${shortNameOf(rowOf(id))} snoozed until ${until}.`,
        undo: () => takeBack(acted.key, back),
      })
      return acted
    },
    /** Null takes it out of its stage. */
    move(id: string, stage: string | null): DispatchResult | null {
      const name = stageName(stagesIn(session.get()), stage) ?? undefined
      const short = shortNameOf(rowOf(id))
      return actWithUndo(
        moveTarget,
        { id, stage, name, base: rowOf(id)?.stage ?? null },
        name === undefined ? `${short} is in no stage now.` : `${short} moved to ${name}.`,
      )
    },
    /** null removes the reminder. */
    remind(id: string, at: string | null): DispatchResult | null {
      const before = rowOf(id)?.reminder?.at ?? null
      const acted = act(remindMe, { id, at })
      const back = () => act(remindMe, { id: engine.of(targetEndpoints).resolve(id), at: before })
      const message = at === null ? 'Reminder off.' : 'Reminder set.'
      if (acted) say(acted, { message, undo: () => takeBack(acted.key, back) })
      return acted
    },
    hold: (id: string) => actWithUndo(archiveTarget, { id }, `${shortNameOf(rowOf(id))} put on hold.`),
    /** Drops a target that the server never accepted. Moves any other to Recently Deleted. */
    trash(id: string): DispatchResult | null {
      if (!refusedCreateOf(id))
        return actWithUndo(trashTarget, { id }, `Moved ${shortNameOf(rowOf(id))} to Recently Deleted.`)
      toast({ message: `Removed ${shortNameOf(rowOf(id))}.` })
      remove(id)
      return null
    },
    /** Asks for a new step right away if the target needs one. */
    pursue(id: string): DispatchResult | null {
      const acted = actWithUndo(pursueTarget, { id }, `You’re pursuing ${shortNameOf(rowOf(id))} again.`)
      const again = rowOf(id)
      if (acted && again && asksForStep(again)) targetDialogs.nextStep(id)
      return acted
    },
    /** `fields` holds only changes since `before`. A create that the server refused is sent again with the changes. */
    editTarget(id: string, fields: Omit<EditInput, 'base'>, before?: Target): DispatchResult | boolean | null {
      const refused = refusedCreateOf(id)
      const base = before && partsOf(before, Object.keys(fields) as (keyof typeof fields)[])
      if (!refused) return act(editTarget, { id, ...fields, base })
      void engine.retry(refused.key, withChanges(refused.input as CreateInput, fields))
      return true
    },
    /** `base` is the open step's text when the person started, null if there was none. */
    takeStep(id: string, step: TaskInput, base?: string | null): DispatchResult | null {
      const target = rowOf(id)
      const done = target && openTask(target)
      if (!done) return act(setStep, { id, ...step, base })
      return actWithUndo(setStep, { id, ...step, base }, 'Step done. Next step set.')
    },
    /** Records a finished step in addition to the open one. */
    noteStep: (id: string, step: Pick<TaskInput, 'description' | 'help'>) =>
      actWithUndo(markStep, { id, ...step }, `Step logged on ${shortNameOf(rowOf(id))}.`),
    /** Marks a target as won. `next` is a new target to start at the same time, and Undo reverts both. */
    complete(id: string, revenue: number, next?: CreateInput): DispatchResult | null {
      const name = shortNameOf(rowOf(id))
      const acted = act(completeTarget, { id, revenue })
      if (!acted) return null
      const started = next ? act(createTarget, next) : null
      storeLastWin(id, started !== null)
      say(started ?? acted, {
        message: started ? `${name} won. New Target started.` : `${name} won.`,
        color: 'green',
        undo: async () => {
          if (started) await takeBack(started.key, () => remove(started.id))
          await takeBack(acted.key, () => undoChangeOf(id, acted.key))
        },
      })
      return acted
    },
    lose: (id: string, reason: string) =>
      actWithUndo(loseTarget, { id, lost_reason: reason }, `${shortNameOf(rowOf(id))} marked as lost.`),
    destroy(id: string): DispatchResult | null {
      const acted = act(destroyTarget, { id })
      if (acted) say(acted, { message: 'Element was deleted successfully' })
      return acted
    },
    emptyTrash(): DispatchResult | null {
      const acted = act(emptyTrash, {})
      if (acted) say(acted, { message: 'Deleted Targets removed' })
      return acted
    },
    ...sharingOn(engine, acts),
    ...contactsWith(engine, acts),
    /** `base` is the note's text when the person started. */
    writeNote: (id: string, note: string, base: string) => act(writeNote, { id, note, base }),
    retry(id: string): void {
      for (const one of engine.outbox.list()) if (one.rowId === id && isStuck(one.state)) void engine.retry(one.key)
    },
  }
}

const partsOf = <N extends keyof Target>(target: Target, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, target[name]])) as Pick<Target, N>

function withChanges(input: CreateInput, { due, ...fields }: Omit<EditInput, 'base'>): CreateInput {
  const tasks = due === undefined ? input.tasks : input.tasks.map((task) => ({ ...task, due }))
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...input, ...given, tasks }
}
