// Checks that no email is lost or sent twice, however often the senders die.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makePostgresDatabase } from '#tests/database.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'

/** A nightly run kills 100 times. */
const KILLS = Number(process.env.KILLS ?? 4)
const MAILS_EACH = 60

vi.setConfig({ testTimeout: 120_000 + KILLS * 20_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

type Sender = { queued: number[]; said: string[]; child: ChildProcess; until: (word: string) => Promise<string> }

function startSender(environment: Record<string, string>, from: number, count = MAILS_EACH): Sender {
  const child = spawn(process.execPath, ['tests/faults/sender.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, SENDER_FROM: String(from), SENDER_COUNT: String(count) },
  })
  cleanUp.push(() => end(child, 'SIGKILL'))
  const queued: number[] = []
  const said: string[] = []
  let rest = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => said.push(text))
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    said.push(...lines)
    queued.push(...lines.filter((line) => line.startsWith('queued ')).map((line) => Number(line.slice(7))))
  })
  const until = async (word: string) => {
    for (;;) {
      const found = said.findLast((line) => line.startsWith(word))
      if (found !== undefined) return found
      if (child.exitCode !== null) throw new Error(`The sender ended:\n${said.join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { queued, said, child, until }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function home(server: MailServer) {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-sender-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = await makePostgresDatabase()
  if (postgres) cleanUp.push(postgres.drop)
  const environment = { SENDER_DIRECTORY: directory, SENDER_SMTP: server.url, SENDER_URL: postgres?.url ?? '' }
  // On PostgreSQL two processes send at the same time.
  return { environment, senders: postgres ? 2 : 1 }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function timesTaken(server: MailServer): Map<string, number> {
  const times = new Map<string, number>()
  for (const { to } of server.taken) times.set(to[0]!, (times.get(to[0]!) ?? 0) + 1)
  return times
}

test(`delivers each email once through ${KILLS} kills (-9), at most one unconfirmed each`, async () => {
  const server = await startMailServer()
  cleanUp.push(() => server.close())
  server.behave(() => {
    const chance = Math.random()
    if (chance < 0.1) return { message: 451 }
    if (chance < 0.2) return { recipient: 450 }
    if (chance < 0.25) return { hangUp: 'early' }
    // Responds slowly, so that kills happen while it is busy.
    return chance < 0.6 ? { hold: pause(5 + Math.random() * 40) } : 'take'
  })
  const { environment, senders } = await home(server)
  const acknowledged: number[] = []
  let from = 0
  let kills = 0
  for (let round = 0; round < KILLS; round++) {
    const running = Array.from({ length: senders }, (_, i) => startSender(environment, from + i * MAILS_EACH))
    from += senders * MAILS_EACH
    await Promise.all(running.map((sender) => sender.until('ready')))
    await pause(100 + Math.random() * 1500)
    for (const { child } of running) {
      await end(child, 'SIGKILL')
      kills++
    }
    for (const { queued } of running) acknowledged.push(...queued)
  }
  const last = startSender(environment, from, 0)
  const [, doubt, failed] = (await last.until('empty')).split(' ').map(Number)
  await end(last.child, 'SIGTERM')

  const times = timesTaken(server)
  const emails = acknowledged.map((number) => `person${number}@hartwell.example`)
  expect(emails.length).toBeGreaterThan(KILLS)
  expect([...times].filter(([, n]) => n > 1)).toEqual([])
  const missing = emails.filter((email) => !times.has(email))
  expect(missing.length).toBeLessThanOrEqual(doubt!)
  expect(doubt).toBeLessThanOrEqual(kills)
  expect(failed).toBe(0)
})

test('leaves no email unconfirmed, lost, or doubled after SIGTERM', async () => {
  const server = await startMailServer()
  cleanUp.push(() => server.close())
  server.behave(() => ({ hold: pause(30) }))
  const { environment } = await home(server)
  let acknowledged = 0
  for (let round = 0; round < 2; round++) {
    const before = server.taken.length
    const sender = startSender(environment, round * MAILS_EACH, 25)
    await sender.until('queued')
    // Stops while the SMTP server has some emails and others wait.
    await vi.waitUntil(() => server.taken.length >= before + 5, { timeout: 20_000 })
    await end(sender.child, 'SIGTERM')
    acknowledged += sender.queued.length
  }
  const last = startSender(environment, 2 * MAILS_EACH, 0)
  expect(await last.until('empty')).toBe('empty 0 0')
  await end(last.child, 'SIGTERM')
  const times = timesTaken(server)
  expect([...times].filter(([, n]) => n > 1)).toEqual([])
  expect(times.size).toBeGreaterThanOrEqual(acknowledged)
})
