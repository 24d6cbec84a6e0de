import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import {
  type AuthoredLesson,
  LessonInput,
  curriculumLimits as limits,
  curriculumRoutes as routes,
} from '../contract.ts'
import s from './Curriculum.module.css'

export type LessonPart = {
  lesson: AuthoredLesson
  isOffline: boolean
  onSaved: (lesson: AuthoredLesson) => void
  /** Reloads the lesson after someone else has changed it. */
  onStale: () => Promise<void>
}

export function LessonTexts({ lesson, isOffline, onSaved, onStale }: LessonPart) {
  const { id, title, description, homework, handle, transcript, revision } = lesson
  const form = useForm({
    draft: `lesson:${id}`,
    initial: { title, description, homework, handle, transcript },
    shape: LessonInput.omit({ revision: true }),
    send: async (body) => {
      onSaved(await call(routes.editLesson, { params: { id }, body: { ...body, revision } }))
      return `“${body.title}” saved.`
    },
  })
  const unsaved = useUnsaved(form, () => undefined)
  return (
    <Form form={form} className={`stack gap16 ruled ${s.section}`} aria-labelledby="lesson-texts">
      <h3 id="lesson-texts">Text</h3>
      <UnsavedPrompt unsaved={unsaved} question={`The texts of “${lesson.title}” have unsaved changes.`} />
      <ConflictNotice problem={form.problem} onShow={onStale} />
      <TextInput label="Title" maxLength={limits.title} {...form.field('title')} />
      <Textarea
        label="Description"
        description="Lists show the first 30 characters, with the rest behind “show more.”"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.description}
        {...form.field('description')}
      />
      <Textarea
        label="Homework"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={limits.homework}
        {...form.field('homework')}
      />
      <TextInput
        label="Handle"
        description="Used in URLs and exports."
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.handle}
        {...form.field('handle')}
      />
      <Textarea
        label="Transcript"
        description="Shown to firms with transcripts. Start a new paragraph with a blank line."
        autosize
        minRows={4}
        maxRows={16}
        {...form.field('transcript')}
      />
      <div className={`row wrap ${s.actions}`}>
        <Submit form={form} disabled={isOffline}>
          Save text
        </Submit>
        {form.isDirty && <span className="cap">Not saved yet</span>}
      </div>
    </Form>
  )
}
