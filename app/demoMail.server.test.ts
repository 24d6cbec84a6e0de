// The emails that the demo's people receive, on the complete server.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, expect, test, vi } from 'vitest'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { SECRET, startServer } from '#tests/server.ts'

vi.setConfig({ testTimeout: 180_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

/** The Host header names a different site. */
const askForReset = (port: number) =>
  new Promise<number>((resolve, reject) => {
    const body = JSON.stringify({ email: 'kim@hartwell.example' })
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const headers = { ...clientHeaders(), ...evil, 'content-type': 'application/json' }
    const asked = request({ port, path: '/api/user/reset_password', method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', reject).end(body)
  })

test('shows demo emails with configured links, and no email page without the demo', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-demo-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = await makePostgresDatabase()
  if (postgres) cleanUp.push(postgres.drop)
  const environment = {
    ...SECRET,
    PURSUIT_URL: 'https://pursuit.hartwell.example',
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const server = await startServer({ directory, environment })
  cleanUp.push(() => server.kill())
  expect(await askForReset(server.port)).toBeLessThan(300)
  const page = () => fetch(`${server.url}/demo/mail`).then((reply) => reply.text())
  await vi.waitFor(async () => expect(await page()).toContain('kim@hartwell.example'), {
    timeout: 20_000,
    interval: 300,
  })
  const folder = join(directory, 'outbox', 'mail')
  // On some days the demo's people receive other emails as well.
  const mails = await Promise.all(readdirSync(folder).map((name) => simpleParser(readFileSync(join(folder, name)))))
  const [mail, ...more] = mails.filter(({ to }) => to.text.includes('kim@hartwell.example'))
  expect(more).toEqual([])
  expect(mail!.text).toContain('https://pursuit.hartwell.example/')
  expect(`${mail!.text}${mail!.html}`).not.toContain('evil.example')
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
