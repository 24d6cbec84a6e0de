// Applies one action to many targets right away, with one toast and one Undo for all.

import { dispatchOn, showNotSaved } from '#core/client/act.ts'
import { device } from '#core/client/device.ts'
import { session } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { isFeatureOn } from '#core/contract/area.ts'
import { dayInSentence } from '#core/contract/dates.ts'
import { Refusal } from '#core/contract/errors.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import type { Session } from '#core/contract/session.ts'
import { stageName } from '#core/contract/stages.ts'
import type { DispatchResult, Engine } from '#core/sync/client/types.ts'
import { shortNameOf } from '../../client/labels.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { editTarget } from '../../forms/actions.ts'
import { archiveTarget, undoChange } from '../../outcome/actions.ts'
import { handOverTarget } from '../../sharing/actions.ts'
import { moveTarget } from '../../stages/actions.ts'
import { stagesIn, usedStages } from '../../stages/client/useStages.ts'
import { targetsAsCsv } from './exportCsv.ts'

/** An action on one target, and its undo once the server has it, if any. */
type Done = { acted: DispatchResult; takeBack?: () => void }

type Colleague = { id: string; first_name: string; last_name: string; fullname: string }

const hasReferrals = (signedIn: Session | null) =>
  signedIn !== null && isFeatureOn(signedIn.Subscriptions, referralsFlag)

const targetsIn = (count: number) => `${count} ${count === 1 ? 'Target' : 'Targets'}`

export function bulkOn(engine: Engine) {
  const rowOf = (id: string) => engine.of(targetEndpoints).get(id)
  /** Applies the action to each target. Targets that a rule refuses don't change, and the toast counts them. */
  const each = (
    ids: readonly string[],
    act: (row: Target) => Done | null,
    said: (count: number, name: string) => string,
  ) => {
    const done: Done[] = []
    const name = shortNameOf(rowOf(ids[0] ?? ''))
    const refused: string[] = []
    for (const id of ids) {
      const row = rowOf(id)
      if (!row) continue
      try {
        const one = act(row)
        if (one) done.push(one)
        one?.acted.saved.catch(showNotSaved)
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown
        refused.push(thrown.message)
      }
    }
    if (refused.length > 0) toast({ message: `${targetsIn(refused.length)} not changed: ${refused[0]}`, color: 'red' })
    if (done.length === 0) return
    const undo = async () => {
      for (const { acted, takeBack } of done.toReversed()) if (!(await engine.takeBack(acted.key))) takeBack?.()
    }
    const say = (count: number) => {
      if (count === 0) return
      toast({ message: said(count, name), ...(done.every(({ takeBack }) => takeBack) && { undo }) })
    }
    if (done.every(({ acted }) => !acted.answered)) return say(done.length)
    void Promise.all(done.map(({ acted }) => acted.answered ?? true)).then((all) => say(all.filter(Boolean).length))
  }
  const undoable = (id: string, acted: DispatchResult): Done => ({
    acted,
    takeBack: () => dispatchOn(engine, undoChange, { id: engine.of(targetEndpoints).resolve(id), key: acted.key }),
  })
  return {
    /** Moves the open step of active targets to `day`. */
    snooze(ids: readonly string[], day: string, today: string) {
      each(
        ids,
        (row) => {
          const { id, due } = row
          if (row.status !== 'active' || due === null || due === day) return null
          const takeBack = () =>
            dispatchOn(engine, editTarget, { id: engine.of(targetEndpoints).resolve(id), due, base: { due: day } })
          return { acted: engine.act(editTarget, { id, due: day, base: { due } }), takeBack }
        },
        (count, name) => `${count === 1 ? name : targetsIn(count)} snoozed until ${dayInSentence(day, today)}.`,
      )
    },
    hold(ids: readonly string[]) {
      each(
        ids,
        ({ id }) => undoable(id, engine.act(archiveTarget, { id })),
        (count, name) => `${count === 1 ? name : targetsIn(count)} put on hold.`,
      )
    },
    /** Null takes them out of their stages. */
    move(ids: readonly string[], stage: string | null) {
      const stageTerm = stageName(stagesIn(session.get()), stage) ?? undefined
      each(
        ids,
        ({ id, status, stage: base = null }) =>
          status !== 'active' || base === stage
            ? null
            : undoable(id, engine.act(moveTarget, { id, stage, name: stageTerm, base })),
        (count, name) => {
          const moved = count === 1 ? name : targetsIn(count)
          if (stageTerm !== undefined) return `${moved} moved to ${stageTerm}.`
          return `${moved} ${count === 1 ? 'is' : 'are'} in no stage now.`
        },
      )
    },
    /** Transfers targets to a new owner permanently. Only that person can transfer them back. */
    handOver(ids: readonly string[], { id: user_id, first_name, last_name, fullname }: Colleague) {
      each(
        ids,
        ({ id }) => ({ acted: engine.act(handOverTarget, { id, user_id, first_name, last_name }) }),
        (count, name) => `${fullname} now owns ${count === 1 ? name : targetsIn(count)}.`,
      )
    },
    /** Creates the file on this device, so that it works offline. `today` is part of the file name. */
    async exportCsv(ids: readonly string[], today: string) {
      const targets = ids.map(rowOf).filter((row) => row !== undefined)
      await device.saveFile(
        `targets-${today}.csv`,
        new Blob([targetsAsCsv(targets, usedStages(session.get()), hasReferrals(session.get()))], {
          type: 'text/csv;charset=utf-8',
        }),
      )
    },
  }
}
