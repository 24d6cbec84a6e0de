import { Button } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
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
        <Button variant="default" aria-pressed={isEditing} leftSection={<Icon name="pencil" />} onClick={onEdit}>
          Edit
        </Button>
      )}
      {can('complete') && (
        <Button
          variant="default"
          className={s.won}
          leftSection={<Icon name="trophy" />}
          onClick={() => targetDialogs.complete(id)}
        >
          Won
        </Button>
      )}
      {can('lost') && (
        <Button
          variant="default"
          className={s.lost}
          leftSection={<Icon name="thumb-down" />}
          onClick={() => targetDialogs.lose(id)}
        >
          Lost
        </Button>
      )}
      {can('work') && (
        <Button
          variant="default"
          className={s.pursue}
          leftSection={<Icon name="refresh" />}
          onClick={() => actions.pursue(id)}
        >
          {targetLabels.pursue}
        </Button>
      )}
      {can('delete') && isOwner && (
        <Button variant="default" leftSection={<Icon name="trash" />} onClick={() => actions.trash(id)}>
          Remove
        </Button>
      )}
      {can('destroy') && isOwner && (
        <Button
          variant="default"
          className={s.lost}
          leftSection={<Icon name="trash" />}
          onClick={() => targetDialogs.destroy(id)}
        >
          Delete permanently
        </Button>
      )}
      {onCancel && (
        <Button variant="subtle" color="gray" className={s.cancel} leftSection={<Icon name="x" />} onClick={onCancel}>
          {targetLabels.cancel}
        </Button>
      )}
    </fieldset>
  )
}
