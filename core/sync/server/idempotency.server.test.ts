// Tests calls that open their own transaction.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { defineRoute } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { createHttp } from '#core/server/http.ts'
import { defineHandler, signedIn } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import { type FixtureContext, type FixturePerson, openToyHouse } from '#core/server/testing/fixtureContext.ts'

const route = defineRoute({
  name: 'toys.count',
  method: 'POST',
  path: 'toys/count',
  summary: 'Counts a toy',
  body: z.strictObject({ word: z.string() }),
  answer: z.object({ count: z.number() }),
})

let house: FixtureContext
let dana: FixturePerson
let made = 0
let takenBack = 0
beforeAll(async () => {
  const count = defineIdempotentHandler(route, signedIn, {
    ready: async ({ session, body, database }) => {
      if (body.word === 'late')
        await withoutRls(
          database,
          (tx) => tx.sql`update users set role = 'member', deactivated_at = now() where id = ${session.actor.id}`,
        )
      return ++made
    },
    async change(tx, { session, body }) {
      await tx.sql`insert into toys values (${session.org.id}, ${body.word})`
      if (body.word === 'refused') throw new Refusal('invalid', 'Not this word.', 400)
      const { rows } = await tx.sql<{ n: number }>`select count(*)::int as n from toys`
      return { count: rows[0]!.n }
    },
    again: async () => void takenBack++,
  })
  house = await openToyHouse([count])
  await house.database.pool.query('create table toys (org_id uuid, word text); grant all on toys to public')
  dana = await house.aPerson(await house.aFirm())
})
afterAll(() => house.close())

const words = async () => (await house.database.pool.query<{ word: string }>('select word from toys')).rows

test("makes a duplicated long change once, returns one response, and reverts the second's preparation", async () => {
  const key = randomUUID()
  const replies = await Promise.all([1, 2].map(() => dana.call(route, { body: { word: 'ball' }, key })))
  expect(replies.map(({ status, text }) => [status, text])).toEqual([
    [200, '{"count":1}'],
    [200, '{"count":1}'],
  ])
  expect(await words()).toEqual([{ word: 'ball' }])
  expect([made, takenBack]).toEqual([2, 1])
  expect((await dana.call(route, { body: { word: 'top' }, key })).status).toBe(409)
  expect((await dana.call(route, { body: { word: 'top' } })).body).toEqual({ count: 2 })
})

test("doesn't make a long change of a person who was deactivated during its preparation", async () => {
  const lee = await house.aPerson(await house.aFirm())
  const before = await words()
  expect((await lee.call(route, { body: { word: 'late' } })).status).toBe(401)
  expect(await words()).toEqual(before)
})

test('leaves nothing after a refused long change and frees its key', async () => {
  const before = await words()
  const key = randomUUID()
  for (let i = 0; i < 2; i++) expect((await dana.call(route, { body: { word: 'refused' }, key })).status).toBe(400)
  expect(await words()).toEqual(before)
})

test("doesn't start a server with a long change that could happen twice", async () => {
  const forgetful = defineHandler(route, signedIn, async () => ({ count: 0 }), { isLong: true })
  await expect(createHttp({ database: house.database, served: [forgetful], version: 'test' })).rejects.toThrow(
    'The route toys.count is long and a change: serve it by serveOnce',
  )
})
