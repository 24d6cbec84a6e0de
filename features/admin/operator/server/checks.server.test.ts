// Tests the health checks that operators see, including checks that hang or fail.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAll } from '#core/server/checks/checks.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import { reportProcess } from '#core/server/processes.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type Checks, operatorRoutes as routes } from '../contract.ts'

let api: Api
let olive: Client
let admin: Client
let endProcess: () => Promise<void>
beforeAll(async () => {
  api = await openApi()
  olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  endProcess = reportProcess(api.database, '1.2.3')
  while ((await checks()).processes.length === 0) await setTimeout(20)
})
afterAll(() => api.close())

const checks = async () => (await olive.call<Checks>(routes.checks)).body
const found = async (name: string) => {
  const { state, says, advice } = (await checkAll(api.database)).checks.find((one) => one.name === name)!
  if (state !== 'ok') expect(advice).not.toBe('')
  return [state, says]
}
const run = (text: string) => api.database.pool.query(text)

test('reports every check of a healthy server, only to operators', async () => {
  const wrong = async () => {
    const found = (await checks()).checks.filter((one) => one.state !== 'ok' && one.name !== 'disk')
    return found.map(({ name, says }) => [name, says])
  }
  // At start the server looks for tasks of every kind with the test's four connections, and is busy for a moment.
  await expect.poll(wrong).toEqual([['backup', 'No backup recorded yet.']])
  const { checks: all, state } = await checks()
  expect(state).not.toBe('ok')
  expect(all.length).toBeGreaterThan(15)
  expect((await admin.call(routes.checks)).status).toBe(403)
})

test('detects each kind of problem', async () => {
  await run(`update installation set backed_up_at = now() - interval '2 hours'`)
  expect(await found('backup')).toEqual(['ok', 'Last backup 2 h ago.'])
  await run(`update installation set backed_up_at = now() - interval '8 days'`)
  expect((await found('backup'))[0]).toBe('bad')

  await run(
    `insert into server_processes (id, version, node, started_at, clock_ahead_ms) values (gen_random_uuid(), '1.2.4', '26', now(), -7000)`,
  )
  expect(await found('processes')).toEqual(['warn', '2 running: 1.2.3, 1.2.4.'])
  expect(await found('clocks')).toEqual(['bad', 'Processes and the database differ by at most 7000 ms.'])
  await run(`update server_processes set seen_at = now() - interval '2 minutes' where version = '1.2.4'`)
  expect(await found('processes')).toEqual(['ok', '1 running: 1.2.3.'])

  await run(`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
  expect((await found('migrations'))[0]).toBe('warn')
  await run(
    `delete from schema_migrations where name like '9999%' or name = (select max(name) from schema_migrations where name not like '9999%')`,
  )
  expect(await found('migrations')).toEqual(['bad', '1 migrations in this version haven’t been applied.'])

  await run(
    `insert into outgoing (org_id, channel, recipient, state, queued_at) values ('${admin.orgId}', 'mail', 'a@b.example', 'sending', now() - interval '2 hours')`,
  )
  expect((await found('outgoing'))[0]).toBe('bad')
})

test('reads the processes once for all checks and the list', async () => {
  const { query } = pg.Client.prototype
  let reads = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }]
    if (/from server_processes/.test(typeof first === 'string' ? first : (first.text ?? ''))) reads++
    return (query as (...given: unknown[]) => unknown).apply(this, given)
  } as typeof query
  try {
    expect((await checks()).processes.map(({ version }) => version)).toEqual(['1.2.3'])
  } finally {
    pg.Client.prototype.query = query
  }
  expect(reads).toBe(1)
})

test('finds a transaction that blocks others, and the ones that wait for it', { timeout: 30_000 }, async () => {
  const [holder, waiter] = [await api.database.pool.connect(), await api.database.pool.connect()]
  try {
    await holder.query(`begin; update orgs set name = name where id = '${admin.orgId}'`)
    const waiting = waiter.query(`update orgs set name = name where id = '${admin.orgId}'`)
    await expect.poll(async () => (await found('database_locks'))[0], { timeout: 15_000, interval: 500 }).toBe('warn')
    await holder.query('rollback')
    await waiting
    expect(await found('database_locks')).toEqual(['ok', 'No statement is blocked.'])
  } finally {
    holder.release()
    waiter.release()
  }
})

test('leaves no probe among the files and drops processes that have ended', async () => {
  for await (const { key } of filesOf(api.database).bucket.list()) expect(key).not.toMatch(/^00000000/)
  await endProcess()
  const { rows } = await withoutRls(api.database, (tx) => tx.sql`select from server_processes where version = '1.2.3'`)
  expect(rows).toEqual([])
})

test("isn't blocked by a check that hangs, and queries an unavailable database once", async () => {
  const { bucket } = filesOf(api.database)
  const [read, check] = [bucket.read, api.database.check]
  const look = async () => {
    const began = performance.now()
    const all = new Map((await checkAll(api.database)).checks.map((one) => [one.name, one]))
    expect(performance.now() - began).toBeLessThan(4500)
    return (name: string) => all.get(name)!.says
  }
  bucket.read = () => new Promise(() => {})
  const says = await look()
  bucket.read = read
  expect(says('files')).toBe('No response within 3 s.')
  expect(says('database_locks')).toBe('No statement is blocked.')

  for (const [broken, sentence] of [
    [() => Promise.reject(new Error('Connection lost\nmore')), 'Couldn’t check: Connection lost'],
    [() => new Promise<void>(() => {}), 'No response within 3 s.'],
  ] as const) {
    api.database.check = broken
    const said = await look()
    api.database.check = check
    expect(said('database_trip')).toBe(sentence)
    expect(said('clocks')).toBe('Not checked: the database isn’t responding.')
    expect(said('files')).toMatch(/^Wrote, read, and removed/)
  }
})
