// `npm run test:crash -- 1000` test:crash the server (-9) that many times and looks for everything it had acknowledged: under
// load on both databases, in the first start, and during outgoing emails, webhooks, digests, and reports. 1,000 test:crash
// take a bit over an hour on an idle machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'
import { installPrograms } from './programs.ts'

/**
 * `share` is of all kills, and `settings` go to the test. A part runs in rounds, each on a new installation, because
 * the data to check grows.
 */
type Part = {
  name: string
  share: number
  isOnPostgres: boolean
  file: string
  test: string
  settings: (kills: number) => Record<string, string>
}
const ROUND = 50
const byNumber = (kills: number) => ({ KILLS: String(kills) })
const underLoad = {
  file: 'tests/faults/kill.server.test.ts',
  test: 'under load, and retries create the rest',
  settings: byNumber,
}
const parts: Part[] = [
  { ...underLoad, name: 'under load, embedded', share: 0.33, isOnPostgres: false },
  { ...underLoad, name: 'under load, PostgreSQL', share: 0.35, isOnPostgres: true },
  {
    name: 'in the first start',
    share: 0.1,
    isOnPostgres: false,
    file: 'tests/faults/firstStart.server.test.ts',
    test: 'kills during a first start',
    // Each start is killed twice.
    settings: (kills) => ({ FIRST_STARTS: String(Math.ceil(kills / 2)) }),
  },
  {
    name: 'while emails are sent',
    share: 0.05,
    isOnPostgres: true,
    file: 'tests/faults/outgoing.server.test.ts',
    test: 'delivers each email once',
    settings: byNumber,
  },
  {
    name: 'while webhooks are delivered',
    share: 0.05,
    isOnPostgres: true,
    file: 'tests/faults/webhooks.server.test.ts',
    test: 'delivers acknowledged events in order',
    settings: byNumber,
  },
  {
    name: 'while digests are sent',
    share: 0.05,
    isOnPostgres: true,
    file: 'tests/faults/digest.server.test.ts',
    test: 'rounds of kills',
    // Two processes are killed three times in each run.
    settings: (kills) => ({ DIGEST_RUNS: String(Math.ceil(kills / 6)) }),
  },
  {
    name: 'while forecasts are kept',
    share: 0.02,
    isOnPostgres: true,
    file: 'tests/faults/forecasts.server.test.ts',
    test: 'keeps each day once',
    settings: byNumber,
  },
  {
    name: 'while reports are created and emailed',
    share: 0.05,
    isOnPostgres: true,
    file: 'tests/faults/mailedReports.server.test.ts',
    test: 'emails each report once',
    settings: byNumber,
  },
]

const all = Number(process.argv[2] ?? 1000)
if (!Number.isInteger(all) || all < 10) {
  console.error('Pass the number of rounds, 10 or more: npm run test:crash -- 1000')
  process.exit(1)
}
installPrograms(['postgres'])
const begun = performance.now()
const failed: string[] = []
let survived = 0
for (const part of parts) {
  const wanted = Math.ceil(all * part.share)
  for (let done = 0; done < wanted; done += ROUND) {
    const kills = Math.min(ROUND, wanted - done)
    if (await play(part, kills)) survived += kills
    else failed.push(`${part.name}, kills ${done + 1} to ${done + kills}`)
  }
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(0)
console.log(
  `\n${survived} kills in ${minutes} minutes, nothing lost and nothing twice. ${failed.length} rounds failed.`,
)
for (const round of failed) console.log(`  ${round}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function play({ name, file, test, settings, isOnPostgres }: Part, kills: number): Promise<boolean> {
  console.log(`\n— ${name}: ${kills} kills`)
  await using postgres = isOnPostgres ? await startPostgres() : null
  // Not synchronous: PostgreSQL's output must be read, or PostgreSQL blocks.
  const round = spawn('npx', ['vitest', 'run', '--project', isOnPostgres ? 'server' : 'embedded', file, '-t', test], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, TEST_ALL: '1', ...settings(kills), ...(postgres && { TEST_DATABASE_URL: postgres.url }) },
  })
  const [code] = await once(round, 'exit')
  return code === 0
}
