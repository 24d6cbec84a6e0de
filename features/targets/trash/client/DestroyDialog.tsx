import { useRow, useRows } from '#core/client/sync.tsx'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { targetDisplayName, targetLabels } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { targetEndpoints } from '../../contract.ts'

/** Confirms a permanent deletion: one target, or everything in the trash without an `id`. */
export function DestroyDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  return id === undefined ? <EmptyTrash onClose={onClose} /> : <DestroyOne id={id} onClose={onClose} />
}

function DestroyOne({ id, onClose }: { id: string; onClose: () => void }) {
  const target = useRow(targetEndpoints, id)
  const actions = useTargetActions()
  return (
    <ConfirmDialog
      isDangerous
      title="Delete this Target permanently?"
      verb="Delete permanently"
      onClose={onClose}
      onConfirm={() => actions.destroy(id)}
    >
      <p>{`${targetDisplayName(target)} and its steps and notes can’t be restored.`}</p>
    </ConfirmDialog>
  )
}

function EmptyTrash({ onClose }: { onClose: () => void }) {
  const actions = useTargetActions()
  const count = useRows(targetEndpoints).filter(
    (row) => row.status === 'deleted' && row.owner_id === row.user_id,
  ).length
  const what = count === 1 ? 'The one Target' : `All ${count} Targets`
  return (
    <ConfirmDialog
      isDangerous
      title="Delete Targets now?"
      verb={targetLabels.emptyTrash}
      onClose={onClose}
      onConfirm={() => actions.emptyTrash()}
    >
      <p>{`This permanently deletes ${what} in Recently Deleted.`}</p>
    </ConfirmDialog>
  )
}
