import { Button } from '@mantine/core'
import { IconPencil, IconRefresh, IconThumbDown, IconTrash, IconTrophy, IconX } from '@tabler/icons-react'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { isAllowedOutcome } from '../../outcome/actions.ts'
import s from './TargetDetail.module.css'

type Props = {
  target: Target
  isEditing: boolean
  onEdit: () => void
  /** Cancels editing. Missing if nothing is being edited. */
  onCancel: (() => void) | undefined
}

export function ActionStrip({ target, isEditing, onEdit, onCancel }: Props) {
  const actions = useTargetActions()
  const { id, status } = target
  const isInvited = target.shared === 'pending'
  const isOwner = target.owner_id === target.user_id
  const can = (action: Parameters<typeof isAllowedOutcome>[0]) => !isInvited && isAllowedOutcome(action, status)
  return (
    <fieldset className={`flex gap8 rigid ${s.strip}`} aria-label="Actions">
      {!isInvited && (
        <Button
          variant="default"
          aria-pressed={isEditing}
          leftSection={<IconPencil size={18} stroke={1.6} />}
          onClick={onEdit}
        >
          Edit
        </Button>
      )}
      {can('complete') && (
        <Button
          variant="default"
          className={s.won}
          leftSection={<IconTrophy size={18} stroke={1.6} />}
          onClick={() => targetDialogs.complete(id)}
        >
          Won
        </Button>
      )}
      {can('lost') && (
        <Button
          variant="default"
          className={s.lost}
          leftSection={<IconThumbDown size={18} stroke={1.6} />}
          onClick={() => targetDialogs.lose(id)}
        >
          Lost
        </Button>
      )}
      {can('work') && (
        <Button
          variant="default"
          className={s.pursue}
          leftSection={<IconRefresh size={18} stroke={1.6} />}
          onClick={() => actions.pursue(id)}
        >
          {targetLabels.pursue}
        </Button>
      )}
      {can('delete') && isOwner && (
        <Button variant="default" leftSection={<IconTrash size={18} stroke={1.6} />} onClick={() => actions.trash(id)}>
          Remove
        </Button>
      )}
      {can('destroy') && isOwner && (
        <Button
          variant="default"
          className={s.lost}
          leftSection={<IconTrash size={18} stroke={1.6} />}
          onClick={() => targetDialogs.destroy(id)}
        >
          Delete permanently
        </Button>
      )}
      {onCancel && (
        <Button
          variant="subtle"
          color="gray"
          className={s.cancel}
          leftSection={<IconX size={18} stroke={1.6} />}
          onClick={onCancel}
        >
          {targetLabels.cancel}
        </Button>
      )}
    </fieldset>
  )
}
