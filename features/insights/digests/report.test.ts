// The report 'Digests': the same figures on the screen, in the PDF and in the workbook, for those who look after digests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDay } from '#core/contract/dates.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import type { Client } from '#tests/api.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'
import { type DigestsReport, digestsReport } from './reportContract.ts'
import { type DigestHouse, openDigestHouse } from './testing/digestHouse.ts'

const directory = mkdtempSync(join(tmpdir(), 'pursuit-digests-'))
let house: DigestHouse
let dana: Client
beforeAll(async () => {
  house = await openDigestHouse({ directory })
  dana = await house.api.aPerson(house.orgId)
})
afterAll(async () => {
  await house.close()
  rmSync(directory, { recursive: true })
})

const fileOf = async (format: string) => {
  const { body } = await house.admin.call<FileAnswer>(digestsReport.routes.file, { query: { format } })
  expect(body.error).toBe('')
  return Buffer.from(body.file, 'base64')
}

test('Screen, PDF and workbook say the same of each run, with what has nothing new', async () => {
  const lee = await house.api.aPerson(house.orgId)
  const guide = await house.aContent('Year-end planning guide')
  const weekly = await house.schedule({
    title: 'Weekly, with a "quote" & a <tag>',
    videoinsight_ids: [guide],
    user_ids: [dana.actor.id, lee.actor.id],
    frequency: 2,
  })
  await house.at('2027-01-11T17:00:00.000Z')
  await house.until(weekly.id, ({ status }) => status !== 'sending')
  await house.at('2027-01-18T17:00:00.000Z')
  await house.until(weekly.id, ({ runs }) => runs.length === 2)

  const { body: report } = await house.admin.call<DigestsReport>(digestsReport.routes.read)
  expect(report.totals).toEqual({ runs: 1, sent: 2, failed: 0, in_doubt: 0 })
  expect(report.digests.map(({ day, state, sent, skipped }) => [day, state, sent, skipped])).toEqual([
    ['2027-01-18', 'Nothing new, not sent', 0, 2],
    ['2027-01-11', 'Sent', 2, 0],
  ])

  const rows = report.digests.map((one) => [
    one.title,
    one.curated_by,
    one.day,
    one.frequency,
    one.state,
    one.sent,
    one.failed,
    one.in_doubt,
    one.skipped,
    one.clicked,
  ])
  const sheet = sheetsOf(await fileOf('xlsx')).Runs!
  expect(sheet.slice(1, 3).map((row) => row.map(({ value }) => value))).toEqual(rows)
  const page = pagesOfPdf(await fileOf('pdf')).join('\n')
  expect(page).toContain('Status of scheduled Digests.')
  for (const { day } of report.digests)
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`Alex Admin ${formatDay(day)} Weekly`)
})

test('Who does not look after digests has no such report', async () => {
  expect((await dana.call(digestsReport.routes.read)).status).toBe(403)
  expect((await dana.call(digestsReport.routes.file, { query: { format: 'pdf' } })).status).toBe(403)
})
