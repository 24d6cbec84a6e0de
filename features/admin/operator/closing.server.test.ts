import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { features } from '#app/features.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { filesOf } from '#core/server/files/store.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import { outgoingQueues } from '#core/server/outgoing/sending.ts'
import { openSession } from '#core/server/sessions.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { defineTask, runTask, wake } from '#core/server/work/work.ts'
import { routes as account } from '#features/account/contract.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import type { AuditPage } from '../audit/contract.ts'
import { type DeletedFirm, type FirmDetail, operatorRoutes as routes } from './contract.ts'
import { deleteFirmsTask } from './server/deleteFirms.ts'

let api: Api
let olive: Client
beforeAll(async () => {
  api = await openApi()
  const product = composeFeatures(features)
  await makeDemo(api.database, product)
  const { rows } = await api.database.pool.query<{ org_id: string }>(`select org_id from users where role = 'operator'`)
  olive = await api.aPerson(rows[0]!.org_id, { first_name: 'Olive', last_name: 'Operator', role: 'operator' })
})
afterAll(() => api.close())

const change = (route: (typeof routes)['suspend' | 'resume' | 'keepFirm'], id: string) =>
  olive.call<FirmDetail & { message: string }>(route, { params: { id } })
const login = async (email: string, password = PASSWORD) => {
  const reply = await api.http.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'x-client': 'web', 'idempotency-key': randomUUID() },
    payload: { email, password },
  })
  return [
    reply.statusCode,
    (reply.json() as { code?: string; message?: string }).code,
    (reply.json() as { message?: string }).message,
  ]
}
const actionsOf = async (id: string) =>
  (await olive.call<AuditPage>(routes.audit, { params: { id } })).body.entries.map(({ action }) => action)

test("ends a suspended firm's sessions within seconds, explains why after the right password, and allows sign-in once reopened", async () => {
  const firm = await api.aFirm({ name: 'Late Payers LLP' })
  const [admin, dana] = [await api.aPerson(firm, { role: 'admin' }), await api.aPerson(firm)]
  const stream = await api.http.inject({
    method: 'GET',
    url: '/api/events',
    headers: { authorization: `Bearer ${dana.token}`, 'x-client': 'web' },
    payloadAsStream: true,
  })
  const ended = new Promise<void>((resolve) => stream.stream().resume().once('end', resolve))

  const { status, body } = await change(routes.suspend, firm)
  expect([status, body.is_closed, body.suspended_at !== null]).toEqual([200, true, true])
  await ended
  expect((await dana.call(account.me)).status).toBe(401)
  expect(await login(dana.email)).toEqual([
    403,
    'suspended',
    'Your firm’s access to Pursuit is suspended. Contact your firm’s administrator.',
  ])
  expect((await login(dana.email, 'Wrong#2026'))[1]).toBe('wrong_login')
  // Every other sign-in method opens a session as well and fails.
  await expect(withoutRls(api.database, (tx) => openSession(tx, firm, admin.actor.id))).rejects.toMatchObject({
    code: 'PU001',
  })
  expect((await change(routes.suspend, firm)).status).toBe(409)

  const again = await change(routes.resume, firm)
  expect([again.status, again.body.is_closed]).toEqual([200, false])
  expect((await login(dana.email))[0]).toBe(200)
  expect((await change(routes.resume, firm)).status).toBe(409)
  for (const id of [firm, olive.orgId])
    expect((await actionsOf(id)).filter((one) => /suspended|resumed/.test(one)).sort()).toEqual([
      'firm.resumed',
      'firm.suspended',
    ])
})

test('pauses emails and tasks of a suspended firm and resumes them when it is reopened', async () => {
  const firm = await api.aFirm()
  const [other] = [await api.aFirm()]
  const sent: string[] = []
  const done: string[] = []
  const send = async ({ recipient }: { recipient: string }) => void sent.push(recipient)
  const toDo = new Set([firm, other])
  const work = defineTask<{ orgId: string }>({
    name: 'toyOfFirms',
    input: z.object({ orgId: z.string() }),
    key: ({ orgId }) => orgId,
    due: async () => [...toDo].map((orgId) => ({ orgId })),
    // The task can be claimed twice. The second claim finds nothing left.
    begin: async (_, { orgId }) =>
      toDo.has(orgId)
        ? {
            next: async () => {
              toDo.delete(orgId)
              done.push(orgId)
              return { done: 1, isLeft: false }
            },
          }
        : null,
  })
  await change(routes.suspend, firm)
  const jobs = await startJobs(api.database, [], outgoingQueues({ mail: send, text: send, push: send }), [work])
  const mail = (orgId: string, email: string) =>
    withOrg(api.database, orgId, (tx) =>
      queueMail(tx, orgId, { email, name: '' }, { subject: 'S', heading: 'H', lines: [] }),
    )
  try {
    await mail(firm, 'resting@x.example')
    await mail(other, 'going@x.example')
    jobs.wake('mail')
    await expect.poll(() => [sent.includes('going@x.example'), done]).toEqual([true, [other]])
    wake(work)
    expect(sent).not.toContain('resting@x.example')
    await change(routes.resume, firm)
    jobs.wake('mail')
    wake(work)
    await expect.poll(() => [sent.includes('resting@x.example'), done]).toEqual([true, [other, firm]])
  } finally {
    await jobs.stop()
  }
})

test('deletes a firm only after its name is typed, notifies its admins, and allows a 30-day undo', async () => {
  const firm = await api.aFirm({ name: 'Leaving LLP' })
  const admin = await api.aPerson(firm, { role: 'admin' })
  const ask = (name: string) =>
    olive.call<FirmDetail & { errors: object }>(routes.deleteFirm, { params: { id: firm }, body: { name } })
  expect((await ask('Deactivation')).body.errors).toEqual({ name: 'That doesn’t match the firm’s name.' })
  const { body } = await ask('Leaving LLP')
  const days = (Date.parse(body.deletes_at!) - Date.now()) / 864e5
  expect([body.is_closed, Math.round(days)]).toEqual([true, 30])
  expect((await login(admin.email))[1]).toBe('suspended')
  await runTask({
    database: api.database,
    work: deleteFirmsTask,
    input: { orgId: firm },
    signal: new AbortController().signal,
    onDone: () => {},
  })
  expect((await change(routes.keepFirm, firm)).body).toMatchObject({ is_closed: false, deletes_at: null })
  expect((await login(admin.email))[0]).toBe(200)
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        subject: string
        org_id: string
      }>`select content->'letter'->>'subject' as subject, org_id from outgoing where recipient = ${admin.email} order by queued_at`,
  )
  expect(rows.map(({ subject }) => subject.replace(/on .*/, 'on a day'))).toEqual([
    'Leaving LLP will be deleted from Pursuit on a day',
    'Leaving LLP stays with Pursuit',
  ])
  expect(new Set(rows.map(({ org_id }) => org_id))).toEqual(new Set([olive.orgId]))
  const own = await olive.call(routes.deleteFirm, { params: { id: olive.orgId }, body: { name: 'Pursuit' } })
  expect(own.status).toBe(403)
  const dana = await api.aPerson(firm)
  expect((await dana.call(routes.suspend, { params: { id: firm } })).status).toBe(403)
})

test('deletes all rows and files of a firm on its day and leaves an anonymous report', async () => {
  const { database } = api
  const ids = await database.pool.query<{ org_id: string }>(
    `select org_id from login_directory where email = any(array['robin@brookvale.example', 'dana@hartwell.example']) order by email`,
  )
  const [kept, gone] = ids.rows.map(({ org_id }) => org_id)
  const files = filesOf(database)
  const kind = composeFeatures(features).files.find(({ name }) => name === 'logo')!
  const placed = await files.place(gone!, kind, {
    content: Buffer.from('89504e470d0a1a0a', 'hex'),
    name: 'logo.png',
    type: 'image/png',
  })
  await files.change(gone!, [placed], ({ keep }) => keep(placed, null))
  await api.idle()
  const before = await counts()
  expect(Object.keys(before[gone!]!).length).toBeGreaterThan(10)

  const name = (await withoutRls(database, (tx) => tx.sql<{ name: string }>`select name from orgs where id = ${gone!}`))
    .rows[0]!.name
  expect((await olive.call(routes.deleteFirm, { params: { id: gone! }, body: { name } })).status).toBe(200)
  await database.pool.query(`update orgs set deletes_at = now() - interval '1 minute' where id = $1`, [gone])
  wake(deleteFirmsTask)
  const listed = async () =>
    (await olive.call<{ firms: DeletedFirm[] }>(routes.deletedFirms)).body.firms.find(({ id }) => id === gone)
  await expect.poll(async () => (await listed())?.finished_at ?? null, { timeout: 60_000 }).not.toBeNull()
  await api.idle()
  const after = await counts()
  expect(after[gone!]).toBeUndefined()
  expect(after[kept!]).toEqual(before[kept!])
  expect(await files.read(gone!, placed.id)).toBeNull()
  const report = (await listed())!
  expect([report.name, report.files]).toEqual([name, 1])
  expect(report.rows).toBeGreaterThan(500)
  expect(JSON.stringify(report)).not.toMatch(/@/)
  expect((await actionsOf(olive.orgId))[0]).toBe('firm.deleted')
  expect(
    (
      await database.pool.query(
        `select from jobs.job where state <> 'active' and name <> 'deleteFirms' and data::text like '%' || $1 || '%'`,
        [gone],
      )
    ).rowCount,
  ).toBe(0)

  async function counts(): Promise<Record<string, Record<string, number>>> {
    const { rows } = await database.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    )
    const all: Record<string, Record<string, number>> = {}
    for (const { name } of rows.filter((row) => !['upkeep', 'copies_due'].includes(row.name)))
      for (const { org_id, n } of (
        await database.pool.query<{ org_id: string; n: number }>(
          `select org_id, count(*)::int as n from ${name} group by 1`,
        )
      ).rows) {
        all[org_id] ??= {}
        all[org_id]![name] = n
      }
    return all
  }
})
