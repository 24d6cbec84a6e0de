import { useRow } from '#core/client/sync.tsx'
import { shortNameOf } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { targetEndpoints } from '../../contract.ts'
import { alreadyShared, isListed } from '../actions.ts'
import { PersonDialog } from './PersonDialog.tsx'

export function ShareDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const target = useRow(targetEndpoints, id)
  const actions = useTargetActions()
  if (!target) return null
  const asked = new Set([target.owner_id, ...target.collaborators.filter(isListed).map(({ user_id }) => user_id)])
  return (
    <PersonDialog
      draft={`share:${id}`}
      title={`Share ${shortNameOf(target)}`}
      without={[target.user_id]}
      refusalOf={(person) => (asked.has(person.id) ? alreadyShared(person.fullname) : undefined)}
      onChoose={(person) => actions.share(id, person)}
      onClose={onClose}
    />
  )
}
