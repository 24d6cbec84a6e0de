import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { formatDay } from '#core/contract/dates.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import type { Range } from '#core/contract/ranges.ts'
import { PDF_FAILED } from '#core/contract/report.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'
import { isFull } from '#tests/scope.ts'
import { type ActivityReport, routes } from './contract.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const on = (day: string, time = '20:00:00') => {
  api.clock.now = new Date(`${day}T${time}Z`)
}
const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (await person.call<TargetTile>(targets.create, { body: aTarget(given) })).body
const step = (person: Client, id: string, description: string, key = randomUUID()) =>
  person.call<TargetTile>(targets.takeStep, { body: { tile_id: id, description, due: '2026-12-01' }, key })
const win = (person: Client, id: string, revenue: number) =>
  person.call(targets.complete, { params: { id }, body: { revenue } })
const figuresOf = async (person: Client, range?: Range) =>
  (await person.call<ActivityReport>(routes.activity, { query: { range } })).body
async function fileOf(person: Client, format: string, range?: Range) {
  const { status, body } = await person.call<FileAnswer>(routes.activityFile, { query: { format, range } })
  expect(status).toBe(200)
  return { ...body, bytes: Buffer.from(body.file, 'base64') }
}

/** Creates one person's month, with names that are difficult in PDFs and spreadsheets. */
async function aMonth() {
  const dana = await api.aPerson(firm, { first_name: 'Zoë', last_name: 'Łukasik' })
  on('2026-11-02')
  const mills = await create(dana, { company: 'Müller & Söhne', contact: 'Ада Иванова' })
  const formula = await create(dana, { company: '=HYPERLINK("http://x.example")', contact: '+1 555' })
  const lost = await create(dana, { company: 'Ardent Mills' })
  const intangible = await create(dana, { company: 'Bluefin Labs', contact: '@cmd' })
  on('2026-11-05')
  await step(dana, mills.id, '-Second step')
  on('2026-12-03')
  await step(dana, mills.id, 'Third step')
  for (const kind of ['call', 'call', 'email'])
    await dana.call(touches.create, { body: { kind, at: '2026-12-03T18:00:00.000Z', target_id: mills.id } })
  // Before the range.
  await dana.call(touches.create, { body: { kind: 'call', at: '2026-11-03T18:00:00.000Z', target_id: mills.id } })
  await win(dana, mills.id, 40_000.5)
  await win(dana, intangible.id, -1)
  await dana.call(targets.lose, { params: { id: lost.id }, body: { lost_reason: 'Pricing' } })
  await step(dana, formula.id, 'Write')
  on('2026-12-04')
  return dana
}

async function withoutFeature(): Promise<string> {
  const bare = await api.aFirm()
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{targets,features,report,on}', '"no"') where id = ${bare}`,
  )
  return bare
}

test('counts on the screen exactly what was done in the range', async () => {
  const dana = await aMonth()
  const report = await figuresOf(dana)
  expect(report).toMatchObject({
    range: 'last_30_days',
    start: '2026-11-05',
    end: '2026-12-04',
    firm: 'Hartwell & Stone LLP',
    zone: 'America/Los_Angeles',
    person: 'Zoë Łukasik',
  })
  // Steps: three of Müller, one of Bluefin by winning, and one of the formula company.
  expect(report.totals).toEqual({
    ...{ targets: 4, steps: 5, late: 4, created: 0, won: 2, revenue: 40_000.5, lost: 1 },
    ...{ calls: 2, meetings: 0, emails: 1, others: 0 },
  })
  const of = (company: string) => report.targets.find((one) => one.company === company)
  expect(of('Müller & Söhne')).toMatchObject({
    won: '2026-12-03',
    revenue: 40_000.5,
    steps: 3,
    calls: 2,
    emails: 1,
    statusterm: 'Won',
  })
  expect(of('Bluefin Labs')).toMatchObject({ won: '2026-12-03', revenue: -1 })
  expect(of('Ardent Mills')).toMatchObject({ lost: '2026-12-03', reason: 'Pricing' })
  expect((await figuresOf(dana, 'last_90_days')).totals).toMatchObject({ created: 4 })
  expect((await figuresOf(dana, 'last_week')).totals).toMatchObject({ targets: 0, steps: 0 })
})

test.runIf(isFull)('contains the same in the PDF as on the screen', async () => {
  const dana = await aMonth()
  const report = await figuresOf(dana)
  const file = await fileOf(dana, 'pdf')
  expect(file).toMatchObject({ error: '', type: 'pdf', name: 'Activity Report 2026-11-05 to 2026-12-04.pdf' })
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const text = pagesOfPdf(file.bytes).join('\n')
  expect(text).toContain('Activity Report of Zoë Łukasik')
  expect(text).toContain('Last 30 Days: Nov 5, 2026 to Dec 4, 2026')
  expect(text).toContain('Hartwell & Stone LLP · all dates in America/Los_Angeles time')
  const { totals } = report
  const figures = [
    totals.targets,
    totals.steps,
    totals.late,
    totals.created,
    totals.won,
    '$40,001',
    totals.lost,
    2,
    0,
    1,
    0,
  ]
  expect(text.replace(/\s+/g, ' ')).toContain(figures.join(' '))
  for (const { company, contact, won } of report.targets)
    for (const word of [company.slice(0, 6), contact.slice(0, 4), won ? formatDay(won) : ''])
      expect(text).toContain(word)
  for (const { description } of report.steps) expect(text).toContain(description.split(' ')[0])
})

test.runIf(isFull)('contains the same in the sheet, as numeric days and amounts without formulas', async () => {
  const dana = await aMonth()
  const report = await figuresOf(dana)
  const file = await fileOf(dana, 'xlsx')
  expect(file).toMatchObject({ error: '', type: 'csv', name: 'Activity Report 2026-11-05 to 2026-12-04.xlsx' })
  const sheets = sheetsOf(file.bytes)
  const { totals } = report
  const sums = Object.fromEntries(sheets.Summary!.map(([label, cell]) => [label!.value, cell!]))
  expect(
    [
      sums['Targets worked on'],
      sums['Steps completed'],
      sums['Steps completed late'],
      sums['Targets created'],
      sums['Targets won'],
      sums['Revenue won'],
      sums['Targets lost'],
    ].map((cell) => [cell?.type, cell?.value]),
  ).toEqual(
    [totals.targets, totals.steps, totals.late, totals.created, totals.won, totals.revenue, totals.lost].map((sum) => [
      'n',
      sum,
    ]),
  )
  expect([sums.Firm?.value, sums['Time zone']?.value]).toEqual([report.firm, report.zone])
  const lines = sheets.Targets!.slice(1).map((row) => row.map(({ value }) => value))
  expect(lines.at(-1)).toEqual([
    'Total',
    null,
    null,
    totals.steps,
    2,
    0,
    1,
    0,
    null,
    null,
    totals.revenue,
    null,
    null,
    null,
  ])
  const rows = lines.slice(0, -1)
  expect(rows).toEqual(
    report.targets.map((one) => [
      one.company,
      one.contact,
      one.statusterm,
      ...[one.steps, one.calls, one.meetings, one.emails, one.others],
      one.created,
      one.won,
      one.revenue === -1 ? 'Intangible' : one.revenue,
      one.lost,
      one.reason || null,
      one.last,
    ]),
  )
  const steps = sheets['Steps completed']!.slice(1).map((row) => row.map(({ value }) => value))
  expect(steps).toEqual(
    report.steps.map((one) => [
      one.day,
      one.company,
      one.contact,
      one.description,
      one.due,
      one.late ? 'Late' : 'On time',
    ]),
  )
  const cells = Object.values(sheets).flat(2)
  expect(cells.filter(({ type }) => type === 'f')).toEqual([])
  expect(cells.filter(({ value }) => String(value).startsWith('=HYPERLINK')).map(({ type }) => type)).toContain('s')
  const won = sheets.Targets!.flat().filter(({ value }) => value === '2026-12-03')
  expect(new Set(won.map(({ type, format }) => `${type} ${format}`))).toEqual(new Set(['d mmm d, yyyy']))
})

test('exports potential formulas as text in the CSV', async () => {
  const dana = await aMonth()
  const text = (await fileOf(dana, 'csv')).bytes.toString('utf8')
  expect(text).toContain(`"'=HYPERLINK(""http://x.example"")",'+1 555,`)
  expect(text).toContain(`Bluefin Labs,'@cmd,`)
  expect(text).not.toMatch(/(^|,)[=+@-]/m)
})

test.runIf(isFull)('produces a report for an empty range in each format', async () => {
  const dana = await api.aPerson(firm)
  on('2026-12-04')
  expect((await figuresOf(dana, 'last_month')).totals).toEqual({
    targets: 0,
    steps: 0,
    late: 0,
    created: 0,
    won: 0,
    revenue: 0,
    lost: 0,
    ...{ calls: 0, meetings: 0, emails: 0, others: 0 },
  })
  const pages = pagesOfPdf((await fileOf(dana, 'pdf', 'last_month')).bytes)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('No Targets were worked on in this period.')
  expect(sheetsOf((await fileOf(dana, 'xlsx', 'last_month')).bytes).Targets).toHaveLength(1)
})

test.runIf(isFull)('lists all of a thousand steps in PDF and sheet, with headings and page numbers', async () => {
  const dana = await api.aPerson(firm)
  on('2026-12-04')
  const target = await create(dana)
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`
    insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
    select ${firm}::uuid, gen_random_uuid(), ${target.id}::uuid, ${dana.actor.id}::uuid, ${dana.actor.id}::uuid, 'stepDone', '2026-12-01T20:00:00Z'::timestamptz + n * interval '1 second',
      jsonb_build_object('description', 'Step ' || n || '.', 'due', '2026-12-01', 'value', 'M', 'user_id', ${dana.actor.id}::text), gen_random_uuid(), 'active', '{}'
    from generate_series(1, 1000) n returning 1`,
  )
  expect((await figuresOf(dana)).totals.steps).toBe(1000)
  const pages = pagesOfPdf((await fileOf(dana, 'pdf')).bytes)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  const listing = pages.slice(1).filter((page) => /Step \d+\./.test(page))
  expect(listing.length).toBeGreaterThan(10)
  for (const page of listing) expect(page).toMatch(/Done +Company +Contact +Step +Due +On time/)
  const inPdf = pages.join('').match(/Step \d+\./g)!
  const inSheet = sheetsOf((await fileOf(dana, 'xlsx')).bytes)
    ['Steps completed']!.slice(1)
    .map((row) => row[3]!.value)
  expect(inSheet).toEqual(Array.from({ length: 1000 }, (_, n) => `Step ${n + 1}.`))
  expect(inPdf).toEqual(inSheet)
})

test('starts and ends days in the firm’s time zone, to the minute', async () => {
  const tokyo = await api.aFirm({ time_zone: 'Asia/Tokyo' })
  const ken = await api.aPerson(tokyo)
  on('2026-11-29', '14:59:30')
  await create(ken, { company: 'On Sunday' })
  on('2026-11-29', '15:00:30')
  await create(ken, { company: 'On Monday' })
  on('2026-12-08')
  const names = async (range: Range) => (await figuresOf(ken, range)).targets.map(({ company }) => company)
  expect(await names('last_week')).toEqual(['On Monday'])
  expect(await names('last_month')).toEqual(['On Monday', 'On Sunday'])
})

test('excludes undone and reopened wins and keeps counts of a destroyed target without its name', async () => {
  const dana = await api.aPerson(firm)
  on('2026-12-04')
  const [undone, again, gone] = [
    await create(dana, { company: 'Undone' }),
    await create(dana, { company: 'Again' }),
    await create(dana, { company: 'Goner' }),
  ]
  const key = randomUUID()
  await step(dana, undone.id, 'Oops', key)
  await dana.call(targets.undo, { params: { id: undone.id }, body: { key } })
  await win(dana, again.id, 10)
  await dana.call(targets.work, { params: { id: again.id } })
  await win(dana, again.id, 30)
  await step(dana, gone.id, 'Secret words')
  await dana.call(targets.trash, { params: { id: gone.id } })
  await dana.call(targets.destroy, { params: { id: gone.id } })
  const { totals, ...report } = await figuresOf(dana)
  expect(totals).toMatchObject({ targets: 3, created: 3, won: 1, revenue: 30 })
  expect(JSON.stringify(report)).not.toMatch(/Goner|Secret|Oops/)
  expect(report.targets.find(({ id }) => id === gone.id)).toMatchObject({ company: '', statusterm: 'Gone', steps: 1 })
})

test('excludes other people’s work', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  await create(dana, { company: 'Of Dana' })
  expect((await figuresOf(lee)).targets).toEqual([])
})

test('rejects an unknown range or format, and is unavailable without the feature', async () => {
  const dana = await api.aPerson(firm)
  expect((await dana.call(routes.activity, { query: { range: 'last_year' } })).status).toBe(400)
  expect((await dana.call(routes.activityFile, { query: { format: 'exe' } })).status).toBe(400)
  const other = await api.aPerson(await withoutFeature())
  expect((await other.call(routes.activity)).status).toBe(403)
  expect((await other.call(routes.activityFile, { query: { format: 'pdf' } })).status).toBe(403)
})

test('reports a failed PDF in the form that downloads use', async () => {
  const dana = await api.aPerson(firm)
  const { Worker } = await import('node:worker_threads')
  const failing = vi.spyOn(Worker.prototype, 'once').mockImplementation(() => {
    throw new Error('No thread today.')
  })
  const answer = await dana.call<FileAnswer>(routes.activityFile, { query: { format: 'pdf' } })
  failing.mockRestore()
  expect([answer.status, answer.body]).toEqual([200, { error: PDF_FAILED, type: 'pdf', file: '', name: '' }])
  expect((await fileOf(dana, 'pdf')).error).toBe('')
})

test.runIf(isFull)('marks characters without a font in the PDF and names the font package in the footer', async () => {
  const dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Whitfield' })
  on('2026-11-02')
  // No font that a server is likely to have contains a private-use character.
  await create(dana, { company: '\u{f8abc} Mills', contact: 'Ада' })
  on('2026-11-04')
  const pages = pagesOfPdf((await fileOf(dana, 'pdf')).bytes)
  for (const page of pages) expect(page).toContain('■ stands for letters that no font of this server has')
  expect(pages[0]).toMatch(/■ Mills\s+Ада/)
  const sheets = Object.values(sheetsOf((await fileOf(dana, 'xlsx')).bytes))
  expect(JSON.stringify(sheets)).toContain('\u{f8abc} Mills')
  const plain = await api.aPerson(firm)
  await create(plain, { company: 'Müller & Söhne' })
  expect(pagesOfPdf((await fileOf(plain, 'pdf')).bytes)[0]).not.toContain('■')
})
