// The Viewer's report on digests: statuses, runs, audience, and equal content in every file format.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDay } from '#core/contract/dates.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { newId } from '#core/server/ids.ts'
import { routes as viewerRoutes } from '#features/viewer/contract.ts'
import type { Client } from '#tests/api.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'
import { type DigestsReport, digestsReport } from './reportContract.ts'
import { type DigestHouse, openDigestHouse } from './testing/digestHouse.ts'

const directory = mkdtempSync(join(tmpdir(), 'pursuit-digests-'))
let house: DigestHouse
let dana: Client
let morgan: Client
beforeAll(async () => {
  house = await openDigestHouse({ directory })
  dana = await house.api.aPerson(house.orgId)
  morgan = await house.api.aPerson(house.orgId)
  const group = await house.aGroup('Tax', [dana])
  await house.system(
    (tx) =>
      tx.sql`insert into group_managers (org_id, group_id, user_id) values (${house.orgId}, ${group}, ${morgan.actor.id})`,
  )
})
afterAll(async () => {
  await house.close()
  rmSync(directory, { recursive: true })
})

const read = (by: Client, id = house.orgId, key = 'org') =>
  by.call<DigestsReport>(digestsReport.routes.read, { params: { key, id } })
const codesFor = async (by: Client) =>
  (await by.call<{ reports: { code: string }[] }>(viewerRoutes.viewer)).body.reports.map(({ code }) => code)
const fileOf = async (format: string) => {
  const query = { format, id: house.orgId, entity: 'org' }
  const { body } = await house.admin.call<FileAnswer>(digestsReport.routes.file, { query })
  expect(body.error).toBe('')
  return Buffer.from(body.file, 'base64')
}
const set = ({ actor }: Client, value: number) =>
  house.system(
    (tx) =>
      tx.sql`update users set settings = settings || jsonb_build_object('key-org_report', ${value}::int) where id = ${actor.id}`,
  )

test('returns an empty report and a valid file for a firm without digests', async () => {
  const { status, body } = await read(house.admin)
  expect([status, body.rows]).toEqual([200, []])
  expect(pagesOfPdf(await fileOf('pdf')).join(' ')).toContain('There is currently no data for this report.')
})

test('shows the same digests and runs on screen, in the PDF, and in the workbook, including empty runs', async () => {
  const lee = await house.api.aPerson(house.orgId)
  const guide = await house.aContent('Year-end planning guide')
  const content = { videoinsight_ids: [guide], user_ids: [dana.actor.id, lee.actor.id] }
  const weekly = await house.schedule({ ...content, title: 'Weekly, with a "quote" & a <tag>', frequency: 2 })
  await house.at('2027-01-11T17:00:00.000Z')
  await house.until(weekly.id, ({ status }) => status !== 'sending')
  await house.at('2027-01-18T17:00:00.000Z')
  await house.until(weekly.id, ({ runs }) => runs.length === 2)
  await house.schedule({ ...content, title: 'In spring', date: '2027-03-01 09:00:00' })

  const { body: report } = await read(house.admin)
  expect(report.rows).toMatchObject([
    { title: 'In spring', status: 'scheduled', next_run: '2027-03-01 09:00:00', contacts: 2, runs: [] },
    {
      title: 'Weekly, with a "quote" & a <tag>',
      status: 'scheduled',
      next_run: '2027-01-25 09:00:00',
      open: { path: '/insights/digests' },
      runs: [
        { at: '2027-01-18 09:00:00', state: 'nothing_new', sent: 0, skipped: 2 },
        { at: '2027-01-11 09:00:00', state: 'done', sent: 2, skipped: 0 },
      ],
    },
  ])
  expect(digestsReport.totals.map(({ of }) => of(report))).toEqual([1, 2, 0, 0])

  const sheets = sheetsOf(await fileOf('csv'))
  const valuesIn = (title: string) => sheets[title]!.slice(1, 3).map((row) => row.map(({ value }) => value))
  expect(valuesIn('Digests')).toEqual([
    ['In spring', 'Alex Admin', 'Once', 'Scheduled', '2027-03-01', 2, 0, 0, 0, 0, 0, 0],
    ['Weekly, with a "quote" & a <tag>', 'Alex Admin', 'Weekly', 'Scheduled', '2027-01-25', 2, 1, 2, 0, 0, 2, 0],
  ])
  expect(valuesIn('Runs')).toEqual([
    ['Weekly, with a "quote" & a <tag>', '2027-01-18', 'Nothing new, so not sent', 0, 0, 0, 2, 0],
    ['Weekly, with a "quote" & a <tag>', '2027-01-11', 'Sent', 2, 0, 0, 0, 0],
  ])
  const paper = pagesOfPdf(await fileOf('pdf'))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  expect(paper).toContain('Status of scheduled Digests.')
  expect(paper).toContain(`${formatDay('2027-01-11')} Sent 2`)
})

test('shows people managers the statuses without opening digests, and others no report', async () => {
  const { status, body } = await read(morgan)
  expect(status).toBe(200)
  expect(body.rows.every((row) => !('open' in row))).toBe(true)
  expect(await codesFor(morgan)).toContain('digests')
  expect((await read(dana)).status).toBe(403)
  const query = { format: 'pdf', id: house.orgId, entity: 'org' }
  expect((await dana.call(digestsReport.routes.file, { query })).status).toBe(403)
  expect(await codesFor(dana)).not.toContain('digests')
})

test('appears in the Viewer for content managers who manage no one', async () => {
  await set(dana, 1)
  expect((await read(dana)).body.rows[0]).toMatchObject({ open: { path: '/insights/digests' } })
  expect(await codesFor(dana)).toContain('digests')
  await set(dana, -1)
})

test('hides Insights from the Viewer with key-org_report 0', async () => {
  await set(morgan, 0)
  expect((await read(morgan)).status).toBe(403)
  expect(await codesFor(morgan)).not.toContain('digests')
  await set(morgan, -1)
})

test('covers the whole firm and no other', async () => {
  const other = await house.api.aFirm()
  expect((await read(house.admin, other)).status).toBe(404)
  expect((await read(house.admin, newId())).status).toBe(404)
  expect((await read(house.admin, dana.actor.id, 'user')).status).toBe(400)
  const stranger = await house.api.aPerson(other, { role: 'admin' })
  expect((await read(stranger, other)).body.rows).toEqual([])
})

test("doesn't exist in a firm without Insights", async () => {
  await house.system(
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{insights,on}', '"no"') where id = ${house.orgId}`,
  )
  expect((await read(house.admin)).status).toBe(403)
  expect(await codesFor(house.admin)).not.toContain('digests')
})
