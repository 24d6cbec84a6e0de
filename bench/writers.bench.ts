// People of one firm who write concurrently on similarly spelled companies or one shared target, and how soon a
// colleague sees an overlap.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientHeaders } from '#core/server/testing/calls.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { aFirmOfWriters, aTargetOfAll, type Writer, type Writing, writeAlike, writeTogether } from '#tests/writers.ts'
import { startPostgres } from '#tools/postgres.ts'
import { median, percentile, print } from './support/figures.ts'
import { openReady } from './support/firm.ts'

const SESSIONS = 16
const PEOPLE = 4
const [ROUNDS, ROUNDS_TOGETHER] = [12, 4]
const OVERLAPS = 40

await using postgres = await startPostgres({ isDurable: true, settings: { shared_buffers: '512MB' } })
const database = await openReady({ url: postgres.url })
const [warm, alike, together, pair] = [
  await aFirmOfWriters(database, PEOPLE),
  await aFirmOfWriters(database, PEOPLE),
  await aFirmOfWriters(database, PEOPLE),
  await aFirmOfWriters(database, 2),
]
await database.close()
const { url, stop } = await startServer({
  directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')),
  environment: { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' },
})

await writeAlike(url, warm, SESSIONS, 3)
tell('on four companies that are spelt alike', await writeAlike(url, alike, SESSIONS, ROUNDS))
const target = await aTargetOfAll(url, together)
tell('on one shared target', await writeTogether(url, target, together, SESSIONS, ROUNDS_TOGETHER))
const seen: number[] = []
for (let i = 0; i < OVERLAPS; i++) seen.push(await untilSeen(pair as [Writer, Writer], `Quillon ${i} Steelworks`))
print({
  name: 'a colleague’s overlap, from the response to the other feed',
  value: median(seen),
  unit: 'ms',
  goal: { most: 300 },
  detail: `p99 ${percentile(seen, 0.99).toFixed(0)} ms of ${OVERLAPS}`,
})
await stop()

function tell(where: string, { answers }: Writing): void {
  const times = answers.map(({ milliseconds }) => milliseconds)
  const good = answers.filter(({ status }) => status === 200).length
  print({
    name: `16 sessions of 4 people ${where}: p99`,
    value: percentile(times, 0.99),
    unit: 'ms',
    goal: { most: 300 },
    detail: `p50 ${percentile(times, 0.5).toFixed(0)} ms`,
  })
  print({
    name: '… succeeded',
    value: good / answers.length,
    unit: '',
    goal: { least: 1 },
    detail: `${good} of ${answers.length}`,
  })
}

async function untilSeen([one, other]: [Writer, Writer], company: string): Promise<number> {
  await create(one, company)
  const { cursor } = await changes(one, '0')
  await create(other, company)
  const answered = performance.now()
  for (let after = cursor; ; ) {
    const page = await changes(one, after)
    if (page.tiles.some((tile) => tile.company === company && tile.overlaps.length > 0))
      return performance.now() - answered
    after = page.cursor
  }
}

async function create({ token }: Writer, company: string): Promise<void> {
  await fetch(`${url}/api/tiles`, {
    method: 'POST',
    headers: { ...clientHeaders(token), 'content-type': 'application/json' },
    body: JSON.stringify(aTarget({ company, contact: '', contact_email: '' })),
  })
}

async function changes({ token }: Writer, after: string): Promise<Tiles> {
  const reply = await fetch(`${url}/api/tiles?after=${after}`, { headers: clientHeaders(token) })
  return (await reply.json()) as Tiles
}
