// Uploads a firm's archive, even while the operator uses other pages.
import { create } from 'zustand'
import { ApiError, call, newKey } from '#core/client/api.ts'
import { identityOf, useSessionState } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { type FileUpload, uploadInPieces } from '#core/client/upload.ts'
import { ARCHIVE_KIND, firmRestoreEndpoints as routes } from '../firmRestoreContract.ts'

type State = {
  sending: { name: string; upload: FileUpload } | null
  /** Reason why the last archive was rejected, or null. */
  refused: string | null
  /** Set if the whole archive has arrived but the server didn't respond to the request that starts the restore. */
  waiting: { name: string; uploadId: string; key: string } | null
}

const nothing: State = { sending: null, refused: null, waiting: null }
export const useSendingArchive = create<State>(() => nothing)
const set = useSendingArchive.setState

// The next person who signs in sees nothing of the upload. The same person resumes it by choosing the file again.
useSessionState.subscribe((now, before) => {
  if (identityOf(now.session) === identityOf(before.session)) return
  useSendingArchive.getState().sending?.upload.pause()
  set(nothing)
})

export const refuseArchive = (refused: string) => set({ refused })

/** Uploads the archive in pieces, then starts the restore. Errors end up in the state. */
export async function sendArchive(file: File): Promise<void> {
  const upload = uploadInPieces(ARCHIVE_KIND, file)
  set({ sending: { name: file.name, upload }, refused: null, waiting: null })
  try {
    set({ waiting: { name: file.name, uploadId: await upload.done, key: newKey() } })
    await restoreUploadedArchive()
  } catch (thrown) {
    const { code = '', message = failed } = thrown instanceof ApiError ? thrown : {}
    if (code === 'cancelled') toast({ message })
    else set({ refused: message })
  }
  set({ sending: null })
}

/** Repeats the request to restore an archive that has already arrived. */
export async function restoreUploadedArchive(): Promise<void> {
  const { waiting } = useSendingArchive.getState()
  if (!waiting) return
  try {
    await call(routes.bring, { body: { upload_id: waiting.uploadId } }, { key: waiting.key })
    set({ waiting: null, refused: null })
  } catch (thrown) {
    const { status = 0, message = failed } = thrown instanceof ApiError ? thrown : {}
    set({ refused: message, ...(status >= 400 && status < 500 && { waiting: null }) })
  }
}

const failed = 'The archive couldn’t be uploaded. Try again.'
