import '@mantine/core/styles/Input.layer.css'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { download } from '#core/client/download.ts'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { limits, WorksheetText, routes as worksheetRoutes } from '../../worksheets/contract.ts'
import { type AuthoredWorksheet, curriculumRoutes as routes } from '../contract.ts'
import s from './Curriculum.module.css'
import { type Head, HeadList } from './HeadList.tsx'
import type { LessonPart } from './LessonTexts.tsx'
import { countedThings } from './labels.ts'
import { SheetTable } from './SheetTable.tsx'
import { TakeOff } from './TakeOff.tsx'

/** Edits a lesson's worksheet, with its instructions, columns, and rows, and shows earlier versions. */
export function WorksheetEditor(props: LessonPart) {
  const { lesson, isOffline } = props
  const { worksheet, state } = lesson
  const versions = worksheet?.versions ?? []
  const last = versions.at(-1)
  const isTakenOff = worksheet?.is_taken_off === true
  const [isMaking, setMaking] = useState(false)
  return (
    <section className={`stack gap16 ruled ${s.section}`} aria-labelledby="lesson-worksheet">
      <div className={`flex wrap top between ${s.head}`}>
        <div>
          <h3 id="lesson-worksheet">Worksheet</h3>
          <p className="break pretty dim">
            {!last
              ? 'This lesson has no worksheet.'
              : isTakenOff
                ? 'This worksheet was removed from the lesson. People can still read their own answers.'
                : standing(last)}
          </p>
        </div>
        {worksheet && !isTakenOff && state !== 'draft' && (
          <Button
            variant="default"
            disabled={isOffline}
            onClick={() =>
              void download(() => call(worksheetRoutes.download, { params: { id: worksheet.id } }), {
                busy: 'Preparing your PDF…',
                failed: 'Whoops! Something went wrong generating your pdf',
              })
            }
          >
            Download
          </Button>
        )}
        {last && <TakeOff {...props} isTakenOff={isTakenOff} last={last} />}
        {!last && !isMaking && (
          <Button variant="default" disabled={isOffline} onClick={() => setMaking(true)}>
            Add a worksheet
          </Button>
        )}
      </div>
      {(last || isMaking) && !isTakenOff && <SheetForm key={last?.version ?? 0} {...props} last={last} />}
      {isTakenOff && <Earlier versions={versions} />}
      {!isTakenOff && versions.length > 1 && <Earlier versions={versions.slice(0, -1)} />}
    </section>
  )
}

const standing = ({ version, answered_by }: AuthoredWorksheet) =>
  answered_by === 0
    ? `Version ${version}. No one has answered it yet.`
    : `Version ${version}, answered by ${countedThings(answered_by, 'person', 'people')}. Editing it creates version ${version + 1}. Existing answers stay readable.`

/** Starts with one empty entry. */
const headsOf = (heads: readonly Head[] = [{ text: '' }]): Head[] => heads.map(({ key, text }) => ({ key, text }))

function SheetForm({
  lesson,
  last,
  isOffline,
  onSaved,
  onStale,
}: LessonPart & { last: AuthoredWorksheet | undefined }) {
  const form = useForm({
    draft: `worksheet:${lesson.id}`,
    initial: {
      instructions: last?.instructions ?? '',
      questions: headsOf(last?.questions),
      parameters: headsOf(last?.parameters),
    },
    shape: WorksheetText,
    send: async (given) => {
      const before = last?.version ?? 0
      const after = await call(routes.saveWorksheet, {
        params: { id: lesson.id },
        body: { ...given, version: before },
      })
      onSaved(after)
      const version = after.worksheet?.versions.at(-1)?.version ?? 1
      return version > before && before > 0 ? `Worksheet saved as version ${version}.` : 'Worksheet saved.'
    },
  })
  const unsaved = useUnsaved(form, () => undefined)
  const { questions, parameters } = form.values
  return (
    <Form form={form} className="stack gap16" aria-label="Questions of the worksheet">
      <UnsavedPrompt unsaved={unsaved} question={`The worksheet of “${lesson.title}” has unsaved changes.`} />
      <ConflictNotice problem={form.problem} onShow={onStale} />
      <Textarea
        label="Instructions"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={limits.instructions}
        {...form.field('instructions')}
      />
      <HeadList
        legend="Questions (columns)"
        word="question"
        heads={questions}
        most={limits.questions}
        error={form.errorOf('questions')}
        onChange={(next) => form.set('questions', next)}
      />
      <HeadList
        legend="Parameters (rows)"
        word="parameter"
        heads={parameters}
        most={limits.parameters}
        error={form.errorOf('parameters')}
        onChange={(next) => form.set('parameters', next)}
      />
      <SheetTable caption="Preview" questions={questions} parameters={parameters} />
      <div className={`row wrap ${s.actions}`}>
        <Submit form={form} disabled={isOffline}>
          Save worksheet
        </Submit>
        {form.isDirty && <span className="cap">Not saved yet</span>}
      </div>
    </Form>
  )
}

function Earlier({ versions }: { versions: readonly AuthoredWorksheet[] }) {
  return (
    <div className={s.earlier}>
      <h4>Earlier versions</h4>
      {versions.toReversed().map(({ version, answered_by, instructions, questions, parameters }) => (
        <details key={version}>
          <summary className="row semi">
            Version {version}, answered by {countedThings(answered_by, 'person', 'people')}
          </summary>
          {instructions && <p>{instructions}</p>}
          <SheetTable caption={`Version ${version}`} questions={questions} parameters={parameters} />
        </details>
      ))}
    </div>
  )
}
