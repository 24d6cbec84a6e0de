// `npm run bench`: every benchmark, or those named (`npm run bench list start`), one after the other, each in a process of its own on data of its own.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { installPrograms } from '#tools/programs.ts'

const named = process.argv.slice(2)
const all = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort()
const known = all.map((file) => basename(file, '.bench.ts'))
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark '${unknown[0]}'. There are ${known.join(', ')}.`)
  process.exit(1)
}

console.log(
  `${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}; client, server and database share them. Medians of interleaved rounds.`,
)
installPrograms(['chromium', 'postgres'])
let broken = 0
for (const name of named.length > 0 ? named : known) {
  console.log(`\n— ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.bench.ts`)], { stdio: 'inherit' })
  if (status !== 0) broken++
}
process.exitCode = broken === 0 ? 0 : 1
