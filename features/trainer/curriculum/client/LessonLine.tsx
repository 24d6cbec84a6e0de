import type { Ref } from 'react'
import { call } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useNavigate } from '#core/client/router/useRouter.ts'
import drop from '#core/ui/drag/dropLine.module.css'
import { MoveHandle } from '#core/ui/drag/MoveHandle.tsx'
import { useDragRow } from '#core/ui/drag/useDragRow.ts'
import {
  type CurriculumOverview,
  type ListedCategory,
  type ListedLesson,
  curriculumRoutes as routes,
  type State,
} from '../contract.ts'
import { behind } from '../rules.ts'
import type { CurriculumConfirm } from './asking.ts'
import s from './Curriculum.module.css'
import { describeLesson, lessonPath } from './labels.ts'
import { type RowAct, RowMenu } from './RowMenu.tsx'
import { StateTag } from './StateTag.tsx'
import type { CurriculumState } from './useCurriculum.ts'
import type { Moving } from './useMoving.ts'

type Props = {
  lesson: ListedLesson
  category: ListedCategory
  isOffline: boolean
  curriculum: CurriculumState
  moving: Moving
  onAsk: (asking: CurriculumConfirm) => void
}

export function LessonLine(props: Props) {
  const { lesson, category, isOffline, curriculum, moving } = props
  const { id, number, title, state } = lesson
  const navigate = useNavigate()
  const { row, handle, edge, isDragged } = useDragRow('lesson', id, {
    takes: ['lesson'],
    isDisabled: isOffline,
    onDrop(dragged, where) {
      const there = curriculum.now()?.categories.find((one) => one.id === category.id)?.lessons ?? []
      moving.placeLesson(dragged.id, { category: category.id, before: where === 'above' ? id : behind(there, id) })
    },
  })
  return (
    <li
      className={`row gap8 relative ruledBelow ${drop.row} ${s.line}`}
      ref={row as Ref<HTMLLIElement>}
      data-edge={edge ?? undefined}
      data-dragged={isDragged || undefined}
    >
      <MoveHandle ref={handle} id={id} name={title} isDisabled={isOffline} onStep={(by) => moving.stepLesson(id, by)} />
      <span className={`rigid num dim ${s.number}`}>{state === 'published' ? number : ''}</span>
      <div className="stack grow">
        <Link className={`break semi link ${s.name}`} to={lessonPath(id)}>
          {title}
        </Link>
        <span className="cap">{describeLesson(lesson)}</span>
      </div>
      <StateTag state={state} />
      <RowMenu
        name={title}
        isDisabled={isOffline}
        acts={[{ label: 'Edit', run: () => void navigate({ to: lessonPath(id) }) }, ...actsOf(props)]}
      />
    </li>
  )
}

const withState = ({ categories }: CurriculumOverview, id: string, state: State): CurriculumOverview => ({
  categories: categories.map((category) => ({
    ...category,
    lessons: category.lessons.map((lesson) => (lesson.id === id ? { ...lesson, state } : lesson)),
  })),
})

function actsOf({ lesson, curriculum, moving, onAsk }: Props): RowAct[] {
  const { id, title, state } = lesson
  const become = (to: State, message: string, undo?: () => void) => {
    const now = curriculum.now()
    const send = () => call(routes.setLessonState, { params: { id }, body: { state: to } })
    const said = { message, about: `state-${id}`, ...(undo && { undo }) }
    curriculum.change(now ? withState(now, id, to) : null, send, said)
  }
  const restore = () => become('published', `“${title}” published again.`)
  return [
    { label: 'Move up', run: () => moving.stepLesson(id, -1) },
    { label: 'Move down', run: () => moving.stepLesson(id, 1) },
    ...(state === 'draft' ? [{ label: 'Publish', run: () => onAsk({ kind: 'publishLesson', lesson }) }] : []),
    ...(state === 'published'
      ? [{ label: 'Archive', run: () => become('archived', `“${title}” archived.`, restore) }]
      : []),
    ...(state === 'archived' ? [{ label: 'Publish again', run: restore }] : []),
    ...(state === 'draft'
      ? [{ label: 'Delete', isDangerous: true, run: () => onAsk({ kind: 'removeLesson', lesson }) }]
      : []),
  ]
}
