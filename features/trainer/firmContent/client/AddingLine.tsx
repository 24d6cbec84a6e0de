import { Button, FileButton, Progress } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Progress.layer.css'
import { useRef, useSyncExternalStore } from 'react'
import type { SendingVideo } from '#core/client/player/sendVideo.ts'
import type { FileUpload, UploadProgress } from '#core/client/upload.ts'
import { type Adding, cancel, goOn, make } from './adding.ts'
import s from './FirmContent.module.css'
import { sendingLabels, skippedLabel } from './labels.ts'

/** Shows a lesson whose video is uploading, or needs its file again because the tab was closed. */
export function AddingLine({ adding }: { adding: Adding }) {
  const { title, sending, problem, file, sent } = adding
  const { upload, picture } = useSyncExternalStore(sending?.subscribe ?? never, sending?.get ?? nothing)
  const { progress, perSecond } = useProgress(upload, file.size)
  const isLeft = sending === null && sent === undefined
  const isMoving = problem === null && !isLeft && (progress.state === 'sending' || progress.state === 'done')
  const why = problem ?? progress.problem
  const said = isLeft
    ? skippedLabel(file.name)
    : sendingLabels(sent ? { ...progress, state: 'done' } : progress, perSecond)
  return (
    <li className={`row ruledBelow ${s.line}`}>
      <div className={`row rigid relative dim clip rounded sunken ${s.poster}`}>
        {picture ? <img src={picture} alt="" /> : <Icon name="player-play-filled" size={20} stroke={2} />}
      </div>
      <div className="stack grow gap4">
        <h2 className="lead break">{title}</h2>
        {!isLeft && (
          <Progress
            value={sent ? 100 : (100 * progress.sent) / Math.max(1, progress.total)}
            color={isMoving ? undefined : 'gray'}
            size={6}
            aria-label={`Uploading ${title}`}
          />
        )}
        <p className="cap break" role="status">
          {why && <span className="mt4 semi bad">{why} </span>}
          {(problem === null || isLeft) && said}
        </p>
      </div>
      <div className="flex wrap gap8 rigid">
        <Button variant="default" onClick={() => cancel(adding)}>
          Cancel
        </Button>
        {isLeft && (
          <FileButton accept="video/*,.mp4,.webm,.mov,.m4v" onChange={(chosen) => chosen && void goOn(adding, chosen)}>
            {(opener) => (
              <Button {...opener} variant="default" aria-label={`Resume ${title}`}>
                Resume
              </Button>
            )}
          </FileButton>
        )}
        {progress.state === 'paused' && (
          <Button variant="default" onClick={upload?.resume}>
            Resume
          </Button>
        )}
        {problem !== null && sent && (
          <Button variant="default" onClick={() => void make(adding)}>
            Try again
          </Button>
        )}
      </div>
    </li>
  )
}

const never = () => () => undefined
const none = { upload: null, facts: null, picture: null, film: null, poster: null } as const
const nothing = (): ReturnType<SendingVideo['get']> => none

/** Returns the progress and the bytes per second since it is displayed; 0 until known. */
function useProgress(upload: FileUpload | null, total: number): { progress: UploadProgress; perSecond: number } {
  const waiting = useRef<UploadProgress>({ state: 'sending', sent: 0, total, problem: null }).current
  const progress = useSyncExternalStore(upload?.subscribe ?? never, upload?.get ?? (() => waiting))
  const begun = useRef<{ at: number; sent: number } | null>(null)
  // Bytes uploaded before the tab was closed don't count toward the speed.
  if (progress.sent > 0) begun.current ??= { at: Date.now(), sent: progress.sent }
  const seconds = begun.current ? (Date.now() - begun.current.at) / 1000 : 0
  return { progress, perSecond: begun.current && seconds > 1 ? (progress.sent - begun.current.sent) / seconds : 0 }
}
