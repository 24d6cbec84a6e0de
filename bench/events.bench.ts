// The cost of an idle event stream, and how soon an event reaches the 200 people of a firm through another process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrg } from '#core/server/database/tx.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { percentile, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'

const IDLE = 10_000
const PER_PERSON = 10
const FIRM = 200
const CHANGES = 20

type Wanted = { port: number; tokens: string[] }
type StreamReport = { opened: number } | { arrivals: number[] }
if (process.send) await listenFor()
else await measure()

/** Runs in its own process for its own open files. Reports when each event arrived. */
async function listenFor() {
  const [{ port, tokens }] = (await once(process, 'message')) as [Wanted]
  let opened = 0
  let arrivals: number[] = []
  for (const [i, token] of tokens.entries()) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Client: web\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    socket.on('data', (bytes) => {
      const text = bytes.toString()
      if (text.includes('"upTo":null')) opened++
      else if (text.includes('"upTo":"')) arrivals.push(Date.now())
      if (text.includes('"upTo":null') && opened === tokens.length) process.send!({ opened } satisfies StreamReport)
      if (arrivals.length === tokens.length) {
        process.send!({ arrivals } satisfies StreamReport)
        arrivals = []
      }
    })
    // The listening port's queue is short, so streams open in groups.
    if (i % 10 === 9) await once(socket, 'data')
  }
}

async function measure() {
  await using postgres = await startPostgres()
  const database = await openReady({ url: postgres.url })
  const crowd = await fillFirm(database, { people: IDLE / PER_PERSON, each: 1, signedIn: IDLE / PER_PERSON })
  const firm = await fillFirm(database, { people: FIRM, each: 1, signedIn: FIRM })
  const environment = { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' }
  const start = () => startServer({ directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')), environment })
  const [first, second] = [await start(), await start()]

  const few = await clients({ port: second.port, tokens: firm.members.map(({ token }) => token) })
  const targetId = await sharedByAll()
  const delays: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    const heard = once(few, 'message') as Promise<[{ arrivals: number[] }]>
    const answer = await fetch(`${first.url}/api/tiles/${targetId}`, {
      method: 'PUT',
      headers: {
        ...firm.members[0]!.headers,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ goal: `Win ${i}` }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    const done = Date.now()
    const [{ arrivals }] = await heard
    delays.push(...arrivals.map((at) => Math.max(0, at - done)))
  }
  print({
    name: `an event at all ${FIRM} people of a firm, through another process, p50`,
    value: percentile(delays, 0.5),
    unit: 'ms',
    goal: { most: 10 },
    detail: `p99 ${percentile(delays, 0.99)} ms, after the response to the change`,
  })
  few.kill()

  const before = memoryOf(first.pid)
  const tokens = crowd.members.flatMap(({ token }) => Array.from({ length: PER_PERSON }, () => token))
  const many = await clients({ port: first.port, tokens })
  print({
    name: `memory of an idle stream, ${IDLE.toLocaleString('en-US')} on one process`,
    value: (memoryOf(first.pid) - before) / IDLE,
    unit: 'kB',
    goal: { most: 20 },
  })
  many.kill()
  await Promise.all([first.stop(), second.stop()])
  await database.close()

  async function sharedByAll(): Promise<string> {
    const owner = firm.members[0]!.actor.id
    return withOrg(database, firm.orgId, async (tx) => {
      const { rows } = await tx.sql<{
        id: string
      }>`select id from targets where org_id = ${firm.orgId} and owner_id = ${owner}`
      const { id } = rows[0]!
      await tx.sql`insert into target_people (org_id, user_id, target_id, share_id, from_id, response, responded_at)
        select org_id, id, ${id}, gen_random_uuid(), ${owner}, 'accepted', now() from users where org_id = ${firm.orgId} and id <> ${owner}`
      await tx.sql`select rebuild_target_views(${firm.orgId}, array[${id}]::uuid[])`
      return id
    })
  }
}

async function clients(wanted: Wanted) {
  const child = fork(import.meta.filename, { env: process.env })
  child.send(wanted)
  await once(child, 'message')
  return child
}

/** Resident memory in kB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
