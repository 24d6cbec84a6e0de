import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#core/client/api.ts'
import { KeepOnDevice } from '#core/client/player/KeepOnDevice.tsx'
import { Player } from '#core/client/player/Player.tsx'
import type { Playback } from '#core/client/player/playing.ts'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import type { Cue } from '#core/contract/captions.ts'
import type { Media } from '#core/contract/video.ts'
import { watchLesson } from '../actions.ts'
import { limits, routes } from '../contract.ts'
import type { ShownLesson } from '../shown.ts'
import { goesOnAt } from '../watched.ts'
import { GoOn } from './GoOn.tsx'
import { consumePress } from './pressed.ts'
import { useOtherDeviceProgress } from './useOtherDeviceProgress.ts'

type Props = { lesson: ShownLesson; playing: Playback; cues: readonly Cue[]; isSmall: boolean }

/** Plays the lesson's video and reports which parts are played. */
export function LessonVideo({ lesson, playing, cues, isSmall }: Props) {
  const engine = useEngine()
  const { id, title, seconds, video, watched } = lesson
  const startOf = (second: number) => goesOnAt(second, watched.ranges, seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is played here moves `resume` on; another film begins where the person is by then
  const first = useMemo(() => startOf(watched.resume), [video])
  const elsewhere = useOtherDeviceProgress(watched)
  // The press that opened the lesson starts the video as well.
  const begin = useRef(first)
  useEffect(() => {
    if (consumePress(id)) playing.seekTo(begin.current)
  }, [playing, id])
  const media = useMedia(lesson)
  if (!video) return <p className="dim">This lesson’s video isn’t available yet.</p>
  const report = (ranges: [number, number][], second: number) => {
    const at = Math.min(limits.seconds, Math.max(0, Math.floor(second)))
    elsewhere.reported(Math.min(at, seconds))
    engine.act(watchLesson, { id, watched: at, length: seconds, ranges, when: new Date().toISOString() })
  }
  return (
    <>
      <Player
        key={video}
        id={id}
        title={title}
        load={() => mediaOf(id)}
        playing={playing}
        cues={cues}
        from={elsewhere.second === null ? first : startOf(elsewhere.second)}
        onPlayed={report}
        isSmall={isSmall}
      />
      {elsewhere.second !== null && elsewhere.second > 0 && startOf(elsewhere.second) === elsewhere.second && (
        <GoOn second={elsewhere.second} playing={playing} />
      )}
      {!isSmall && <KeepOnDevice id={id} name={title} media={media} load={() => mediaOf(id)} />}
    </>
  )
}

async function mediaOf(id: string): Promise<Media> {
  const { media } = await call(routes.read, { params: { id } })
  if (!media) throw new Error('A lesson without a video.')
  return media
}

/** Returns the server's video; null until the response. */
function useMedia({ id, video, seconds }: ShownLesson): Media | null {
  const isOffline = useSyncStatus(isOfflineNow)
  const [media, setMedia] = useState<Media | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another video has another size
  useEffect(() => {
    if (isOffline) return
    let isOver = false
    mediaOf(id).then(
      (found) => !isOver && setMedia(found),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [id, video, seconds, isOffline])
  return media
}
