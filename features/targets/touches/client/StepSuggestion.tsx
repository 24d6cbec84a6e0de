import { useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { useZone } from '#core/client/useToday.ts'
import { touchCollection } from '#features/touches/contract.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import type { Target, Task } from '../../contract.ts'
import { touchForStep } from '../stepKind.ts'

/** Asks whether a touch was the open step. It never completes the step by itself. */
export function StepSuggestion({ target, step }: { target: Target; step: Task }) {
  const zone = useZone()
  const parts = useTouchParts()
  const touch = touchForStep(target, step, useRowsOnceLoaded(touchCollection), zone)
  if (!parts || !touch) return null
  return <parts.StepQuestion touch={touch} onDone={() => targetDialogs.nextStep(target.id)} />
}
