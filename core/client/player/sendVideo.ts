// Checks a video, then uploads it and its thumbnail in pieces. The upload continues while the person is elsewhere in
// the product, and its owner ends it.

import { errorMessages as said } from '#core/contract/errors.ts'
import { uploadCanceled } from '#core/contract/phrases.ts'
import { type VideoFacts, videoMessages } from '#core/contract/videoFacts.ts'
import { ApiError } from '../api.ts'
import { type FileUpload, uploadInPieces } from '../upload.ts'

/** Has no thumbnail when none could be taken and none was chosen. */
export type SentVideo = { upload_id: string; thumbnail_upload_id?: string }
/** A file kind sets who can upload and the maximum size. */
export type VideoKinds = { video: string; poster: string }

export type VideoUpload = {
  /** Null while the file is checked. */
  upload: FileUpload | null
  facts: VideoFacts | null
  /** An object URL in this page. */
  picture: string | null
  /** IDs of completed uploads. */
  film: string | null
  poster: string | null
}

export type SendingVideo = {
  file: File
  get: () => VideoUpload
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
  /** Resolves when both are uploaded. Rejects with an ApiError when the video is invalid, rejected, or canceled. */
  sent: () => Promise<SentVideo>
  /** Throws a sentence if this browser can't read the image. */
  choosePicture: (picture: File) => Promise<void>
  /** Deletes what has been uploaded. */
  cancel: () => void
}

const noPicture = 'We can’t read this image. Choose a JPEG, PNG, or WebP file.'
const canceled = () => new ApiError(0, { message: uploadCanceled, code: 'cancelled' })

/** The same file of the same person resumes where an earlier attempt stopped. */
export function sendVideo(kinds: VideoKinds, file: File): SendingVideo {
  let state: VideoUpload = { upload: null, facts: null, picture: null, film: null, poster: null }
  const listeners = new Set<() => void>()
  const change = (some: Partial<VideoUpload>) => {
    state = { ...state, ...some }
    for (const listener of listeners) listener()
  }
  let isOver = false
  const under: FileUpload[] = []
  /** Settles when the latest thumbnail's upload is complete or has failed. */
  let poster: Promise<string | null> = Promise.resolve(null)
  let pictures = 0

  function setPicture(picture: File): void {
    const mine = ++pictures
    if (state.picture) URL.revokeObjectURL(state.picture)
    change({ picture: URL.createObjectURL(picture) })
    const upload = uploadInPieces(kinds.poster, picture)
    under.push(upload)
    poster = upload.done.catch(() => null)
    void poster.then((id) => id !== null && mine === pictures && change({ poster: id }))
  }

  async function send(): Promise<string> {
    const look = await import('./lookInto.ts').catch(() => null)
    const found = await look?.lookInto(file)
    if (isOver) throw canceled()
    if (!look || !found) throw new ApiError(0, { message: said.tryAgain, code: 'network' })
    if ('unfit' in found) throw new ApiError(0, { message: videoMessages[found.unfit], code: 'unfit_file' })
    const upload = uploadInPieces(kinds.video, file)
    under.push(upload)
    change({ upload, facts: found.facts })
    poster = look.pictureIn(file).then((picture) => {
      if (picture && !isOver && pictures === 0) setPicture(picture)
      return null
    })
    const film = await upload.done
    change({ film })
    return film
  }

  const film = send()
  film.catch(() => undefined)
  return {
    file,
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async sent() {
      const upload_id = await film
      for (;;) {
        const now = poster
        const thumbnail = await now
        if (now === poster) return { upload_id, ...(thumbnail && { thumbnail_upload_id: thumbnail }) }
      }
    },
    async choosePicture(given) {
      const { asPoster } = await import('./lookInto.ts')
      const picture = await asPoster(given)
      if (!picture) throw new ApiError(0, { message: noPicture, code: 'unfit_file' })
      if (!isOver) setPicture(picture)
    },
    cancel() {
      isOver = true
      for (const upload of under) upload.cancel()
      if (state.picture) URL.revokeObjectURL(state.picture)
    },
  }
}
