// Retention: recipients are purged after two years, and pending runs stop with the firm's subscription.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areaPath } from '#core/contract/area.ts'
import { wake } from '#core/server/work/work.ts'
import type { Client } from '#tests/api.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { insightsFlag } from '../flagsContract.ts'
import { type Digest, type DigestRecipient, routes } from './contract.ts'
import { subscriptionEnded } from './items.ts'
import { type DigestsReport, digestsReport } from './reportContract.ts'
import { purgeDigestRecipients } from './server/purging.ts'
import { digestMail } from './server/rows.ts'
import { type DigestHouse, NOW, openDigestHouse } from './testing/digestHouse.ts'

let server: MailServer
let house: DigestHouse
let dana: Client
let guide: string
beforeAll(async () => {
  server = await startMailServer()
  house = await openDigestHouse({ smtpUrl: server.url })
  dana = await house.api.aPerson(house.orgId, { first_name: 'Dana' })
  guide = await house.aContent('Year-end planning guide')
})
afterAll(async () => {
  await house.close()
  await server.close()
})
beforeEach(() => {
  house.api.clock.now = new Date(NOW)
  server.behave(() => 'take')
})

const WEEK = '2027-01-11T17:00:00.000Z'
const NEXT = '2027-01-18T17:00:00.000Z'
const isDone = ({ status }: Digest) => status !== 'sending'
const toDana = (more: object = {}) => house.schedule({ videoinsight_ids: [guide], user_ids: [dana.actor.id], ...more })
const storedOf = async ({ runs }: Digest) =>
  (
    await house.api.database.pool.query<{ email: string; name: string; why: string }>(
      'select email, name, why from digest_recipients where org_id = $1 and run_id = $2',
      [house.orgId, runs.at(-1)!.id],
    )
  ).rows
const forget = () => purgeDigestRecipients.run(house.api.database)
const ended = ({ id }: Digest, days: number) =>
  house.system(
    (tx) => tx.sql`update digest_runs set ended_at = now() - make_interval(days => ${days}) where digest_id = ${id}`,
  )
const recipients = ({ id, runs }: Digest) =>
  house.admin.call<{ message: string; recipients: DigestRecipient[] }>(routes.recipients, {
    params: { id, run: runs.at(-1)!.id },
  })

describe('Digest two years after its run', () => {
  test('purges the recipients and keeps the counts', async () => {
    const made = await toDana()
    await house.at(WEEK)
    const sent = await house.until(made.id, isDone)
    await ended(sent, 729)
    await forget()
    expect(await storedOf(sent)).toHaveLength(1)
    await ended(sent, 731)
    await forget()
    expect(await storedOf(sent)).toEqual([])
    expect(await recipients(sent)).toMatchObject({
      status: 409,
      body: { message: 'Recipient details are kept for two years. The totals stay.' },
    })
    expect((await house.read(made.id)).runs).toMatchObject([{ state: 'done', sent: 1 }])
    const { body } = await house.admin.call<DigestsReport>(digestsReport.routes.read, {
      params: { key: 'org', id: house.orgId },
    })
    const runs = body.rows.flatMap((digest) => digest.runs)
    expect(runs.filter(({ state, sent: mails }) => state === 'done' && mails === 1)).toHaveLength(1)
  })

  test('still repeats no item in a recurring digest without storing addresses, and purges everyone after cancellation', async () => {
    const made = await toDana({ title: 'Weekly', frequency: 2 })
    await house.at(WEEK)
    const sent = await house.until(made.id, isDone)
    await ended(sent, 731)
    await forget()
    expect(await storedOf(sent)).toEqual([{ email: '', name: '', why: '' }])
    expect((await recipients(sent)).status).toBe(409)
    await house.at(NEXT)
    const again = await house.until(made.id, ({ runs }) => runs.length === 2)
    expect(again.runs[0]).toMatchObject({ state: 'nothing_new' })
    await house.admin.call(routes.cancel, { params: { id: made.id } })
    await forget()
    expect(await storedOf(sent)).toEqual([])
  })

  test('keeps the data of a closed firm unchanged', async () => {
    const made = await toDana()
    await house.at(WEEK)
    const sent = await house.until(made.id, isDone)
    await ended(sent, 731)
    const close = (isClosed: boolean) =>
      house.system(
        (tx) => tx.sql`update orgs set suspended_at = ${isClosed ? NOW : null}::timestamptz where id = ${house.orgId}`,
      )
    await close(true)
    await forget()
    await close(false)
    expect(await storedOf(sent)).toHaveLength(1)
  })
})

describe("After the firm's subscription ends", () => {
  const subscribe = (isOn: boolean) =>
    house.system(
      (tx) =>
        tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, ${`{${areaPath(insightsFlag).join()}}`}, ${JSON.stringify(isOn ? 'yes' : 'no')}) where id = ${house.orgId}`,
    )

  test('pauses a due digest with a message, and sends it at its next time after someone resumes it', async () => {
    const once = await toDana()
    const weekly = await toDana({ title: 'Weekly', frequency: 2 })
    const before = server.taken.length
    await subscribe(false)
    expect(await house.at(WEEK)).toBe(0)
    await subscribe(true)
    for (const { id } of [once, weekly])
      expect(await house.read(id)).toMatchObject({
        status: 'paused',
        runs: [{ state: 'not_sent', message: subscriptionEnded.run, sent: 0, failed: 0 }],
      })
    expect(await house.at('2027-01-11T18:00:00.000Z')).toBe(0)
    expect((await house.admin.call(routes.resume, { params: { id: once.id } })).status).toBe(409)
    await house.admin.call(routes.resume, { params: { id: weekly.id } })
    expect(await house.at(NEXT)).toBe(1)
    expect(await house.until(weekly.id, isDone)).toMatchObject({
      runs: [{ state: 'done', sent: 1 }, { state: 'not_sent' }],
    })
    expect(server.taken.length).toBe(before + 1)
  })

  test('fails the remaining recipients with the reason, and sends to them when someone retries', async () => {
    const lee = await house.api.aPerson(house.orgId, { first_name: 'Lee' })
    const made = await toDana({ user_ids: [dana.actor.id, lee.actor.id] })
    const before = server.taken.length
    server.behave((to) => (to === lee.email ? { message: 451 } : 'take'))
    await house.at(WEEK)
    const tried = async () => (await recipients(await house.read(made.id))).body.recipients.map(({ tries }) => tries)
    await expect.poll(tried, { timeout: 20_000 }).toEqual([1, 1])
    await subscribe(false)
    server.behave(() => 'take')
    await house.system((tx) => tx.sql`update digest_recipients set next_try_at = now() where state = 'waiting'`)
    const openRuns = async () => {
      wake(digestMail.task)
      return (await house.api.database.pool.query(`select from digest_runs where state = 'sending'`)).rows
    }
    await expect.poll(openRuns, { timeout: 20_000 }).toEqual([])
    await subscribe(true)
    const over = await house.read(made.id)
    expect(over).toMatchObject({ status: 'sent', runs: [{ state: 'done', sent: 1, failed: 1 }] })
    expect((await recipients(over)).body.recipients.map(({ state, reason }) => [state, reason])).toContainEqual([
      'failed',
      subscriptionEnded.mail,
    ])
    await house.admin.call(routes.retry, { params: { id: made.id, run: over.runs[0]!.id }, body: {} })
    await house.until(made.id, ({ runs }) => runs[0]!.sent === 2)
    expect(server.taken.slice(before).map(({ to }) => to[0])).toEqual([dana.email, lee.email])
  })
})
