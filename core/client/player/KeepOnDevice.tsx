import '@mantine/core/styles/Loader.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Media } from '#core/contract/video.ts'
import s from './KeepOnDevice.module.css'
import {
  canKeep,
  clearVideo,
  lookFor,
  type OfflineVideos,
  spaceLeft,
  stopKeeping,
  storeVideo,
  useKeeping,
  videoVersion,
} from './offlineVideos.ts'
import { sizeWords } from './sizeWords.ts'

type Props = {
  /** The same ID as in `Player`, for all versions of the video. */
  id: string
  /** Name in the list of offline videos. */
  name: string
  /** Null before the server has responded, such as offline. */
  media: Pick<Media, 'id' | 'version' | 'bytes'> | null
  /** Requests the video with valid URLs. */
  load: () => Promise<Media>
}

/** Stores a video for offline playback. Shows its size, progress, free space, and a newer version. */
export function KeepOnDevice({ id, name, media, load }: Props) {
  const keeping = useKeeping(id)
  const [isAsking, setIsAsking] = useState(false)
  const start = async () => {
    setIsAsking(true)
    const found = await load().catch(() => null)
    setIsAsking(false)
    if (found) await storeVideo({ id, name, renew: load }, found)
  }
  useEffect(() => {
    void lookFor(id).catch(() => undefined)
  }, [id])
  const isBegun = keeping?.way?.state === 'begun'
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on with what an earlier page has begun, once
  useEffect(() => {
    if (!isBegun) return
    void start()
    addEventListener('online', start)
    return () => removeEventListener('online', start)
  }, [isBegun])
  const kept = keeping?.kept ?? null
  const room = useRoom(kept?.version)

  if (!canKeep() || !keeping) return null
  const { way } = keeping
  const isMoving = way?.state === 'keeping' || way?.state === 'waiting'
  const isNewer = kept !== null && media !== null && videoVersion(media) !== kept.version
  const left = room !== null && `${sizeWords(room)} free`
  const size = media ? `, ${sizeWords(media.bytes)}` : ''
  const keep = (verb: string) => (
    <Button
      variant="default"
      leftSection={<Icon name="cloud-down" stroke={2} />}
      loading={isAsking}
      disabled={media === null}
      onClick={() => void start()}
    >
      {verb}
      {size}
    </Button>
  )
  return (
    <div className="grid gap8">
      {kept && <Kept bytes={kept.bytes} left={left} onRemove={() => void clearVideo(id)} />}
      {kept && isNewer && !isMoving && (
        <div className="row wrap gap8">
          <p className={`shrink ${s.words}`}>
            A newer version of this video is available.
            <span className="cap">Your progress is kept.</span>
          </p>
          {keep('Download the new version')}
        </div>
      )}
      {isMoving && <OnItsWay way={way} isNewer={kept !== null} onCancel={() => void stopKeeping(id)} />}
      {!kept && !isMoving && (
        <div className="row wrap gap8">
          {keep('Save for offline')}
          {left && <span className="cap">{left}</span>}
        </div>
      )}
      <p className="bad orNone cap" role="status">
        {way?.state === 'failed' && way.problem}
      </p>
    </div>
  )
}

type SavedProps = { bytes: number; left: string | false; onRemove: () => void }

const Kept = ({ bytes, left, onRemove }: SavedProps) => (
  <div className="row wrap gap8">
    <Icon name="check" className="rigid good" stroke={2} />
    <p className={`shrink ${s.words}`}>
      Saved on this device · {sizeWords(bytes)}
      {left && <span className="cap">{left}</span>}
    </p>
    <Button variant="subtle" color="gray" leftSection={<Icon name="trash" size={16} stroke={2} />} onClick={onRemove}>
      Remove
    </Button>
  </div>
)

type OnItsWayProps = {
  way: Extract<OfflineVideos['way'], { total: number }>
  isNewer: boolean
  onCancel: () => void
}

function OnItsWay({ way: { state, bytes, total }, isNewer, onCancel }: OnItsWayProps) {
  const what = isNewer ? 'Downloading the new version…' : 'Saving for offline…'
  return (
    <div className="grid gap8">
      <div className="row wrap gap8">
        <p className={`shrink ${s.words}`} role="status">
          {state === 'waiting' ? 'Waiting for a connection' : what}
          <span className="cap num">
            {sizeWords(bytes)} of {sizeWords(total)}
          </span>
        </p>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <Progress
        value={(100 * bytes) / total}
        color={state === 'waiting' ? 'gray' : undefined}
        size={6}
        aria-label={what}
      />
    </div>
  )
}

/** Free bytes, refreshed when the stored version changes. */
function useRoom(kept: string | undefined): number | null {
  const [room, setRoom] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept takes room
  useEffect(() => {
    let isOver = false
    void spaceLeft().then((left) => !isOver && setRoom(left))
    return () => {
      isOver = true
    }
  }, [kept])
  return room
}
