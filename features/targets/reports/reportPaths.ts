// Where the figures of reports lead. Pure.
import type { ViewerFacts } from '#core/contract/viewerReport.ts'

/** What a figure counts: the report 'Made of' lists it. */
export const figures = ['steps', 'pursued', 'created', 'closed', 'won'] as const
export type Figure = (typeof figures)[number]

type Of = { key: 'org' | 'group' | 'user'; id: string }

const search = (given: Record<string, string | null | undefined>) =>
  Object.entries(given)
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
    .join('&')

/** A report about one group or person, of the same days. */
export const reportOf = (report: string, { key, id }: Of, facts?: Pick<ViewerFacts, 'start' | 'end'>, which?: string) =>
  `/viewer/pipeline/${report}?${search({ view: `${key}:${id}`, start: facts?.start, end: facts?.end, which })}`

/** The rows that a figure was made of. */
export const madeOf = (row: Of, figure: Figure, facts: Pick<ViewerFacts, 'start' | 'end'> | undefined) =>
  reportOf('made-of', row, facts, figure)

export const personPath = (id: string) => `/viewer/pipeline/people/${id}`
export const targetPath = (personId: string, targetId: string) =>
  `/viewer/pipeline/people/${personId}/target/${targetId}`
