import { call } from '#core/client/api.ts'
import { deleteBy } from '#core/client/deleting.ts'
import { useQuery } from '#core/client/query.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { type FirmContent, firmContentRoutes as routes } from '../contract.ts'
import { watchersQuery } from '../queries.ts'
import { watchedLabels } from './labels.ts'

type Props = { content: FirmContent; onClose: () => void; onDeleted: () => Promise<void> }

/** Asks before a lesson is deleted, and says who has watched it. */
export function DeleteDialog({ content, onClose, onDeleted }: Props) {
  const { value } = useQuery(watchersQuery, content.id)
  const remove = async () => {
    const said = await deleteBy(() => call(routes.remove, { params: { hashed_id: content.hashed_id } }))
    await onDeleted()
    return said
  }
  return (
    <ConfirmDialog title={`Delete “${content.name}”?`} verb="Delete" isDangerous onClose={onClose} onConfirm={remove}>
      <p>This deletes the video and its captions for everyone at your firm.</p>
      <p role="status">{value ? watchedLabels(value.watchers) : 'Checking who has watched it…'}</p>
    </ConfirmDialog>
  )
}
