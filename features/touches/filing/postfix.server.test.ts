// Email from real programs: swaks directly to the listener, and Debian's Postfix in front of it. Signatures are made with
// real keys and checked against a DNS server of this test.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunningListener } from '#core/server/listener.ts'
import type { Client } from '#tests/api.ts'
import { isFull } from '#tests/scope.ts'
import { startServer } from '#tests/server.ts'
import { freePort } from '#tools/postgres.ts'
import { isInstalled, pathOf } from '#tools/programs.ts'
import { smtpListener } from './server/smtpListener.ts'
import { type CuttableDatabase, cuttableDatabase } from './testing/cuttableDatabase.ts'
import {
  anEmail,
  DOMAIN,
  type FilingServer,
  filingOf,
  GATEWAY_KEY,
  openFiling,
  storedEmails,
  unfiledOf,
} from './testing/filingServer.ts'
import { type Postfix, startPostfix } from './testing/postfix.ts'
import { smtpClient } from './testing/smtpClient.ts'

const missing = (['swaks', 'postfix', 'curl', 'openssl'] as const).filter((name) => !isInstalled(name))
const isRoot = process.getuid?.() === 0
if (missing.length > 0 && !isFull)
  console.log(`Skips email filing with other programs. Missing: ${missing.join(', ')}.`)
if (!isRoot) console.log('Skips email filing behind Postfix, which only root can start.')

let folder: string
let server: FilingServer
let dana: Client
let address: string

// `npm run test:all` installs the programs, so that there a missing one is a failure.
describe.runIf(isFull || missing.length === 0)('with swaks', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pursuit-filing-'))
    chmodSync(folder, 0o755)
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = [
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      '2',
      '-subj',
      `/CN=${DOMAIN}`,
    ]
    execFileSync(pathOf('openssl'), ['req', '-x509', ...made], { stdio: 'ignore' })
    server = await openFiling({ tls: { certificate, key } })
    server.publishKey('hartwell.example')
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    dana = await server.api.aPerson(await server.api.aFirm())
    address = (await filingOf(dana)).address
  })

  /** Resolves to what both sides said, whatever it was. */
  async function swaks(email: string, to: string, port: number, ...more: string[]): Promise<string> {
    const file = join(folder, 'email.eml')
    writeFileSync(file, email)
    const args = [
      '--server',
      '127.0.0.1',
      '--port',
      String(port),
      '--from',
      dana.email,
      '--to',
      to,
      '--data',
      `@${file}`,
    ]
    return promisify(execFile)(pathOf('swaks'), [...args, '--helo', 'mx.hartwell.example', ...more], {
      maxBuffer: 100_000_000,
    }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    )
  }
  const emailsOf = () => storedEmails(server.api, dana)

  test('accepts an email over TLS', async () => {
    const said = await swaks(anEmail({ from: dana.email }), address, server.port, '--tls')
    expect(said).toMatch(/TLS started/)
    expect(said).toMatch(/<~\s+250 Accepted/)
    expect(await emailsOf()).toMatchObject([{ state: 'waiting' }])
  })

  test('verifies a signature and an SPF record', async () => {
    await swaks(await server.sign(anEmail({ from: dana.email }), 'hartwell.example'), address, server.port, '--tls')
    server.names.texts.set('hartwell.example', ['v=spf1 ip4:127.0.0.1 -all'])
    await swaks(anEmail({ from: dana.email }), address, server.port)
    server.names.texts.delete('hartwell.example')
    expect(await emailsOf()).toMatchObject([{ state: 'received' }, { state: 'received' }])
  })

  test('refuses an unknown address', async () => {
    expect(await swaks(anEmail({ from: dana.email }), `file+x@${DOMAIN}`, server.port)).toMatch(/550 5\.1\.1/)
  })

  describe.runIf(isRoot)('behind Postfix', () => {
    let postfix: Postfix
    let line: CuttableDatabase
    let listener: RunningListener
    beforeAll(async () => {
      line = await cuttableDatabase(server.api.database)
      listener = await smtpListener(server.settings).start(line.database)
      postfix = await startPostfix({ domain: DOMAIN, transport: `smtp:[127.0.0.1]:${listener.port}` })
    })
    afterAll(async () => {
      postfix.stop()
      await listener.stop()
      await line.close()
    })
    const delivered = () => vi.waitFor(() => expect(postfix.queued()).toEqual([]), { timeout: 20_000, interval: 100 })

    test('accepts a signed email that Postfix passed on, over TLS', async () => {
      const email = await server.sign(anEmail({ from: dana.email, id: 'signed@x' }), 'hartwell.example')
      expect(await swaks(email, address, postfix.port)).toMatch(/250 2\.0\.0 Ok: queued/)
      await delivered()
      expect(postfix.log()).toMatch(/TLS connection established to 127\.0\.0\.1/)
      expect(await emailsOf()).toMatchObject([{ message_id: 'signed@x', state: 'received' }])
    })

    test('takes an attachment of 15 MB, dots at the start of lines, and 8-bit text', async () => {
      const text = `.first\n..second\n.\nZürich\n${'x'.repeat(70)}\n`.repeat(150_000)
      const email = await server.sign(
        anEmail({
          from: dana.email,
          id: 'big@x',
          text,
          more: ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit'],
        }),
        'hartwell.example',
      )
      expect(email.length).toBeGreaterThan(14_000_000)
      await swaks(email, address, postfix.port)
      await delivered()
      const [stored] = await emailsOf()
      expect(stored).toMatchObject({ message_id: 'big@x', state: 'received' })
      expect(stored!.message.text).toMatch(/^\.first\n\.\.second\n\.\nZürich/)
    })

    test('files for several people in one delivery', async () => {
      const other = await server.api.aPerson(await server.api.aFirm())
      const theirs = (await filingOf(other)).address
      await swaks(anEmail({ from: dana.email, id: 'both@x' }), `${address},${theirs}`, postfix.port)
      await delivered()
      expect(await emailsOf()).toHaveLength(1)
      expect(await unfiledOf(server.api, other)).toEqual({ sender: 1 })
    })

    test('receives an email later when the database was gone, once', async () => {
      await line.cut()
      await swaks(anEmail({ from: dana.email, id: 'later@x' }), address, postfix.port)
      await vi.waitFor(() => expect(postfix.log()).toMatch(/451 4\.3\.0 Try again later/), { timeout: 20_000 })
      await line.restore()
      postfix.flush()
      await delivered()
      expect(await emailsOf()).toMatchObject([{ message_id: 'later@x' }])
    })

    test('receives an email later when the server was restarted', async () => {
      const { port } = listener
      await listener.stop()
      await swaks(anEmail({ from: dana.email, id: 'restart@x' }), address, postfix.port)
      await vi.waitFor(() => expect(postfix.queued()).toHaveLength(1))
      await vi.waitFor(() => expect(postfix.log()).toMatch(/Connection refused/), { timeout: 20_000 })
      listener = await smtpListener({ ...server.settings, listen: { host: '127.0.0.1', port } }).start(line.database)
      postfix.flush()
      await delivered()
      expect(await emailsOf()).toMatchObject([{ message_id: 'restart@x' }])
    })
  })

  test.runIf(isRoot)('accepts what the script of docs/operations.md posts by HTTP', async () => {
    await server.api.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.api.http.server.address() as { port: number }
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    const [, script = ''] = /```sh\n(#!\/bin\/sh\nstatus=[\s\S]*?)```/.exec(guide) ?? []
    const [, service = ''] = /```\n(pursuit unix [\s\S]*?)```/.exec(guide) ?? []
    const [program, key] = [join(folder, 'post-to-pursuit'), join(folder, 'key')]
    writeFileSync(key, GATEWAY_KEY)
    chmodSync(key, 0o644)
    writeFileSync(
      program,
      script
        .replace('/etc/pursuit-filing-key', key)
        .replace('https://pursuit.firm.example', `http://127.0.0.1:${port}`),
    )
    chmodSync(program, 0o755)
    const postfix = await startPostfix({
      domain: DOMAIN,
      transport: 'pursuit:',
      services: service.replace('/usr/local/bin/post-to-pursuit', program),
    })
    try {
      await swaks(
        await server.sign(anEmail({ from: dana.email, id: 'posted@x' }), 'hartwell.example'),
        address,
        postfix.port,
      )
      await vi.waitFor(async () => expect(await emailsOf()).toHaveLength(1), { timeout: 20_000 })
      expect(await emailsOf()).toMatchObject([{ message_id: 'posted@x', state: 'received' }])
      await swaks(anEmail({ from: dana.email }), `file+nobody@${DOMAIN}`, postfix.port)
      await vi.waitFor(() => expect(postfix.log()).toMatch(/status=bounced \(user unknown\)/i), { timeout: 20_000 })
    } finally {
      postfix.stop()
    }
  })
})

test.runIf(isFull || missing.length === 0)('starts with the server process, and stops with it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-server-'))
  const port = await freePort()
  const environment = { PURSUIT_DEMO: '0', PURSUIT_FILING_DOMAIN: DOMAIN, PURSUIT_FILING_PORT: String(port) }
  const running = await startServer({ directory, environment })
  const client = await smtpClient(port)
  expect(await client.say('EHLO x')).toMatch(/^250/)
  expect(await client.say(`MAIL FROM:<dana@hartwell.example>`)).toMatch(/^250 /)
  expect(await client.say(`RCPT TO:<file+x@${DOMAIN}>`)).toMatch(/^550 /)
  const stopped = running.stop()
  expect(await client.hear()).toMatch(/^421 /)
  await stopped
  await client.closed
  expect(await smtpClient(port).then((one) => one.isOpen())).toBe(false)
  rmSync(directory, { recursive: true })
})
