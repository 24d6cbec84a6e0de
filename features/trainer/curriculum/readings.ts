// What operators read of the curriculum.
import { defineReading } from '#core/sync/reading.ts'
import { curriculumRoutes as routes } from './contract.ts'

const neverKept = 'What operators write is changed with a connection alone, and drafts are on no device.'

export const curriculumReading = defineReading({
  name: 'curriculum',
  route: routes.list,
  callOf: () => ({}),
  neverKept,
})

export const writtenLessonReading = defineReading({
  name: 'writtenLesson',
  route: routes.readLesson,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept,
})
