import { afterAll, beforeAll, expect, test } from 'vitest'
import { overviewReport } from '#features/targets/reports/overviewContract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'
import { routes, type Schedule } from './contract.ts'
import { ORIGIN, openReportHouse, type ReportHouse } from './testing/reportHouse.ts'

let house: ReportHouse
beforeAll(async () => {
  house = await openReportHouse()
  const { dana } = house.firm
  house.api.clock.now = new Date(Date.now() - 3 * 86_400_000)
  const { body } = await dana.call<{ id: string }>(targets.create, { body: aTarget({ company: 'Won Works' }) })
  await dana.call(targets.complete, { params: { id: body.id }, body: { revenue: 12_500 } })
  house.api.clock.now = null
}, 60_000)
afterAll(() => house.close())

test("sends the screen's figures in the email, the workbook, and the PDF", async () => {
  const { firm, mailsTo } = house
  const made = await house.add({ format: 'both' })
  expect(made).toMatchObject({ name: 'Overview', about: { name: 'Tax' }, state: 'on', can_change: true })
  await house.run(made.id)
  const run = await house.settled(made.id)
  expect(run).toMatchObject({ state: 'done', people: 1, sent: 1, failed: 0, is_asked: true })
  const [taken] = mailsTo(firm.morgan)
  const screen = await firm.morgan.call<{ total: { total_revenue: number } }>(overviewReport.routes.read, {
    params: { key: 'group', id: firm.tax },
    query: { start: run.start!, end: run.end! },
  })
  expect(screen.body.total.total_revenue).toBe(12_500)
  const { subject, text, attachments } = taken!.mail
  expect(subject).toMatch(/^Overview: Tax, /)
  expect(text).toMatch(/Revenue won: \$12,500$/m)
  expect(text).toMatch(/As of .+ \(America\/Los Angeles\)/)
  expect(text).toContain(
    `${ORIGIN}/viewer/pipeline/overview?view=group%3A${firm.tax}&start=${run.start}&end=${run.end}`,
  )
  expect(text).toMatch(/\/api\/unsubscribe\//)
  expect(attachments.map(({ contentType }) => contentType)).toEqual([
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/pdf',
  ])
  const sums = sheetsOf(attachments[0]!.content).Summary!
  expect(sums.find(([label]) => label?.value === 'Revenue won')![1]!.value).toBe(12_500)
  expect(pagesOfPdf(attachments[1]!.content).join('\n')).toContain('$12,500')
  const [delivery] = await house.deliveries(made.id)
  expect(delivery).toMatchObject({ state: 'sent', email: firm.morgan.email })
  expect(delivery!.bytes).toBe(attachments.reduce((sum, { content }) => sum + content.length, 0))
}, 60_000)

test('accepts a weekday or a day of the month, and lists the schedule until it is deleted', async () => {
  const { morgan, tax } = house.firm
  const list = async () => (await morgan.call<{ schedules: Schedule[] }>(routes.list)).body.schedules
  for (const when of [{ weekday: 5 }, { day: 31 }])
    for (const format of ['pdf', 'csv', 'both']) {
      const asked = { code: 'overview', key: 'group', id: tax, days: '30', format, ...when }
      const { status, body } = await morgan.call<Schedule>(routes.add, {
        body: { ...asked, user_ids: [morgan.actor.id] },
      })
      const { id, key, ...same } = asked
      expect([status, body]).toMatchObject([200, { weekday: null, day: null, ...same, about: { key, id }, hour: 7 }])
      expect(await list()).toContainEqual(body)
      expect((await morgan.call(routes.remove, { params: { id: body.id } })).status).toBe(204)
      expect((await list()).map(({ id }) => id)).not.toContain(body.id)
    }
})
