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
  /** Where it was deleted on its own page. */
  onDeleted?: () => void
}

/** Asks before a content or a section goes, and says what becomes of what is in it. */
export function WarningDialog({ of, what, library, onClose, onDeleted }: Props) {
  const inside = library.contents.filter(({ section_id }) => section_id === of.id).length
  const first = library.sections.find(({ id, owner }) => owner === of.owner && id !== of.id)
  const remove = async () => {
    const route = what === 'content' ? routes.remove : sortRoutes.removeSection
    await call(route, { params: { id: of.id } }).catch((thrown: unknown) => {
      const status = thrown instanceof ApiError ? thrown.status : 500
      // What is gone already is gone; a rule's own sentence is told.
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
