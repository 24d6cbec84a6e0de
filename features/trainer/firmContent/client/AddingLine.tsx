import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useRef, useSyncExternalStore } from 'react'
import { type Adding, cancel, make } from './adding.ts'
import s from './FirmContent.module.css'
import { sendingWords } from './words.ts'

/** A lesson whose video is on its way. */
export function AddingLine({ adding }: { adding: Adding }) {
  const { title, sending, problem } = adding
  const { upload } = sending
  const progress = useSyncExternalStore(upload.subscribe, upload.get)
  const begun = useRef({ at: Date.now(), sent: progress.sent }).current
  const seconds = (Date.now() - begun.at) / 1000
  const perSecond = seconds > 1 ? (progress.sent - begun.sent) / seconds : 0
  const isMoving = problem === null && (progress.state === 'sending' || progress.state === 'done')
  const why = problem ?? progress.problem
  return (
    <li className={s.line}>
      <div className={s.poster}>
        <IconPlayerPlayFilled size={20} aria-hidden />
      </div>
      <div className={s.text}>
        <h2>{title}</h2>
        <Progress
          value={progress.total > 0 ? (100 * progress.sent) / progress.total : 100}
          color={isMoving ? undefined : 'gray'}
          size={6}
          aria-label={`Sending ${title}`}
        />
        <p className="cap" role="status">
          {why && <span className={s.problem}>{why} </span>}
          {problem === null && sendingWords(progress, perSecond)}
        </p>
      </div>
      <div className={s.acts}>
        <Button variant="default" onClick={() => cancel(adding)}>
          Cancel
        </Button>
        {progress.state === 'paused' && (
          <Button variant="default" onClick={upload.resume}>
            Resume
          </Button>
        )}
        {problem !== null && progress.state === 'done' && (
          <Button variant="default" onClick={() => void make(adding)}>
            Try again
          </Button>
        )}
      </div>
    </li>
  )
}
