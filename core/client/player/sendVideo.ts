// A film and its poster on their way: looked into first, sent in pieces, and named by the ids that the call which makes it a video is given.
// It goes on while the person is elsewhere in the product; whoever holds it decides when it is over.
import { errorMessages as said } from '#core/contract/errors.ts'
import { type VideoFacts, videoMessages } from '#core/contract/videoFacts.ts'
import { ApiError } from '../api.ts'
import { type FileUpload, uploadInPieces } from '../upload.ts'

/** For the call that makes or replaces a video; without a picture where none could be taken and none was chosen. */
export type SentVideo = { upload_id: string; thumbnail_upload_id?: string }
/** Names of the kinds of file that the server keeps both as: they say who may send one, and how large it may be. */
export type VideoKinds = { video: string; poster: string }

export type VideoUpload = {
  /** Null while it is looked into. */
  upload: FileUpload | null
  facts: VideoFacts | null
  /** An address of the poster, in this page. */
  picture: string | null
  /** Ids of what has arrived. */
  film: string | null
  poster: string | null
}

export type SendingVideo = {
  file: File
  get: () => VideoUpload
  /** Hears each change; the answer ends that. */
  subscribe: (listener: () => void) => () => void
  /** Resolves when the film and the poster of that moment have arrived; rejects with an ApiError where the film is unfit, refused or canceled. */
  sent: () => Promise<SentVideo>
  /** Another poster. Throws a sentence for what this browser can't read. */
  choosePicture: (picture: File) => Promise<void>
  /** For good: what has arrived is removed. */
  cancel: () => void
}

const noPicture = 'We can’t read this image. Choose a JPEG, PNG, or WebP file.'
const canceled = () => new ApiError(0, { message: 'Upload canceled. Nothing was saved.', code: 'cancelled' })

/** The same file of the same person goes on where an earlier try stopped. */
export function sendVideo(kinds: VideoKinds, file: File): SendingVideo {
  let state: VideoUpload = { upload: null, facts: null, picture: null, film: null, poster: null }
  const listeners = new Set<() => void>()
  const change = (some: Partial<VideoUpload>) => {
    state = { ...state, ...some }
    for (const listener of listeners) listener()
  }
  let isOver = false
  const under: FileUpload[] = []
  /** Of the picture that was taken or chosen last: settles when it has arrived, or could not. */
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
