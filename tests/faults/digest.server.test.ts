// Sends each recipient a digest once, however often the senders die, through a slow and failing SMTP server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makePostgresDatabase } from '#tests/database.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { type Started, startProcess } from './killable.ts'

/** A nightly run uses 1,000. */
const RUNS = Number(process.env.DIGEST_RUNS ?? 1)
const PEOPLE = 150
const ROUNDS = 3

vi.setConfig({ testTimeout: 120_000 + RUNS * 120_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function home() {
  const server = await startMailServer()
  cleanUp.push(() => server.close())
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-digest-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = await makePostgresDatabase()
  if (postgres) cleanUp.push(postgres.drop)
  const start = (run: number): Started => {
    const sender = startProcess('tests/faults/digestSender.ts', {
      SENDER_URL: postgres?.url ?? '',
      SENDER_DIRECTORY: directory,
      SENDER_SMTP: server.url,
      DIGEST_RUN: String(run),
      DIGEST_PEOPLE: String(PEOPLE),
    })
    cleanUp.push(() => sender.end('SIGKILL'))
    return sender
  }
  // On PostgreSQL two processes send at the same time.
  return { server, start, senders: postgres ? 2 : 1 }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Counts the digests that each person received, and their message IDs. */
function takenOf(server: MailServer, run: number) {
  const mails = server.taken.filter(({ mail }) => mail.subject === `Run ${run}`)
  const byPerson = Map.groupBy(mails, ({ to }) => to[0]!)
  return { people: byPerson.size, twice: [...byPerson].filter(([, those]) => those.length > 1).map(([email]) => email) }
}

test(`sends each digest once in ${RUNS} runs with ${ROUNDS} rounds of kills (-9)`, async () => {
  const { server, start, senders } = await home()
  server.behave(() => {
    const chance = Math.random()
    if (chance < 0.05) return { message: 451 }
    if (chance < 0.1) return { recipient: 450 }
    if (chance < 0.13) return { hangUp: 'early' }
    // Responds slowly, so that kills happen while it is busy.
    return chance < 0.5 ? { hold: pause(5 + Math.random() * 40) } : 'take'
  })
  for (let run = 0; run < RUNS; run++) {
    let kills = 0
    for (let round = 0; round < ROUNDS; round++) {
      const before = takenOf(server, run).people
      const running = Array.from({ length: senders }, () => start(run))
      await Promise.all(running.map((sender) => sender.until('ready')))
      // Kills in the middle of the run, if any.
      await Promise.race([
        vi.waitUntil(() => takenOf(server, run).people > before + Math.random() * 30, { timeout: 30_000 }),
        running[0]!.until('done'),
      ])
      for (const sender of running) {
        await sender.end('SIGKILL')
        kills++
      }
    }
    const last = start(run)
    const [sent, doubt, failed] = (await last.until('done')).split(' ').slice(1).map(Number) as [number, number, number]
    await last.end('SIGTERM')
    const { people, twice } = takenOf(server, run)
    expect({ run, twice }).toEqual({ run, twice: [] })
    expect(failed).toBe(0)
    expect(sent + doubt).toBe(PEOPLE)
    expect(doubt).toBeLessThanOrEqual(kills)
    expect(people).toBeGreaterThanOrEqual(sent)
    expect(PEOPLE - people).toBeLessThanOrEqual(doubt)
  }
})

test('leaves no digest unconfirmed after SIGTERM, and the next process continues', async () => {
  const { server, start } = await home()
  server.behave(() => ({ hold: pause(20) }))
  for (let round = 0; round < 2; round++) {
    const before = server.taken.length
    const sender = start(0)
    await vi.waitUntil(() => server.taken.length > before + 10, { timeout: 30_000 })
    await sender.end('SIGTERM')
  }
  server.behave(() => 'take')
  const last = start(0)
  expect(await last.until('done')).toBe(`done ${PEOPLE} 0 0`)
  await last.end('SIGTERM')
  expect(takenOf(server, 0)).toEqual({ people: PEOPLE, twice: [] })
})
