import { Anchor, Textarea, TextInput } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { type SendingVideo, sendVideo } from '../../videos/client/sendVideo.ts'
import {
  type FirmContent,
  FirmContentInput,
  firmContentLimits as limits,
  firmContentRoutes as routes,
} from '../contract.ts'
import { addLesson } from './adding.ts'
import { CaptionsField } from './CaptionsField.tsx'
import { Counted } from './Counted.tsx'
import s from './FirmContent.module.css'
import { words } from './words.ts'

const kinds = { video: 'firmVideo', poster: 'firmPoster' }

type Props = {
  /** Null: a new one. */
  content: FirmContent | null
  onClose: () => void
  onSaved: () => Promise<void>
}

/** A lesson of the firm: its video, title, description and captions. It may be saved while the video is still on its way. */
export function LessonDialog({ content, onClose, onSaved }: Props) {
  const [sending, setSending] = useState<SendingVideo | null>(null)
  const [captions, setCaptions] = useState<string | undefined>(undefined)
  const [wrongFile, setWrongFile] = useState<string | null>(null)
  const leave = () => {
    sending?.upload.cancel()
    onClose()
  }
  const form = useForm({
    draft: `firmContent:${content?.id ?? ''}`,
    initial: { title: content?.name ?? '', description: content?.description ?? '' },
    shape: FirmContentInput,
    isEager: true,
    send: async (given) => {
      if (!content) {
        addLesson({ ...given, captions, sending: sending! })
        return undefined
      }
      const sent = sending ? await sending.done : {}
      await call(routes.edit, {
        params: { id: content.id },
        body: { ...given, ...sent, ...(captions !== undefined && { captions }) },
      })
      await onSaved()
      return `“${given.title}” is saved.`
    },
    onDone: onClose,
  })
  const submit = async () => {
    if (!content && !sending) setWrongFile('Please choose a video.')
    if (form.isReady() && (content || sending)) await form.submit()
  }
  const choose = ([file]: File[]) => {
    if (!file) return
    setWrongFile(null)
    setSending(sendVideo(kinds, file))
  }
  return (
    <FormDialog
      title={content ? words.edit : words.add}
      form={{ ...form, submit }}
      onClose={leave}
      verb="Save"
      size={520}
      isTall
    >
      {sending ? (
        <div>
          <UploadLine name={sending.file.name} upload={sending.upload} after="Checking" />
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              sending.upload.cancel()
              setSending(null)
            }}
          >
            Choose another video
          </Anchor>
        </div>
      ) : (
        <FileDrop
          title={content ? 'Drop another video here to replace this one' : 'Drop a video here'}
          limits="MP4 or WebM, 5 GB at most"
          label="Video"
          icon={<IconVideo size={32} stroke={1.5} aria-hidden />}
          accept="video/mp4,video/webm,.mp4,.webm"
          isSmall={content !== null}
          error={wrongFile}
          isDisabled={false}
          onFiles={choose}
          onRefused={setWrongFile}
        />
      )}
      <TextInput
        label={<Counted label={words.title} length={form.values.title.length} most={limits.title} />}
        aria-label={words.title}
        labelProps={{ className: s.wide }}
        data-autofocus={content ? true : undefined}
        {...form.field('title')}
      />
      <Textarea
        label={<Counted label={words.description} length={form.values.description.length} most={limits.description} />}
        aria-label={words.description}
        labelProps={{ className: s.wide }}
        autosize
        minRows={2}
        maxRows={5}
        {...form.field('description')}
      />
      <CaptionsField hasCaptions={content?.has_captions ?? false} captions={captions} onChange={setCaptions} />
      {!content && <p className="cap">You may save now. The lesson appears when the video is there and checked.</p>}
    </FormDialog>
  )
}
