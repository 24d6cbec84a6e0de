// A film and its poster on their way: looked into first, sent in pieces, and named by the ids that the call which makes it a video is given.
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentences as said } from '#core/contract/errors.ts'
import { sentences, type VideoFacts } from '#core/contract/videoFacts.ts'
import { type Upload, uploadInPieces } from '../upload.ts'

/** For the call that makes or replaces a video. `thumbnail_upload_id` is null where no picture could be taken and none was chosen. */
export type VideoUpload = { upload_id: string; thumbnail_upload_id: string | null; facts: VideoFacts }

type Kinds = { kind: string; posterKind: string }
type State = {
  file: File | null
  upload: Upload | null
  facts: VideoFacts | null
  /** An address of the picture, in this page. */
  picture: string | null
  isLooking: boolean
  problem: string | null
}
const nothing: State = { file: null, upload: null, facts: null, picture: null, isLooking: false, problem: null }
const noPicture = 'This picture can’t be read. Please choose a JPEG, PNG or WebP file.'

/** `onChange` hears of a film that has arrived whole, of another poster for it, and of null when it is taken back. */
export function useVideoUpload({ kind, posterKind }: Kinds, onChange: (made: VideoUpload | null) => void) {
  const [state, setState] = useState(nothing)
  const change = useCallback((some: Partial<State>) => setState((now) => ({ ...now, ...some })), [])
  const newest = useRef(onChange)
  newest.current = onChange
  /** Of the film that was chosen last: what belongs to an earlier one says nothing any more. */
  const turn = useRef(0)
  const arrived = useRef<{ film: string | null; poster: string | null; facts: VideoFacts | null }>(none())
  const underWay = useRef<Upload[]>([])

  const tell = useCallback(() => {
    const { film, poster, facts } = arrived.current
    if (film && facts) newest.current({ upload_id: film, thumbnail_upload_id: poster, facts })
  }, [])
  const sendPoster = useCallback(
    async (picture: File, mine: number) => {
      setState((now) => {
        if (now.picture) URL.revokeObjectURL(now.picture)
        return { ...now, picture: URL.createObjectURL(picture) }
      })
      const upload = uploadInPieces(posterKind, picture)
      underWay.current.push(upload)
      const poster = await upload.done.catch(() => null)
      if (turn.current !== mine || poster === null) return
      arrived.current.poster = poster
      tell()
    },
    [posterKind, tell],
  )
  const stop = useCallback(() => {
    turn.current++
    for (const upload of underWay.current) upload.cancel()
    underWay.current = []
    arrived.current = none()
  }, [])
  // Leaving the page stops nothing for good: what has arrived is there when the same file is chosen again.
  useEffect(
    () => () => {
      for (const upload of underWay.current) upload.pause()
    },
    [],
  )

  return {
    ...state,
    choose: useCallback(
      async (file: File) => {
        stop()
        const mine = turn.current
        newest.current(null)
        setState({ ...nothing, file, isLooking: true })
        const look = await import('./lookInto.ts').catch(() => null)
        const found = await look?.lookInto(file)
        if (turn.current !== mine) return
        if (!found) return setState({ ...nothing, problem: said.tryAgain })
        if ('unfit' in found) return setState({ ...nothing, problem: sentences[found.unfit] })
        arrived.current.facts = found.facts
        const upload = uploadInPieces(kind, file)
        underWay.current.push(upload)
        change({ upload, facts: found.facts, isLooking: false })
        upload.done.then(
          (film) => {
            if (turn.current !== mine) return
            arrived.current.film = film
            tell()
          },
          (error: Error) => {
            if (turn.current === mine) setState({ ...nothing, problem: error.message })
          },
        )
        const picture = await look?.pictureIn(file)
        if (picture && turn.current === mine) await sendPoster(picture, mine)
      },
      [kind, stop, change, tell, sendPoster],
    ),
    /** Another poster. */
    choosePicture: useCallback(
      async (given: File) => {
        const { asPoster } = await import('./lookInto.ts')
        const picture = await asPoster(given)
        if (!picture) return change({ problem: noPicture })
        change({ problem: null })
        await sendPoster(picture, turn.current)
      },
      [change, sendPoster],
    ),
    takeBack: useCallback(() => {
      stop()
      newest.current(null)
      setState(nothing)
    }, [stop]),
    say: useCallback((problem: string) => change({ problem }), [change]),
  }
}

const none = () => ({ film: null, poster: null, facts: null })
