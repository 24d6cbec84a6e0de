// /demo/mail: for trying Pursuit out, and nowhere else.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, expect, test, vi } from 'vitest'
import { asSystem, inFirm } from '#core/server/database/firm.ts'
import { createHttp } from '#core/server/http.ts'
import { createFirm } from '#features/admin/operator/server/firms.ts'
import { flags } from '#tests/flags.ts'
import { openSending } from '#tests/outgoing.ts'
import { startServer } from '#tests/server.ts'
import { serveDemoPage } from './demoPage.ts'
import { queueMail, queuePush, queueText } from './outgoing.ts'

vi.setConfig({ testTimeout: 180_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

const script = '<script>alert(1)</script>'
const letter = { subject: `Hello ${script}`, heading: 'Hello', lines: [script] }

test('The page lists what the demo firms were sent, runs nothing of it, and shows nothing of other firms', async () => {
  const sending = await openSending()
  cleanUp.push(() => sending.close())
  const { database, directory, orgId, userId } = sending
  const other = await asSystem(database, (tx) => createFirm(tx, flags, { name: 'A real firm' }))
  const http = await createHttp({ database, served: [], version: 'test' })
  cleanUp.push(() => http.close())
  serveDemoPage(http, { database, directory, firms: async () => [orgId] })
  await sending.queue(async (tx) => {
    await queueMail(tx, orgId, { email: 'dana@hartwell.example', name: 'Dana' }, letter)
    await queueText(tx, orgId, '+15550100101', `Your code is 123456. ${script}`)
    await queuePush(tx, orgId, userId, { title: `Acme ${script}`, body: script, path: '/tracker' })
  })
  await inFirm(database, other, (tx) =>
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
  expect(ofMail).toContain('sandbox allow-popups')
  expect(ofMail).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
  for (const id of [idOf('secret@firm.example'), idOf('+15550100101'), orgId, 'x', '..%2f..%2fetc'])
    expect((await get(`/demo/mail/${id}`)).statusCode, id).toBe(404)
})

/** As somebody who says that the site is called otherwise. */
const askForReset = (port: number) =>
  new Promise<number>((resolve, reject) => {
    const body = JSON.stringify({ email: 'kim@hartwell.example' })
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-type': 'application/json' }
    const asked = request({ port, path: '/api/user/reset_password', method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', reject).end(body)
  })

test('A mail of the demo is on the page, its link leads to the configured address whatever a request called the site, and without the demo or with a provider the page is not there', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-demo-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const environment = { PURSUIT_URL: 'https://pursuit.hartwell.example' }
  const server = await startServer({ directory, environment })
  cleanUp.push(() => server.kill())
  expect(await askForReset(server.port)).toBeLessThan(300)
  const page = () => fetch(`${server.url}/demo/mail`).then((reply) => reply.text())
  await vi.waitFor(async () => expect(await page()).toContain('kim@hartwell.example'), {
    timeout: 20_000,
    interval: 300,
  })
  const folder = join(directory, 'outbox', 'mail')
  const mail = await simpleParser(readFileSync(join(folder, readdirSync(folder)[0]!)))
  expect(mail.to.text).toContain('kim@hartwell.example')
  expect(mail.text).toContain('https://pursuit.hartwell.example/')
  expect(`${mail.text}${mail.html}`).not.toContain('evil.example')
  await server.stop()

  const others: Record<string, string>[] = [
    { PURSUIT_DEMO: '0' },
    { PURSUIT_SMTP_URL: 'smtp://127.0.0.1:9' },
    { PURSUIT_SMS_URL: 'http://127.0.0.1:9' },
  ]
  for (const more of others) {
    const real = await startServer({ directory, environment: { ...environment, ...more } })
    cleanUp.push(() => real.kill())
    const body = await fetch(`${real.url}/demo/mail`).then((reply) => reply.text())
    expect(body, JSON.stringify(more)).not.toMatch(/Demo mail|kim@hartwell/)
    await real.stop()
  }
})
