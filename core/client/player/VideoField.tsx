import { Button, FileButton } from '@mantine/core'
import { useRef, useState, useSyncExternalStore } from 'react'
import { goOnlineTo, resumeUpload } from '#core/contract/phrases.ts'
import { formatPosition } from '#core/contract/playing.ts'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { unfinishedUploads } from '../upload.ts'
import { useIsOnline } from '../useIsOnline.ts'
import { type SendingVideo, sendVideo, type VideoKinds } from './sendVideo.ts'
import { sizeWords } from './sizeWords.ts'
import s from './VideoField.module.css'

type Props = {
  label: string
  kinds: VideoKinds
  /** The owner decides whether the upload continues when the field unmounts. */
  sending: SendingVideo | null
  /** Maximum size: '5 GB'. */
  most?: string
  formats?: string
  isReplacing?: boolean
  error?: string | null
  isDisabled?: boolean
  /** Null when the video is removed or the upload failed. */
  onChange: (sending: SendingVideo | null) => void
}

/**
 * Checks a large video, uploads it in pieces that survive a lost network and a closed tab, and takes a thumbnail from
 * it.
 */
export function VideoField(props: Props) {
  const {
    label,
    kinds,
    sending,
    most = '5 GB',
    formats = 'MP4 or WebM',
    isReplacing = false,
    error = null,
    isDisabled = false,
  } = props
  const [problem, setProblem] = useState<string | null>(null)
  const isOnline = useIsOnline()
  const newest = useRef<SendingVideo | null>(null)
  const choose = (file: File) => {
    const now = sendVideo(kinds, file)
    newest.current = now
    setProblem(null)
    props.onChange(now)
    now.sent().catch((thrown: Error) => {
      if (newest.current !== now) return
      setProblem(thrown.message)
      props.onChange(null)
    })
  }
  const takeBack = () => {
    newest.current = null
    sending?.cancel()
    props.onChange(null)
  }
  if (sending)
    return <OnItsWay label={label} sending={sending} error={error} isDisabled={isDisabled} onTakenBack={takeBack} />
  return (
    <FileDrop
      title={isReplacing ? 'Drop another video here to replace this one' : 'Drop a video here'}
      limits={`${formats}, up to ${most}.${unfinishedLabels(kinds.video)}`}
      label={label}
      icon={<Icon name="video" size={32} stroke={1.5} />}
      verb="Choose a video"
      isSmall={isReplacing}
      accept="video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov,.m4v"
      error={problem ?? error ?? (isOnline ? null : goOnlineTo('upload a video'))}
      isDisabled={isDisabled || !isOnline}
      onFiles={([first]) => first && choose(first)}
      onRefused={setProblem}
    />
  )
}

type OnItsWayProps = Required<Pick<Props, 'label' | 'error' | 'isDisabled'>> & {
  sending: SendingVideo
  onTakenBack: () => void
}

function OnItsWay({ label, sending, error, isDisabled, onTakenBack }: OnItsWayProps) {
  const { file } = sending
  const { upload, facts, picture, film } = useSyncExternalStore(sending.subscribe, sending.get)
  const [problem, setProblem] = useState<string | null>(null)
  const choosePicture = (chosen: File | null) => {
    if (!chosen) return
    setProblem(null)
    sending.choosePicture(chosen).catch((thrown: Error) => setProblem(thrown.message))
  }
  return (
    <fieldset className="stack gap8" aria-label={label}>
      <div className={`flex top gap16 ${s.row}`}>
        <div className={`row rigid relative dim rounded sunken clip ${s.poster}`}>
          {picture ? <img src={picture} alt="Thumbnail" /> : <Icon name="video" size={28} stroke={1.5} />}
          {facts && <span className={`semi absolute size12 ${s.length} num`}>{formatPosition(facts.seconds)}</span>}
        </div>
        <div className={`grow ${s.words}`}>
          {upload ? <UploadLine name={file.name} upload={upload} /> : <p role="status">Checking {file.name}…</p>}
          {facts && (
            <p className="cap num">
              {sizeWords(file.size)}, {facts.width} × {facts.height},{' '}
              {codecLabels[facts.videoCodec] ?? facts.videoCodec}
            </p>
          )}
          <div className="flex wrap gap8">
            <FileButton accept={PICTURES} onChange={choosePicture}>
              {(opener) => (
                <Button {...opener} variant="default" disabled={isDisabled || !facts}>
                  {picture ? 'Replace thumbnail' : 'Choose a thumbnail'}
                </Button>
              )}
            </FileButton>
            {film !== null && (
              <Button variant="subtle" color="gray" disabled={isDisabled} onClick={onTakenBack}>
                Replace video
              </Button>
            )}
          </div>
        </div>
      </div>
      {facts?.trouble && (
        <p className={`rounded soon ${s.trouble}`} role="status">
          {facts.trouble}
        </p>
      )}
      <div role="alert">{(problem ?? error) && <p className="small bad">{problem ?? error}</p>}</div>
    </fieldset>
  )
}

const PICTURES = 'image/jpeg,image/png,image/webp'

const codecLabels: Record<string, string> = {
  avc: 'H.264',
  hevc: 'HEVC (H.265)',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
}

/** Choosing the same file resumes its upload. */
function unfinishedLabels(kind: string): string {
  const [name] = unfinishedUploads(kind)
  return name ? ` ${resumeUpload(name)}` : ''
}
