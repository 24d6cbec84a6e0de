// Sheets of lessons and worksheets in the export of a person's data.
import { type PersonSheet, sheet } from '#core/server/personSheet.ts'
import { myWorksheets } from '../../worksheets/server/myWorksheets.ts'
import { myLessons } from './myLessons.ts'
import { forLearners } from './policies.ts'

type Answer = { lesson: string; version: number; cell: string; value: string; at: string; device: string }

export const learningSheets: readonly PersonSheet[] = [
  {
    title: 'Lessons',
    columns: [...sheet.text('Lesson'), ...sheet.count('Seconds watched'), ...sheet.instant('Last watched', 'Done')],
    policy: forLearners,
    async page(tx, session, after) {
      const read = await myLessons(tx, session, after)
      const rows = read.rows as unknown as {
        lesson: string
        seconds: number
        watched_at: string
        done_at: string | null
      }[]
      return {
        rows: rows.map(({ lesson, seconds, watched_at, done_at }) => [lesson, seconds, watched_at, done_at]),
        after: read.after,
      }
    },
  },
  {
    title: 'Worksheets',
    columns: [
      ...sheet.text('Lesson'),
      ...sheet.count('Version'),
      ...sheet.text('Cell', 'Answer'),
      ...sheet.instant('Written'),
      ...sheet.text('Device'),
    ],
    policy: forLearners,
    async page(tx, session, after) {
      const read = await myWorksheets(tx, session, after)
      const rows = read.rows as unknown as Answer[]
      return {
        rows: rows.map(({ lesson, version, cell, value, at, device }) => [lesson, version, cell, value, at, device]),
        after: read.after,
      }
    },
  },
]
