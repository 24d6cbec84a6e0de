import { useRow } from '#core/client/sync.tsx'
import type { Target } from '../contract.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { useTargetActions } from './useTargetActions.ts'
import { shortNameOf } from './words.ts'

/** Chooses the new owner of targets of one owner. */
export function HandOverDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const first = useRow<Target>(ids[0] ?? '')
  const actions = useTargetActions()
  if (!first) return null
  const what = ids.length === 1 ? shortNameOf(first) : `${ids.length} Targets`
  return (
    <PersonDialog
      title={`Hand over ${what}`}
      lead="The new owner gets the open step and the history. It leaves your list."
      without={[first.owner_id]}
      onChoose={(person) => {
        for (const id of ids) actions.handOver(id, person)
      }}
      onClose={onClose}
    />
  )
}
