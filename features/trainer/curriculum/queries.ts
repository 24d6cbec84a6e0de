import { defineQuery } from '#core/sync/query.ts'
import { curriculumRoutes as routes } from './contract.ts'

const neverKept = 'What operators write is changed with a connection alone, and drafts are on no device.'

export const curriculumQuery = defineQuery({
  name: 'curriculum',
  route: routes.list,
  callOf: () => ({}),
  noCacheReason: neverKept,
})

export const authoredLessonQuery = defineQuery({
  name: 'writtenLesson',
  route: routes.readLesson,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})
