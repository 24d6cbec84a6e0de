import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Me } from '#core/contract/session.ts'
import { audit } from '#core/server/audit.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { routes as account } from '#features/account/contract.ts'
import { routes as calendar } from '#features/calendar/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { settled, undo, upload } from '#tests/imports.ts'
import { type AuditPage, auditRoutes } from '../audit/contract.ts'
import { type ImportDetail, routes as importRoutes } from '../imports/contract.ts'
import { type FirmDetail, type Health, type ListedFirm, operatorRoutes as routes } from './contract.ts'
import { newSetUpToken } from './server/setUp.ts'
import { setUpRoutes } from './setUpContract.ts'

const patient = { timeout: 60_000, interval: 10 }

let api: Api
let olive: Client
let admin: Client
let dana: Client
beforeAll(async () => {
  api = await openApi()
  const [vendor, firm] = [await api.aFirm({ name: 'Pursuit' }), await api.aFirm()]
  olive = await api.aPerson(vendor, { first_name: 'Olive', last_name: 'Operator', role: 'operator' })
  admin = await api.aPerson(firm, { first_name: 'Ada', last_name: 'Admin', role: 'admin' })
  dana = await api.aPerson(firm)
})
afterAll(() => api.close())

const anAdmin = (email = `${randomUUID().slice(0, 8)}@vale.example`) => ({
  first_name: 'Val',
  last_name: 'Vale',
  email,
})
const aNewFirm = (given: object = {}) => ({
  name: 'Brook & Vale',
  time_zone: 'Europe/London',
  category_name: 'Firm',
  admin: anAdmin(),
  ...given,
})
const make = (given: object = {}, key?: string) =>
  olive.call<FirmDetail & { errors: Record<string, string> }>(routes.makeFirm, {
    body: aNewFirm(given),
    ...(key && { key }),
  })
const subscribe = (id: string, flags: object) =>
  olive.call<FirmDetail>(routes.subscribe, { params: { id }, body: { flags } })
const logOf = async (id: string, query: object = {}) =>
  (await olive.call<AuditPage>(routes.audit, { params: { id }, query: query as Record<string, unknown> })).body
const mails = async (orgId: string) =>
  (
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{
          recipient: string
          content: { letter: { button: { path: string } } }
        }>`select recipient, content from outgoing where org_id = ${orgId}`,
    )
  ).rows

describe('firms', () => {
  test('are created once by operators, and invite their first admin', async () => {
    const key = randomUUID()
    const body = aNewFirm({ name: 'Made once LLP' })
    const made = await olive.call<FirmDetail>(routes.makeFirm, { body, key })
    const again = await olive.call<FirmDetail>(routes.makeFirm, { body, key })
    expect([made.status, again.body.id]).toEqual([200, made.body.id])
    expect(made.body).toMatchObject({ name: 'Made once LLP', time_zone: 'Europe/London', people: 1, is_vendor: false })
    expect(made.body.admins).toMatchObject([{ name: 'Val Vale', has_signed_in: false }])
    const sent = await mails(made.body.id)
    expect(sent.map(({ recipient }) => recipient)).toEqual([(body as { admin: { email: string } }).admin.email])
    expect(sent[0]!.content.letter.button.path).toMatch(/^\/emailConfirmed/)
    const { entries } = await logOf(made.body.id)
    expect(entries.map(({ action, actor }) => [action, actor])).toContainEqual(['firm.created', 'Olive Operator'])
    expect(entries.map(({ action }) => action)).toContain('person.invited')
    expect((await logOf(olive.orgId)).entries[0]).toMatchObject({ action: 'firm.created', subject: 'Made once LLP' })
  })

  test("aren't created if the admin's email address is taken, and no email is sent", async () => {
    const count = async () =>
      (await withoutRls(api.database, (tx) => tx.sql<{ n: number }>`select count(*)::int as n from orgs`)).rows[0]!.n
    const before = await count()
    const { status, body } = await make({ admin: anAdmin(dana.email) })
    expect([status, body.errors]).toEqual([409, { email: `The email ${dana.email} is already in use.` }])
    const bad = await make({ name: '', time_zone: 'Nowhere', admin: { ...anAdmin(), email: 'nobody' } })
    expect([bad.status, Object.keys(bad.body.errors).sort()]).toEqual([400, ['admin.email', 'name', 'time_zone']])
    expect(await count()).toBe(before)
  })

  test('are found by any part of the name, page by page, each once', async () => {
    await withoutRls(api.database, async (tx) => {
      await tx.sql`insert into orgs (id, name, subscriptions) select gen_random_uuid(), 'Paged firm ' || lpad(n::text, 3, '0'), '{}' from generate_series(1, 120) n returning 1`
    })
    const names: string[] = []
    for (let after: string | undefined; ; ) {
      const { body } = await olive.call<{ firms: ListedFirm[]; next: string | null }>(routes.firms, {
        query: { q: 'FIRM paged', ...(after && { after }) },
      })
      names.push(...body.firms.map(({ name }) => name))
      if (!body.next) break
      after = body.next
    }
    expect(names).toEqual(Array.from({ length: 120 }, (_, i) => `Paged firm ${String(i + 1).padStart(3, '0')}`))
    const vendor = await olive.call<{ firms: ListedFirm[] }>(routes.firms, { query: { q: 'pursuit' } })
    expect(vendor.body.firms).toMatchObject([{ name: 'Pursuit', is_vendor: true, people: 1 }])
    await withoutRls(api.database, (tx) => tx.sql`delete from orgs where name like 'Paged firm%'`)
  })

  test('have features turned on and off right away, on the server and in the session', async () => {
    const { orgId: id } = admin
    expect((await dana.call(calendar.read)).status).toBe(200)
    const off = await subscribe(id, { 'targets.ical': false, 'license.2fa': false })
    expect(off.body.subscriptions).toMatchObject({
      'targets.ical': false,
      'license.2fa': false,
      'targets.sharing': true,
    })
    expect((await dana.call(calendar.read)).status).toBe(403)
    const me = (await dana.call<Me>(account.me)).body.Subscriptions
    expect(me).toMatchObject({
      targets: { features: { ical: { on: 'no' } } },
      license: { features: { '2fa': { on: 'no' } } },
      trainer: { on: 'yes' },
    })
    await subscribe(id, { targets: false })
    expect((await dana.call(targets.list, { query: { status: 'active' } })).status).toBe(403)
    await subscribe(id, { targets: true, 'targets.ical': true, 'license.2fa': true })
    expect((await dana.call(targets.list, { query: { status: 'active' } })).status).toBe(200)
    expect(
      (await logOf(id)).entries.find(({ details }) => 'targets.ical' in details && 'license.2fa' in details),
    ).toMatchObject({
      action: 'firm.subscriptions_changed',
      actor: 'Olive Operator',
    })
    expect((await olive.call(routes.subscribe, { params: { id }, body: { flags: { everything: true } } })).status).toBe(
      400,
    )
  })

  test('are visible only to operators, and unknown firms return 404', async () => {
    const calls = Object.values(routes)
    const input = (id: string) => ({ params: { id, firm: id, name: 'purge-trash' }, body: {} })
    for (const person of [admin, dana])
      for (const route of calls)
        for (const id of [person.orgId, olive.orgId])
          expect([route.name, (await person.call(route, input(id))).status]).toEqual([route.name, 403])
    for (const route of [routes.firm, routes.audit, routes.auditFile])
      expect([route.name, (await olive.call(route, { params: { id: randomUUID() } })).status]).toEqual([
        route.name,
        404,
      ])
    const nowhere = { params: { id: randomUUID() } }
    expect((await olive.call(routes.subscribe, { ...nowhere, body: { flags: {} } })).status).toBe(404)
    expect((await olive.call(routes.inviteAdmin, { ...nowhere, body: anAdmin() })).status).toBe(404)
  })

  test('get another admin by invitation', async () => {
    const email = 'second@vale.example'
    const { status, body } = await olive.call<FirmDetail>(routes.inviteAdmin, {
      params: { id: admin.orgId },
      body: anAdmin(email),
    })
    expect([status, body.admins.map((one) => one.email).includes(email)]).toEqual([200, true])
    expect((await mails(admin.orgId)).map(({ recipient }) => recipient)).toContain(email)
  })
})

describe('the audit log', () => {
  const read = async (query: Record<string, unknown> = {}) =>
    (await admin.call<AuditPage>(auditRoutes.audit, { query })).body

  test('is searched by words of its sentences, person, kind, and day, and paged by key', async () => {
    const firm = await api.aFirm({ name: 'Logged' })
    const ada = await api.aPerson(firm, { role: 'admin' })
    await withOrg(api.database, firm, async (tx) => {
      for (let i = 1; i <= 120; i++)
        await audit(
          tx,
          { org: { id: firm }, actor: { id: randomUUID(), name: i % 2 ? 'Odd Olsen' : 'Even Evans' } },
          {
            action: i % 3 ? 'person.invited' : 'group.created',
            subject: { name: `Number ${i}` },
            details: { email: `n${i}@logged.example` },
          },
        )
    })
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`update audit_log set at = timestamptz '2026-03-01 08:30:00+00' where org_id = ${firm} and subject = 'Number 7'`,
    )
    const ask = async (query: Record<string, unknown> = {}) =>
      (await ada.call<AuditPage>(auditRoutes.audit, { query })).body
    const subjects: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await ask(after ? { after } : {})
      subjects.push(...page.entries.map(({ subject }) => subject))
      if (after === undefined) expect(page.kinds).toEqual(['group', 'person'])
      if (!page.next) break
      after = page.next
    }
    expect([subjects.length, new Set(subjects).size, subjects.at(-1)]).toEqual([120, 120, 'Number 7'])
    const found = async (query: Record<string, unknown>) => (await ask(query)).entries.map(({ subject }) => subject)
    expect(await found({ q: 'created the GROUP 60' })).toEqual(['Number 60'])
    expect(await found({ q: 'n119@logged.example' })).toEqual(['Number 119'])
    expect((await found({ kind: 'group', person: 'odd' })).length).toBe(20)
    // 08:30 UTC is 12:30 AM on March 1 in Los Angeles.
    expect(await found({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['Number 7'])
    expect(await found({ from: '2026-02-01', to: '2026-02-28' })).toEqual([])
    expect((await ask({ q: 'Number 7', from: '2026-03-01', to: '2026-03-01' })).entries[0]!.at).toBe(
      '2026-03-01 00:30:00',
    )
    expect((await ada.call(auditRoutes.audit, { query: { from: 'yesterday' } })).status).toBe(400)
    expect(await found({ after: (await read()).entries[0]?.id ?? randomUUID() })).toEqual([])
  })

  test('is exported as a file without active formulas', async () => {
    const firm = await api.aFirm({ name: 'Exported' })
    const ada = await api.aPerson(firm, { first_name: 'Ada', role: 'admin' })
    const formula = '=HYPERLINK("https://evil.example","x")'
    await withOrg(api.database, firm, (tx) =>
      audit(
        tx,
        { org: { id: firm }, actor: { id: randomUUID(), name: formula } },
        {
          action: 'person.invited',
          subject: { name: '@SUM(1)' },
          details: { email: '+1', note: 'a "quoted"\nline' },
        },
      ),
    )
    const { text, headers } = await ada.call(auditRoutes.auditFile)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text.startsWith('\ufeffTime,Person,')).toBe(true)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`)
    expect(text).toContain(`'@SUM(1)`)
    expect(text).toContain('Invited @SUM(1)')
    expect(text.split(/[,\r\n]/).filter((cell) => /^"?[=+@-]/.test(cell))).toEqual([])
    expect(text.trim().split('\r\n').length).toBe(3)
    expect(text).toContain('Exported the audit log')
  })

  test('records when an operator reads it, and shows operators only the requested firm', async () => {
    const before = (await read({ q: 'audit.read' })).entries.length
    await logOf(admin.orgId)
    await logOf(admin.orgId, { q: 'something' })
    const after = (await read({ q: 'read the audit log' })).entries
    expect([before <= 1, after.length, after[0]!.actor]).toEqual([true, 1, 'Olive Operator'])
    expect((await logOf(olive.orgId)).entries.some(({ action }) => action === 'audit.read')).toBe(false)
    const elsewhere = await api.aPerson(await api.aFirm({ name: 'Elsewhere' }), { role: 'admin' })
    const { body } = await elsewhere.call<AuditPage>(auditRoutes.audit, { query: { after: after[0]!.id } })
    expect(body.entries).toEqual([])
  })
})

test('shows a running import with its progress, and logs a stop in both firms', async () => {
  const people = Array.from({ length: 15_000 }, (_, i) => `Perl${i},Stopford,p${i}@stopford.example,member`)
  const content = ['First name,Last name,E-mail,Role', ...people].join('\n')
  const { body: uploaded } = await upload(api, admin, 'people', { content, name: 'people.csv' })
  const params = { id: uploaded.id }
  const { body: detail } = await admin.call<ImportDetail>(importRoutes.read, { params })
  await admin.call(importRoutes.run, { params, body: { mapping: detail.suggestion } })
  const ours = async () =>
    (await olive.call<Health>(routes.health)).body.runs.find(({ firm }) => firm?.id === admin.orgId)
  const run = await vi.waitFor(async () => {
    const found = await ours()
    expect(found).toMatchObject({
      name: 'imports',
      is_active: true,
      can_stop: true,
      if_stopped: 'Imported rows stay. Your firm’s administrator can continue the import or undo it.',
    })
    return found!
  }, patient)
  expect((await olive.call(routes.stopRun, { params: { id: run.id } })).status).toBe(204)
  const stopped = await settled(admin, uploaded.id)
  expect(stopped).toMatchObject({
    state: 'failed',
    problem: 'Our support team stopped this. You can undo what was imported so far.',
  })
  expect(stopped.imported).toBeLessThan(people.length)
  expect((await olive.call(routes.stopRun, { params: { id: run.id } })).status).toBe(404)
  await expect.poll(ours, patient).toBeUndefined()
  for (const id of [admin.orgId, olive.orgId])
    expect((await logOf(id, { kind: 'job' })).entries[0]).toMatchObject({ action: 'job.stopped' })
  expect((await undo(admin, uploaded.id)).state).toBe('undone')
}, 240_000)

describe('health', () => {
  test('reports database, files, queues, and jobs, runs a job on request, and retries failures', async () => {
    let runs = 0
    const job = {
      name: 'test.jobNow',
      cron: '0 3 1 1 *',
      run: async () => {
        if (++runs === 1) throw new Error('No luck yet.')
      },
    }
    const jobs = await startJobs(api.database, [job])
    const read = async () => (await olive.call<Health>(routes.health)).body
    const ofJob = async () => (await read()).jobs.find(({ name }) => name === 'test.jobNow')
    const health = await read()
    expect(health).toMatchObject({ version: 'test', streams: 0, files: { kind: 'folder', problem: '', missing: 0 } })
    expect(health.database.bytes).toBeGreaterThan(1000)
    expect(health.disk.total).toBeGreaterThan(health.disk.free)
    expect(health.outgoing.map(({ channel }) => channel)).toEqual(['mail', 'text', 'push'])
    expect(health.outgoing[0]!.waiting).toBeGreaterThan(0)
    expect(await ofJob()).toMatchObject({ cron: '0 3 1 1 *', failed: 0, last: null })

    expect((await olive.call(routes.runJob, { params: { name: 'test.jobNow' } })).status).toBe(204)
    await expect.poll(async () => (await ofJob())?.failed, { timeout: 45_000, interval: 500 }).toBe(1)
    expect((await ofJob())!.last).toMatchObject({ state: 'failed', problem: 'No luck yet.' })
    expect((await olive.call(routes.retryJob, { params: { name: 'test.jobNow' } })).body).toEqual({ retried: 1 })
    await expect.poll(async () => (await ofJob())?.last?.state, { timeout: 45_000, interval: 500 }).toBe('completed')
    expect(runs).toBe(2)
    for (const route of [routes.runJob, routes.retryJob])
      expect((await olive.call(route, { params: { name: 'no-such-job' } })).status).toBe(404)
    expect((await logOf(olive.orgId, { kind: 'job' })).entries.map(({ action }) => action)).toEqual([
      'job.retried',
      'job.run',
      'job.stopped',
    ])
    await jobs.stop()
  }, 120_000)
})

test('shows operators a failed email and sends it again on request', async () => {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ id: string }>`update outgoing set state = 'failed', problem = 'Nobody of that name.', tries = 9
      where id = (select id from outgoing where org_id = ${admin.orgId} limit 1) returning id`,
  )
  const params = { firm: admin.orgId, id: rows[0]!.id }
  const troubles = async () => (await olive.call<Health>(routes.health)).body.troubles
  expect(await troubles()).toMatchObject([{ id: params.id, problem: 'Nobody of that name.', tries: 9, canRetry: true }])
  expect((await admin.call(routes.sendAgain, { params })).status).toBe(403)
  expect((await olive.call(routes.sendAgain, { params: { ...params, firm: olive.orgId } })).status).toBe(404)
  expect((await olive.call(routes.sendAgain, { params })).status).toBe(204)
  expect((await olive.call(routes.sendAgain, { params })).status).toBe(404)
  expect(await troubles()).toEqual([])
  expect((await logOf(olive.orgId)).entries[0]).toMatchObject({
    action: 'outgoing.retried',
    subject: 'second@vale.example',
  })
})

describe('first setup of a server', () => {
  let empty: Api
  beforeAll(async () => {
    empty = await openApi()
  })
  afterAll(() => empty.close())
  const post = async (path: string, body: object, on = empty) => {
    const { statusCode, body: text } = await on.http.inject({ method: 'POST', url: `/api/${path}`, payload: body })
    return {
      status: statusCode,
      body: (text ? JSON.parse(text) : {}) as Record<string, unknown> & { errors: Record<string, string> },
    }
  }
  const wanted = (token: string, given: object = {}) => ({
    token,
    operator: { first_name: 'Olive', last_name: 'Operator', email: 'olive@vendor.example', password: 'Copper_tram#58' },
    firm: { name: 'First LLP', time_zone: 'Europe/Berlin' },
    admin: { first_name: 'Ada', last_name: 'Admin', email: 'ada@first.example', password: 'Kettle_tram#58' },
    ...given,
  })
  const run = (body: object, on = empty) => post(setUpRoutes.setUp.path, body, on)
  const count = async () =>
    (
      await withoutRls(
        empty.database,
        (tx) => tx.sql<{ n: number }>`select (select count(*) from orgs)::int + (select count(*) from users)::int as n`,
      )
    ).rows[0]!.n

  test('accepts only the newest token, explains invalid input, and works only once', async () => {
    const old = (await newSetUpToken(empty.database))!
    const token = (await newSetUpToken(empty.database))!
    const stored = await withoutRls(
      empty.database,
      (tx) => tx.sql<{ text: string }>`select setup_token::text as text from setup_token`,
    )
    expect(stored.rows[0]!.text).not.toContain(token)
    const dead = 'This link is no longer valid. Restart Pursuit to print a new one.'
    for (const bad of [old, 'x', `${token}x`]) {
      expect(await run(wanted(bad))).toMatchObject({ status: 403, body: { message: dead } })
      expect((await post(setUpRoutes.check.path, { token: bad })).status).toBe(403)
    }
    expect((await post(setUpRoutes.check.path, { token })).status).toBe(204)
    const weak = await run(
      wanted(token, {
        operator: { ...wanted(token).operator, password: 'Password123', email: 'ada@first.example' },
      }),
    )
    expect([weak.status, Object.keys(weak.body.errors).sort()]).toEqual([400, ['admin.email', 'operator.password']])
    const short = await run(wanted(token, { admin: { ...wanted(token).admin, password: 'short' } }))
    expect(short.body.errors['admin.password']).toMatch(/^At least 8 characters/)
    expect(await count()).toBe(0)

    const both = await Promise.all([run(wanted(token)), run(wanted(token))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    for (const [email, password, role] of [
      ['olive@vendor.example', 'Copper_tram#58', 'operator'],
      ['ada@first.example', 'Kettle_tram#58', 'admin'],
    ]) {
      const { status, body } = await post('user/login', { email, password })
      expect([status, (body.user as { role: string }).role]).toEqual([200, role])
    }
    const again = { status: 403, body: { message: 'Pursuit is already set up. Sign in instead.' } }
    expect(await run(wanted(token))).toMatchObject(again)
    expect(await post(setUpRoutes.check.path, { token })).toMatchObject(again)
    expect(await newSetUpToken(empty.database)).toBe(null)
    const { rows } = await withoutRls(
      empty.database,
      (tx) =>
        tx.sql<{
          action: string
          firm: string
        }>`select a.action, o.name as firm from audit_log a join orgs o on o.id = a.org_id where a.action not like 'session%' order by a.at, a.id`,
    )
    expect(rows).toEqual([
      { action: 'server.set_up', firm: 'Pursuit' },
      { action: 'firm.created', firm: 'Pursuit' },
      { action: 'firm.created', firm: 'First LLP' },
      { action: 'person.made', firm: 'First LLP' },
    ])
  })

  test('invites the first admin by email if there is no password, and is rate limited', async () => {
    const other = await openApi()
    const token = (await newSetUpToken(other.database))!
    const { password: _, ...admin } = wanted(token).admin
    const { status, body } = await run({ ...wanted(token), admin }, other)
    expect([status, body]).toEqual([200, { firm: 'First LLP', is_invited: true }])
    const { rows } = await withoutRls(
      other.database,
      (tx) => tx.sql<{ recipient: string }>`select recipient from outgoing`,
    )
    expect(rows).toEqual([{ recipient: 'ada@first.example' }])
    const statuses = new Set<number>()
    for (let i = 0; i < 25; i++) statuses.add((await post(setUpRoutes.check.path, { token: 'guess' }, other)).status)
    expect([...statuses]).toEqual([403, 429])
    await other.close()
  })
})
