import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Api, openApi } from '#tests/api.ts'
import { upload } from '#tests/imports.ts'
import { peopleRoutes } from '../people/contract.ts'
import { type ImportDetail, routes } from './contract.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Runs on PostgreSQL only. */
const many = 50_000

test(`imports ${many} rows, creates people named twice once, and rejects invalid email addresses`, {
  timeout: 300_000,
}, async () => {
  // Turns off the features that create data for each person every night, so that they don't distort the test.
  const firm = await api.aFirm({ domains: ['many.example'], hasFlag: ({ name }) => !/^(targets|insights)/.test(name) })
  const admin = await api.aPerson(firm, { role: 'admin' })
  const mark = admin.orgId.slice(0, 8)
  const addressOf = (i: number) =>
    i % 100 === 7 ? `wrong${i}@nowhere` : `p${i % 10 === 3 ? i - 1 : i}.${mark}@many.example`
  const rows = Array.from({ length: many }, (_, i) => `Pat,Number ${i},${addressOf(i)}`)
  const { body } = await upload(api, admin, 'people', { content: `First name,Last name,E-mail\n${rows.join('\n')}\n` })
  const params = { id: body.id }
  const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params })).body
  expect((await admin.call(routes.run, { params, body: { mapping: suggestion } })).status).toBe(200)
  const done = await vi.waitFor(
    async () => {
      const now = (await admin.call<ImportDetail>(routes.read, { params })).body
      // A busy server can ask the client to retry.
      expect(now.state).toBe('done')
      return now
    },
    { timeout: 280_000, interval: 500 },
  )
  expect(done).toMatchObject({
    state: 'done',
    total: many,
    imported: many * 0.89,
    matched: many * 0.1,
    refused: many * 0.01,
  })
  const first = (await admin.call<{ counts: Record<string, number> }>(peopleRoutes.people)).body
  expect(first.counts).toEqual({ active: 1, waiting: many * 0.89, deactivated: 0 })
  expect((await admin.call(peopleRoutes.invitable, { params })).body).toEqual({ left: many * 0.89 })
})
