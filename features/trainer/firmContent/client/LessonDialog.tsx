import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useKeptTyping } from '#core/client/keptTyping.ts'
import { PosterField } from '#core/client/player/PosterField.tsx'
import type { SendingVideo } from '#core/client/player/sendVideo.ts'
import { VideoField } from '#core/client/player/VideoField.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { uploadInPieces } from '#core/client/upload.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import {
  type FirmContent,
  FirmContentInput,
  firmContentLimits as limits,
  firmContentRoutes as routes,
} from '../contract.ts'
import { uploadFirmLesson } from './adding.ts'
import { CaptionsField } from './CaptionsField.tsx'
import { Counted } from './Counted.tsx'
import { uploadKinds } from './kinds.ts'
import { firmContentLabels } from './labels.ts'

type Props = {
  /** Null creates a new lesson. */
  content: FirmContent | null
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Edits the firm's lesson: video, title, description, and captions. It can be saved while the video is uploading. */
export function LessonDialog({ content, onClose, onSaved }: Props) {
  const engine = useEngine()
  const [sending, setSending] = useState<SendingVideo | null>(null)
  const [poster, setPoster] = useState<File | null>(null)
  const [captions, setCaptions] = useState<string | undefined>(undefined)
  const [isMissing, setMissing] = useState(false)
  const leave = () => {
    sending?.cancel()
    forget()
    onClose()
  }
  const form = useForm({
    draft: `firmContent:${content?.id ?? ''}`,
    initial: { title: content?.name ?? '', description: content?.description ?? '' },
    shape: FirmContentInput,
    isEager: true,
    send: async (given) => {
      if (!content) {
        uploadFirmLesson({ ...given, engine, captions, sending: sending! })
        forget()
        return undefined
      }
      // A new video brings its own poster.
      const picture =
        poster && !sending ? { thumbnail_upload_id: await uploadInPieces(uploadKinds.poster, poster).done } : {}
      const sent = sending ? await sending.sent() : picture
      await call(routes.edit, {
        params: { id: content.id },
        // Sends only changed fields, because others can have changed on the server.
        body: {
          ...(given.title !== content.name && { title: given.title }),
          ...(given.description !== content.description && { description: given.description }),
          ...sent,
          ...(captions !== undefined && { captions }),
        },
      })
      await onSaved()
      return `“${given.title}” saved.`
    },
    onDone: onClose,
  })
  const isTyped = form.isDirty || captions !== undefined
  const typed = isTyped ? { ...form.values, captions } : null
  const forget = useKeptTyping(content ? null : 'firmLesson', typed, ({ captions: before, ...rest }) => {
    form.fill(rest)
    if (before !== undefined) setCaptions(before)
  })
  const submit = async () => {
    setMissing(!content && !sending)
    return form.isReady() && (content || sending) ? form.submit() : false
  }
  const isChanged = isTyped || sending !== null || poster !== null
  const unsaved = useUnsaved({ isDirty: isChanged, submit }, leave)
  return (
    <FormDialog
      title={content ? firmContentLabels.edit : firmContentLabels.add}
      form={{ ...form, submit }}
      isCovered={unsaved.isAsking}
      onClose={unsaved.close}
      verb="Save"
      size={520}
      isTall
    >
      <UnsavedPrompt unsaved={unsaved} question={firmContentLabels.unsaved} />
      {content?.media && !sending && (
        <PosterField
          title={content.name}
          media={content.media}
          chosen={poster}
          isDisabled={form.isBusy}
          onPicture={setPoster}
        />
      )}
      <VideoField
        label="Video"
        kinds={uploadKinds}
        sending={sending}
        isReplacing={content !== null}
        error={isMissing && !sending ? 'Choose a video.' : null}
        onChange={setSending}
      />
      <TextInput
        label={<Counted label={firmContentLabels.title} length={form.values.title.length} most={limits.title} />}
        aria-label={firmContentLabels.title}
        labelProps={{ className: 'block' }}
        data-autofocus={content ? true : undefined}
        {...form.field('title')}
      />
      <Textarea
        label={
          <Counted
            label={firmContentLabels.description}
            length={form.values.description.length}
            most={limits.description}
          />
        }
        aria-label={firmContentLabels.description}
        labelProps={{ className: 'block' }}
        autosize
        minRows={2}
        maxRows={5}
        {...form.field('description')}
      />
      <CaptionsField
        hasCaptions={content?.has_captions ?? false}
        seconds={sending ? undefined : content?.seconds}
        captions={captions}
        onChange={setCaptions}
      />
      {!content && <p className="cap">You can save now. The lesson appears once the video is uploaded and checked.</p>}
    </FormDialog>
  )
}
