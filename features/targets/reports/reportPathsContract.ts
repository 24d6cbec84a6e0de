// URLs of the rows behind report figures. Pure.
import type { ViewerFacts } from '#core/contract/viewerReport.ts'

export const stepFigures = ['steps', 'late', 'on_time', 'helping'] as const
export const pursuedFigures = [
  'pursued',
  'overdue',
  'soon',
  'later',
  'client',
  'prospect',
  'refsource',
  'high',
  'medium',
  'low',
  'shared',
] as const
/** Figures whose rows the report 'made-of' lists. */
export const reportFigures = [
  ...stepFigures,
  ...pursuedFigures,
  'created',
  'closed',
  'won',
  'several_groups',
  'one_group',
  'activity',
] as const
export type ReportFigure = (typeof reportFigures)[number]

/**
 * Subset of a person's Targets: all, those pursued alone, or those shared. Source: the second specification, section 2.
 */
export const parts = ['all', 'personal', 'shared'] as const
export type FigurePart = (typeof parts)[number]
/** 'private' is the specification's word for personal. */
export const figurePart = (said: string | undefined): FigurePart =>
  said === 'private' ? 'personal' : (parts.find((one) => one === said) ?? 'all')

type Of = { key: 'org' | 'group' | 'user'; id: string }
type From = Pick<ViewerFacts, 'start' | 'end'> & Partial<Pick<ViewerFacts, 'report'>>

const search = (given: Record<string, string | null | undefined>) =>
  Object.entries(given)
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
    .join('&')

/** Returns the URL of a report about one group or person for the same days. */
export const reportOf = (
  report: string,
  { key, id }: Of,
  facts?: From,
  more: Record<string, string | undefined> = {},
) => `/viewer/pipeline/${report}?${search({ view: `${key}:${id}`, start: facts?.start, end: facts?.end, ...more })}`

/** Returns the URL of a figure's rows, including the report to return to. `steps.shared` selects a part. */
export const drillDownPath = (row: Of, figure: ReportFigure, facts: From | undefined, part: FigurePart = 'all') =>
  reportOf('made-of', row, facts, { which: part === 'all' ? figure : `${figure}.${part}`, from: facts?.report })

/** Returns null for an unknown figure. */
export function figureIn(which: string | undefined): { figure: ReportFigure; part: FigurePart } | null {
  const [said, part] = (which ?? '').split('.')
  const figure = reportFigures.find((one) => one === said)
  return figure && (part === undefined || parts.some((one) => one === part)) ? { figure, part: figurePart(part) } : null
}
