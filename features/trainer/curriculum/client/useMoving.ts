import { useRef, useState } from 'react'
import { call } from '#core/client/api.ts'
import { holdHandle } from '#core/ui/drag/MoveHandle.tsx'
import { type CurriculumOverview, curriculumRoutes as routes } from '../contract.ts'
import {
  behind,
  categoryPosition,
  categoryStepOf,
  type LessonPlace,
  lessonStep,
  withCategoryAt,
  withLessonAt,
} from '../rules.ts'
import type { CurriculumState } from './useCurriculum.ts'

/** Place before a series of moves, even with several key presses. */
type Origin<P> = { id: string; place: P }

/**
 * Moves categories and lessons by drag or step by step among what is `shown`. `said` announces their position to screen
 * readers.
 */
export function useMoving({ now, change }: CurriculumState, shown: CurriculumOverview | undefined) {
  const [said, setSaid] = useState('')
  const lessonFrom = useRef<Origin<LessonPlace> | null>(null)
  const categoryFrom = useRef<Origin<string | null> | null>(null)

  function placeLesson(id: string, place: LessonPlace, undoes = true) {
    const before = now()
    const after = before && withLessonAt(before, id, place)
    if (!before || !after) return
    if (lessonFrom.current?.id !== id) lessonFrom.current = { id, place: categoryPosition(before, id)! }
    const origin = lessonFrom.current.place
    const category = after.categories.find((one) => one.id === place.category)!
    const at = category.lessons.findIndex((one) => one.id === id)
    const { title } = category.lessons[at]!
    setSaid(`${title} is now ${at + 1} of ${category.lessons.length} in ${category.name}.`)
    change(after, () => call(routes.placeLesson, { params: { id }, body: place }), {
      message: undoes ? `Moved “${title}.”` : `Moved “${title}” back.`,
      about: 'curriculum-order',
      ...(undoes && { undo: () => placeLesson(id, origin, false) }),
    })
    if (!undoes) lessonFrom.current = null
  }

  function placeCategory(id: string, before: string | null, undoes = true) {
    const was = now()
    const after = was && withCategoryAt(was, id, before)
    if (!was || !after) return
    if (categoryFrom.current?.id !== id) categoryFrom.current = { id, place: behind(was.categories, id) }
    const origin = categoryFrom.current.place
    const at = after.categories.findIndex((one) => one.id === id)
    const { name } = after.categories[at]!
    setSaid(`${name} is ${at + 1} of ${after.categories.length} categories.`)
    change(after, () => call(routes.placeCategory, { params: { id }, body: { before } }), {
      message: undoes ? `Moved “${name}.”` : `Moved “${name}” back.`,
      about: 'curriculum-order',
      ...(undoes && { undo: () => placeCategory(id, origin, false) }),
    })
    if (!undoes) categoryFrom.current = null
  }

  return {
    said,
    placeLesson,
    placeCategory,
    stepLesson(id: string, by: -1 | 1) {
      const place = shown && lessonStep(shown, id, by)
      if (!place) return setSaid(by === 1 ? 'This is the last place.' : 'This is the first place.')
      placeLesson(id, place)
      holdHandle(id)
    },
    stepCategory(id: string, by: -1 | 1) {
      const step = shown && categoryStepOf(shown, id, by)
      if (!step) return setSaid(by === 1 ? 'This is the last place.' : 'This is the first place.')
      placeCategory(id, step.before)
      holdHandle(id)
    },
  }
}
export type Moving = ReturnType<typeof useMoving>
