import { useMemo } from 'react'
import type { TargetSteps } from '#core/client/feature.ts'
import { useEngine } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { limits, targetEndpoints } from '../../contract.ts'
import { openTask } from '../../facts.ts'
import { withSavedSteps } from './keptSteps.ts'

export function useStepsOfTargets(): TargetSteps {
  const engine = useEngine()
  const actions = useTargetActions()
  return useMemo(
    () => ({
      propose(id, { description, help, by }) {
        const target = engine.of(targetEndpoints).get(id)
        if (!target) return false
        const step = { description: description.slice(0, limits.step), help: help.slice(0, limits.help), due: by }
        if (!openTask(target)) return actions.takeStep(id, step, null) !== null
        const note = withSavedSteps(target.note, step.description)
        if (note.length <= limits.note) return actions.writeNote(id, note, target.note) !== null
        toast({ message: 'Your note on this Target is full. Shorten it, or do the open step first.', color: 'red' })
        return false
      },
      noteDone: (id, { description, help }) =>
        actions.noteStep(id, { description: description.slice(0, limits.step), help: help.slice(0, limits.help) }) !==
        null,
    }),
    [engine, actions],
  )
}
