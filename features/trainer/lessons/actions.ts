// Actions on a lesson, shared by the device and the server.
import { mergePlayed } from '#core/contract/playing.ts'
import { defineAction } from '#core/sync/protocol.ts'
import { type Lesson, type LessonProgressRow, lessonProgress, limits, routes, WatchInput } from './contract.ts'
import { isLater, withReport } from './watched.ts'

/**
 * Reports what was played since the last report. The player calls it every few seconds, and pending reports are merged.
 */
export const watchLesson = defineAction<WatchInput, LessonProgressRow>({
  name: 'watchLesson',
  collection: lessonProgress,
  kind: 'change',
  isQuiet: true,
  input: WatchInput,
  rowId: ({ id }) => id,
  decide: (row, { id, length, ...told }) => ({ row: withReport(row, id, length, told), events: [] }),
  joined: (earlier, later) => ({
    ...(isLater(placeOf(earlier), placeOf(later)) ? earlier : later),
    ranges: mergePlayed(limits.seconds, earlier.ranges, later.ranges),
  }),
  request: ({ id, watched, ranges, when }) => ({
    route: routes.watch,
    params: { id },
    query: { watched },
    body: { ranges, when },
  }),
  confirm: (answer, confirmed) => progressOf(answer as Lesson) ?? confirmed,
})

const placeOf = ({ when, watched }: WatchInput) => ({ when, at: watched })

const progressOf = ({ id, watched: { ranges, resume, at, done } }: Lesson): LessonProgressRow | null =>
  at === null ? null : { id, ranges, resume, when: at, done }

export const lessonActions = [watchLesson] as const
