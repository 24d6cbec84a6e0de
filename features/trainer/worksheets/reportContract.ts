// Contract of the Viewer's reports on worksheets: who has answered which, and one person's. Source: the second
// specification, section 2 'Worksheets'.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { reportTable } from '#core/contract/report.ts'
import { defineViewerReport, IN_NO_GROUP, NO_DATA, Open, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'
import { trainerFlag } from '../flagsContract.ts'

const Row = z.object({
  group: z.string(),
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  /** Ordered by lesson. YES means that some or all of it is answered. */
  worksheets: z.array(z.object({ lesson: z.string(), completed: z.enum(['YES', 'NO']) })),
  /** Opens all of the person's answers. */
  open: Open,
})
export type WorksheetsRow = z.infer<typeof Row>

export const WorksheetsFacts = ViewerFacts.extend({
  /** Current worksheets, ordered by lesson. */
  worksheets: z.array(z.object({ id, number: z.int(), lesson: z.string() })),
  rows: z.array(Row),
})
export type WorksheetsFacts = z.infer<typeof WorksheetsFacts>

export const worksheetsReport = defineViewerReport<WorksheetsFacts>({
  name: 'worksheets',
  title: 'Worksheets',
  sentence: 'Worksheets that each person has answered. A check mark means partly or completely answered.',
  area: 'trainer',
  keys: ['org', 'group', 'user'],
  isForAdmins: true,
  isCut: true,
  isDated: false,
  showsInNav: true,
  flag: trainerFlag,
  facts: WorksheetsFacts,
  totals: [],
  tables: [
    reportTable<WorksheetsFacts, WorksheetsRow>(
      { title: 'Worksheets', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text }, { worksheets }) => [
        text('group', 'Group', 'The group. People in several groups appear in each one.', {
          width: 80,
          of: ({ group }) => group || IN_NO_GROUP,
        }),
        text('user', 'User', 'The person.', { width: 90, of: fullNameOf, path: openPath }),
        ...worksheets.map(({ id, number, lesson }, at) =>
          text(
            id,
            `${number}. ${lesson}`,
            `Whether any question of the worksheet for “${lesson}” was answered, in its current or an earlier version.`,
            { width: 54, of: (row) => (row.worksheets[at]?.completed === 'YES' ? 'Yes' : '') },
          ),
        ),
      ],
    ),
  ],
})

const OwnRow = z.object({
  lesson_id: id,
  number: z.int(),
  lesson: z.string(),
  /** Number of answered cells, and of all cells. */
  answered: z.int(),
  cells: z.int(),
  /** Day of the last answer. */
  latest: day.nullable(),
  /** Opens its answers. */
  open: Open,
})
export type UserWorksheetsRow = z.infer<typeof OwnRow>
export const UserWorksheetsFacts = ViewerFacts.extend({ rows: z.array(OwnRow) })
export type UserWorksheetsFacts = z.infer<typeof UserWorksheetsFacts>

export const userWorksheetsReport = defineViewerReport<UserWorksheetsFacts>({
  name: 'user_worksheets',
  title: 'User Worksheets',
  sentence: 'How much of each worksheet the person has answered.',
  area: 'trainer',
  keys: ['user'],
  isForAdmins: true,
  isDated: false,
  showsInNav: false,
  flag: trainerFlag,
  facts: UserWorksheetsFacts,
  totals: [],
  tables: [
    reportTable<UserWorksheetsFacts, UserWorksheetsRow>(
      { title: 'Worksheets', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, count, day }) => [
        text('lesson', 'Worksheet', 'The lesson that it belongs to.', {
          of: ({ number, lesson }) => `${number}. ${lesson}`,
          path: openPath,
        }),
        count('answered', 'Answered', 'Number of answered cells in its newest version.'),
        count('cells', 'Cells', 'Number of cells in its newest version.'),
        day('latest', 'Last written', 'When the person last wrote in it.'),
      ],
    ),
  ],
})
