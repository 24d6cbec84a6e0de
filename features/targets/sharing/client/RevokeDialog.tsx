import { useRow } from '#core/client/sync.tsx'
import { fullNameOf } from '#core/contract/names.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { shortNameOf } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { targetEndpoints } from '../../contract.ts'
import { revokeWord } from './sharingLabels.ts'

export function RevokeDialog({ id, userId, onClose }: { id: string; userId: string; onClose: () => void }) {
  const target = useRow(targetEndpoints, id)
  const actions = useTargetActions()
  const person = target?.collaborators.find(({ user_id }) => user_id === userId)
  if (!target || !person) return null
  const name = fullNameOf(person)
  const verb = revokeWord(target, person)
  const question =
    verb === 'Withdraw'
      ? `You’ll lose access to ${shortNameOf(target)}, and your open step on it will be dropped.`
      : verb === 'Remove'
        ? `${name} will lose access to ${shortNameOf(target)}, and ${person.first_name}’s open step on it will be dropped.`
        : `${name} will no longer see this invitation.`
  return (
    <ConfirmDialog
      isDangerous
      title={
        verb === 'Withdraw'
          ? 'Withdraw from this Target?'
          : verb === 'Remove'
            ? `Remove ${name}?`
            : 'Cancel this invitation?'
      }
      verb={verb}
      onClose={onClose}
      onConfirm={() => actions.revoke(id, userId)}
    >
      <p>{question}</p>
    </ConfirmDialog>
  )
}
