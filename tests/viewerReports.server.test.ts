// Checks every Viewer report: nothing private or foreign, nothing for people without access, and the same for
// concurrent requests.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import type { AnyViewerReport, ScopeKey } from '#core/contract/viewerReport.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'

const reports: AnyViewerReport[] = composeFeatures(features).viewerReports.map(({ report }) => report)
const days = { start: '2026-10-01', end: '2026-10-31' }
/** Word that only appears in hidden data. */
const SECRET = 'Zebrawood'
let api: Api
let firm: ManagedFirm
let other: ManagedFirm
/** Was in Tax, won something, and left. */
let kim: Client

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  other = await aManagedFirm(api, 'yes')
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update users set settings = settings || '{"key-org_report": 1}' where id in (${firm.morgan.actor.id}, ${other.morgan.actor.id})`,
  )
  api.clock.now = new Date('2026-10-05T20:00:00Z')
  const create = async (person: Client, given: Parameters<typeof aTarget>[0]) =>
    (await person.call<{ id: string }>(routes.create, { body: aTarget(given) })).body.id
  const secret = { company: `${SECRET} Mills`, contact: `${SECRET} Jones`, goal: SECRET, projected_revenue: 7_654_321 }
  await create(firm.dana, { company: 'Open Works', projected_revenue: 40_000 })
  await create(firm.lee, { company: `${SECRET} Mills`, contact: 'Ada Lane', private: true, type: 'client' })
  for (const person of [firm.dana, firm.lee]) {
    const id = await create(person, { ...secret, private: true, type: 'client' })
    await person.call(routes.takeStep, { body: { tile_id: id, description: SECRET, due: '2026-10-06' } })
    const won = await create(person, { ...secret, private: true })
    await person.call(routes.complete, { params: { id: won }, body: { revenue: 7_654_321 } })
  }
  kim = await api.aPerson(firm.org, { first_name: 'Kim', last_name: 'Ostrow' })
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm.org}, ${firm.tax}, ${kim.actor.id})`,
  )
  const won = await create(kim, { company: 'Left Behind', projected_revenue: 1000 })
  await kim.call(routes.complete, { params: { id: won }, body: { revenue: 2000 } })
  await create(kim, { company: 'Left Open', type: 'client' })
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set deactivated_at = '2026-10-05T20:00:00Z' where id = ${kim.actor.id}`,
  )
  await create(other.dana, secret)
  await withoutRls(api.database, (tx) => tx.sql`update users set last_name = ${SECRET} where org_id = ${other.org}`)
  await api.caughtUp()
  api.clock.now = new Date('2026-11-10T20:00:00Z')
}, 60_000)
afterAll(() => api.close())

const queryOf = ({ isDated, exampleWhich }: AnyViewerReport) => ({
  ...(isDated && days),
  ...(exampleWhich && { which: exampleWhich }),
})
const read = (by: Client, report: AnyViewerReport, key: ScopeKey, id: string, more: object = {}) =>
  by.call<{ rows: unknown[]; message?: string }>(report.routes.read, {
    params: { key, id },
    query: { ...queryOf(report), ...more },
  })
const load = (by: Client, report: AnyViewerReport, entity: ScopeKey, id: string, format: string, more: object = {}) =>
  by.call<{ error: string; file: string }>(report.routes.file, {
    query: { ...queryOf(report), id, entity, format, ...more },
  })
const idOf = ({ org, tax, dana }: ManagedFirm, key: ScopeKey) => ({ org, group: tax, user: dana.actor.id })[key]

function wordsOf(format: string, file: string): string {
  const bytes = Buffer.from(file, 'base64')
  if (format === 'pdf') return pagesOfPdf(bytes).join('\n')
  return format === 'csv' ? JSON.stringify(sheetsOf(bytes)) : bytes.toString('utf8')
}

describe.each(reports.map((report) => [report.name, report] as const))('%s', (_, report) => {
  test('shows nothing private or of another firm', async () => {
    for (const key of report.keys) {
      const { status, body } = await read(firm.morgan, report, key, idOf(firm, key))
      expect([key, status]).toEqual([key, 200])
      expect(JSON.stringify(body)).not.toContain(SECRET)
      expect(JSON.stringify(body)).not.toContain('7654321')
      for (const format of ['csv', 'pdf', 'text']) {
        const { body: file } = await load(firm.morgan, report, key, idOf(firm, key), format)
        expect([format, file.error]).toEqual([format, ''])
        expect(wordsOf(format, file.file)).not.toMatch(new RegExp(`${SECRET}|7,?654,?321`))
      }
    }
  }, 60_000)

  test('is not found for foreign, archived, or unknown subjects, and denied to former members and non-managers', async () => {
    const wrong: [ScopeKey, string][] = [
      ['org', other.org],
      ['group', other.tax],
      ['group', firm.archived],
      ['group', randomUUID()],
      ['user', other.dana.actor.id],
      ['user', randomUUID()],
    ]
    if (report.keys.includes('user')) {
      expect((await read(firm.morgan, report, 'user', kim.actor.id)).status).toBe(403)
      expect((await load(firm.morgan, report, 'user', kim.actor.id, 'csv')).status).toBe(403)
    }
    for (const [key, id] of wrong) {
      const expected = report.keys.includes(key) ? 404 : 400
      expect([key, (await read(firm.morgan, report, key, id)).status]).toEqual([key, expected])
      expect([key, (await load(firm.morgan, report, key, id, 'pdf')).status]).toEqual([key, expected])
    }
    for (const key of report.keys) {
      const { status, body } = await read(firm.robin, report, key, idOf(firm, key))
      expect([key, (await load(firm.robin, report, key, idOf(firm, key), 'csv')).status]).toEqual([key, status])
      expect([key, report.isOfFirm ? [200, 403] : [403]]).toEqual([key, expect.arrayContaining([status])])
      if (status === 403) expect(body.message).toMatch(/^[A-Z].*\.$/)
    }
  })

  test.runIf(report.isDated)('rejects days outside every report with a message', async () => {
    const [key] = report.keys
    for (const more of [
      { start: '2017-12-31', end: '2026-10-31' },
      { start: '2026-10-01', end: '2026-11-10' },
      { start: '2026-10-31', end: '2026-10-01' },
    ]) {
      const { status, body } = await read(firm.morgan, report, key!, idOf(firm, key!), more)
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^[A-Z].*\.$/)])
      for (const format of ['csv', 'pdf', 'text'])
        expect((await load(firm.morgan, report, key!, idOf(firm, key!), format, more)).status).toBe(400)
    }
  })

  test.runIf(report.keys.includes('group'))('opens nothing for a person who left', async () => {
    const { status, body } = await read(firm.morgan, report, 'group', firm.tax)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(`people/${kim.actor.id}`)
    expect(JSON.stringify(body)).not.toContain(`user-worksheets/${kim.actor.id}`)
  })

  test('returns the same for 50 simultaneous requests', async () => {
    const [key] = report.keys
    const asks = Array.from({ length: 50 }, () => read(firm.morgan, report, key!, idOf(firm, key!)))
    const answers = (await Promise.all(asks)).map(({ status, body }) => JSON.stringify([status, body]))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^\[200,/)
  })

  test.runIf(report.keys.includes('group'))(
    'is an empty report and a complete file for a group without people',
    async () => {
      const empty = randomUUID()
      await withoutRls(
        api.database,
        (tx) =>
          tx.sql`insert into groups (org_id, id, name, status) values (${firm.org}, ${empty}, ${`Empty ${report.name}`}, 'active')`,
      )
      const { status, body } = await read(firm.morgan, report, 'group', empty)
      expect([status, body.rows]).toEqual([200, []])
      const { body: file } = await load(firm.morgan, report, 'group', empty, 'pdf')
      expect(wordsOf('pdf', file.file)).toContain('There is currently no data for this report.')
    },
  )
})

test('keeps the results of people who left in the figures and marks their names', async () => {
  const said = async (name: string) => {
    const report = reports.find((one) => one.name === name)!
    return JSON.stringify((await read(firm.morgan, report, 'group', firm.tax)).body)
  }
  expect(await said('people')).toContain('Kim Ostrow (left)')
  expect(await said('overview')).toContain('Kim Ostrow (left)')
  for (const name of ['targets', 'clients', 'made-of']) expect(await said(name)).toContain('Kim Ostrow (left)')
  expect(await said('targets')).toContain('Left Open')
  for (const name of ['highlights', 'progress', 'worksheets']) expect(await said(name)).not.toContain('Ostrow')
})

test.each(['overview', 'targets'])(
  'creates 50 complete files for 50 simultaneous requests of %s',
  async (name) => {
    const report = reports.find((one) => one.name === name)!
    const asks = Array.from({ length: 50 }, (_, at) =>
      load(firm.morgan, report, 'org', firm.org, at % 2 ? 'pdf' : 'csv'),
    )
    const answers = await Promise.all(asks)
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error}`))).toEqual(new Set(['200 ']))
    for (const [at, format] of ['csv', 'pdf'].entries())
      expect(wordsOf(format, answers[at]!.body.file)).toContain(name === 'overview' ? 'Litigation' : 'Open Works')
    const files = answers.map(({ body }) => Buffer.from(body.file, 'base64'))
    for (const [at, file] of files.entries()) {
      expect(file.subarray(0, 2).toString()).toBe(at % 2 ? '%P' : 'PK')
      expect(Math.abs(file.length - files[at % 2]!.length)).toBeLessThan(100)
    }
  },
  120_000,
)
