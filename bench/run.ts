// `npm run bench` runs every benchmark or the named ones (`npm run bench list start`), each in its own process with its
// own data. All together must take at most ten minutes. It stores the figures as a Markdown table in
// node_modules/.cache/figures.md.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { installPrograms } from '#tools/programs.ts'
import { type Figure, tableOf } from './support/figures.ts'

const MINUTES = 10

const named = process.argv.slice(2)
const all = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort()
const known = all.map((file) => basename(file, '.bench.ts'))
/** Run only when named, because they take minutes in the browser or with a large firm, or need the package registry. */
const apart = ['board', 'client', 'lighthouse', 'panels', 'peers', 'viewerReports']
const asked = named.length > 0 ? named : known.filter((name) => !apart.includes(name))
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark '${unknown[0]}'. There are ${known.join(', ')}.`)
  process.exit(1)
}

const cache = join(import.meta.dirname, '../node_modules/.cache')
const kept = join(cache, 'figures.jsonl')
mkdirSync(cache, { recursive: true })
writeFileSync(kept, '')
installPrograms(['chromium', 'postgres'])
const load = loadavg()[0]!
console.log(
  `${cpus().length} cores, load ${load.toFixed(1)}; client, server and database share them. Medians of interleaved rounds.`,
)
const begun = performance.now()
const left = () => MINUTES * 60_000 - (performance.now() - begun)
const problems: string[] = []
for (const name of asked) {
  console.log(`\n— ${name}`)
  const from = performance.now()
  const { status, signal } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.bench.ts`)], {
    stdio: 'inherit',
    timeout: Math.max(1, Math.round(left())),
    env: { ...process.env, PURSUIT_BENCH_FIGURES: kept },
  })
  console.log(`— ${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`)
  if (signal) problems.push(`${name} did not end: all have ${MINUTES} minutes together`)
  else if (status !== 0) problems.push(`${name} failed`)
}
const figures = readFileSync(kept, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Figure)
const busy = load > 1 ? `The machine was busy when it began: a load of ${load.toFixed(1)}.\n\n` : ''
writeFileSync(join(cache, 'figures.md'), `${busy}${tableOf(figures)}\n`)
console.log(`\n${busy}${tableOf(figures)}\n`)
console.log(
  `${figures.length} figures in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes. ${problems.join('; ')}`,
)
process.exitCode = problems.length === 0 ? 0 : 1
