import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { eventRoutes } from '#core/contract/events.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { STREAMS_PER_PERSON } from '#core/server/events.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { createHttp } from '#core/server/http.ts'
import { routes as account } from '#features/account/contract.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { importFile } from '#tests/imports.ts'
import type { TargetTile } from './contract.ts'
import type { Tiles } from './list/contract.ts'
import { routes } from './routesContract.ts'
import { aTarget } from './samples.ts'
import { purgeTrash } from './trash/server/jobs.ts'

let api: Api
let port: number
let orgId: string
beforeAll(async () => {
  api = await openApi()
  await api.http.listen({ port: 0, host: '127.0.0.1' })
  port = (api.http.server.address() as AddressInfo).port
  orgId = await api.aFirm()
})
afterAll(() => api.close())

type Open = {
  status: number
  text: () => string
  ended: Promise<void>
  close: () => void
  until: (words: RegExp) => Promise<void>
}

/** Opens a stream and resolves once its headers arrive. */
function open(
  person: Client,
  { at = port, headers = {} }: { at?: number; headers?: Record<string, string> } = {},
): Promise<Open> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port: at,
        host: '127.0.0.1',
        path: '/api/events',
        headers: { authorization: `Bearer ${person.token}`, 'x-client': 'web', ...headers },
      },
      (answer: IncomingMessage) => {
        let text = ''
        const waiting = new Set<() => void>()
        const look = () => {
          for (const one of [...waiting]) one()
        }
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
          look()
        })
        const ended = new Promise<void>((over) => {
          answer.on('close', over)
          answer.on('error', () => over())
        })
        const stream: Open = {
          status: answer.statusCode ?? 0,
          text: () => text,
          ended,
          close: () => asked.destroy(),
          until: (words) =>
            new Promise((found) => {
              const check = () => {
                if (!words.test(text)) return
                waiting.delete(check)
                found()
              }
              waiting.add(check)
              check()
            }),
        }
        resolve(stream)
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}
const changed = /"upTo":"\d+"/

describe('stream of changes', () => {
  test("notifies the person's other device of a change, which a pull from the cursor returns", async () => {
    const dana = await api.aPerson(orgId)
    const { body: before } = await dana.call<Tiles>(routes.list, { query: { status: 'active' } })
    const stream = await open(dana)
    expect(stream.status).toBe(200)
    const { body: made } = await dana.call<TargetTile>(routes.create, { body: aTarget({ company: 'Quiet Mills' }) })
    await stream.until(changed)
    const { body } = await dana.call<Tiles>(routes.list, { query: { after: before.cursor } })
    expect(body.tiles.map(({ id }) => id)).toContain(made.id)
    expect(stream.text()).toContain(`"upTo":"${body.cursor}"`)
    expect(stream.text()).not.toMatch(/Quiet Mills/)
    stream.close()
  })

  test('reports changes by an import, a job, and a task over all firms', async () => {
    const firm = await api.aFirm()
    const admin = await api.aPerson(firm, { role: 'admin' })
    const lee = await api.aPerson(firm)
    const stream = await open(lee)
    await stream.until(/"upTo":null/)
    const told = () => stream.text().match(/"upTo":"(\d+)"/g)?.length ?? 0
    const csv = `Company,Owner,Type,Value,Objective\nQuiet Mills,${lee.actor.id},prospect,Low,Win the first engagement\n`
    const { email } = (await lee.call<{ user: { email: string } }>(account.me)).body.user
    const done = await importFile(api, admin, 'targets', csv.replace(lee.actor.id, email))
    expect([done.imported, done.refused]).toEqual([1, 0])
    await stream.until(changed)

    const [target] = (await lee.call<Tiles>(routes.list)).body.tiles
    const cursor = async () => Number((await lee.call<Tiles>(routes.list)).body.cursor)
    await lee.call(routes.trash, { params: { id: target!.id } })
    // A purge leaves a row locked by other work to the next one.
    await api.caughtUp()
    const before = await cursor()
    await withoutRls(
      api.database,
      (tx) => tx.sql`update targets set deleted_at = now() - interval '31 days' where id = ${target!.id}`,
    )
    await purgeTrash.run(api.database)
    expect(await cursor()).toBeGreaterThan(before)
    await stream.until(new RegExp(`"upTo":"${await cursor()}"`))

    const { body: other } = await lee.call<TargetTile>(routes.create, { body: aTarget() })
    const heard = told()
    await withoutRls(api.database, (tx) => tx.sql`select rebuild_target_views(${firm}, array[${other.id}]::uuid[])`)
    await stream.until(new RegExp(`"upTo":"${await cursor()}"`))
    expect(told()).toBeGreaterThan(heard)
    stream.close()
  })

  test('reports a change without an idempotency key too', async () => {
    const dana = await api.aPerson(orgId)
    const stream = await open(dana)
    await stream.until(/"upTo":null/)
    await api.http.inject({
      method: 'POST',
      url: '/api/tiles',
      headers: { authorization: `Bearer ${dana.token}`, 'x-client': 'web' },
      payload: aTarget(),
    })
    await stream.until(changed)
    stream.close()
  })

  test('reports nothing about other people or firms', async () => {
    const [dana, lee] = [await api.aPerson(orgId), await api.aPerson(orgId)]
    const robin = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }))
    const stream = await open(dana)
    await lee.call(routes.create, { body: aTarget({ company: 'Quillon', contact: '', contact_email: '' }) })
    await robin.call(routes.create, { body: aTarget() })
    const { body } = await dana.call<TargetTile>(routes.create, { body: aTarget() })
    await stream.until(changed)
    expect(stream.text().match(/"upTo":"/g)).toHaveLength(1)
    expect(stream.text()).not.toContain(body.id)
    stream.close()
  })

  test("starts with a wake-up to cover any gap, and isn't harmed by a forged Last-Event-ID", async () => {
    const dana = await api.aPerson(orgId)
    for (const forged of ['0', '-1', "1'; drop table users", 'x'.repeat(2000)]) {
      const stream = await open(dana, { headers: { 'last-event-id': forged } })
      expect(stream.status).toBe(200)
      await stream.until(/"upTo":null/)
      stream.close()
    }
  })

  test('is refused without a session', async () => {
    const dana = await api.aPerson(orgId)
    expect((await open({ ...dana, token: 'A'.repeat(64) })).status).toBe(401)
  })

  test(`allows one person ${STREAMS_PER_PERSON}`, async () => {
    const dana = await api.aPerson(orgId)
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_PERSON }, () => open(dana)))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const more = await open(dana)
    expect(more.status).toBe(429)
    for (const stream of streams) stream.close()
  })
})

describe('end of a session, which ends its stream', () => {
  test('happens on log out', async () => {
    const dana = await api.aPerson(orgId)
    const stream = await open(dana)
    expect(stream.status).toBe(200)
    await dana.call(account.logout)
    await stream.ended
  })

  test('happens with a new password on another device', async () => {
    const dana = await api.aPerson(orgId)
    const { body } = await dana.call<{ token: string }>(account.login, {
      body: { email: dana.email, password: PASSWORD },
    })
    const stream = await open({ ...dana, token: body.token })
    expect(stream.status).toBe(200)
    const reply = await dana.call(account.changePassword, { body: { current: PASSWORD, new: 'Kettle_tram#58' } })
    expect(reply.status).toBeLessThan(300)
    await stream.ended
  })

  test('happens at the next check after a deactivation without a notification', async () => {
    const [dana, lee] = [await api.aPerson(orgId), await api.aPerson(orgId)]
    const [hers, his] = [await open(dana), await open(lee)]
    await withoutRls(
      api.database,
      (tx) => tx.sql`update users set deactivated_at = now() where org_id = ${orgId} and id = ${dana.actor.id}`,
    )
    await api.http.events.recheck()
    await hers.ended
    await lee.call(routes.create, { body: aTarget() })
    await his.until(changed)
    his.close()
  })
})

test('ends all streams on shutdown without waiting for them', async () => {
  const http = await createHttp({
    database: api.database,
    served: composeFeatures(features).routes,
    version: 'test',
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const dana = await api.aPerson(orgId)
  const stream = await open(dana, { at: (http.server.address() as AddressInfo).port })
  expect(stream.status).toBe(200)
  await http.close()
  await stream.ended
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'reports a change made by another process on the same PostgreSQL',
  async () => {
    const { rows } = await api.database.pool.query<{ name: string }>('select current_database() as name')
    const url = new URL(process.env.TEST_DATABASE_URL!)
    url.pathname = `/${rows[0]!.name}`
    const second = await openDatabase({ url: url.href, poolSize: 2 })
    const http = await createHttp({
      database: second,
      served: composeFeatures(features).routes,
      version: 'test',
    })
    await http.listen({ port: 0, host: '127.0.0.1' })
    const dana = await api.aPerson(orgId)
    const stream = await open(dana, { at: (http.server.address() as AddressInfo).port })
    await stream.until(/"upTo":null/)
    await dana.call(routes.create, { body: aTarget() })
    await stream.until(changed)
    await http.close()
    await stream.ended
    await second.close()
  },
)

test('describes the route as a stream', async () => {
  const { body } = await api.http.inject('/api/openapi.json')
  expect(JSON.parse(body).paths['/api/events'].get.responses[200].content).toHaveProperty('text/event-stream')
  expect(eventRoutes.listen.isStream).toBe(true)
})
