// Checks that screen, workbook, and PDF of every Viewer report agree cell by cell, and that each column is explained.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import type { AnyViewerReport, ScopeKey, WithRows } from '#core/contract/viewerReport.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { newId } from '#core/server/ids.ts'
import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { type Asset, type AssetListPage, routes as assetRoutes } from '#features/assets/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { storeDays } from '#features/targets/score/server/scoreDays.ts'
import { routes as lessonRoutes } from '#features/trainer/lessons/contract.ts'
import { type Worksheet, routes as worksheetRoutes } from '#features/trainer/worksheets/contract.ts'
import { type Api, openApi } from '#tests/api.ts'
import { aCurriculum } from '#tests/curriculum.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { sheetsOf } from '#tests/readers.ts'
import { expectSameCells } from '#tests/reportCells.ts'
import { sendAsset } from '#tests/sendAsset.ts'

const reports: AnyViewerReport[] = composeFeatures(features).viewerReports.map(({ report }) => report)
let api: Api
let firm: ManagedFirm
const days = { start: '2026-10-01', end: '2026-10-31' }

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set settings = settings || '{"key-org_report": 1}' where id = ${firm.morgan.actor.id}`,
  )
  api.clock.now = new Date('2026-10-05T20:00:00Z')
  for (const [person, company] of [
    [firm.dana, '=Mills & <Sons>'],
    [firm.dana, 'Zoë Łukasik'],
    [firm.lee, 'Mills & <Sons>'],
  ] as const) {
    const tasks = [{ description: 'Call, "soon"', due: '2026-10-07', help: '' }]
    const { body } = await person.call<{ id: string }>(routes.create, {
      body: aTarget({ company, value: 'H', projected_revenue: 40_000.5, tasks }),
    })
    await person.call(routes.takeStep, { body: { tile_id: body.id, description: 'Next', due: '2026-11-30' } })
  }
  const { body } = await firm.dana.call<{ id: string }>(routes.create, { body: aTarget({ company: 'Won Works' }) })
  await firm.dana.call(routes.complete, { params: { id: body.id }, body: { revenue: 12_500 } })
  await learn()
  await sendDigest()
  await openAsset()
  api.clock.now = new Date('2026-11-10T20:00:00Z')
  await withOrg(api.database, firm.org, (tx) =>
    storeDays(tx, [firm.dana.actor.id, firm.lee.actor.id], {
      from: '2026-10-01',
      to: '2026-11-09',
      zone: 'America/Los_Angeles',
    }),
  )
  // The nightly score calculation would otherwise run between the screen and its files.
  await api.idle()
}, 90_000)
afterAll(() => api.close())

/** Completes one lesson, starts another, and fills one worksheet in part. */
async function learn() {
  const lessons = await aCurriculum(api)
  for (const [at, to] of [
    [0, 100],
    [2, 40],
  ] as const)
    await firm.dana.call(lessonRoutes.watch, {
      params: { id: lessons[at]!.id },
      query: { watched: to },
      body: { ranges: [[0, to]] },
    })
  const worksheet = lessons[2]!.worksheet!
  const { body } = await firm.dana.call<{ worksheets: Worksheet[] }>(worksheetRoutes.list)
  const [cell] = body.worksheets.find(({ id }) => id === worksheet)!.matrix
  const matrix = JSON.stringify([{ name: cell!.name, value: 'The general counsel left' }])
  await firm.dana.call(worksheetRoutes.fill, { params: { id: worksheet }, body: { matrix } })
}

/** Creates a digest sent twice, paused so that no one sends it. */
async function sendDigest() {
  await withOrg(api.database, firm.org, async (tx) => {
    const id = newId()
    await tx.sql`
      insert into digests (org_id, id, title, curated_by, description, start, frequency, status, next_at)
      values (${firm.org}, ${id}, '=Owners, "before" & after', 'Morgan', 'Four things.', '2026-09-07 09:00:00', 2, 'paused', '2026-11-16T17:00:00Z')`
    for (const [number, state, counts] of [
      [0, 'done', { sent: 46, failed: 1, doubt: 1, skipped: 2 }],
      [1, 'nothing_new', { skipped: 50 }],
    ] as const)
      await tx.sql`
        insert into digest_runs (org_id, id, digest_id, number, state, keys, at, ended_at, counts)
        values (${firm.org}, ${newId()}, ${id}, ${number}, ${state}, '{}', '2026-10-05T16:00:00Z', now(), ${JSON.stringify(counts)}::jsonb)`
  })
}

/** Creates an asset that dana opened and one that no one did. */
async function openAsset() {
  for (const name of ['=BD plan, "2027"', 'Fee table']) {
    const file = { name: 'plan.pdf', content: await aPdf(['Fees']) }
    const { body } = await sendAsset<Asset>(api.http, firm.morgan.token, { fields: { name, everyone: 'true' }, file })
    if (name === 'Fee table') continue
    const { body: list } = await firm.dana.call<AssetListPage>(assetRoutes.mine)
    const { file_url } = list.assets.find(({ id }) => id === body.id)!
    expect((await api.http.inject({ url: file_url, headers: noHeaders })).statusCode).toBe(200)
  }
}

const idOf = (key: ScopeKey) => ({ org: firm.org, group: firm.tax, user: firm.dana.actor.id })[key]

for (const report of reports)
  for (const key of report.keys)
    test(`${report.title} of ${key}`, async () => {
      const query = {
        ...(report.isDated && days),
        ...(report.exampleWhich && { which: report.name === 'made-of' ? 'created' : report.exampleWhich }),
      }
      const { status, body: facts } = await firm.morgan.call<WithRows>(report.routes.read, {
        params: { key, id: idOf(key) },
        query,
      })
      expect(status).toBe(200)
      const load = async (format: string) => {
        const input = { query: { ...query, id: idOf(key), entity: key, format } }
        const { body } = await firm.morgan.call<{ error: string; file: string }>(report.routes.file, input)
        expect(body.error).toBe('')
        return Buffer.from(body.file, 'base64')
      }
      expectSameCells(report, facts, await load('csv'), await load('pdf'))
    }, 30_000)

test('writes no formula into a workbook, whatever was typed', async () => {
  const [report] = reports
  const { body } = await firm.morgan.call<{ file: string }>(report!.routes.file, {
    query: { ...days, id: firm.org, entity: 'org', format: 'csv' },
  })
  const cells = Object.values(sheetsOf(Buffer.from(body.file, 'base64'))).flat(2)
  expect(cells.map(({ type }) => type)).not.toContain('f')
})
