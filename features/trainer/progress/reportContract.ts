// Contract of the Viewer's report on progress. Source: the second specification, section 2 'Progress'.
import { z } from 'zod'
import { dayIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { reportTable } from '#core/contract/report.ts'
import { defineViewerReport, IN_NO_GROUP, NO_DATA, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'
import { defineQuery } from '#core/sync/query.ts'
import { trainerFlag } from '../flagsContract.ts'
import { CurriculumProgress, PersonProgressRow } from './contract.ts'

export const ProgressFacts = ViewerFacts.extend({ lessons: CurriculumProgress, rows: z.array(PersonProgressRow) })
export type ProgressFacts = z.infer<typeof ProgressFacts>

/** Returns the played share of a lesson; 100 means done. */
export const playedOf = ({ watched, percent_watched }: PersonProgressRow['lessons'][number]): number =>
  watched === 'yes' ? 100 : Math.min(99, percent_watched)

export const progressReport = defineViewerReport<ProgressFacts>({
  name: 'progress',
  title: 'Progress',
  sentence: 'What each person has watched. A check mark means all of it. A number is a percentage.',
  area: 'trainer',
  keys: ['org', 'group', 'user'],
  isForAdmins: true,
  isCut: true,
  isAlsoOfArea: true,
  isDated: false,
  showsInNav: true,
  flag: trainerFlag,
  facts: ProgressFacts,
  totals: [],
  tables: [
    reportTable<ProgressFacts, PersonProgressRow>(
      { title: 'Progress', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, day, percent, progress }, { zone, lessons }) => [
        text('group', 'Group', 'The group. People in several groups appear in each one.', {
          width: 70,
          of: ({ group }) => group || IN_NO_GROUP,
        }),
        text('user', 'User', 'The person.', { width: 80, of: fullNameOf, path: openPath }),
        day('latest_session_unixtime', 'Latest Activity', 'The most recent day a lesson was watched.', {
          width: 52,
          of: ({ latest_session_unixtime: at }) => (at === null ? null : dayIn(zone, new Date(at * 1000))),
        }),
        percent('percent_watched', 'Overall Progress', 'Percentage of the whole curriculum watched.', { width: 48 }),
        ...lessons.map(({ id, number, lesson }, at) =>
          progress(id, `${number}. ${lesson}`, `How much of “${lesson}” was watched. Done at 95%.`, {
            width: 50,
            of: (row) => (row.lessons[at] ? playedOf(row.lessons[at]) : null),
          }),
        ),
      ],
    ),
  ],
})

/** The same report for the Trainer's own tab, about everyone the person manages. */
export const progressQuery = defineQuery<ProgressFacts, { orgId: string }>({
  name: 'trainerProgress',
  route: progressReport.routes.read,
  callOf: ({ orgId: id }) => ({ params: { key: 'org', id } }),
  noCacheReason: 'Other people’s progress is private. Only their managers see it, and no device stores it.',
})
