// Report on companies: contacts, objectives, and next steps. Source: the second specification, section 2
// 'Client/Company'.
import { z } from 'zod'
import { day } from '#core/contract/fields.ts'
import { reportTable } from '#core/contract/report.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { defineViewerReport, NO_DATA, Open, openPath, PagedFacts } from '#core/contract/viewerReport.ts'

const Line = z.object({
  target_id: z.string(),
  contact: z.string(),
  goal: z.string(),
  step: z.string(),
  due: day.nullable(),
  owner: z.string(),
  shared_with: z.array(z.string()),
  status: z.string(),
  open: Open,
})

const Row = z.object({
  companies: z.string(),
  contact: z.array(z.string()),
  /** Distinct objectives, joined in one line. */
  goal: z.string(),
  objectives: z.array(z.string()),
  /** Next steps with their owners. Source of a step's text: the second specification, section 3 'Steps in reports'. */
  steps: z.array(
    z.object({
      bucket: z.enum(['overdue', 'soon', 'later']),
      role: z.literal('owner'),
      owner: z.string(),
      description: z.string(),
      due: day,
    }),
  ),
  /** Owners and collaborators. */
  initiators: z.array(z.string()),
  collaborators: z.array(z.string()),
  targets: z.array(Line),
  open: Open,
})
export type ClientRow = z.infer<typeof Row>

export const ClientsReport = PagedFacts.extend({ rows: z.array(Row) })
export type ClientsReport = z.infer<typeof ClientsReport>

export const clientOrders = ['companies', 'contact', 'objectives', 'steps'] as const
export type ClientOrder = (typeof clientOrders)[number]

type ClientLine = ClientRow['targets'][number] & { company: string }

export const clientsReport = defineViewerReport<ClientsReport>({
  name: 'clients',
  title: 'Clients',
  sentence: 'Each company being pursued: who the firm knows there, the desired outcome, and the next step.',
  area: 'tracker',
  keys: ['org', 'group', 'user'],
  isDated: false,
  showsInNav: true,
  flag: trackerFlag,
  facts: ClientsReport,
  comesInPages: true,
  totals: [],
  tables: [
    reportTable<ClientsReport, ClientRow>(
      { title: 'Companies', empty: NO_DATA },
      ({ rows }) => rows,
      ({ text }) => [
        text('companies', 'Company', 'The company.', { path: openPath }),
        text('contact', 'Contact', 'The firm’s contacts there.', { of: (row) => row.contact.join(', ') }),
        text('objectives', 'Desired Outcome', 'The firm’s objective there.', { of: ({ goal }) => goal }),
        text('steps', 'Current Steps', 'The next steps there.', {
          of: (row) => row.steps.map(({ description }) => description).join('; '),
        }),
      ],
    ),
    reportTable<ClientsReport, ClientLine>(
      { title: 'Targets', empty: NO_DATA },
      ({ rows }) => rows.flatMap(({ companies, targets }) => targets.map((line) => ({ ...line, company: companies }))),
      ({ text, day }) => [
        text(null, 'Company', 'The company.', { of: (line) => line.company }),
        text(null, 'Contact', 'The contact.', { of: (line) => line.contact, path: openPath }),
        text(null, 'Desired Outcome', 'The owner’s objective.', { of: (line) => line.goal }),
        text(null, 'Current Step', 'The owner’s next step.', { of: (line) => line.step }),
        day(null, 'Due', 'When it is due.', { width: 56, of: (line) => line.due }),
        text(null, 'Owner', 'The person pursuing it.', { of: (line) => line.owner }),
        text(null, 'Shared with', 'Colleagues collaborating on it.', { of: (line) => line.shared_with.join(', ') }),
      ],
    ),
  ],
})
