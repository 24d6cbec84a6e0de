import { ApiError, call } from '#core/client/api.ts'
import { useReading } from '#core/client/reading.ts'
import { sentences } from '#core/contract/errors.ts'
import { AskDialog } from '#core/ui/form/AskDialog.tsx'
import { type FirmContent, firmContentRoutes as routes } from '../contract.ts'
import { watchersReading } from '../readings.ts'
import { watchedWords, words } from './words.ts'

type Props = { content: FirmContent; onClose: () => void; onDeleted: () => Promise<void> }

/** Asks before a lesson goes, and says who has watched it. */
export function DeleteDialog({ content, onClose, onDeleted }: Props) {
  const { value } = useReading(watchersReading, content.id)
  const remove = async () => {
    try {
      await call(routes.remove, { params: { hashed_id: content.hashed_id } })
    } catch (thrown) {
      // One that is gone already is gone.
      if (!(thrown instanceof ApiError) || thrown.status !== 404)
        throw thrown instanceof ApiError && thrown.status >= 500
          ? new ApiError(thrown.status, { message: sentences.tryAgain, code: thrown.code })
          : thrown
    }
    await onDeleted()
    return words.deleted
  }
  return (
    <AskDialog title={`Delete “${content.name}”?`} verb="Delete" isDangerous onClose={onClose} onConfirm={remove}>
      <p>The video and its captions are gone for everybody in your firm.</p>
      <p role="status">{value ? watchedWords(value.watchers) : 'Asking who has watched it …'}</p>
    </AskDialog>
  )
}
