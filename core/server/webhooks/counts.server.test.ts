// Operators see metrics and a message that says what to do.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { openReceiver } from '#tests/receiver.ts'
import { checkAll } from '../checks/checks.ts'
import { withoutRls } from '../database/tx.ts'
import { dependenciesWith } from '../dependencies.ts'
import { newId } from '../ids.ts'
import { openMetrics } from '../metrics.ts'
import { makeFirm } from '../testing/fixtureContext.ts'
import { startJobs } from '../work/jobs.ts'
import { wake } from '../work/work.ts'
import { webhookTask } from './deliver.ts'
import { WEBHOOKS } from './queueEvents.ts'
import { newSecret, webhookSecretContext } from './signature.ts'

const { database, close }: TestDatabase = await testDatabase()
afterAll(close)
const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})
const { box } = dependenciesWith()
let orgId: string
beforeEach(async () => {
  await run(sql`delete from webhooks`)
  orgId = await withoutRls(database, (tx) => makeFirm(tx))
})

const run = (statement: ReturnType<typeof sql>) => withoutRls(database, (tx) => tx.run(statement))
async function aWebhook(url = 'https://crm.example/dana.reyes'): Promise<string> {
  const id = newId()
  const sealed = box.seal(newSecret(), webhookSecretContext(orgId, id))
  await run(
    sql`insert into webhooks (org_id, id, url, events, secret_sealed, made_by) values (${orgId}, ${id}, ${url}, '{target.won}', ${sealed}, 'Dana Reyes')`,
  )
  return id
}
const aDelivery = (webhook: string, secondsAgo: number, nextAgo = secondsAgo) =>
  run(
    sql`insert into webhook_deliveries (org_id, webhook_id, type, body, queued_at, next_at)
      values (${orgId}, ${webhook}, 'target.won', '{"type": "target.won", "data": {}}', now() - ${secondsAgo} * interval '1 second', now() - ${nextAgo} * interval '1 second')`,
  )
const turnOff = (webhook: string, why: string, daysAgo: number) =>
  run(sql`update webhooks set off_why = ${why}, off_at = now() - ${daysAgo} * interval '1 day' where id = ${webhook}`)
const fail = (webhook: string) => run(sql`update webhooks set failing_since = now() where id = ${webhook}`)

const metrics = openMetrics(database, '1.2.3', () => 0)
/** Returns webhook metrics by series, and nothing else. */
async function figures(): Promise<Record<string, number>> {
  const text = await metrics.text()
  expect(text).not.toMatch(/crm|dana/)
  const lines = text.split('\n').filter((line) => line.startsWith('pursuit_webhook'))
  return Object.fromEntries(
    lines.map((line) => [line.slice('pursuit_webhook'.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}
const found = async () => {
  const { state, says, advice } = (await checkAll(database)).checks.find(({ name }) => name === 'webhooks')!
  return [state, says, advice]
}

test('counts attempts by outcome and reports the age of pending deliveries until they are gone', async () => {
  const receiver = await openReceiver()
  cleanUp.push(receiver.close)
  const webhook = await aWebhook(`${receiver.origin}/dana.reyes`)
  await aDelivery(webhook, 90)
  const before = await figures()
  expect(before).toMatchObject({ _waiting: 1, 's{state="on"}': 1, 's{state="failing"}': 0 })
  for (const age of ['_oldest_seconds', '_late_seconds']) expect(before[age]).toBeGreaterThanOrEqual(90)

  receiver.answer = (_, response) => void response.writeHead(500).end()
  const jobs = await startJobs(
    database,
    [],
    [],
    [webhookTask({ box, limits: { allowed: [receiver.origin], milliseconds: 8000, bytes: 10_000 } })],
  )
  cleanUp.push(() => jobs.stop())
  const tries = (outcome: string) => `_tries_total{outcome="${outcome}"}`
  await expect.poll(figures).toMatchObject({ [tries('again')]: 1, [tries('delivered')]: 0, 's{state="failing"}': 1 })
  const waiting = await figures()
  expect(waiting).toMatchObject({ _waiting: 1, _late_seconds: 0, 's{state="on"}': 0 })
  expect(waiting._oldest_seconds).toBeGreaterThanOrEqual(90)

  const tryNow = async (status: number) => {
    receiver.answer = (_, response) => void response.writeHead(status).end()
    await run(sql`update webhook_deliveries set next_at = now() where state = 'waiting'`)
    await run(sql`update webhooks set rests_until = '-infinity'`)
    wake(WEBHOOKS)
  }
  await tryNow(200)
  await expect.poll(figures).toMatchObject({ [tries('delivered')]: 1, 's{state="failing"}': 0, _waiting: 0 })
  expect(await figures()).toMatchObject({ _oldest_seconds: 0, [tries('again')]: 1 })
  await aDelivery(webhook, 0)
  await tryNow(410)
  await expect
    .poll(figures)
    .toMatchObject({ [tries('failed')]: 1, 's{state="turned_off"}': 1, 's{state="on"}': 0, _waiting: 0 })
})

test('says what to do if nothing sends, if all webhooks fail, or if one was turned off', async () => {
  expect(await found()).toEqual(['ok', 'No firm has an active webhook.', ''])
  const [first, second, third] = [await aWebhook(), await aWebhook(), await aWebhook()]
  const rest = (failing: number, turnedOff: number, on = 3) =>
    `Active webhooks: ${on}, of which ${failing} are failing. Turned off in the last week: ${turnedOff}.`
  expect(await found()).toEqual(['ok', `No deliveries waiting. ${rest(0, 0)}`, ''])

  // A delivery that awaits a retry or whose address is paused isn't late.
  await aDelivery(first, 7200, -60)
  await aDelivery(second, 7200)
  await run(sql`update webhooks set rests_until = now() + interval '1 minute' where id = ${second}`)
  await fail(second)
  expect(await found()).toEqual(['ok', `2 deliveries are waiting, the oldest for 2 h. ${rest(1, 0)}`, ''])
  for (const id of [first, third]) await fail(id)
  expect(await found()).toEqual(['bad', expect.stringContaining(rest(3, 0)), expect.stringContaining('firewall')])

  await run(sql`update webhooks set failing_since = null`)
  await turnOff(first, 'failing', 2)
  await turnOff(third, 'gone', 8)
  expect(await found()).toEqual(['warn', expect.stringContaining(rest(0, 1, 1)), expect.stringContaining('admins')])
  await turnOff(first, 'hand', 2)
  expect((await found())[0]).toBe('ok')

  await run(sql`update webhooks set rests_until = now() - interval '20 minutes' where id = ${second}`)
  const [state, says, advice] = await found()
  expect([state, advice]).toEqual(['warn', expect.stringContaining('check that a process runs jobs')])
  expect(says).toMatch(/^Deliveries ready to send have waited 20 min\. 1 deliver/)
  await run(sql`update webhooks set rests_until = '-infinity' where id = ${second}`)
  expect((await found())[0]).toBe('bad')
  await run(sql`update orgs set suspended_at = now() where id = ${orgId}`)
  expect(await found()).toEqual(['ok', 'No firm has an active webhook.', ''])
})
