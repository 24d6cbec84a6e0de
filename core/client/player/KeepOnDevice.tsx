import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { IconCheck, IconCloudDown, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Media } from '#core/contract/video.ts'
import s from './KeepOnDevice.module.css'
import { canKeep, forgetVideo, keepVideo, lookFor, roomLeft, useKeeping } from './keep.ts'
import { sizeWords } from './sizeWords.ts'

type Props = {
  /** The video. */
  id: string
  /** What it is called, in the list of what is kept here. */
  name: string
  /** What it takes; null where the server has not been asked, as without a network. */
  bytes: number | null
  /** Asks the server for the video with addresses that are good. */
  load: () => Promise<Media>
}

/** Keeps a video on this device, so that `Player` plays it with the network gone: its size, how far it is, the room left, and the way to remove it. */
export function KeepOnDevice({ id, name, bytes, load }: Props) {
  const keeping = useKeeping(id)
  const room = useRoom(keeping?.state === 'kept' || keeping?.state === 'none')
  const [isAsking, setIsAsking] = useState(false)
  const start = async () => {
    setIsAsking(true)
    const media = await load().catch(() => null)
    setIsAsking(false)
    if (media) await keepVideo(media, name, load)
  }
  useEffect(() => {
    void lookFor(id).catch(() => undefined)
  }, [id])
  const isBegun = keeping?.state === 'begun'
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on with what an earlier page has begun, once
  useEffect(() => {
    if (!isBegun) return
    void start()
    addEventListener('online', start)
    return () => removeEventListener('online', start)
  }, [isBegun])

  if (!canKeep() || !keeping) return null
  const { state } = keeping
  if (state === 'kept')
    return (
      <div className={s.row}>
        <IconCheck size={18} className={s.check} aria-hidden />
        <p className={s.words}>
          Kept on this device, {sizeWords(keeping.bytes)}
          {room !== null && <span className="cap">Room left: {sizeWords(room)}</span>}
        </p>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void forgetVideo(id)}
        >
          Remove
        </Button>
      </div>
    )
  if (state === 'keeping' || state === 'waiting')
    return (
      <div>
        <div className={s.row}>
          <p className={s.words} role="status">
            {state === 'waiting' ? 'Waiting for the network' : 'Keeping on this device'}
            <span className="cap num">
              {sizeWords(keeping.bytes)} of {sizeWords(keeping.total)}
            </span>
          </p>
          <Button variant="default" onClick={() => void forgetVideo(id)}>
            Cancel
          </Button>
        </div>
        <Progress
          value={(100 * keeping.bytes) / keeping.total}
          color={state === 'waiting' ? 'gray' : undefined}
          size={6}
          aria-label="Keeping on this device"
        />
      </div>
    )
  const size = bytes === null ? '' : `, ${sizeWords(bytes)}`
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconCloudDown size={18} aria-hidden />}
        loading={isAsking}
        disabled={bytes === null}
        onClick={() => void start()}
      >
        Keep on this device{size}
      </Button>
      <p className="cap" role="status">
        {state === 'failed' ? (
          <span className={s.problem}>{keeping.problem}</span>
        ) : (
          room !== null && `Room left: ${sizeWords(room)}`
        )}
      </p>
    </div>
  )
}

/** Bytes that are left, asked again when `isStill` becomes true. */
function useRoom(isStill: boolean): number | null {
  const [room, setRoom] = useState<number | null>(null)
  useEffect(() => {
    let isOver = false
    if (isStill) void roomLeft().then((left) => !isOver && setRoom(left))
    return () => {
      isOver = true
    }
  }, [isStill])
  return room
}
