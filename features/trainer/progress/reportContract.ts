// Contract of the Viewer's report on progress. Source: the second specification, section 2 'Progress'.
import { z } from 'zod'
import { dayIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { type ReportColumn, reportTable } from '#core/contract/report.ts'
import { defineViewerReport, IN_NO_GROUP, NO_DATA, ViewerFacts } from '#core/contract/viewerReport.ts'
import { defineQuery } from '#core/sync/query.ts'
import { trainerFlag } from '../flagsContract.ts'
import { CurriculumProgress, PersonProgressRow } from './contract.ts'

export const ProgressFacts = ViewerFacts.extend({ lessons: CurriculumProgress, rows: z.array(PersonProgressRow) })
export type ProgressFacts = z.infer<typeof ProgressFacts>

/** Returns the played share of a lesson; 100 means done. */
export const playedOf = ({ watched, percent_watched }: PersonProgressRow['lessons'][number]): number =>
  watched === 'yes' ? 100 : Math.min(99, percent_watched)

const people = ({ zone }: ProgressFacts): ReportColumn<PersonProgressRow>[] => [
  {
    key: 'group',
    head: 'Group',
    kind: 'text',
    sentence: 'The group. People in several groups appear in each one.',
    width: 70,
    of: ({ group }) => group || IN_NO_GROUP,
  },
  {
    key: 'user',
    head: 'User',
    kind: 'text',
    sentence: 'The person.',
    width: 80,
    of: fullNameOf,
    path: ({ open }) => open?.path ?? null,
  },
  {
    key: 'latest_session_unixtime',
    head: 'Latest Activity',
    kind: 'day',
    sentence: 'The most recent day a lesson was watched.',
    width: 52,
    of: ({ latest_session_unixtime: at }) => (at === null ? null : dayIn(zone, new Date(at * 1000))),
  },
  {
    key: 'percent_watched',
    head: 'Overall Progress',
    kind: 'percent',
    sentence: 'Percentage of the whole curriculum watched.',
    width: 48,
    of: ({ percent_watched }) => percent_watched,
  },
]

const lessons = ({ lessons: all }: ProgressFacts): ReportColumn<PersonProgressRow>[] =>
  all.map(({ id, number, lesson }, at) => ({
    key: id,
    head: `${number}. ${lesson}`,
    kind: 'progress',
    sentence: `How much of “${lesson}” was watched. Done at 95%.`,
    width: 50,
    of: (row) => (row.lessons[at] ? playedOf(row.lessons[at]) : null),
  }))

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
      (facts) => [...people(facts), ...lessons(facts)],
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
