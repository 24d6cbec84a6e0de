// Award winners and the makeup of the pipeline. Source: the second specification, section 3 'Report data'.
import { z } from 'zod'
import { type Chart, reportTable } from '#core/contract/report.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { defineViewerReport, NO_DATA, Open, openPath, ViewerFacts } from '#core/contract/viewerReport.ts'

export const awards = [
  'mostProactive',
  'strongestCloser',
  'greatestPotential',
  'top_collaborator',
  'top_contributor',
] as const
export type Award = (typeof awards)[number]

const Winner = z.object({
  award: z.enum(awards),
  /** '' if no one qualifies. */
  name: z.string(),
  value: z.number(),
  /** 'steps done, 38 on time, tied with 1 other person'. */
  reason: z.string(),
  /** Number of others with the same figure. The winner is the one with the latest activity. */
  ties: z.number(),
  open: Open,
  /** URL of the rows behind the figure. */
  made_of: z.string().optional(),
})
export type Winner = z.infer<typeof Winner>

const Part = z.object({ label: z.string(), count: z.number(), open: Open })
type Part = z.infer<typeof Part>
export const highlightShares = ['deadlines', 'types', 'value', 'cross_selling', 'effective_communication'] as const
export type HighlightShare = (typeof highlightShares)[number]

export const Highlights = ViewerFacts.extend({
  rows: z.array(Winner),
  deadlines: z.array(Part),
  types: z.array(Part),
  value: z.array(Part),
  cross_selling: z.array(Part),
  effective_communication: z.array(Part),
})
export type Highlights = z.infer<typeof Highlights>

export const awardLabels: Record<Award, { label: string; sentence: string; kind: 'count' | 'dollars' }> = {
  mostProactive: { label: 'Most proactive', sentence: 'Who completed the most steps.', kind: 'count' },
  strongestCloser: { label: 'Strongest closer', sentence: 'Who won the most revenue.', kind: 'dollars' },
  greatestPotential: {
    label: 'Greatest potential',
    sentence: 'Whose Targets pursued at the end of the last day have the most projected revenue.',
    kind: 'dollars',
  },
  top_collaborator: {
    label: 'Top collaborator',
    sentence: 'Who shares the most Targets of those pursued at the end of the last day.',
    kind: 'count',
  },
  top_contributor: {
    label: 'Top contributor',
    sentence: 'Who completed the most steps on colleagues’ Targets.',
    kind: 'count',
  },
}

type ShareLabels = { title: string; sentence: string; of: string }
export const shareLabels: Record<HighlightShare, ShareLabels> = {
  deadlines: {
    title: 'Deadlines',
    sentence:
      'Targets pursued at the end of the last day by when their next step was due: before that day, within 7 days, or later or not at all.',
    of: 'active Targets',
  },
  types: {
    title: 'Types',
    sentence: 'Targets pursued at the end of the last day, by type.',
    of: 'active Targets',
  },
  value: {
    title: 'Value',
    sentence: 'Targets pursued at the end of the last day by their value.',
    of: 'active Targets',
  },
  cross_selling: {
    title: 'Cross-selling',
    sentence:
      'Companies that were clients and pursued at the end of the last day, by whether people of one group or of more pursue them.',
    of: 'clients',
  },
  effective_communication: {
    title: 'Effective communication',
    sentence: 'Steps completed in this period, by whether they were on time.',
    of: 'steps',
  },
}

/** Returns the cells of a column for figures that are counts, or for those in dollars. */
const figureOf = (kind: 'count' | 'dollars') => ({
  of: ({ award, value }: Winner) => (awardLabels[award].kind === kind ? value : null),
  path: ({ award, made_of }: Winner) => (awardLabels[award].kind === kind ? (made_of ?? null) : null),
})

const donut = (share: HighlightShare, parts: readonly Part[]): Chart => {
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  return {
    kind: 'donut',
    title: shareLabels[share].title,
    of: `of ${all.toLocaleString('en-US')} ${shareLabels[share].of}`,
    parts: parts.map(({ label, count, open }) => ({ label, count, ...(open && { path: open.path }) })),
  }
}

export const highlightsReport = defineViewerReport<Highlights>({
  name: 'highlights',
  title: 'Highlights',
  sentence: 'Who stood out, and what’s in the pipeline.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: true,
  showsInNav: true,
  flag: trackerFlag,
  facts: Highlights,
  totals: [],
  charts: (facts) => highlightShares.map((share) => donut(share, facts[share])),
  tables: [
    reportTable<Highlights, Winner>(
      { title: 'People', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text, count, dollars }) => [
        text(
          'award',
          'Highlight',
          `${awards.map((award) => `${awardLabels[award].label}: ${lower(awardLabels[award].sentence)}`).join(' ')}`,
          { of: ({ award }) => awardLabels[award].label },
        ),
        text('name', 'Person', 'The person who did the most. Ties go to the person who was active most recently.', {
          path: openPath,
        }),
        count('number', 'Number', 'How many steps or Targets.', figureOf('count')),
        dollars('revenue', 'Revenue', 'How much revenue.', figureOf('dollars')),
        text('reason', 'Reason', 'What the number counts.'),
      ],
    ),
    reportTable<Highlights, Part & { title: string }>(
      { title: 'Shares', empty: NO_DATA },
      (facts) =>
        highlightShares.flatMap((share) => facts[share].map((part) => ({ title: shareLabels[share].title, ...part }))),
      ({ text, count }) => [
        text(
          'title',
          'Share',
          highlightShares
            .map((share) => `${shareLabels[share].title}: ${lower(shareLabels[share].sentence)}`)
            .join(' '),
        ),
        text('label', 'Part', 'The segment.'),
        count('count', 'Number', 'How many are in this segment.', { path: openPath }),
      ],
    ),
  ],
})

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
