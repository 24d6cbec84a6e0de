// Metrics contain no personal data and are available without the database.
import { createServer } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { withoutRls } from './database/tx.ts'
import { createHttp } from './http.ts'
import { openMetrics, serveMetrics } from './metrics.ts'
import { anyone, defineHandler } from './routes.ts'
import { makeFirm } from './testing/fixtureContext.ts'
import { startJobs, trigger } from './work/jobs.ts'

const params = z.object({ name: z.string() })
const greet = defineRoute({ name: 'greet', method: 'GET', path: 'greetings/:name', summary: 'Greets.', params })
const refused = defineRoute({ name: 'refused', method: 'GET', path: 'refused/:name', summary: 'Fails.', params })

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})
const { database, close }: TestDatabase = await testDatabase()
afterAll(close)

const handlers = [
  defineHandler(greet, anyone, async () => undefined),
  // The database repeats the row in its error.
  defineHandler(refused, anyone, async ({ params: { name } }) => {
    await withoutRls(database, (tx) => tx.sql`insert into instances (key, name) values ('no key of ours!', ${name})`)
    return undefined
  }),
]

async function aHouse(logLevel = 'error') {
  const lines: string[] = []
  const metrics = openMetrics(database, '1.2.3', () => 3)
  const logTo = { write: (line: string) => void lines.push(line) }
  const http = await createHttp({
    database,
    served: handlers,
    version: 'test',
    logLevel,
    logTo,
    answered: metrics.answered,
  })
  cleanUp.push(() => http.close())
  const get = (url: string) => http.inject({ url, headers: { 'x-client': 'web' } })
  return { metrics, get, lines }
}

const valueIn = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('counts calls by route and status, with no user input in labels', async () => {
  const { metrics, get } = await aHouse()
  for (const name of ['dana.reyes', 'mira.stone', 'dana.reyes'])
    expect((await get(`/api/greetings/${name}`)).statusCode).toBe(204)
  for (let i = 0; i < 50; i++) await get(`/api/nothing-${i}/dana.reyes?key=secret`)
  const text = await metrics.text()
  expect(valueIn(text, 'pursuit_http_calls_total{method="GET",route="/api/greetings/:name",status="204"}')).toBe(3)
  expect(valueIn(text, 'pursuit_http_call_seconds_count{method="GET",route="/api/greetings/:name"}')).toBe(3)
  expect(text.split('\n').filter((line) => line.includes('status="404"'))).toHaveLength(1)
  expect(text).not.toMatch(/dana|secret|nothing-/)
  expect(valueIn(text, 'pursuit_streams')).toBe(3)
  expect(valueIn(text, 'pursuit_database_up')).toBe(1)
  expect(valueIn(text, 'pursuit_version{version="1.2.3"}')).toBe(1)
})

test('reports outgoing messages and queues with their age until they are empty', async () => {
  const { metrics } = await aHouse()
  const orgId = await withoutRls(database, (tx) => makeFirm(tx))
  await withoutRls(
    database,
    (tx) =>
      tx.sql`insert into outgoing (org_id, channel, recipient, content, queued_at)
      values (${orgId}, 'mail', 'dana.reyes@hartwell.example', '{}', now() - interval '90 seconds')`,
  )
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>()
  const cron = '0 0 1 1 *'
  const failing = { name: 'toy-failing', cron, run: () => Promise.reject(new Error('No.')) }
  const slow = { name: 'toy-slow', cron, run: () => isOver }
  const jobs = await startJobs(database, [failing, slow])
  cleanUp.push(() => {
    goOn()
    return jobs.stop()
  })
  for (const { name } of [failing, slow]) await trigger(database, name)
  const value = async (series: string) => valueIn(await metrics.text(), series)
  await expect.poll(() => value('pursuit_jobs{queue="toy-slow",state="active"}')).toBe(1)
  await expect.poll(() => value('pursuit_jobs{queue="toy-failing",state="failed"}')).toBe(1)
  const text = await metrics.text()
  expect(valueIn(text, 'pursuit_outgoing{channel="mail",state="waiting"}')).toBe(1)
  expect(valueIn(text, 'pursuit_outgoing_oldest_seconds{channel="mail"}')).toBeGreaterThanOrEqual(90)
  expect(valueIn(text, 'pursuit_outgoing_oldest_seconds{channel="text"}')).toBe(0)
  expect(text).not.toContain('dana')
  goOn()
  await expect.poll(() => value('pursuit_jobs{queue="toy-slow",state="active"}')).toBeUndefined()
})

test('reports an unavailable database along with all other metrics', async () => {
  const metrics = openMetrics({ ...database, check: () => Promise.reject(new Error('gone')) }, '1.2.3', () => 7)
  const text = await metrics.text()
  expect(valueIn(text, 'pursuit_database_up')).toBe(0)
  expect(valueIn(text, 'pursuit_streams')).toBe(7)
  const silent = openMetrics({ ...database, check: () => new Promise(() => {}) }, '1.2.3', () => 7)
  expect(valueIn(await silent.text(), 'pursuit_database_up')).toBe(0)
})

test('serves metrics at a separate address, which must be free', async () => {
  const { metrics } = await aHouse()
  const { port, close: stop } = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
  cleanUp.push(stop)
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  expect(await answer.text()).toContain('pursuit_database_up 1')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  cleanUp.push(() => new Promise((resolve) => other.close(resolve)))
  const taken = (other.address() as { port: number }).port
  await expect(serveMetrics(metrics, { host: '127.0.0.1', port: taken })).rejects.toThrow(`port ${taken} (EADDRINUSE)`)
})

test("logs a call's ID and the violated rule, but nothing that was sent", async () => {
  const { get, lines } = await aHouse()
  const failed = await get('/api/refused/danareyes')
  expect(failed.statusCode).toBe(500)
  const [line] = lines.map((one) => JSON.parse(one))
  expect(line).toMatchObject({
    reqId: failed.headers['x-request-id'],
    err: { type: 'DatabaseError', code: '23514', table: 'instances' },
  })
  expect(line.err.stack).toContain('core/server/database/tx.ts')
  expect(lines.join()).not.toMatch(/dana/i)
})

test("logs each call by its route, even one that doesn't exist", async () => {
  const { get, lines } = await aHouse('info')
  await get('/api/greetings/dana-reyes')
  await get('/api/nowhere/dana-reyes?key=secret')
  const said = () => lines.map((one) => JSON.parse(one))
  // The log entry follows the response.
  await expect.poll(() => said().map(({ res }) => res?.statusCode)).toEqual(expect.arrayContaining([204, 404]))
  expect(said().map(({ req }) => req?.url)).toContain('/api/greetings/:name')
  expect(lines.join()).not.toMatch(/dana|secret/)
})
