// Single calls that once caused an internal server error. The generated ones are in fuzz.server.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asClient, clientHeaders } from '#core/server/testing/calls.ts'
import { scimRoutes } from '#features/admin/scim/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { upload } from '#tests/imports.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
})
afterAll(() => api.close())

const get = async (path: string, token?: string) => {
  const { statusCode, body } = await asClient(api.http).inject({ url: `/api/${path}`, headers: clientHeaders(token) })
  return { status: statusCode, body: body === '' ? {} : (JSON.parse(body) as { code?: string; errors?: object }) }
}

test('returns 401 for Targets of a range without a session, whatever the range', async () => {
  const gone = await api.aPerson(admin.orgId)
  await gone.call({ name: '', method: 'POST', path: 'user/logout', summary: '' })
  const { body } = await admin.call<{ token: string }>(scimRoutes.makeToken, { body: { name: 'Entra ID' } })
  for (const token of [gone.token, body.token, 'A'.repeat(64)])
    for (const query of ['', '?start=2026-01-01', '?start=2026-01-01&end=2026-02-01'])
      expect([query, (await get(`tiles${query}`, token)).status]).toEqual([query, 401])
})

test('accepts days at the ends of the calendar or rejects them at their field', async () => {
  for (const day of ['0000-01-01', '0001-01-01', '9999-12-31']) {
    expect(await get(`admin/audit?from=2026-01-01&to=${day}`, admin.token)).toMatchObject({
      status: 400,
      body: { errors: { to: 'Choose a date.' } },
    })
    expect((await get(`user/score?date=${day}&kind=steps`, admin.token)).status).toBe(400)
  }
  for (const day of ['1900-01-01', '9998-12-31']) {
    expect((await get(`admin/audit?from=${day}&to=${day}`, admin.token)).status).toBe(200)
    expect((await get(`user/score?date=${day}&kind=steps`, admin.token)).status).toBeLessThan(500)
  }
})

test('rejects a time that the database can’t store with a message', async () => {
  const { status, body } = await admin.call(
    { name: '', method: 'POST', path: 'notifications/read_all', summary: '' },
    { body: { until: '0000-01-01T00:00:00Z' } },
  )
  expect([status, body.message]).toEqual([400, 'This contains a date that can’t be stored.'])
})

test('handles NUL in the names of an overlap search without an error', async () => {
  for (const name of ['company', 'contact', 'email'])
    expect([name, (await get(`overlaps?${name}=a%00b`, admin.token)).status]).toEqual([name, 200])
})

test('rejects a one-row file of several megabytes for its length, not for a quotation mark', async () => {
  const row = 'Company,Contact,'.repeat(600_000)
  const { status, body } = await upload(api, admin, 'targets', { content: row })
  expect([status, body.message]).toEqual([
    400,
    'Row 1 is longer than 1 MB. Check that each row of the file ends in a line break, then upload it again.',
  ])
})
