import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayIn } from '#core/contract/dates.ts'
import { daysOfPreset } from '#core/contract/ranges.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import type { Client } from '#tests/api.ts'
import { sheetsOf } from '#tests/readers.ts'
import { isFull } from '#tests/scope.ts'
import { routes, type Schedule } from './contract.ts'
import { skippedRecipients } from './leftOut.ts'
import { openReportHouse, type ReportHouse } from './testing/reportHouse.ts'

let house: ReportHouse
beforeAll(async () => {
  house = await openReportHouse()
}, 60_000)
afterAll(() => house.close())
beforeEach(() => house.mails.behave(() => 'take'))

const deactivate = ({ actor }: Client, is = true) =>
  house.system((tx) => tx.sql`update users set deactivated_at = ${is ? sql`now()` : null} where id = ${actor.id}`)
const nextAt = (id: string, at: string) =>
  house.system((tx) => tx.sql`update report_schedules set next_at = ${at}::timestamptz where id = ${id}`)
const read = async (id: string, by: Client = house.firm.morgan) =>
  (await by.call<{ schedules: Schedule[] }>(routes.list)).body.schedules.find((one) => one.id === id)
const news = ({ actor }: Client, kind = 'mailed_report_trouble') =>
  house.system(
    async (tx) =>
      (
        await tx.sql<{ text: string; details: string[] }>`
        select text, details from notifications where user_id = ${actor.id} and kind = ${kind} order by created_at`
      ).rows,
  )
test.runIf(isFull)(
  "sends each recipient what they can see, with a private Target only in its owner's file",
  async () => {
    const { dana, tax, org } = house.firm
    await house.system(
      (tx) => tx.sql`insert into group_managers (org_id, group_id, user_id) values (${org}, ${tax}, ${dana.actor.id})`,
    )
    house.api.clock.now = new Date(Date.now() - 3 * 86_400_000)
    await dana.call(targets.create, { body: aTarget({ company: 'Open Works' }) })
    const { body } = await dana.call<{ id: string }>(targets.create, { body: aTarget({ company: 'Hidden Works' }) })
    house.api.clock.now = null
    await house.system((tx) => tx.sql`update targets set is_private = true where id = ${body.id}`)
    const made = await house.add({
      code: 'targets',
      key: 'user',
      id: dana.actor.id,
      user_ids: [dana.actor.id, house.firm.morgan.actor.id],
    })
    await house.run(made.id)
    expect(await house.settled(made.id)).toMatchObject({ sent: 2, people: 2 })
    const said = (to: Client) => JSON.stringify(sheetsOf(house.mailsTo(to).at(-1)!.mail.attachments[0]!.content))
    expect(said(house.firm.morgan)).toContain('Open Works')
    expect(said(house.firm.morgan)).not.toContain('Hidden Works')
    expect(said(dana)).toContain('Hidden Works')
    await house.system((tx) => tx.sql`delete from group_managers where user_id = ${dana.actor.id}`)
  },
  60_000,
)

test('skips people who left, lost access, or unsubscribed, with reasons in the run', async () => {
  const [gone, lost, tired, stays] = await Promise.all(['A', 'B', 'C', 'D'].map((name) => house.aManager(name)))
  const all = [gone!, lost!, tired!, stays!]
  const made = await house.add({ user_ids: all.map(({ actor }) => actor.id) })
  await deactivate(gone!)
  await house.system(async (tx) => {
    await tx.sql`delete from group_managers where user_id = ${lost!.actor.id}`
    await tx.sql`update users set settings = settings || '{"ping-mailed_reports-email": 0}' where id = ${tired!.actor.id}`
  })
  await house.run(made.id)
  expect(await house.settled(made.id)).toMatchObject({ state: 'done', sent: 1, skipped: 3, failed: 0 })
  const reasons = new Map((await house.deliveries(made.id)).map(({ user_id, reason }) => [user_id, reason]))
  expect(all.map(({ actor }) => reasons.get(actor.id))).toEqual([
    skippedRecipients.gone,
    skippedRecipients.forbidden,
    skippedRecipients.unsubscribed,
    '',
  ])
  expect(all.map((one) => house.mailsTo(one).length)).toEqual([0, 0, 0, 1])
}, 60_000)

test('starts one run from fifty concurrent requests, with one email per recipient', async () => {
  const quinn = await house.aManager('Quinn')
  const made = await house.add({ user_ids: [quinn.actor.id] })
  const answers = await Promise.all(Array.from({ length: 50 }, () => house.run(made.id)))
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  await house.settled(made.id)
  expect(await house.runs(made.id)).toHaveLength(1)
  expect(house.mailsTo(quinn)).toHaveLength(1)
}, 60_000)

test('catches up with one run after downtime and returns to the schedule', async () => {
  const quinn = await house.aManager('Late')
  const made = await house.add({ user_ids: [quinn.actor.id] })
  await nextAt(made.id, new Date(Date.now() - 40 * 86_400_000).toISOString())
  const now = new Date().toISOString()
  const [begun, again] = await Promise.all([house.at(now), house.at(now)])
  expect(begun + again).toBeLessThanOrEqual(1)
  const run = await house.settled(made.id)
  expect(await house.runs(made.id)).toHaveLength(1)
  expect(house.mailsTo(quinn)).toHaveLength(1)
  expect(run).toMatchObject({ is_asked: false, ...daysOfPreset('7', dayIn('America/Los_Angeles', now)) })
  expect((await read(made.id))!.next_run).toBe(made.next_run)
  expect(await house.at(now)).toBe(0)
}, 60_000)

test('sends a report without rows with its message', async () => {
  const quinn = await house.aManager('Empty')
  const made = await house.add({ code: 'overlaps', days: null, user_ids: [quinn.actor.id] })
  await house.run(made.id)
  await house.settled(made.id)
  const [{ mail }] = house.mailsTo(quinn) as [ReturnType<ReportHouse['mailsTo']>[0]]
  expect(mail.text).toContain(NO_DATA)
  expect(mail.attachments).toHaveLength(1)
}, 60_000)

test('stops a schedule whose owner left, and gives it to the person who resumes it', async () => {
  const owner = await house.aManager('Olive')
  const made = await house.add({ user_ids: [house.firm.morgan.actor.id] }, owner)
  await deactivate(owner)
  await nextAt(made.id, new Date(Date.now() - 1000).toISOString())
  await house.at(new Date().toISOString())
  const stopped = await house.until(
    () => read(made.id),
    (found) => found?.state === 'stopped',
  )
  expect(stopped!.problem).toMatch(/^Olive Ash, who scheduled this report, is no longer active\./)
  expect(stopped!.next_run).toBeNull()
  expect(stopped!.last_run).toMatchObject({ state: 'not_sent', message: stopped!.problem })
  expect((await house.run(made.id)).status).toBe(409)
  const { body } = await house.firm.morgan.call<Schedule>(routes.resume, { params: { id: made.id } })
  expect(body).toMatchObject({ state: 'on', problem: '', owner: { user_id: house.firm.morgan.actor.id } })
}, 60_000)

test('stops a schedule and notifies the owner when they lose access or the group is archived', async () => {
  const owner = await house.aManager('Una')
  const made = await house.add({ user_ids: [house.firm.morgan.actor.id] }, owner)
  await house.system((tx) => tx.sql`delete from group_managers where user_id = ${owner.actor.id}`)
  await nextAt(made.id, new Date(Date.now() - 1000).toISOString())
  await house.at(new Date().toISOString())
  await house.until(
    () => read(made.id),
    (found) => found?.state === 'stopped',
  )
  expect(await news(owner)).toEqual([
    {
      text: 'The scheduled report Overview has stopped.',
      details: ['Una Ash, who scheduled this report, no longer has access to it.'],
    },
  ])
  expect((await read(made.id, owner))!.problem).toMatch(/no longer has access/)
}, 60_000)

test('lists a rejected email in the run, notifies the owner, and delivers it once on retry', async () => {
  const owner = await house.aManager('Rita')
  const other = await house.aManager('Otto')
  house.mails.behave((to) => (to === other.email ? { recipient: 550 } : 'take'))
  const made = await house.add({ user_ids: [owner.actor.id, other.actor.id] }, owner)
  await house.run(made.id, owner)
  expect(await house.settled(made.id, owner)).toMatchObject({ sent: 1, failed: 1 })
  await house.note()
  const failed = (await house.deliveries(made.id, 0, owner)).find(({ user_id }) => user_id === other.actor.id)!
  expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining('Not now, or never') })
  expect(await news(owner)).toEqual([
    { text: 'A scheduled report didn’t reach 1 of 2 recipients.', details: [`Otto Ash: ${failed.reason}`] },
  ])
  house.mails.behave(() => 'take')
  const [run] = await house.runs(made.id, owner)
  const again = await owner.call(routes.retry, { params: { id: made.id, run: run!.id }, body: {} })
  expect(again.status).toBe(200)
  expect(await house.settled(made.id, owner)).toMatchObject({ sent: 2, failed: 0 })
  expect([house.mailsTo(owner).length, house.mailsTo(other).length]).toEqual([1, 1])
  const nothing = await owner.call<{ message: string }>(routes.retry, {
    params: { id: made.id, run: run!.id },
    body: {},
  })
  expect([nothing.status, nothing.body.message]).toEqual([409, 'There’s nothing to resend.'])
}, 90_000)

test('notifies once about an email rejected while others are still being created', async () => {
  const owner = await house.aManager('Tina')
  const refused = await house.aManager('Vera')
  house.mails.behave((to) => (to === refused.email ? { recipient: 550 } : 'take'))
  const made = await house.add({ user_ids: [owner.actor.id, refused.actor.id] }, owner)
  await house.run(made.id, owner)
  const run = await house.settled(made.id, owner)
  await house.note()
  // Simulates that the owner's file isn't created yet.
  await house.system(async (tx) => {
    await tx.sql`update report_deliveries set state = 'waiting', tries = 0 where run_id = ${run.id} and user_id = ${owner.actor.id}`
    await tx.sql`update report_schedule_runs set state = 'making', ended_at = null where id = ${run.id}`
  })
  expect(await house.settled(made.id, owner)).toMatchObject({ sent: 1, failed: 1 })
  expect((await news(owner)).map(({ details }) => details)).toEqual([[expect.stringContaining('Vera Ash')]])
}, 60_000)

test("marks an email as unconfirmed if the mail server's response is lost, and doesn't resend it automatically", async () => {
  const owner = await house.aManager('Dora')
  house.mails.behave(() => ({ hangUp: 'late' }))
  const made = await house.add({ user_ids: [owner.actor.id] }, owner)
  await house.run(made.id, owner)
  expect(await house.settled(made.id, owner)).toMatchObject({ sent: 0, in_doubt: 1 })
  expect(house.mailsTo(owner)).toHaveLength(1)
  const [run] = await house.runs(made.id, owner)
  const params = { id: made.id, run: run!.id }
  expect((await owner.call(routes.retry, { params, body: {} })).status).toBe(409)
  house.mails.behave(() => 'take')
  expect((await owner.call(routes.retry, { params, body: { in_doubt: true } })).status).toBe(200)
  expect(await house.settled(made.id, owner)).toMatchObject({ sent: 1, in_doubt: 0 })
}, 90_000)

test('never sends the remaining emails of a canceled run', async () => {
  const owner = await house.aManager('Cleo')
  house.mails.behave(() => ({ recipient: 450 }))
  const made = await house.add({ user_ids: [owner.actor.id] }, owner)
  await house.run(made.id, owner)
  await house.until(
    () => house.runs(made.id, owner),
    ([run]) => run!.leaving === 1 && run!.state === 'done',
  )
  const [run] = await house.runs(made.id, owner)
  const { status } = await owner.call(routes.cancel, { params: { id: made.id, run: run!.id } })
  expect(status).toBe(200)
  house.mails.behave(() => 'take')
  const { rows } = await house.system((tx) => tx.sql`select from outgoing where occasion like ${`report:${run!.id}%`}`)
  expect(rows).toEqual([])
  const later = await house.add({ user_ids: [house.firm.morgan.actor.id] })
  await house.run(later.id)
  await house.settled(later.id)
  expect(house.mailsTo(owner)).toEqual([])
  expect((await house.runs(made.id, owner))[0]).toMatchObject({ state: 'cancelled', cancelled: 1, sent: 0 })
}, 90_000)

test('stores attachments only until the email is sent', async () => {
  const owner = await house.aManager('Fay')
  const made = await house.add({ user_ids: [owner.actor.id] }, owner)
  await house.run(made.id, owner)
  const run = await house.settled(made.id, owner)
  await house.note()
  const kept = await house.system(
    async (tx) =>
      (
        await tx.sql<{ files: number; mails: number }>`
        select (select count(*)::int from report_mail_files where run_id = ${run.id}) as files,
          (select count(*)::int from report_deliveries where run_id = ${run.id} and mail is not null) as mails`
      ).rows[0],
  )
  expect(kept).toEqual({ files: 0, mails: 0 })
  expect((await house.deliveries(made.id, 0, owner))[0]).toMatchObject({
    state: 'sent',
    files: [expect.stringMatching(/\.xlsx$/)],
  })
}, 60_000)
