// Needs only a definition and a query.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineReport, ReportFacts, reportTable } from '#core/contract/report.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'
import { signedIn } from '../routes.ts'
import { csvOf } from './csv.ts'
import { layoutOf } from './layout.ts'
import { pdfOf } from './pdf.ts'
import { factsOf, reportAddresses, serveReport } from './serveReport.ts'
import { workbookOf } from './sheet.ts'

const Ideas = ReportFacts.extend({ ideas: z.array(z.object({ text: z.string(), worth: z.number().nullable() })) })
type Ideas = z.infer<typeof Ideas>
const report = defineReport<Ideas>({
  name: 'ideas',
  title: 'Ideas Report',
  sentence: 'What you thought of.',
  flag: { name: 'ideas.report' },
  facts: Ideas,
  totals: [{ label: 'Ideas', sentence: 'How many.', kind: 'count', of: ({ ideas }) => ideas.length }],
  tables: [
    reportTable(
      { title: 'Ideas', empty: 'No ideas.' },
      (facts: Ideas) => facts.ideas,
      ({ text, dollars }) => [
        text(null, 'Idea', 'What it is.', { of: ({ text }) => text }),
        dollars(null, 'Worth', 'Revenue from this Target.', { of: ({ worth }) => worth }),
      ],
    ),
  ],
})
const count = async () => ({
  ideas: [
    { text: '=Fly', worth: 40_000 },
    { text: 'Swim', worth: -1 },
  ],
})
const session = {
  actor: { id: '1', first_name: 'Dana', last_name: 'Reyes', role: 'member' },
  org: { name: 'Toys', zone: 'America/Los_Angeles', subscriptions: { ideas: { features: { report: { on: 'yes' } } } } },
} as unknown as Parameters<typeof factsOf>[1]
const facts = () => factsOf<Ideas>({} as never, session, count, 'last_7_days', '2026-11-22T18:00:00.000Z')

test('includes the firm, the person, and the dates in its figures', async () => {
  const told = await facts()
  expect(Ideas.parse(told)).toEqual(told)
  expect(told).toMatchObject({ firm: 'Toys', person: 'Dana Reyes', start: '2026-11-16', end: '2026-11-22' })
})

test('exports as PDF, Excel, and CSV', async () => {
  const layout = layoutOf(report, await facts())
  const [page] = await pagesOfPdf(await pdfOf(layout))
  expect(JSON.stringify(page)).toContain('Ideas Report of Dana Reyes')
  const sheets = sheetsOf(await workbookOf(layout))
  expect(JSON.stringify(sheets)).toContain('Ideas Report of Dana Reyes')
  // Dollars without cents, as on the screen. Source: the second specification, section 9.
  expect(sheets.Ideas![1]![1]).toMatchObject({ value: 40_000, format: '$#,##0' })
  expect(csvOf(layout).toString()).toBe("\ufeffIdea,Worth\r\n'=Fly,40000.00\r\nSwim,Intangible\r\n")
})

test('preserves texts in Excel that are keys of every object', async () => {
  const words = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'Swim', '__proto__']
  const told = await factsOf<Ideas>(
    {} as never,
    session,
    async () => ({ ideas: words.map((text) => ({ text, worth: 1 })) }),
    'last_7_days',
    '2026-11-22T18:00:00.000Z',
  )
  const rows = sheetsOf(await workbookOf(layoutOf(report, told))).Ideas!
  expect(rows.slice(1, 7).map(([cell]) => cell?.value)).toEqual(words)
})

test('has routes under reports, open to permitted people whose firm has its flag', () => {
  const served = serveReport(report, signedIn, count).routes
  expect(served.map(({ route }) => `${route.name} ${route.path}`)).toEqual([
    'reports.ideas reports/ideas',
    'reports.ideasFile reports/ideas/file',
  ])
  expect(served.map(({ policy }) => policy.allows(session))).toEqual([true, true])
  const without = { ...session, org: { ...session.org, subscriptions: {} } } as typeof session
  expect(served.map(({ policy }) => policy.allows(without))).toEqual([false, false])
  expect(reportAddresses(report).pdf).toBe('/api/reports/ideas/file?format=pdf')
})
