import { ApiError, call } from '#core/client/api.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { libraryMessages } from '../contract.ts'
import { routes, sortRoutes } from '../routesContract.ts'
import { formatItemCount } from './labels.ts'
import type { ShownLibrary } from './useLibrary.ts'

type Props = {
  of: { id: string; name: string; owner: 'bd' | 'firm' }
  what: 'content' | 'section'
  library: ShownLibrary
  onClose: () => void
  /** Called if the item was deleted on its own page. */
  onDeleted?: () => void
}

/** Confirms the deletion of an item or a section, and says what happens to the section's items. */
export function WarningDialog({ of, what, library, onClose, onDeleted }: Props) {
  const inside = library.contents.filter(({ section_id }) => section_id === of.id).length
  const first = library.sections.find(({ id, owner }) => owner === of.owner && id !== of.id)
  const remove = async () => {
    const route = what === 'content' ? routes.remove : sortRoutes.removeSection
    await call(route, { params: { id: of.id } }).catch((thrown: unknown) => {
      const status = thrown instanceof ApiError ? thrown.status : 500
      // An item that is already deleted counts as deleted. The server's message is shown for a rejected request.
      if (status === 404) return
      if (status > 0 && status < 500) throw thrown
      throw new ApiError(status, { message: libraryMessages.failed, code: 'failed' })
    })
    onDeleted?.()
    await library.asked.refresh()
    return libraryMessages.deleted
  }
  return (
    <ConfirmDialog title="Warning" verb="Delete" isDangerous onClose={onClose} onConfirm={remove}>
      <p>
        Delete <strong>“{of.name}”</strong>?
      </p>
      {what === 'content' ? (
        <p>This deletes it and its file for everyone. Links to it will stop working.</p>
      ) : (
        <p>
          {inside === 0 || !first ? 'It’s empty.' : `${formatItemCount(inside)} in it will move to “${first.name}.”`}
        </p>
      )}
    </ConfirmDialog>
  )
}
