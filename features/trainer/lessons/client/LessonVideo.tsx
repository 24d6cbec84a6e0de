import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { KeepOnDevice } from '#core/client/player/KeepOnDevice.tsx'
import { Player } from '#core/client/player/Player.tsx'
import type { Playback } from '#core/client/player/playing.ts'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import type { Cue } from '#core/contract/captions.ts'
import type { Media } from '#core/contract/video.ts'
import { watchLesson } from '../actions.ts'
import { limits, routes } from '../contract.ts'
import type { ShownLesson } from './useLessons.ts'

type Props = { lesson: ShownLesson; playing: Playback; cues: readonly Cue[]; isSmall: boolean }

/** Whoever stopped in the last seconds begins anew. */
const AT_END = 3

/** The lesson's video, which reports what of it is really played. */
export function LessonVideo({ lesson, playing, cues, isSmall }: Props) {
  const engine = useEngine()
  const { id, title, seconds, video, watched } = lesson
  const [from] = useState(watched.resume > seconds - AT_END ? 0 : watched.resume)
  const bytes = useBytes(lesson)
  if (!video) return <p className="dim">The video of this lesson is not there yet.</p>
  const report = (ranges: [number, number][], second: number) =>
    engine.act(watchLesson, {
      id,
      watched: Math.min(limits.seconds, Math.max(0, Math.floor(second))),
      length: seconds,
      ranges,
      when: new Date().toISOString(),
    })
  return (
    <>
      <Player
        key={video}
        id={video}
        title={title}
        load={() => mediaOf(id)}
        playing={playing}
        cues={cues}
        from={from}
        onPlayed={report}
        isSmall={isSmall}
      />
      {!isSmall && <KeepOnDevice id={video} name={title} bytes={bytes} load={() => mediaOf(id)} />}
    </>
  )
}

async function mediaOf(id: string): Promise<Media> {
  const { media } = await call(routes.read, { params: { id } })
  if (!media) throw new Error('A lesson without a video.')
  return media
}

/** What the video takes; null until the server has said it. */
function useBytes({ id, video }: ShownLesson): number | null {
  const isOffline = useSyncStatus(isOfflineNow)
  const [bytes, setBytes] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video has another size
  useEffect(() => {
    if (isOffline) return
    let isOver = false
    mediaOf(id).then(
      (media) => !isOver && setBytes(media.bytes),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [id, video, isOffline])
  return bytes
}
