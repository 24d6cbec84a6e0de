// A thousand people watching video, each player reporting every five seconds: the server's cost per report, reports per
// second on one core, and response times at that pace, whether or not earlier reports have finished.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { withoutRls } from '#core/server/database/tx.ts'
import { addCategory, addPublishedLesson } from '#features/trainer/lessons/server/publishing.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { bareInsert } from './support/bare.ts'
import { cpuOf } from './support/cpu.ts'
import { median, percentile, print } from './support/figures.ts'
import { fillFirm, type Member, openReady } from './support/firm.ts'

const PEOPLE = 1000
const EVERY_SECONDS = 5
const LESSONS = 24
const SECONDS = 5
const ROUNDS = 2
/** As long as the transcript of half an hour, or the notes about it. */
const said = (characters: number) =>
  'Ask what changed since you last spoke, and write it down. '.repeat(characters / 57)

await using postgres = await startPostgres({ isDurable: true, settings: { shared_buffers: '512MB' } })
const database = await openReady({ url: postgres.url })
const { members } = await fillFirm(database, { people: PEOPLE, each: 1, signedIn: PEOPLE })
const lessons = await withoutRls(database, async (tx) => {
  const categoryId = await addCategory(tx, { name: 'Starting', description: '', position: 1 })
  const ids: string[] = []
  for (let number = 1; number <= LESSONS; number++) {
    const words = {
      title: `Lesson ${number}`,
      description: said(300),
      homework: said(120),
      handle: `lesson-${number}`,
      transcript: said(12_000),
    }
    ids.push(await addPublishedLesson(tx, { ...words, categoryId, number, position: number, seconds: 1800 }))
  }
  return ids
})
await database.pool.query('vacuum analyze')
await database.close()
const server = await startServer({
  directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')),
  environment: { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' },
})
const bare = await bareInsert(postgres.url)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let second = 0

type Call = { url: string; headers: Record<string, string>; body: object }

/** Milliseconds until the response was complete. */
function send({ url, headers, body }: Call): Promise<number> {
  const text = JSON.stringify(body)
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`A report was answered ${answer.statusCode}.`))
        answer.resume().on('end', () => resolve(performance.now() - begun))
      },
    )
    asked.on('error', reject).end(text)
  })
}

const report = (member: Member, at: number): Call => ({
  url: `${server.url}/api/lessons/${lessons[at % LESSONS]!}?watched=${second + EVERY_SECONDS}`,
  headers: { ...member.headers, 'idempotency-key': randomUUID() },
  body: { ranges: [[second, second + EVERY_SECONDS]], when: new Date().toISOString() },
})
const insert = (): Call => ({
  url: bare.url,
  headers: {},
  body: { company: 'Halden Shipping', contact: 'Ingrid Halden', goal: 'Become their counsel' },
})

/** Every person calls once in each five seconds, evenly spread. */
async function round(pid: number, callOf: (person: number) => Call): Promise<{ cpu: number; times: number[] }> {
  const before = cpuOf(pid)
  const begun = performance.now()
  const answers: Promise<number>[] = []
  for (let n = 0; n < (SECONDS / EVERY_SECONDS) * PEOPLE; n++) {
    const due = begun + (n * EVERY_SECONDS * 1000) / PEOPLE
    const early = due - performance.now()
    if (early > 1) await setTimeout(early)
    if (n % PEOPLE === 0) second += EVERY_SECONDS
    answers.push(send(callOf(n % PEOPLE)))
  }
  const times = await Promise.all(answers)
  return { cpu: (cpuOf(pid) - before) / times.length, times }
}
const reports = () => round(server.pid, (person) => report(members[person]!, person))
const inserts = () => round(bare.pid, insert)

await reports()
await inserts()
const rounds = []
const bareCpu = []
for (let i = 0; i < ROUNDS; i++) {
  rounds.push(await reports())
  bareCpu.push((await inserts()).cpu)
}
const times = rounds.flatMap((one) => one.times)
const cpu = median(rounds.map((one) => one.cpu))
print({
  name: 'progress report of a video: server CPU',
  value: cpu,
  unit: 'ms',
  goal: { most: 0.4 },
  detail: `a bare insert at the same pace: ${median(bareCpu).toFixed(2)} ms`,
})
print({
  name: `${PEOPLE} viewers, ${PEOPLE / EVERY_SECONDS} progress reports per second: share of one core`,
  value: (cpu * PEOPLE) / EVERY_SECONDS / 1000,
  unit: '',
  goal: { most: 1 },
})
print({
  name: '… response time, p99',
  value: percentile(times, 0.99),
  unit: 'ms',
  goal: { most: 300 },
  detail: `p50 ${percentile(times, 0.5).toFixed(1)} ms of ${times.length}`,
})
bare.stop()
await server.stop()
process.exit()
