// Checks that no forecast, row, file, dashboard, email, or API token tells anything of Targets that are private to others:
// each answer is the same before and after they exist.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, DEFAULT_ZONE, dayIn, mondayOf, quarterOf } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { forecastReport } from '#features/pipeline/forecast/contract.ts'
import type { ThisAndNextQuarter } from '#features/pipeline/forecast/figuresContract.ts'
import { ownForecastRoute } from '#features/pipeline/forecast/ownContract.ts'
import { forecastRowsReport } from '#features/pipeline/forecast/rowsContract.ts'
import { figures, quarterParts, terms, type Which, writeWhich } from '#features/pipeline/forecast/rowsPaths.ts'
import { keepDay } from '#features/pipeline/forecast/server/snapshots.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { FIGURES_PATH, routes as kpi, type TokenAnswer } from '#features/viewer/kpi/contract.ts'
import { openReportHouse, type ReportHouse } from '#features/viewer/schedules/testing/reportHouse.ts'
import type { Client } from '#tests/api.ts'
import { aProgram, type CallingProgram } from '#tests/calling.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'

/** Words that only private Targets have. */
const SECRET = 'Zebrawood'
let house: ReportHouse
let program: CallingProgram
let admin: Client
const today = dayIn(DEFAULT_ZONE, new Date())
const month = (from: number) => addMonths(today.slice(0, 7), from)
const [thisQuarter, nextQuarter] = [quarterOf(month(0)), quarterOf(month(3))]
const begins = `${quarterOf(month(-3))}-01`
const monday = mondayOf(today)

const keep = (day: string) => withOrg(house.api.database, house.firm.org, (tx) => keepDay(tx, day))
const add = async (by: Client, given: Parameters<typeof aTarget>[0]) =>
  (
    await by.call<TargetTile>(targets.create, {
      body: aTarget({ stage: offeredStages.inOrder[3]!.id, projected_revenue: 40_000, ...given }),
    })
  ).body.id
const win = (by: Client, id: string, revenue: number) =>
  by.call(targets.complete, { params: { id }, body: { revenue } })

beforeAll(async () => {
  house = await openReportHouse({ access: 'yes' })
  const { dana, lee, morgan, org } = house.firm
  admin = await house.api.aPerson(org, { role: 'admin' })
  program = await aProgram(house.api, admin)
  for (const [at, by] of [dana, lee, morgan, dana, lee].entries())
    await add(by, { company: `Open Works ${at}`, expected_close: month(at) })
  await add(dana, { company: 'No date' })
  const won = await add(dana, { company: 'Won Works', expected_close: month(0) })
  for (const day of [...new Set([begins, `${month(-12)}-01`, `${thisQuarter}-01`, `${month(0)}-01`, monday])].sort())
    await keep(day)
  await win(dana, won, 30_000)
}, 60_000)
afterAll(() => house.close())

/** Each with facts of all kept days, as if they had been there when those were kept. */
async function addPrivate(): Promise<void> {
  const { dana, lee, morgan, org } = house.firm
  const secret = { company: `${SECRET} Mills`, contact: `${SECRET} Jones`, goal: SECRET, private: true }
  const made: { id: string; owner: Client; wasPrivate: boolean }[] = []
  for (const owner of [lee, morgan])
    for (const given of [{ expected_close: month(0) }, { expected_close: month(3) }, {}, { stage: null }])
      made.push({
        id: await add(owner, { ...secret, ...given, projected_revenue: 7_654_321 }),
        owner,
        wasPrivate: true,
      })
  for (const owner of [lee, morgan]) {
    const won = await add(owner, { ...secret, expected_close: month(0), projected_revenue: 7_654_321 })
    await win(owner, won, 7_654_321)
    const lost = await add(owner, { ...secret, expected_close: month(0), projected_revenue: 7_654_321 })
    await owner.call(targets.lose, { params: { id: lost }, body: { lost_reason: 'Timing' } })
    made.push({ id: won, owner, wasPrivate: true }, { id: lost, owner, wasPrivate: true })
  }
  // One was open to everyone when the days were kept, and one belonged to Dana and later to Lee, who made it private.
  const closed = await add(lee, { ...secret, expected_close: month(0), projected_revenue: 7_654_321 })
  const handed = await add(lee, { ...secret, expected_close: month(0), projected_revenue: 7_654_321 })
  made.push({ id: closed, owner: lee, wasPrivate: false }, { id: handed, owner: dana, wasPrivate: false })
  made.push({ id: await add(lee, { ...secret, expected_close: month(1) }), owner: morgan, wasPrivate: false })
  for (const { id, owner, wasPrivate } of made)
    await house.system(
      (tx) => tx.sql`
        insert into forecast_facts (org_id, target_id, since, owner_id, is_private, amount, chance, expected_close)
        select ${org}, ${id}, ${begins}::date - 400, ${owner.actor.id}, ${wasPrivate}, 7654321, 60, month
        from (values (${month(0)})) as closes (month) returning 1`,
    )
}

const whichs: Which[] = [
  ...['earlier', month(-12), month(-1), month(0), month(1), month(3), 'later', 'no_date', 'no_chance'].flatMap((row) =>
    figures.flatMap((figure): Which[] =>
      figure === 'won' && /^[a-z]/.test(row) ? [] : [{ kind: 'figure', row, figure }],
    ),
  ),
  ...[month(-12), month(0)].map((one): Which => ({ kind: 'expected', month: one })),
  ...[thisQuarter, nextQuarter, quarterOf(month(-3))].flatMap((quarter) =>
    quarterParts.flatMap((part): Which[] =>
      part === 'expected' && quarter === nextQuarter ? [] : [{ kind: 'quarter', quarter, part }],
    ),
  ),
  ...(['this', 'next'] as const).flatMap((of) => terms.map((term): Which => ({ kind: 'change', of, term }))),
]
const scopesOf = (): [ScopeKey, string][] => [
  ['org', house.firm.org],
  ['group', house.firm.tax],
  ['user', house.firm.lee.actor.id],
]

/** Returns the response without the time of the count. */
const said = (status: number, body: unknown) =>
  `${status} ${JSON.stringify(body, (name, value) => (name === 'made' || name === 'as_of' ? undefined : value))}`

/** Returns the response to each probe, by its name. */
async function probe(): Promise<Map<string, string>> {
  const { dana, robin, morgan, org, tax } = house.firm
  const found = new Map<string, string>()
  const reads = async (name: string, by: Pick<CallingProgram, 'call'>, scopes: [ScopeKey, string][]) => {
    for (const [key, id] of scopes) {
      const { status, body } = await by.call(forecastReport.routes.read, { params: { key, id } })
      found.set(`${name} ${key}`, said(status, body))
      for (const which of whichs.map(writeWhich)) {
        const rows = await by.call(forecastRowsReport.routes.read, { params: { key, id }, query: { which } })
        found.set(`${name} ${key} ${which}`, said(rows.status, rows.body))
      }
    }
  }
  await reads('manager', morgan, scopesOf())
  await reads('API token', program, scopesOf())
  await reads('colleague', dana, [scopesOf()[2]!])
  await reads('admin', admin, [scopesOf()[2]!])
  await reads('stranger', robin, [scopesOf()[0]!])
  for (const person of [dana, robin, admin]) {
    const { status, body } = await person.call(ownForecastRoute)
    found.set(`summary of ${person.actor.id}`, said(status, body))
  }
  const { token } = (await morgan.call<TokenAnswer>(kpi.token)).body
  if ('error' in token) throw new Error(token.error)
  for (const [key, id] of [['org', org] as const, ['group', tax] as const]) {
    const query = new URLSearchParams({ key, id })
    const answer = await house.api.http.inject({
      url: `${FIGURES_PATH}/forecast?${query}`,
      headers: { authorization: `Bearer ${token.access_token}` },
    })
    found.set(`dashboard ${key}`, said(answer.statusCode, answer.json()))
  }
  return found
}

/** The text of the files that the forecast and some rows become for Morgan, and of the email with them. */
async function textOfFiles(): Promise<string[]> {
  const { morgan, org, tax } = house.firm
  const texts: string[] = []
  for (const [entity, id] of [['org', org] as const, ['group', tax] as const])
    for (const [report, which] of [
      [forecastReport, undefined],
      [forecastRowsReport, `${month(0)}.open`],
      [forecastRowsReport, 'change.this.opening'],
    ] as const)
      for (const format of ['csv', 'text', 'pdf']) {
        const query = { entity, id, format, ...(which && { which }) }
        const { body } = await morgan.call<{ error: string; file: string }>(report.routes.file, { query })
        expect(body.error).toBe('')
        const file = Buffer.from(body.file, 'base64')
        texts.push(
          format === 'pdf'
            ? pagesOfPdf(file).join('\n')
            : format === 'csv'
              ? JSON.stringify(sheetsOf(file))
              : file.toString(),
        )
      }
  const made = await house.add({ code: 'forecast', key: 'org', id: org, days: null, format: 'both' })
  await house.run(made.id)
  expect(await house.settled(made.id)).toMatchObject({ sent: 1 })
  const { html, text, attachments } = house.mailsTo(morgan).at(-1)!.mail
  const fileOf = (ending: string) => attachments.find(({ filename }) => filename?.endsWith(ending))!.content
  texts.push(
    String(html),
    String(text),
    JSON.stringify(sheetsOf(fileOf('.xlsx'))),
    pagesOfPdf(fileOf('.pdf')).join('\n'),
  )
  return texts
}

test('tells nothing of Targets that are private to others, in more than 200 answers', async () => {
  const { lee, morgan } = house.firm
  const own = async (person: Client) => (await person.call<ThisAndNextQuarter>(ownForecastRoute)).body
  const [before, ownBefore] = [await probe(), [await own(lee), await own(morgan)]]
  await addPrivate()
  const after = await probe()
  expect(after.size).toBeGreaterThan(200)
  expect([...after].filter(([name, answer]) => before.get(name) !== answer)).toEqual([])
  expect([...after.values()].filter((answer) => /Zebrawood|7654321/.test(answer))).toEqual([])
  expect(
    [...after].filter(([name, answer]) => /^(colleague|admin|stranger)/.test(name) && !answer.startsWith('403')),
  ).toEqual([])
  expect([...after].filter(([name, answer]) => /^(manager|API)/.test(name) && !answer.startsWith('200'))).toEqual([])
  for (const text of await textOfFiles()) {
    expect(text).toMatch(/Forecast|Company|Month|forecast/)
    expect(text).not.toMatch(/Zebrawood|7,?654,?321/)
  }
  // They count for their owners, and for them alone.
  for (const [at, person] of [lee, morgan].entries()) {
    const { this_quarter, next_quarter } = await own(person)
    expect(this_quarter.won - ownBefore[at]!.this_quarter.won).toBe(7_654_321)
    expect(this_quarter.open - ownBefore[at]!.this_quarter.open).toBeGreaterThanOrEqual(7_654_321)
    expect(next_quarter.open - ownBefore[at]!.next_quarter.open).toBeGreaterThanOrEqual(7_654_321)
  }
}, 240_000)

test('counts a Target that was one’s own and is another’s private one now in no past figure', async () => {
  const { morgan } = house.firm
  const { body } = await morgan.call<{ rows: { company: string }[]; count: number }>(forecastRowsReport.routes.read, {
    params: { key: 'user', id: morgan.actor.id },
    query: { which: `quarter.${thisQuarter}.expected` },
  })
  const lees = await house.system(
    (tx) => tx.sql<{ id: string }>`select id from targets where owner_id = ${house.firm.lee.actor.id} and is_private`,
  )
  expect(body.count).toBeGreaterThan(1)
  const ids = new Set(lees.rows.map(({ id }) => id))
  expect(
    (body.rows as { company: string; target_id?: string }[]).filter(({ target_id }) => ids.has(target_id!)),
  ).toEqual([])
})
