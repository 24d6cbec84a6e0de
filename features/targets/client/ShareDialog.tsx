import { useRow } from '#core/client/sync.tsx'
import type { Target } from '../contract.ts'
import { isListed } from '../sharingActions.ts'
import { PersonDialog } from './PersonDialog.tsx'
import { useTargetActions } from './useTargetActions.ts'
import { shortNameOf } from './words.ts'

/** The name search to share a target. */
export function ShareDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const target = useRow<Target>(id)
  const actions = useTargetActions()
  if (!target) return null
  const asked = new Set(target.collaborators.filter(isListed).map(({ user_id }) => user_id))
  return (
    <PersonDialog
      title={`Share ${shortNameOf(target)}`}
      without={[target.user_id, target.owner_id]}
      reasonOf={(person) => (asked.has(person.id) ? 'Shared already' : undefined)}
      onChoose={(person) => actions.share(id, person)}
      onClose={onClose}
    />
  )
}
