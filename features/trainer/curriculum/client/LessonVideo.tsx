import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { PosterField } from '#core/client/player/PosterField.tsx'
import type { SendingVideo } from '#core/client/player/sendVideo.ts'
import { VideoField } from '#core/client/player/VideoField.tsx'
import { uploadInPieces } from '#core/client/upload.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { CaptionNotes } from '../../firmContent/client/CaptionNotes.tsx'
import { type AuthoredLesson, curriculumRoutes as routes } from '../contract.ts'
import s from './Curriculum.module.css'
import type { LessonPart } from './LessonTexts.tsx'
import { countedThings } from './labels.ts'

const kinds = { video: 'lessonVideo', poster: 'lessonPoster' }

type Props = Pick<LessonPart, 'lesson' | 'isOffline' | 'onSaved'> & { onChanged: () => Promise<void> }

/** Edits a lesson's video, poster, and transcript. A new video keeps everyone's progress. */
export function LessonVideo({ lesson, isOffline, onSaved, onChanged }: Props) {
  const { id, title, video, watched_by } = lesson
  const [sending, setSending] = useState<SendingVideo | null>(null)
  const giving = useMutation()
  const { run, isBusy, problem } = useMutation()
  // The upload continues on other pages, and the lesson gets the video when it is complete.
  const give = async (now: SendingVideo | null) => {
    setSending(now)
    giving.setProblem(null)
    const sent = await now?.sent().catch(() => null)
    if (!sent) return
    const isGiven = await giving.run(async () => {
      await call(routes.setVideo, { params: { id }, body: sent })
      await onChanged()
      return `Video added to “${title}.”`
    })
    if (isGiven) setSending(null)
  }
  const setPoster = (picture: File) =>
    run(async () => {
      await call(routes.setPoster, {
        params: { id },
        body: { thumbnail_upload_id: await uploadInPieces(kinds.poster, picture).done },
      })
      await onChanged()
      return `Thumbnail changed for “${title}.”`
    })
  return (
    <section className={`stack gap16 ruled ${s.section}`} aria-labelledby="lesson-video">
      <div>
        <h3 id="lesson-video">Video</h3>
        {video && watched_by > 0 && (
          <p className="break pretty dim">
            {countedThings(watched_by, 'person has', 'people have')} started watching. Replacing the video keeps their
            progress.
          </p>
        )}
      </div>
      {video && (
        <PosterField
          key={`${video.id}-${video.version}`}
          title={title}
          media={video}
          isDisabled={isOffline || isBusy}
          onPicture={(picture) => void setPoster(picture)}
        />
      )}
      <Problem>{problem}</Problem>
      {video?.trouble && !sending && <Problem>{video.trouble}</Problem>}
      <VideoField
        label="Video"
        kinds={kinds}
        sending={sending}
        isReplacing={video !== null}
        error={giving.problem}
        isDisabled={isOffline}
        onChange={(now) => void give(now)}
      />
      {sending && giving.problem && (
        <Button className={s.again} variant="default" disabled={isOffline} onClick={() => void give(sending)}>
          Try again
        </Button>
      )}
      <Captions lesson={lesson} isOffline={isOffline} onSaved={onSaved} />
    </section>
  )
}

function Captions({ lesson, isOffline, onSaved }: Omit<Props, 'onChanged'>) {
  const { id, captions, seconds, has_transcript } = lesson
  const { run, isBusy, problem } = useMutation()
  const [notes, setNotes] = useState<readonly string[]>([])
  const choose = (file: File) =>
    run(async () => {
      setNotes([])
      const { readCaptionBytes } = await import('#core/client/captionBytes.ts')
      const read = readCaptionBytes(new Uint8Array(await file.arrayBuffer()), seconds)
      onSaved((await call(routes.setCaptions, { params: { id }, body: { captions: read.text } })) as AuthoredLesson)
      setNotes(read.notes)
      return 'Captions saved.'
    })
  const takeTranscript = () =>
    run(async () => {
      setNotes([])
      onSaved((await call(routes.setCaptions, { params: { id }, body: { captions: null } })) as AuthoredLesson)
      return 'Captions created from the transcript.'
    })
  if (seconds === 0) return null
  return (
    <fieldset className={`stack gap8 ${s.heads}`}>
      <legend className="mb8 semi">Captions</legend>
      <p className="break pretty dim">
        {captions === '' ? 'No captions yet.' : 'This video has captions.'} Upload a .vtt or .srt file, or create
        captions from the transcript.
      </p>
      <div className={`row wrap ${s.actions}`}>
        <FileButton accept=".vtt,.srt,text/vtt" onChange={(file) => file && void choose(file)}>
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
            onClick={() => void takeTranscript()}
          >
            From the transcript
          </Button>
        )}
      </div>
      <CaptionNotes notes={notes} />
      <Problem>{problem}</Problem>
    </fieldset>
  )
}
