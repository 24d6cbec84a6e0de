// A video on its way with the picture that stands for it.
import { type Upload, uploadInPieces } from '#core/client/upload.ts'
import { posterOf } from './posterOf.ts'

export type Sent = { upload_id: string; thumbnail_upload_id?: string }
export type SendingVideo = {
  file: File
  upload: Upload
  /** Resolves when all has arrived; rejects with an ApiError where it was refused or cancelled. */
  done: Promise<Sent>
}

/** Names of the kinds of files that the server keeps both as. */
export type VideoKinds = { video: string; poster: string }

/** Sends it in pieces; without a picture where this browser can't take one. */
export function sendVideo({ video, poster }: VideoKinds, file: File): SendingVideo {
  const upload = uploadInPieces(video, file)
  const picture = posterOf(file).then((taken) => taken && uploadInPieces(poster, taken).done.catch(() => null))
  const done = upload.done.then(async (upload_id): Promise<Sent> => {
    const thumbnail = await picture
    return { upload_id, ...(thumbnail && { thumbnail_upload_id: thumbnail }) }
  })
  done.catch(() => {})
  return { file, upload, done }
}
