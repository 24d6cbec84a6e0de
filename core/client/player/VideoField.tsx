import { Button, FileButton } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { clockOf } from '#core/contract/playing.ts'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { unfinishedUploads } from '../upload.ts'
import { useIsOnline } from '../useIsOnline.ts'
import { sizeWords } from './sizeWords.ts'
import { useVideoUpload, type VideoUpload } from './useVideoUpload.ts'
import s from './VideoField.module.css'

type Props = {
  /** What the field is called: 'Video'. */
  label: string
  /** Names of the kinds of file on the server, which say who may send one (`mayUpload`) and how large it may be. */
  kind: string
  posterKind: string
  /** The most that the kind takes: '5 GB'. */
  most?: string
  /** What the form has against it, such as that there is none. */
  error?: string | null
  isDisabled?: boolean
  /** A film that has arrived whole, with its poster as soon as that has; null when it is taken back, or another one is chosen. */
  onChange: (made: VideoUpload | null) => void
}

/** A field for a large video: looked into before it is sent, sent in pieces that outlive a cut network and a closed tab, with a poster out of it that can be another. */
export function VideoField({
  label,
  kind,
  posterKind,
  most = '5 GB',
  error = null,
  isDisabled = false,
  onChange,
}: Props) {
  const field = useVideoUpload({ kind, posterKind }, onChange)
  const { file, upload, facts, picture, isLooking, problem } = field
  const isOnline = useIsOnline()
  const hasArrived = useSyncExternalStore(upload?.subscribe ?? never, () => upload?.get().state === 'done')
  if (!file)
    return (
      <div>
        <FileDrop
          title="Drop a video here"
          limits={`MP4 or WebM, ${most} at most.${unfinishedWords(kind)}`}
          label={label}
          icon={<IconVideo size={32} stroke={1.5} aria-hidden />}
          verb="Choose a video"
          accept="video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov,.m4v"
          error={problem ?? error ?? (isOnline ? null : 'You need a connection to send a video.')}
          isDisabled={isDisabled || !isOnline}
          onFiles={([first]) => first && void field.choose(first)}
          onRefused={field.say}
        />
      </div>
    )
  return (
    <fieldset className={s.field} aria-label={label}>
      <div className={s.row}>
        <div className={s.poster}>
          {picture ? <img src={picture} alt="Poster" /> : <IconVideo size={28} stroke={1.5} aria-hidden />}
          {facts && <span className={`${s.length} num`}>{clockOf(facts.seconds)}</span>}
        </div>
        <div className={s.words}>
          {upload && <UploadLine name={file.name} upload={upload} />}
          {!upload && <p role="status">{isLooking ? `Looking into ${file.name} …` : file.name}</p>}
          {facts && (
            <p className="cap num">
              {sizeWords(file.size)}, {facts.width} × {facts.height}, {codecWords[facts.videoCodec] ?? facts.videoCodec}
            </p>
          )}
          <div className={s.buttons}>
            <FileButton
              accept="image/jpeg,image/png,image/webp"
              onChange={(chosen) => chosen && void field.choosePicture(chosen)}
            >
              {(props) => (
                <Button {...props} variant="default" disabled={isDisabled || !facts}>
                  {picture ? 'Choose another poster' : 'Choose a poster'}
                </Button>
              )}
            </FileButton>
            {hasArrived && (
              <Button variant="subtle" color="gray" disabled={isDisabled} onClick={field.takeBack}>
                Choose another video
              </Button>
            )}
          </div>
        </div>
      </div>
      {facts?.trouble && (
        <p className={s.trouble} role="status">
          {facts.trouble}
        </p>
      )}
      <div role="alert">{(problem ?? error) && <p className={s.problem}>{problem ?? error}</p>}</div>
    </fieldset>
  )
}

const never = () => () => undefined

const codecWords: Record<string, string> = {
  avc: 'H.264',
  hevc: 'HEVC (H.265)',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
}

/** What was begun here before: the same file goes on where it stopped. */
function unfinishedWords(kind: string): string {
  const [name] = unfinishedUploads(kind)
  return name ? ` ${name} has not arrived yet: choose it again to go on where it stopped.` : ''
}
