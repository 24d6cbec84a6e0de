import { Button, FileButton } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { useChange } from '#core/client/useChange.ts'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { type SendingVideo, sendVideo } from '../../videos/client/sendVideo.ts'
import { curriculumRoutes as routes, type WrittenLesson } from '../contract.ts'
import s from './Curriculum.module.css'
import type { LessonPart } from './LessonTexts.tsx'
import { counted } from './words.ts'

const kinds = { video: 'lessonVideo', poster: 'lessonPoster' }

type Props = Pick<LessonPart, 'lesson' | 'isOffline' | 'onSaved'> & { onChanged: () => Promise<void> }

/** The video of a lesson, and what is said in it. Another one takes its place, and nobody's progress. */
export function LessonVideo({ lesson, isOffline, onSaved, onChanged }: Props) {
  const { id, title, video, watched_by } = lesson
  const [sending, setSending] = useState<SendingVideo | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async ([file]: File[]) => {
    if (!file) return
    const now = sendVideo(kinds, file)
    setSending(now)
    setProblem(null)
    try {
      await call(routes.setVideo, { params: { id }, body: await now.done })
      await onChanged()
      toast({ message: `“${title}” has its video.`, color: 'green' })
    } catch (thrown) {
      setProblem(problemOf(thrown))
    }
    setSending(null)
  }
  return (
    <section className={s.section} aria-labelledby="lesson-video">
      <div>
        <h3 id="lesson-video">Video</h3>
        {video && watched_by > 0 && (
          <p className={s.why}>
            {counted(watched_by, 'person has', 'people have')} watched some of it. Another video takes nobody's
            progress.
          </p>
        )}
      </div>
      {video && (
        // biome-ignore lint/a11y/useMediaCaption: operators look at it here; people who learn get the captions with the player
        <video
          key={`${video.id}-${video.version}`}
          className={s.film}
          src={video.urls[0]}
          poster={video.poster ?? undefined}
          controls
          preload="none"
          aria-label={title}
        />
      )}
      {video?.trouble && <Problem>{video.trouble}</Problem>}
      {sending ? (
        <UploadLine name={sending.file.name} upload={sending.upload} after="Checking" />
      ) : (
        <FileDrop
          title={video ? 'Drop another video here to replace this one' : 'Drop a video here'}
          limits="MP4 or WebM, 5 GB at most"
          label="Video"
          icon={<IconVideo size={32} stroke={1.5} aria-hidden />}
          accept="video/mp4,video/webm,.mp4,.webm"
          isSmall={video !== null}
          error={problem}
          isDisabled={isOffline}
          onFiles={(files) => void send(files)}
          onRefused={setProblem}
        />
      )}
      <Captions lesson={lesson} isOffline={isOffline} onSaved={onSaved} />
    </section>
  )
}

function Captions({ lesson, isOffline, onSaved }: Omit<Props, 'onChanged'>) {
  const { id, captions, seconds, has_transcript } = lesson
  const { run, isBusy, problem } = useChange()
  const set = (given: string | null, said: string) =>
    run(async () => {
      onSaved((await call(routes.setCaptions, { params: { id }, body: { captions: given } })) as WrittenLesson)
      return said
    })
  if (seconds === 0) return null
  return (
    <fieldset className={s.heads}>
      <legend>Captions</legend>
      <p className={s.why}>
        {captions === '' ? 'No captions yet.' : 'This video has captions.'} A .vtt or .srt file, or the transcript
        spread over the video.
      </p>
      <div className={s.actions}>
        <FileButton
          accept=".vtt,.srt,text/vtt"
          onChange={async (file) => file && void set(await file.text(), 'The captions are saved.')}
        >
          {(props) => (
            <Button {...props} variant="default" disabled={isOffline} aria-disabled={isBusy || undefined}>
              {captions === '' ? 'Add captions' : 'Replace captions'}
            </Button>
          )}
        </FileButton>
        {has_transcript && (
          <Button
            variant="default"
            disabled={isOffline}
            aria-disabled={isBusy || undefined}
            onClick={() => void set(null, 'The captions are made of the transcript.')}
          >
            From the transcript
          </Button>
        )}
      </div>
      <Problem>{problem}</Problem>
    </fieldset>
  )
}
