// Tests how long a firm stores activity records, through HTTP and by the daily job.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeNotifications } from '#core/server/notices/jobs.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type FirmProfile, retentionDefaults, firmRoutes as routes } from './contract.ts'
import { purgeOld } from './server/retention.ts'

let api: Api
let admin: Client
let other: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  other = await api.aPerson(await api.aFirm(), { role: 'admin' })
})
afterAll(() => api.close())

const put = (body: object, by = admin) =>
  by.call<FirmProfile & { errors: Record<string, string> }>(routes.putRetention, { body })
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.pool.query<T>(text, values)).rows

test('bounds the days, logs changes to them, and lets only admins set them', async () => {
  expect((await put({ ...retentionDefaults, audit_log: 364 })).body.errors).toEqual({
    audit_log: 'Enter a number of days from 365 to 3650.',
  })
  expect((await put({ ...retentionDefaults, messages: 401 })).status).toBe(400)
  const saved = await put({ ...retentionDefaults, audit_log: 400 })
  expect([saved.status, saved.body.retention]).toEqual([200, { ...retentionDefaults, audit_log: 400 }])
  const [entry] = await query<{ details: object }>(
    `select details from audit_log where action = 'firm.retention_changed' and org_id = $1`,
    [admin.orgId],
  )
  expect(entry!.details).toEqual({ audit_log: { from: 3650, to: 400 } })
  expect((await put(retentionDefaults, await api.aPerson(admin.orgId))).status).toBe(403)
})

test('deletes older records once a day in this firm only', async () => {
  await put({ ...retentionDefaults, audit_log: 400, addresses: 30, messages: 7 })
  for (const { orgId } of [admin, other]) {
    for (const days of [5, 40, 500])
      await query(
        `insert into audit_log (org_id, id, at, actor_name, action, address) values ($1, gen_random_uuid(), now() - make_interval(days => $2), 'Ada', 'test.aged', '192.0.2.' || $2::int % 200)`,
        [orgId, days],
      )
    for (const [occasion, days] of [
      [null, 5],
      [null, 10],
      ['weekly', 10],
    ])
      await query(
        `insert into outgoing (org_id, channel, occasion, recipient, content, state, moved_at) values ($1, 'mail', $2, 'ada@x.example', '{}', 'failed', now() - make_interval(days => $3))`,
        [orgId, occasion, days],
      )
  }
  await purgeOld(api.database)
  const left = async ({ orgId }: Client) => ({
    log: (
      await query<{ line: string }>(
        `select (now()::date - at::date) || ' ' || address as line from audit_log where org_id = $1 and action = 'test.aged' order by at desc`,
        [orgId],
      )
    ).map(({ line }) => line),
    sent: (
      await query<{ line: string }>(
        `select coalesce(occasion, '-') || ' ' || recipient || ' ' || (content is not null) as line from outgoing where org_id = $1 and state = 'failed' order by occasion nulls first, moved_at desc`,
        [orgId],
      )
    ).map(({ line }) => line),
  })
  expect(await left(admin)).toEqual({ log: ['5 192.0.2.5', '40 '], sent: ['- ada@x.example true', 'weekly  false'] })
  expect(await left(other)).toEqual({
    log: ['5 192.0.2.5', '40 192.0.2.40', '500 192.0.2.100'],
    sent: ['- ada@x.example true', '- ada@x.example true', 'weekly ada@x.example true'],
  })
})

test("deletes notifications after the firm's number of days, 90 by default", async () => {
  expect((await put({ ...retentionDefaults, notifications: 29 })).body.errors).toEqual({
    notifications: 'Enter a number of days from 30 to 90.',
  })
  await put({ ...retentionDefaults, notifications: 40 })
  for (const { orgId, actor } of [admin, other])
    for (const days of [5, 50, 100])
      await query(
        `insert into notifications (org_id, id, user_id, kind, occasion, text, path, created_at)
         values ($1, gen_random_uuid(), $2, 'toy', $3::text, $3::text, '/', now() - make_interval(days => $3::text::int))`,
        [orgId, actor.id, String(days)],
      )
  await purgeNotifications.run(api.database)
  const left = async ({ orgId }: Client) =>
    (
      await query<{ text: string }>(`select text from notifications where org_id = $1 order by created_at desc`, [
        orgId,
      ])
    ).map(({ text }) => text)
  expect([await left(admin), await left(other)]).toEqual([['5'], ['5', '50']])
})
