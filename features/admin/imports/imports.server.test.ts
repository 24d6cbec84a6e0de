import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { WON_REVENUE } from '#features/targets/pastContract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import type { Hud, Score } from '#features/targets/score/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, settled, undo, upload } from '#tests/imports.ts'
import { peopleRoutes } from '../people/contract.ts'
import { type Import, type ImportDetail, type ImportPreview, routes } from './contract.ts'
import type { TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
let moses: Client
let anna: Client
const now = new Date('2026-11-21T18:00:00Z')

beforeAll(async () => {
  api = await openApi()
  api.clock.now = now
  const firm = await api.aFirm({ domains: ['crm.example'] })
  admin = await api.aPerson(firm, { role: 'admin' })
  moses = await api.aPerson(firm, { first_name: 'Moses', last_name: 'Frase' })
  anna = await api.aPerson(firm, { first_name: 'Anna', last_name: 'Snelling' })
})
afterAll(() => api.close())

const header = 'opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value'
/** Realistic rows. IDs are unique per file, so that files can be imported one after the other. */
const aPipeline = (rows: string[]) => {
  const run = randomUUID().slice(0, 6)
  return [header, ...rows.map((row, i) => `${run}${i},${row}`)].join('\n')
}
const slice = () =>
  aPipeline([
    'Moses Frase,GTX Basic,Cancity,Won,10/20/2016,3/1/2017,"1,054"',
    'Moses Frase,GTX Pro,Isdom,Won,10/25/2016,3/11/2017,$4514',
    'anna snelling,MG Special,Cancity,Lost,10/25/2016,3/7/2017,0',
    'Anna Snelling,GTX Basic,,Engaging,11/4/2016,,',
    'Anna Snelling,GTX Basic,Codehow,Prospecting,,,',
    'Moses Frase,MG Special,Codehow,On Hold,2016-12-01,2017-01-15,',
    'Nobody Known,GTX Basic,Codehow,Won,10/25/2016,3/9/2017,588',
    'Moses Frase,GTX Basic,Codehow,Zzz,10/25/2016,3/9/2017,588',
    'Moses Frase,GTX Basic,Codehow,Won,3/9/2017,10/25/2016,588',
    'Moses Frase,GTX Basic,Codehow,Won,25/10/2016,3/9/2017,588',
    'Moses Frase,GTX Basic,Codehow,Won,10/25/2016,3/9/2099,588',
    'Moses Frase,GTX Basic,Codehow,Won,10/25/2016,3/9/2017,a lot',
    `Moses Frase,GTX Basic,${'A'.repeat(101)},Won,10/25/2016,3/9/2017,588`,
    'Moses Frase,GTX Basic,Codehow,Won,10/25/2016,3/9/2017,588,too,many',
    'Moses Frase,GTX Basic',
    '"Moses Frase","=HYPERLINK(""http://x"")",,Won,10/25/2016,3/9/2017,588',
  ])
const list = async (client: Client, status: string) =>
  (await client.call<Tiles>(targets.list, { query: { status } })).body.tiles

describe('a pipeline', () => {
  test('is previewed, imported with its history, reported, and undone without a trace', async () => {
    const { body: uploaded } = await upload(api, admin, 'targets', { content: slice() })
    const params = { id: uploaded.id }
    const { body: detail } = await admin.call<ImportDetail>(routes.read, { params })
    expect(detail.state).toBe('uploaded')
    expect(detail.total).toBe(16)
    const suggestion = detail.suggestion as TargetMapping
    expect(suggestion.columns).toEqual([
      'external_id',
      'owner',
      'goal',
      'company',
      'status',
      'created',
      'closed',
      'revenue',
      // Row 15 has cells without a heading.
      null,
      null,
    ])
    // 25/10/2016 contradicts the other dates, so a person has to choose.
    expect(suggestion.date_order).toBeNull()
    const mapping = { ...suggestion, date_order: 'mdy' }

    const preview = (await admin.call<ImportPreview>(routes.preview, { params, body: { mapping } })).body
    expect(preview.counts).toEqual({ imported: 6, matched: 0, refused: 10 })
    expect(preview.results[0]).toMatchObject({
      row: 2,
      outcome: 'imported',
      shown: {
        Company: 'Cancity',
        Owner: 'Moses Frase',
        Status: 'Won',
        Created: 'Oct 20, 2016',
        Closed: 'Mar 1, 2017',
        Amount: '$1,054',
      },
    })

    expect((await admin.call(routes.run, { params, body: { mapping } })).status).toBe(200)
    const done = await settled(admin, uploaded.id)
    expect(done).toMatchObject({ state: 'done', total: 16, imported: 6, refused: 10 })
    expect(done.parts).toContainEqual({ label: WON_REVENUE, count: 6156 })
    expect(Object.fromEntries(done.reasons.map(({ reason, rows }) => [reason, rows]))).toEqual({
      'The company and contact are both missing.': [5, 17],
      '“Nobody Known” isn’t matched to a person in the firm.': [8],
      'The stage “Zzz” isn’t matched to a status.': [9],
      'The closed date “10/25/2016” is before the created date “3/9/2017”.': [10],
      'The created date “25/10/2016” isn’t a valid date in the chosen order.': [11],
      'The closed date “3/9/2099” is in the future.': [12],
      'The won revenue “a lot” isn’t a valid dollar amount.': [13],
      'Company: Maximum length is 100 characters.': [14],
      'This row has 3 cells, but the header has 8.': [16],
    })

    expect(done.ignored).toEqual([
      { header: 'Column 9', unnamed: true, filled: 1, samples: ['too'] },
      { header: 'Column 10', unnamed: true, filled: 1, samples: ['many'] },
    ])
    const [won] = (await list(moses, 'completed')).filter(({ company }) => company === 'Cancity')
    expect(won).toMatchObject({
      owner: 'Moses Frase',
      goal: 'GTX Basic',
      contact: '',
      revenue: 1054,
      created: '2016-10-20 12:00:00',
      completed: '2017-03-01 12:00:00',
      undo: null,
      type: 'prospect',
      value: 'M',
    })
    expect(won!.tasks).toEqual([])
    expect(await list(moses, 'archived')).toMatchObject([{ company: 'Codehow', modified: '2017-01-15 12:00:00' }])
    expect(await list(anna, 'lost')).toMatchObject([{ company: 'Cancity', projected_revenue: null, lostReason: '' }])
    expect(await list(anna, 'active')).toMatchObject([
      { company: 'Codehow', created: '2026-11-21 10:00:00', due: null, bucket: 'later', tasks: [] },
    ])
    const { body: timeline } = await moses.call<{ events: { kind: string; at: string }[] }>(targets.timeline, {
      params: { id: won!.id },
    })
    expect(timeline.events.map(({ kind, at }) => [kind, at])).toEqual([
      ['targetWon', '2017-03-01T20:00:00.000Z'],
      ['targetCreated', '2016-10-20T19:00:00.000Z'],
    ])

    const feed = (await moses.call<Tiles>(targets.list, { query: { status: 'active' } })).body.cursor
    expect(await undo(admin, uploaded.id)).toMatchObject({ state: 'undone', kept: 0 })
    for (const client of [moses, anna]) expect(await list(client, 'active,archived,completed,lost')).toEqual([])
    expect((await moses.call<Tiles>(targets.list, { query: { after: feed } })).body.gone).toContain(won!.id)
    expect(await countOf('target_events')).toBe(0)
    await api.caughtUp()
    expect(await countOf('companies where targets > 0')).toBe(0)
  })

  test("earns nothing and doesn't count as created today, while later work on it counts", async () => {
    const rita = await api.aPerson(admin.orgId, { first_name: 'Rita', last_name: 'Rows' })
    const scoreOf = async () => (await rita.call<Score>(targets.score)).body
    const before = await scoreOf()
    const rows = Array.from(
      { length: 8 },
      (_, i) => `Rita Rows,GTX Basic,Score ${i},${i < 4 ? 'Won' : 'Engaging'},,${i < 4 ? '11/20/2026' : ''},5`,
    )
    const done = await importFile<TargetMapping>(api, admin, 'targets', aPipeline(rows), {})
    expect(done).toMatchObject({ imported: 8, refused: 0 })
    expect(await scoreOf()).toEqual(before)
    expect((await rita.call<Hud>(targets.hud)).body.steps.you.this_week).toBe(0)
    const open = (await list(rita, 'active')).find(({ company }) => company === 'Score 5')!
    const step = { tile_id: open.id, description: 'Call', due: '2026-11-24' }
    await rita.call(targets.takeStep, { body: step })
    expect((await scoreOf()).score).toBe(before.score)
    await rita.call(targets.takeStep, { body: { ...step, description: 'Meet' } })
    expect((await scoreOf()).parts).toMatchObject([
      { kind: 'steps', count: 1 },
      {},
      { kind: 'created', count: 0 },
      { kind: 'won', count: 0 },
      {},
    ])
  })

  test('uses another column as the contact if a row names no one, and never invents a company', async () => {
    const file = aPipeline(['Anna Snelling,GTX Basic,,Engaging,11/14/2016,,', 'Anna Snelling,,,Engaging,11/14/2016,,'])
    const done = await importFile<TargetMapping>(api, admin, 'targets', file, { stand_in: 2 })
    expect(done).toMatchObject({ imported: 1, refused: 1 })
    expect(await list(anna, 'active')).toMatchObject([
      { company: '', contact: 'GTX Basic', created: '2016-11-14 12:00:00' },
    ])
    await undo(admin, done.id)
  })

  test('keeps Targets that someone has worked on when it is undone, and lists them', async () => {
    const done = await importFile(
      api,
      admin,
      'targets',
      aPipeline(['Moses Frase,A,Halden,Engaging,11/14/2016,,', 'Moses Frase,B,Ibsen,Engaging,11/14/2016,,']),
    )
    const [touched] = (await list(moses, 'active')).filter(({ company }) => company === 'Halden')
    await moses.call<TargetTile>(targets.addNote, { body: { target_id: touched!.id, note: 'Called them.' } })
    const undone = await undo(admin, done.id)
    expect(undone).toMatchObject({ state: 'undone', imported: 2, kept: 1 })
    expect(undone.reasons).toMatchObject([
      { reason: 'Someone has worked on this Target since it was imported, so it was kept.', rows: [2] },
    ])
    expect(await list(moses, 'active')).toMatchObject([{ company: 'Halden', note: 'Called them.' }])
  })

  test('imports an ID once within and across files, and again after an undo', async () => {
    const file = [
      header,
      'same1,Anna Snelling,A,Jensen,Engaging,11/14/2016,,',
      'same1,Anna Snelling,A,Jensen,Engaging,11/14/2016,,',
    ].join('\n')
    const first = await importFile(api, admin, 'targets', file)
    expect(first).toMatchObject({ imported: 1, refused: 1 })
    expect(first.reasons[0]!.reason).toBe('The ID “same1” is already used in an earlier row.')
    const again = await importFile(api, admin, 'targets', file)
    expect(again).toMatchObject({
      imported: 0,
      refused: 2,
      reasons: [{ reason: 'The ID “same1” was already imported.' }],
    })
    await undo(admin, first.id)
    expect(await importFile(api, admin, 'targets', file)).toMatchObject({ imported: 1 })
  })

  test("asks for owners and ambiguous date orders, and rejects mappings that don't fit", async () => {
    const { body } = await upload(api, admin, 'targets', { content: 'company,created,agent\nHalden,3/4/2017,x\n' })
    const params = { id: body.id }
    const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params })).body
    const run = (change: object) =>
      admin.call<{ errors: Record<string, string> }>(routes.run, {
        params,
        body: { mapping: { ...suggestion, ...change } },
      })
    expect((await run({})).body.errors).toHaveProperty('date_order')
    expect((await run({ columns: ['company', 'created', null], date_order: 'mdy' })).body.errors).toHaveProperty(
      'owner',
    )
    expect((await run({ columns: ['company'] })).status).toBe(400)
    expect((await run({ columns: ['company', 'company', 'owner'] })).body.errors.columns).toContain('Two columns')
    expect((await run({ columns: [null, null, 'owner'] })).body.errors).toHaveProperty('columns')
    expect((await run({ columns: ['nonsense', null, null] })).status).toBe(400)
    expect((await run({ surprise: 1 })).status).toBe(400)
    const stranger = await api.aPerson(await api.aFirm())
    const owned = { date_order: 'dmy', owners: { x: stranger.actor.id } }
    expect((await run(owned)).body.errors).toHaveProperty('owners')
    expect((await admin.call<ImportDetail>(routes.read, { params })).body.state).toBe('uploaded')
    expect((await admin.call(routes.discard, { params })).status).toBe(204)
    expect((await admin.call(routes.read, { params })).status).toBe(404)
  })

  test('can be canceled, and its imported rows stay, are counted, and can be undone', async () => {
    const rows = Array.from({ length: 1500 }, (_, i) => `Moses Frase,A,Firm ${i},Won,10/25/2016,3/9/2017,10`)
    const { body } = await upload(api, admin, 'targets', { content: aPipeline(rows) })
    const params = { id: body.id }
    const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params })).body
    await admin.call(routes.run, { params, body: { mapping: suggestion } })
    const cancelled = await admin.call<Import>(routes.cancel, { params })
    expect(cancelled.body.state).toBe('cancelled')
    const { imported, refused, total } = await settled(admin, body.id)
    expect(refused).toBe(0)
    expect(imported).toBeLessThan(total)
    expect(await countOf(`targets where import_id = '${body.id}'`)).toBe(imported)
    expect((await admin.call(routes.cancel, { params })).status).toBe(409)
    await undo(admin, body.id)
    expect(await countOf(`targets where import_id = '${body.id}'`)).toBe(0)
  })
})

test('reports row and reason of each rejected row and runs no formula', async () => {
  const file = aPipeline(['Nobody,"=1+2","@SUM(A1)",+49,-1,"\tx","a ""quote"", and more"'])
  const done = await importFile(api, admin, 'targets', file)
  const response = await api.http.inject({
    url: `/api/admin/imports/${done.id}/refused.csv`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.headers['content-type']).toContain('text/csv')
  expect(response.headers['content-disposition']).toContain('attachment')
  const [head, row] = response.body.split('\r\n')
  expect(head).toBe(`\ufeffRow,Reason,${header}`)
  expect(row).toMatch(/^2,.*,Nobody,'=1\+2,'@SUM\(A1\),'\+49,'-1,"'\tx","a ""quote"", and more"$/)
})

test('treats a repeated upload or run as one', async () => {
  const key = randomUUID()
  const content = aPipeline(['Moses Frase,A,Once,Won,10/25/2016,3/9/2017,10'])
  const first = await upload(api, admin, 'targets', { content, key })
  expect((await upload(api, admin, 'targets', { content, key })).body.id).toBe(first.body.id)
  expect((await upload(api, admin, 'targets', { content: `${content}\n`, key })).status).toBe(409)
  const params = { id: first.body.id }
  const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params })).body
  const run = randomUUID()
  const started = await admin.call<Import>(routes.run, { params, body: { mapping: suggestion }, key: run })
  await settled(admin, first.body.id)
  expect((await admin.call(routes.run, { params, body: { mapping: suggestion }, key: run })).body).toEqual(started.body)
  expect((await admin.call(routes.run, { params, body: { mapping: suggestion } })).status).toBe(409)
  expect(await countOf(`targets where import_id = '${first.body.id}'`)).toBe(1)
})

test("can't be found by another firm's admin or changed by a member", async () => {
  const done = await importFile(
    api,
    admin,
    'targets',
    aPipeline(['Moses Frase,A,Secret Mills,Won,10/25/2016,3/9/2017,10']),
  )
  const stranger = await api.aPerson(await api.aFirm(), { role: 'admin' })
  const params = { id: done.id }
  const body = { mapping: {} }
  for (const route of [routes.read, routes.cancel, routes.undo, routes.discard, routes.refused])
    expect([route.name, (await stranger.call(route, { params })).status]).toEqual([route.name, 404])
  for (const route of [routes.preview, routes.run])
    expect([route.name, (await stranger.call(route, { params, body })).status]).toEqual([route.name, 404])
  expect((await stranger.call<{ imports: unknown[] }>(routes.imports)).body.imports).toEqual([])
  for (const route of [routes.imports, peopleRoutes.people, peopleRoutes.groups])
    expect((await moses.call(route)).status).toBe(403)
  expect((await moses.call(routes.read, { params })).status).toBe(403)
  expect((await upload(api, moses, 'targets', { content: 'a,b\n1,2\n' })).status).toBe(403)
})

const countOf = (what: string) =>
  withoutRls(api.database, async (tx) => {
    const [table, condition] = what.split(' where ')
    const { rows } = await tx.sql<{
      count: number
    }>`select count(*)::int as count from ${sql.raw(table!)} where org_id = ${admin.orgId} ${condition ? sql.raw(`and ${condition}`) : sql``}`
    return rows[0]!.count
  })
