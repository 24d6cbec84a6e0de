// Conflicting transactions run again under the same idempotency key, until the caller must retry.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { defineHandler, signedIn } from '#core/server/routes.ts'
import { type FixtureContext, type FixturePerson, openToyHouse } from '../testing/fixtureContext.ts'

const route = defineRoute({
  name: 'test.meet',
  method: 'POST',
  path: 'test/meet',
  summary: 'Meets others a few times',
  body: z.strictObject({ code: z.string(), times: z.number() }),
  answer: z.object({ attempts: z.number() }),
})

let api: FixtureContext
let dana: FixturePerson
let attempts = 0
beforeAll(async () => {
  const meet = defineHandler(route, signedIn, async ({ tx, body }) => {
    attempts++
    await tx.sql`insert into met values (${attempts})`
    if (attempts <= body.times)
      await tx.run(sql.raw(`do $$ begin raise exception 'they met' using errcode = '${body.code}'; end $$`))
    return { attempts }
  })
  api = await openToyHouse([meet])
  await api.database.pool.query('create table met (attempt int)')
  dana = await api.aPerson(await api.aFirm())
})
afterAll(() => api.close())
beforeEach(async () => {
  attempts = 0
  await api.database.pool.query('delete from met')
})

const met = async () => (await api.database.pool.query('select attempt from met')).rows

test.each(['40P01', '40001'])('retries what the database rejected as %s and runs it once', async (code) => {
  const reply = await dana.call(route, { body: { code, times: 2 } })
  expect([reply.status, reply.body]).toEqual([200, { attempts: 3 }])
  expect(await met()).toEqual([{ attempt: 3 }])
})

test('responds with 503 and Retry-After after a few attempts, and the same key loses and duplicates nothing', async () => {
  const key = randomUUID()
  const body = { code: '40P01', times: 6 }
  const refused = await dana.call(route, { body, key })
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '1'])
  expect(attempts).toBe(4)
  expect(await met()).toEqual([])
  const [first, again] = [await dana.call(route, { body, key }), await dana.call(route, { body, key })]
  expect([first.status, again.text]).toEqual([200, first.text])
  expect(await met()).toEqual([{ attempt: 7 }])
})
