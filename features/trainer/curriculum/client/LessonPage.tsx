import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useTitle } from '#core/client/title.ts'
import { toast } from '#core/client/toasts.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type AuthoredLesson, curriculumRoutes as routes, type State } from '../contract.ts'
import { authoredLessonQuery } from '../queries.ts'
import s from './Curriculum.module.css'
import { LessonTexts } from './LessonTexts.tsx'
import { LessonVideo } from './LessonVideo.tsx'
import { countedThings, describeLesson, lessonStateLabels } from './labels.ts'
import { WorksheetEditor } from './WorksheetEditor.tsx'

export function LessonPage({ id, isOffline }: { id: string; isOffline: boolean }) {
  const asked = useQuery(authoredLessonQuery, id)
  const { value: lesson, refresh, take } = asked
  /** Changes to reset the forms after someone else has changed the lesson. */
  const [round, setRound] = useState(0)
  const again = async () => {
    await refresh()
    setRound((before) => before + 1)
  }
  useTitle(lesson ? `${lesson.title} · Admin` : 'Curriculum · Admin')
  const part = { isOffline, onSaved: take, onStale: again }
  return (
    <div className={`stack gap32 ${s.page}`}>
      <div>
        <BackLink to="/admin/curriculum">Curriculum</BackLink>
        {lesson && <LessonHead lesson={lesson} isOffline={isOffline} onChanged={refresh} />}
      </div>
      <AnswerState isAwaited of={asked} />
      {lesson && (
        <>
          <LessonVideo lesson={lesson} isOffline={isOffline} onSaved={take} onChanged={refresh} />
          <LessonTexts key={`texts-${round}`} lesson={lesson} {...part} />
          <WorksheetEditor key={`sheet-${round}`} lesson={lesson} {...part} />
        </>
      )}
    </div>
  )
}

type HeadProps = { lesson: AuthoredLesson; isOffline: boolean; onChanged: () => Promise<void> }

function LessonHead({ lesson, isOffline, onChanged }: HeadProps) {
  const { id, title, number, state, category, watched_by } = lesson
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, problem } = useMutation()
  const become = async (to: State) => {
    await call(routes.setLessonState, { params: { id }, body: { state: to } })
    await onChanged()
  }
  const archive = () =>
    run(async () => {
      await become('archived')
      const undo = () => run(() => become('published').then(() => `“${title}” published again.`))
      toast({ message: `“${title}” archived.`, color: 'green', about: `state-${id}`, undo })
      return undefined
    })
  const facts = [
    state === 'published' && `Lesson ${number}`,
    category.name,
    lessonStateLabels[state],
    describeLesson(lesson),
    watched_by > 0 && `watched by ${countedThings(watched_by, 'person', 'people')}`,
  ]
  return (
    <div className={`flex wrap top between ${s.head}`}>
      <div>
        <h2>{title}</h2>
        <p className="break pretty dim">{facts.filter(Boolean).join(' · ')}</p>
        {state === 'published' && category.state !== 'published' && (
          <p className="break pretty dim">Hidden until its category is published.</p>
        )}
        <Problem>{problem}</Problem>
      </div>
      <Button
        variant={state === 'published' ? 'default' : 'filled'}
        disabled={isOffline}
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (state === 'draft') setAsking(true)
          else if (state === 'published') void archive()
          else void run(() => become('published').then(() => `“${title}” published again.`))
        }}
      >
        {state === 'draft' ? 'Publish' : state === 'published' ? 'Archive' : 'Publish again'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Publish “${title}”?`}
          verb="Publish"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await become('published')
            return `“${title}” published.`
          }}
        >
          <p>Every firm with Trainer will see this lesson once its category is published.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
