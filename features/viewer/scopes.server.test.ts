import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/contract/dates.ts'
import { opensViewer } from '#core/contract/opensViewer.ts'
import { ORG_REPORT } from '#core/contract/orgReport.ts'
import { daysOfPreset } from '#core/contract/ranges.ts'
import type { Me } from '#core/contract/session.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as account } from '#features/account/contract.ts'
import { overlapsReport } from '#features/targets/reports/overlapsContract.ts'
import { overviewReport } from '#features/targets/reports/overviewContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { type ReportGroups, routes, type Viewer } from './contract.ts'

let api: Api
let one: ManagedFirm
let whole: ManagedFirm
let other: ManagedFirm
beforeAll(async () => {
  api = await openApi()
  ;[one, whole, other] = await Promise.all([aManagedFirm(api), aManagedFirm(api, 'yes'), aManagedFirm(api, 'yes')])
})
afterAll(() => api.close())

const { read, file } = overviewReport.routes
const ask = (by: Client, key: string, id: string, query: Record<string, string> = {}) =>
  by.call<{
    message: string
    errors?: Record<string, string>
    scope: { name: string }
    rows: { name: string }[]
    start: string
  }>(read, { params: { key, id }, query })
const status = async (by: Client, key: string, id: string) => (await ask(by, key, id)).status

test('shows a manager their groups and the people in them, and with org access the whole firm', async () => {
  const { morgan, tax, litigation, org, dana, robin } = one
  expect(await status(morgan, 'group', tax)).toBe(200)
  expect(await status(morgan, 'user', dana.actor.id)).toBe(200)
  expect(await status(morgan, 'group', litigation)).toBe(403)
  expect(await status(morgan, 'org', org)).toBe(403)
  expect(await status(morgan, 'user', robin.actor.id)).toBe(403)
  expect(await status(whole.morgan, 'group', whole.litigation)).toBe(200)
  expect(await status(whole.morgan, 'user', whole.robin.actor.id)).toBe(200)
  const { body } = await ask(whole.morgan, 'org', whole.org)
  expect([body.scope.name, body.rows.map(({ name }) => name)]).toEqual(['Hartwell & Stone LLP', ['Litigation', 'Tax']])
})

test('shows people who manage no one nothing, including about themselves, and managers themselves', async () => {
  const { dana, robin, tax, org, morgan } = one
  expect(await status(dana, 'user', dana.actor.id)).toBe(403)
  expect(await status(dana, 'group', tax)).toBe(403)
  expect(await status(robin, 'org', org)).toBe(403)
  expect(await status(morgan, 'user', morgan.actor.id)).toBe(200)
  expect((await robin.call<Viewer>(routes.viewer)).body.graphs).toEqual([])
  expect((await robin.call<Viewer>(routes.viewer)).body.reports.map(({ code }) => code)).not.toContain('overview')
})

test("rejects another firm's, archived, and missing audiences with 404, as well as people who left", async () => {
  const { morgan, org } = whole
  for (const [key, id] of [
    ['org', other.org],
    ['group', other.tax],
    ['user', other.dana.actor.id],
    ['group', whole.archived],
    ['group', randomUUID()],
    ['user', randomUUID()],
  ] as const)
    expect([key, await status(morgan, key, id)]).toEqual([key, 404])
  const gone = await api.aPerson(org, { first_name: 'Gone' })
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`)
  expect(await status(morgan, 'user', gone.actor.id)).toBe(403)
  expect((await ask(morgan, 'firm', org)).status).toBe(404)
  expect((await ask(morgan, 'group', 'none')).status).toBe(404)
})

test("ends a manager's access with an archived group, and shows an empty report for an empty group", async () => {
  const firm = await aManagedFirm(api)
  await withoutRls(api.database, (tx) => tx.sql`delete from group_members where group_id = ${firm.tax}`)
  const { body } = await ask(firm.morgan, 'group', firm.tax)
  expect(body.rows).toEqual([])
  await withoutRls(api.database, (tx) => tx.sql`update groups set status = 'archived' where id = ${firm.tax}`)
  expect(await status(firm.morgan, 'group', firm.tax)).toBe(404)
  expect(await status(firm.morgan, 'user', firm.morgan.actor.id)).toBe(403)
})

test('defaults to the 30 days up to yesterday, and rejects reversed dates, today, and before 2018', async () => {
  const { morgan, tax } = one
  const today = dayIn('America/Los_Angeles', new Date())
  expect((await ask(morgan, 'group', tax)).body.start).toBe(daysOfPreset('30', today).start)
  const wrong = async (start: string, end: string) => {
    const { status, body } = await ask(morgan, 'group', tax, { start, end })
    return [status, Object.values(body.errors ?? {})]
  }
  const yesterday = addDays(today, -1)
  expect(await wrong('2017-12-31', yesterday)).toEqual([400, ['Choose a date on or after Jan 1, 2018.']])
  expect(await wrong('2026-01-01', today)).toEqual([400, ['Choose a date no later than yesterday.']])
  expect(await wrong(yesterday, addDays(yesterday, -1))).toEqual([
    400,
    ['The end date can’t be before the start date.'],
  ])
  expect((await wrong('2026-02-30', yesterday))[0]).toBe(400)
  expect((await ask(morgan, 'group', tax, { start: '2018-01-01', end: yesterday })).status).toBe(200)
})

test("lists the available audiences in the Viewer, and a group's people and managers", async () => {
  const { body } = await one.morgan.call<Viewer>(routes.viewer)
  expect(body.graphs.map(({ type, name }) => `${type} ${name}`)).toEqual([
    'group Tax',
    'user Morgan Hale',
    'user Lee Park',
    'user Dana Reyes',
  ])
  expect(body.reports.find(({ code }) => code === 'overview')).toMatchObject({ show_in_nav: true, area: 'tracker' })
  const groups = await one.morgan.call<ReportGroups>(routes.groups, { params: { orgId: one.org } })
  expect(groups.body.groups.map(({ name }) => name)).toEqual(['Tax'])
  expect(groups.body.groups[0]!.members.map(({ first_name }) => first_name)).toEqual(['Lee', 'Dana'])
  expect(groups.body.groups[0]!.member_access).toBe(one.morgan.actor.id)
  const all = await whole.morgan.call<ReportGroups>(routes.groups, {
    params: { orgId: whole.org },
    query: { status: 'all' },
  })
  expect(all.body.groups.map(({ name, member_access }) => [name, member_access])).toEqual([
    ['Litigation', ''],
    ['Old', ''],
    ['Tax', whole.morgan.actor.id],
  ])
  expect((await one.morgan.call(routes.groups, { params: { orgId: other.org } })).status).toBe(404)
})

test('returns a download path that works with audience, format, and days added', async () => {
  const { morgan, tax } = one
  const { body } = await morgan.call<Viewer>(routes.viewer)
  for (const { code, dated, download } of body.reports)
    for (const [format, path] of Object.entries(download)) {
      expect(path).toBe(`/api/viewer/reports/${code}`)
      if (!['overview', 'worksheets'].includes(code)) continue
      const days = dated ? '&start=2026-09-01&end=2026-09-30' : ''
      const reply = await api.http.inject({
        url: `${path}?id=${tax}&entity=group&format=${format}${days}`,
        headers: { authorization: `Bearer ${morgan.token}` },
      })
      expect([code, format, reply.statusCode]).toEqual([code, format, 200])
      const { error, type, file, name } = reply.json<{ error: string; type: string; file: string; name: string }>()
      expect([error, type, name.split('.').at(-1)]).toEqual(['', format, format === 'csv' ? 'xlsx' : 'pdf'])
      expect(file.length).toBeGreaterThan(1000)
    }
}, 60_000)

test('checks the same permissions for files, and returns 20 complete files to 20 concurrent requests', async () => {
  const { morgan, tax, litigation } = one
  const load = (id: string, format: string) =>
    morgan.call<{ error: string; type: string; file: string; name: string }>(file, {
      query: { id, entity: 'group', format },
    })
  expect((await load(litigation, 'pdf')).status).toBe(403)
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => load(tax, ['pdf', 'csv', 'text'][at % 3]!)))
  for (const { status, body } of all) {
    expect([status, body.error]).toEqual([200, ''])
    const head = Buffer.from(body.file, 'base64').subarray(0, 4).toString('latin1')
    expect({ pdf: '%PDF', xlsx: 'PK\u0003\u0004', csv: '\u00ef\u00bb\u00bfN' }[body.name.split('.').at(-1)!]).toBe(head)
  }
}, 60_000)

test('offers no reports in a firm without the Viewer, not even by URL', async () => {
  const firm = await aManagedFirm(api)
  expect((await ask(firm.morgan, 'group', firm.tax)).status).toBe(200)
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{viewer,on}', '"no"') where id = ${firm.org}`,
  )
  expect((await ask(firm.morgan, 'group', firm.tax)).status).toBe(403)
  const query = { id: firm.tax, entity: 'group', format: 'pdf' }
  expect((await firm.morgan.call(file, { query })).status).toBe(403)
})

test('hides reports of inactive features with 403, and lists what an admin with org access can read', async () => {
  const firm = await aManagedFirm(api, 'yes')
  const listed = async (by: Client) => (await by.call<Viewer>(routes.viewer)).body.reports.map(({ code }) => code)
  const overlapsOf = (by: Client) =>
    by.call(overlapsReport.routes.read, { params: { key: 'org', id: firm.org }, query: {} })
  expect(await listed(firm.morgan)).toContain('overlaps')
  expect((await overlapsOf(firm.morgan)).status).toBe(200)
  const admin = await api.aPerson(firm.org, { role: 'admin' })
  const forAdmin = await listed(admin)
  expect(forAdmin).toEqual(expect.arrayContaining(['progress', 'worksheets', 'user_worksheets']))
  expect(forAdmin).not.toContain('overview')
  // A firm admin without Insights can still read progress and finds the Viewer for it. Without org access there is
  // nothing to find.
  const insightsOff = async (of: ManagedFirm) => {
    const person = await api.aPerson(of.org, { role: 'admin', settings: { [ORG_REPORT]: 0 } })
    const session = (await person.call<Me>(account.me)).body
    return [opensViewer(session), await listed(person)]
  }
  expect(await insightsOff(firm)).toEqual([true, ['progress', 'worksheets', 'user_worksheets']])
  expect((await insightsOff(one))[0]).toBe(false)
  const graphs = (await admin.call<Viewer>(routes.viewer)).body.graphs
  expect(graphs.map(({ id }) => id)).toEqual(expect.arrayContaining([firm.org, firm.tax, firm.dana.actor.id]))
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{targets,on}', '"no"') where id = ${firm.org}`,
  )
  expect(await listed(firm.morgan)).not.toContain('overlaps')
  expect((await overlapsOf(firm.morgan)).status).toBe(403)
})
