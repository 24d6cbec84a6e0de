import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { FileUpload, UploadProgress } from '#core/client/upload.ts'
import s from './UploadLine.module.css'
import { shareOf, uploadLabel } from './uploadWords.ts'

type Props = {
  name: string
  /** An upload in pieces (`uploadInPieces`), or the matching parts of a single request. */
  upload: Pick<FileUpload, 'get' | 'subscribe' | 'cancel'> & Partial<Pick<FileUpload, 'pause' | 'resume'>>
  /** Describes the wait for the response: 'Reading'. */
  after?: string
}

/** Shows progress, why the upload stopped, and buttons to cancel, pause, or resume. */
export function UploadLine({ name, upload, after = 'Finishing' }: Props) {
  const progress: UploadProgress = useSyncExternalStore(upload.subscribe, upload.get)
  const share = shareOf(progress)
  const isStill = progress.state !== 'sending'
  return (
    <div className={`card stack gap12 ${s.line}`}>
      <p className="num break semi">{uploadLabel(progress, name, after)}</p>
      <Progress
        value={share * 100}
        animated={share === 1 && progress.state === 'sending'}
        color={isStill && progress.state !== 'done' ? 'gray' : undefined}
        aria-label={`Uploading ${name}`}
        size={6}
      />
      <p className="error orNone" role="status">
        {progress.problem}
      </p>
      {progress.state !== 'done' && (
        <div className={`flex wrap gap8 ${s.buttons}`}>
          {progress.state === 'sending' && upload.pause && (
            <Button variant="default" onClick={upload.pause}>
              Pause
            </Button>
          )}
          {progress.state === 'paused' && upload.resume && <Button onClick={upload.resume}>Resume</Button>}
          <Button variant="default" onClick={upload.cancel}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}
