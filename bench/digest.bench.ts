// A digest to 10,000 people sent by two processes, from the click to the SMTP server's last reply, as a ratio to a bare
// pooled sender. Also how long everyone else waits during it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { simpleParser } from 'mailparser'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { withOrg } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { median, percentile, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'

const PEOPLE = 10_000
const ROUNDS = 2
/** As many SMTP connections as the product uses. */
const LINES = 10
/** Milliseconds between the calls of another firm's person. */
const PACE = 20

type Mail = { html: string; text: string }
type Wanted = { takes: true } | { port: number; mail: Mail }
if (process.send)
  process.once(
    'message',
    (wanted: Wanted) => void ('takes' in wanted ? readEmails() : sendBare(wanted.port, wanted.mail)),
  )
else await measure()

/** Reports its port, then the first email. */
function readEmails(): void {
  let isTold = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onData(stream, _, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => isTold || pieces.push(piece))
      stream.on('end', async () => {
        done()
        if (isTold) return
        isTold = true
        const { html, text } = await simpleParser(Buffer.concat(pieces))
        process.send!({ html, text: text ?? '' } satisfies Mail)
      })
    },
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.server.address() as AddressInfo).port))
}

/** Reports milliseconds. */
async function sendBare(port: number, mail: Mail): Promise<void> {
  const options = { pool: true, host: '127.0.0.1', port, maxConnections: LINES, maxMessages: Number.POSITIVE_INFINITY }
  const transport = createTransport({ ...options, secure: false, ignoreTLS: true } as never)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, i) =>
      transport.sendMail({ from: 'pursuit@bench.example', to: `person${i}@bench.example`, subject: 'Digest', ...mail }),
    ),
  )
  process.send!(performance.now() - began)
  transport.close()
}

async function told<T>(wanted: Wanted) {
  const child = fork(import.meta.filename, { execArgv: [] })
  child.send(wanted)
  const [said] = (await once(child, 'message')) as [T]
  return { said, child }
}

async function measure() {
  await using postgres = await startPostgres({ isDurable: true })
  const { said: port, child: mails } = await told<number>({ takes: true })
  const first = once(mails, 'message') as Promise<[Mail]>
  const database = await openReady({ url: postgres.url })
  const firm = await fillFirm(database, { people: PEOPLE, each: 0 })
  const others = (await fillFirm(database, { people: 20, each: 50 })).members[0]!
  const environment = {
    ...SECRET,
    DATABASE_URL: postgres.url,
    PURSUIT_DEMO: '0',
    PURSUIT_URL: 'https://pursuit.bench.example',
    PURSUIT_SMTP_URL: `smtp://127.0.0.1:${port}`,
  }
  const start = () => startServer({ directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')), environment })
  const [server, second] = [await start(), await start()]
  const admin = firm.members[0]!
  await database.pool.query(`update users set role = 'admin' where id = $1`, [admin.actor.id])

  const call = async <T>(path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { ...admin.headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }
  const templateId = newId()
  const groupId = await withOrg(database, firm.orgId, async (tx) => {
    await tx.sql`insert into style_templates (org_id, id, name) values (${firm.orgId}, ${templateId}, 'Plain')`
    const { rows } = await tx.sql<{ id: string }>`select id from groups where org_id = ${firm.orgId}`
    return rows[0]!.id
  })
  const list = await call<{ id: string }>('distributionlist', { name: 'Everyone', user_ids: [], group_ids: [groupId] })
  const items = [
    'Transfer pricing: what changes in January',
    'Year-end planning guide',
    'Interest rates and your credit line',
  ]

  /** Milliseconds from the click until every email is sent and recorded. */
  async function sendOurs(round: number): Promise<number> {
    const { id } = await call<{ id: string }>('digest', {
      title: `Before the year ends ${round}`,
      curated_by: 'The Tax group',
      description: 'Three things worth ten minutes before December 31, chosen for the people you meet this month.',
      template_id: templateId,
      list_ids: [list.id],
      external_content: items.map((title, at) => ({
        title,
        url: `https://vimeo.com/${round}${at}`,
        description: 'The new documentation rules in ten minutes, with a checklist for groups below the threshold.',
      })),
      draft: true,
    })
    const began = performance.now()
    await call(`digest/${id}?action=send_now`, {})
    for (;;) {
      await setTimeout(50)
      const { rows } = await database.pool.query<{ counts: Record<string, number> }>(
        'select counts from digest_runs where digest_id = $1 and ended_at is not null',
        [id],
      )
      if (!rows[0]) continue
      if (rows[0].counts.sent !== PEOPLE) throw new Error(`Not all were sent: ${JSON.stringify(rows[0].counts)}`)
      return performance.now() - began
    }
  }
  /** Returns the times of another firm's list calls until `work` is done. */
  async function whileAtWork<T>(work: Promise<T>): Promise<{ done: T; times: number[] }> {
    const times: number[] = []
    let isDone = false
    const ending = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/tiles?status=active`, { headers: others.headers })
      if (!answer.ok) throw new Error(await answer.text())
      await answer.arrayBuffer()
      times.push(performance.now() - began)
      await setTimeout(PACE)
    }
    return { done: await ending, times }
  }

  await whileAtWork(setTimeout(1000))
  const ratios: number[] = []
  const rates: number[] = []
  const bareRates: number[] = []
  const [quiet, busy]: [number[], number[]] = [[], []]
  let mail: Mail | undefined
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(...(await whileAtWork(setTimeout(3000))).times)
    const ours = await whileAtWork(sendOurs(round))
    busy.push(...ours.times)
    mail ??= (await first)[0]
    const { said: bare, child } = await told<number>({ port, mail })
    child.kill()
    ratios.push(bare / ours.done)
    rates.push((PEOPLE / ours.done) * 1000)
    bareRates.push((PEOPLE / bare) * 1000)
  }
  tell({ ratios, rates, bareRates, quiet, busy })
  await Promise.all([server.stop(), second.stop()])
  mails.kill()
  await database.close()
}

type Measured = Record<'ratios' | 'rates' | 'bareRates' | 'quiet' | 'busy', number[]>

function tell({ ratios, rates, bareRates, quiet, busy }: Measured): void {
  print({
    name: `a digest to ${PEOPLE.toLocaleString('en-US')} people by two processes, ratio to a bare pooled sender`,
    value: median(ratios),
    unit: '',
    goal: { least: 0.8 },
    detail: `${Math.round(median(rates))} emails per second to ${Math.round(median(bareRates))}; recorded before and after sending`,
  })
  print({
    name: "another firm's list of 50 during the digest, p99 ratio to a quiet server",
    value: percentile(busy, 0.99) / percentile(quiet, 0.99),
    unit: '',
    goal: { most: 1.5 },
    detail: `${percentile(busy, 0.99).toFixed(1)} ms to ${percentile(quiet, 0.99).toFixed(1)} ms; p50 ${percentile(busy, 0.5).toFixed(1)} ms`,
  })
}
