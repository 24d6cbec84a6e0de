// The Activity Report: its figures, and how they are said.

import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { defineReport, ReportFacts, reportTable } from '#core/contract/report.ts'
import { companyPath } from '#features/targets/companies/contract.ts'
import { reportFlag } from './flagsContract.ts'

/** A target that the person's work touched in the range. */
export const ReportTarget = z.object({
  id: z.string(),
  /** '' where the person can no longer see it. */
  company: z.string(),
  contact: z.string(),
  /** As it is now: 'Pursuing', 'Won' …; 'Gone' where the person can no longer see it. */
  statusterm: z.string(),
  /** Days in the range on which it was created, won, lost; null when it was not. */
  created: day.nullable(),
  won: day.nullable(),
  lost: day.nullable(),
  /** Dollars won in the range; -1 Intangible. */
  revenue: z.number().nullable(),
  reason: z.string(),
  steps: z.number(),
  /** The last day in the range on which something was done. */
  last: day,
})
export type ReportTarget = z.infer<typeof ReportTarget>

export const ReportStep = z.object({
  day,
  company: z.string(),
  contact: z.string(),
  description: z.string(),
  due: day.nullable(),
  late: z.boolean(),
})
export type ReportStep = z.infer<typeof ReportStep>

/** One person's activity in a range of days, both included, in the firm's zone. */
export const ActivityReport = ReportFacts.extend({
  totals: z.object({
    targets: z.number(),
    steps: z.number(),
    late: z.number(),
    created: z.number(),
    won: z.number(),
    /** Dollars; Intangible adds 0. */
    revenue: z.number(),
    lost: z.number(),
  }),
  targets: z.array(ReportTarget),
  steps: z.array(ReportStep),
})
export type ActivityReport = z.infer<typeof ActivityReport>

const GONE = 'A Target that is gone'
const nameOf = ({ company, contact }: { company: string; contact: string }) => company || (contact ? '' : GONE)
/** The page of the company, and of a person without one the target. */
const placeOf = (one: ReportTarget) => (one.company ? companyPath(one.company) : pathOf(one))
const pathOf = ({ id, statusterm }: ReportTarget) => (statusterm === 'Gone' ? null : `/target/${id}`)
const company = 'The company, as it is called now.'
const contact = 'The person there.'

export const activityReport = defineReport<ActivityReport>({
  name: 'activity',
  title: 'Activity Report',
  sentence: 'What you worked on, completed, won and lost.',
  flag: reportFlag,
  facts: ActivityReport,
  totals: [
    {
      label: 'Targets worked on',
      sentence: 'Targets that you did anything on.',
      kind: 'count',
      of: ({ totals }) => totals.targets,
    },
    {
      label: 'Steps done',
      sentence: 'Your steps that were done.',
      kind: 'count',
      of: ({ totals }) => totals.steps,
    },
    {
      label: 'Steps done late',
      sentence: 'Steps that were done after their due date.',
      kind: 'count',
      of: ({ totals }) => totals.late,
    },
    {
      label: 'Targets created',
      sentence: 'Targets that you created.',
      kind: 'count',
      of: ({ totals }) => totals.created,
    },
    {
      label: 'Targets won',
      sentence: 'Your Targets that were won and are still won.',
      kind: 'count',
      of: ({ totals }) => totals.won,
    },
    {
      label: 'Revenue won',
      sentence: 'Their revenue; Intangible adds nothing.',
      kind: 'dollars',
      of: ({ totals }) => totals.revenue,
    },
    {
      label: 'Targets lost',
      sentence: 'Your Targets that were lost and are still lost.',
      kind: 'count',
      of: ({ totals }) => totals.lost,
    },
  ],
  tables: [
    reportTable(
      { title: 'Targets', empty: 'No Target was worked on in this time.' },
      (facts: ActivityReport) => facts.targets,
      [
        { head: 'Company', kind: 'text', sentence: company, of: nameOf, path: placeOf },
        {
          head: 'Contact',
          kind: 'text',
          sentence: contact,
          of: (one) => one.contact,
          path: pathOf,
        },
        {
          head: 'Status',
          kind: 'text',
          sentence: 'As it is now.',
          width: 48,
          of: (one) => one.statusterm,
          path: (one) => (one.contact ? null : pathOf(one)),
        },
        {
          head: 'Steps done',
          kind: 'count',
          sentence: 'How many of your steps were done.',
          width: 32,
          of: (one) => one.steps,
          sum: ({ totals }) => totals.steps,
        },
        {
          head: 'Created',
          kind: 'day',
          sentence: 'The day you created it.',
          width: 54,
          of: (one) => one.created,
        },
        { head: 'Won', kind: 'day', sentence: 'The day it was won.', width: 54, of: (one) => one.won },
        {
          head: 'Revenue won',
          kind: 'dollars',
          sentence: 'What it brings.',
          width: 62,
          of: (one) => one.revenue,
          sum: ({ totals }) => totals.revenue,
        },
        { head: 'Lost', kind: 'day', sentence: 'The day it was lost.', width: 54, of: (one) => one.lost },
        { head: 'Reason', kind: 'text', sentence: 'Why it was lost.', of: (one) => one.reason },
        {
          head: 'Last activity',
          kind: 'day',
          sentence: 'The last day you did anything on it.',
          width: 54,
          of: (one) => one.last,
        },
      ],
    ),
    reportTable(
      { title: 'Steps done', empty: 'No step was done in this time.' },
      (facts: ActivityReport) => facts.steps,
      [
        { head: 'Done', kind: 'day', sentence: 'The day it was done.', width: 60, of: (one) => one.day },
        {
          head: 'Company',
          kind: 'text',
          sentence: company,
          of: nameOf,
          path: (one) => (one.company ? companyPath(one.company) : null),
        },
        { head: 'Contact', kind: 'text', sentence: contact, of: (one) => one.contact },
        { head: 'Step', kind: 'text', sentence: 'What was done.', of: (one) => one.description },
        { head: 'Due', kind: 'day', sentence: 'The day it was due.', width: 60, of: (one) => one.due },
        {
          head: 'In time',
          kind: 'text',
          sentence: 'Whether it was done by then.',
          width: 44,
          of: (one) => (one.due === null ? '' : one.late ? 'Late' : 'In time'),
        },
      ],
    ),
  ],
})

export const routes = { activity: activityReport.routes.read, activityFile: activityReport.routes.file }
