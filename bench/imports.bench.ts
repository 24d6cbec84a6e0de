// Importing a pipeline of 8,800 rows into a new firm, and how it slows down another firm.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrg } from '#core/server/database/tx.ts'
import type { ImportDetail } from '#features/admin/imports/contract.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { percentile, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'
import { companyName, personName } from './support/names.ts'

const ROWS = 8800
const PEOPLE = 20

await using postgres = await startPostgres({ isDurable: true, settings: { shared_buffers: '512MB' } })
const database = await openReady({ url: postgres.url })
const others = (await fillFirm(database, { people: 20, each: 50 })).members[0]!
const firm = await fillFirm(database, { people: PEOPLE, each: 0 })
const admin = firm.members[0]!
await withOrg(
  database,
  firm.orgId,
  (tx) => tx.sql`update users set role = 'admin' where org_id = ${firm.orgId} and id = ${admin.actor.id}`,
)
const names = await withOrg(
  database,
  firm.orgId,
  (tx) =>
    tx.sql<{ name: string }>`
    select first_name || ' ' || last_name as name from users where org_id = ${firm.orgId} order by id`,
)
await database.close()
const server = await startServer({
  directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')),
  environment: { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' },
})

async function call<T>(path: string, body?: object | FormData): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...admin.headers,
      ...(body && { 'idempotency-key': randomUUID() }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return text === '' ? (undefined as T) : JSON.parse(text)
}

const lines = Array.from({ length: ROWS }, (_, i) => {
  const { first_name, last_name } = personName(i * 7)
  const owner = names.rows[i % PEOPLE]!.name
  return `e${i},${owner},"${companyName(i)}",${first_name} ${last_name},${i % 3 ? 'Won' : 'Engaging'},1/${1 + (i % 28)}/2026,${1000 + i}`
})
const form = new FormData()
form.append('file', new File([['id,agent,account,contact,stage,opened,amount', ...lines].join('\n')], 'pipeline.csv'))

/** Requests another firm's list repeatedly until `end`, and returns each time in milliseconds. */
async function listsUntil(end: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void end.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const from = performance.now()
    const answer = await fetch(`${server.url}/api/tiles?status=active`, { headers: others.headers })
    await answer.text()
    if (!answer.ok) throw new Error(`The list answered ${answer.status}`)
    times.push(performance.now() - from)
  }
  return times
}

async function bringIn(): Promise<ImportDetail> {
  const { id } = await call<{ id: string }>('admin/imports?kind=targets', form)
  const { suggestion } = await call<ImportDetail>(`admin/imports/${id}`)
  await call(`admin/imports/${id}/run`, { mapping: suggestion })
  for (;;) {
    const now = await call<ImportDetail>(`admin/imports/${id}`)
    if (now.state === 'done') return now
    if (now.state !== 'running') throw new Error(`The import is ${now.state}: ${now.problem}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const alone = await listsUntil(new Promise((resolve) => setTimeout(resolve, 3000)))
const begun = performance.now()
const importing = bringIn()
const meanwhile = await listsUntil(importing)
const seconds = (performance.now() - begun) / 1000
const { imported, total } = await importing
if (imported !== ROWS) throw new Error(`Only ${imported} of ${total} rows were imported.`)
print({
  name: `import of ${ROWS.toLocaleString('en-US')} targets into a new firm`,
  value: seconds,
  unit: 's',
  goal: { most: 20 },
  detail: `${(seconds / (alone.reduce((sum, each) => sum + each, 0) / alone.length / 1000)).toFixed(0)} × a list of 50 before it`,
})
print({
  name: "another firm's list of 50 during the import, p99",
  value: percentile(meanwhile, 0.99),
  unit: 'ms',
  goal: { most: 200 },
  detail: `${percentile(alone, 0.99).toFixed(1)} ms before it; p50 ${percentile(meanwhile, 0.5).toFixed(1)} and ${percentile(alone, 0.5).toFixed(1)} ms`,
})
await server.stop()
