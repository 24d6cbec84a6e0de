import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { call } from '#core/client/api.ts'
import drop from '#core/ui/drag/dropLine.module.css'
import { MoveHandle } from '#core/ui/drag/MoveHandle.tsx'
import { useDragRow } from '#core/ui/drag/useDragRow.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { type ListedCategory, curriculumRoutes as routes, type State } from '../contract.ts'
import { behind } from '../rules.ts'
import type { CurriculumConfirm } from './asking.ts'
import s from './Curriculum.module.css'
import { LessonLine } from './LessonLine.tsx'
import { countedThings } from './labels.ts'
import { type RowAct, RowMenu } from './RowMenu.tsx'
import { StateTag } from './StateTag.tsx'
import type { CurriculumState } from './useCurriculum.ts'
import type { Moving } from './useMoving.ts'

type Props = {
  category: ListedCategory
  isOffline: boolean
  curriculum: CurriculumState
  moving: Moving
  onAsk: (asking: CurriculumConfirm) => void
}

/** Shows a category with its lessons. A lesson dropped on its heading becomes the first. */
export function CategoryPart(props: Props) {
  const { category, isOffline, curriculum, moving, onAsk } = props
  const { id, name, description, state, lessons } = category
  const { row, handle, edge, isDragged } = useDragRow('category', id, {
    takes: ['category', 'lesson'],
    isHead: true,
    isDisabled: isOffline,
    onDrop(dragged, where) {
      if (dragged.kind === 'lesson') moving.placeLesson(dragged.id, { category: id, before: lessons[0]?.id ?? null })
      else moving.placeCategory(dragged.id, where === 'above' ? id : behind(curriculum.now()?.categories ?? [], id))
    },
  })
  return (
    <section className={`stack ${s.category}`} aria-labelledby={`category-${id}`} data-dragged={isDragged || undefined}>
      <div
        className={`row gap8 relative ruledBelow ${drop.row} ${s.line}`}
        ref={row as Ref<HTMLDivElement>}
        data-edge={edge ?? undefined}
        data-head
      >
        <MoveHandle
          ref={handle}
          id={id}
          name={name}
          isDisabled={isOffline}
          onStep={(by) => moving.stepCategory(id, by)}
        />
        <div className="stack grow">
          <h3 id={`category-${id}`}>{name}</h3>
          {description && <p className="break pretty dim">{description}</p>}
        </div>
        <span className={`cap nowrap ${s.count}`}>{countedThings(lessons.length, 'lesson', 'lessons')}</span>
        <StateTag state={state} />
        <RowMenu name={name} isDisabled={isOffline} acts={actsOf(props)} />
      </div>
      <ul aria-label={`Lessons of ${name}`}>
        {lessons.map((lesson) => (
          <LessonLine
            key={lesson.id}
            lesson={lesson}
            category={category}
            isOffline={isOffline}
            curriculum={curriculum}
            moving={moving}
            onAsk={onAsk}
          />
        ))}
      </ul>
      {state !== 'archived' && (
        <Button
          className={`mt4 ${s.add}`}
          variant="subtle"
          leftSection={<Icon name="plus" stroke={1.75} />}
          disabled={isOffline}
          aria-label={`Add a lesson to ${name}`}
          onClick={() => onAsk({ kind: 'lesson', category })}
        >
          Add a lesson
        </Button>
      )}
    </section>
  )
}

function actsOf({ category, curriculum, moving, onAsk }: Props): RowAct[] {
  const { id, name, state, lessons } = category
  const become = (to: State, message: string, undo?: () => void) => {
    const now = curriculum.now()
    const next = now && { categories: now.categories.map((one) => (one.id === id ? { ...one, state: to } : one)) }
    const send = () => call(routes.setCategoryState, { params: { id }, body: { state: to } })
    curriculum.change(next ?? null, send, { message, about: `state-${id}`, ...(undo && { undo }) })
  }
  const restore = () => become('published', `“${name}” published again.`)
  return [
    { label: 'Edit', run: () => onAsk({ kind: 'category', category }) },
    { label: 'Move up', run: () => moving.stepCategory(id, -1) },
    { label: 'Move down', run: () => moving.stepCategory(id, 1) },
    ...(state === 'draft' ? [{ label: 'Publish', run: () => onAsk({ kind: 'publishCategory', category }) }] : []),
    ...(state === 'published'
      ? [{ label: 'Archive', run: () => become('archived', `“${name}” archived with its lessons.`, restore) }]
      : []),
    ...(state === 'archived' ? [{ label: 'Publish again', run: restore }] : []),
    ...(state === 'draft' && lessons.length === 0
      ? [{ label: 'Delete', isDangerous: true, run: () => onAsk({ kind: 'removeCategory', category }) }]
      : []),
  ]
}
