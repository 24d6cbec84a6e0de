// The page exists only for trying out Pursuit.

import { afterEach, expect, test, vi } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { createHttp } from '#core/server/http.ts'
import { openSending } from '#tests/outgoing.ts'
import { makeFirm } from '../testing/fixtureContext.ts'
import { serveDemoPage } from './demoPage.ts'
import { queueMail, queuePush, queueText } from './outgoing.ts'

vi.setConfig({ testTimeout: 180_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

const script = '<script>alert(1)</script>'
const letter = { subject: `Hello ${script}`, heading: 'Hello', lines: [script] }

test('lists messages to the demo firms, runs none of their content, and hides other firms', async () => {
  const sending = await openSending()
  cleanUp.push(() => sending.close())
  const { database, directory, orgId, userId } = sending
  const other = await withoutRls(database, (tx) => makeFirm(tx, 'A real firm'))
  const http = await createHttp({ database, served: [], version: 'test' })
  cleanUp.push(() => http.close())
  serveDemoPage(http, { database, directory, firms: async () => [orgId] })
  await sending.queue(async (tx) => {
    await queueMail(tx, orgId, { email: 'dana@hartwell.example', name: 'Dana' }, letter)
    await queueText(tx, orgId, '+15550100101', `Your code is 123456. ${script}`)
    await queuePush(tx, orgId, userId, { title: `Acme ${script}`, body: script, path: '/tracker' })
  })
  await withOrg(database, other, (tx) =>
    queueMail(tx, other, { email: 'secret@firm.example', name: 'S' }, { ...letter, subject: 'Secret' }),
  )
  const rows = await sending.until((found) => found.length === 4 && found.every(({ state }) => state === 'sent'))
  const get = (url: string) => http.inject({ method: 'GET', url })

  const page = await get('/demo/mail')
  expect(page.statusCode).toBe(200)
  for (const shown of [
    'dana@hartwell.example',
    '123456',
    '+15550100101',
    'Acme',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])
    expect(page.body).toContain(shown)
  expect(page.body).not.toMatch(/<script|secret/i)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[\w+/=]+'; frame-src 'self';/)
  expect(policy).not.toContain('unsafe')

  const idOf = (recipient: string) => rows.find((row) => row.recipient === recipient)!.id
  const mail = await get(`/demo/mail/${idOf('dana@hartwell.example')}`)
  expect(mail.body).toContain('Hello')
  expect(mail.body).not.toMatch(/<script/i)
  const ofMail = String(mail.headers['content-security-policy'])
  expect(ofMail).toContain("default-src 'none'")
  expect(ofMail).toContain("img-src 'self' data:;")
  expect(ofMail).toContain('sandbox allow-popups')
  expect(ofMail).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
  for (const id of [idOf('secret@firm.example'), idOf('+15550100101'), orgId, 'x', '..%2f..%2fetc'])
    expect((await get(`/demo/mail/${id}`)).statusCode, id).toBe(404)
})
