// First and later starts on the embedded database with the demo firms, and the memory they take.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildClient } from '#tools/clientBuild.mjs'
import { lean } from '#tools/lean.mjs'
import { memoryOf } from './support/cpu.ts'
import { median, print } from './support/figures.ts'
import { load } from './support/load.ts'

const ROUNDS = 5
const directory = mkdtempSync(join(tmpdir(), 'pursuit-bench-'))
/** As `npm start` sets it. */
const environment = { ...lean, NODE_COMPILE_CACHE: join(directory, 'compiled') }

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const begun = performance.now()
  const result = await work()
  return [performance.now() - begun, result]
}
const nothing = () => {
  const begun = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - begun
}

/** A fresh clone with packages installed and without build output. */
function freshClone(): string {
  const root = join(import.meta.dirname, '..')
  const clone = mkdtempSync(join(tmpdir(), 'pursuit-clone-'))
  for (const part of ['app', 'core', 'features', 'database', 'tests', 'tools', 'dist', 'package.json'])
    cpSync(join(root, part), join(clone, part), { recursive: true })
  const packages = join(clone, 'node_modules')
  mkdirSync(packages)
  const names = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'))
  const from = names.map((name) => join(root, 'node_modules', name))
  // No symbolic links, because the readers of uploads may read nothing outside the clone. Hard links need one disk.
  for (const how of ['-al', '-a'])
    if (spawnSync('cp', [how, '-f', ...from, packages], { stdio: 'ignore' }).status === 0) break
  return clone
}

await buildClient(process.execPath)
const clone = freshClone()
const { startServer } = (await import(join(clone, 'tests/server.ts'))) as typeof import('#tests/server.ts')
const [first, server] = await timed(() => startServer({ directory, environment }))
print({
  name: 'first start, packages installed, client built',
  value: first / 1000,
  unit: 's',
  goal: { most: 15 },
  detail: `${(first / nothing()).toFixed(0)} × node -e 0`,
})
const idle = memoryOf(server.pid)
const signIn = await fetch(`${server.url}/api/user/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-client': 'web' },
  body: JSON.stringify({ email: 'dana@hartwell.example', password: 'Pursuit#2026' }),
})
const { token } = (await signIn.json()) as { token: string }
const headers = { authorization: `Bearer ${token}`, 'x-client': 'web' }
const paths = [
  '/api/tiles?status=active,archived,completed',
  '/api/user/hud',
  '/api/user/standing',
  '/api/tiles?after=1',
]
const loaded = await load({
  url: server.url,
  method: 'GET',
  senders: Array.from({ length: 16 }, () => ({ headers, paths })),
  seconds: 10,
})
print({
  name: 'memory with the embedded database, after 10 s of load',
  value: memoryOf(server.pid),
  unit: 'MB',
  goal: { most: 400 },
  detail: `${idle.toFixed(0)} MB before; ${loaded.perSecond.toFixed(0)} reads per second`,
})
await server.stop()

const later: { start: number; ratio: number }[] = []
for (let i = 0; i < ROUNDS; i++) {
  const [start, again] = await timed(() => startServer({ directory, environment }))
  await again.stop()
  later.push({ start, ratio: start / nothing() })
}
print({
  name: 'later start',
  value: median(later.map(({ start }) => start)) / 1000,
  unit: 's',
  goal: { most: 1.5 },
  detail: `${median(later.map(({ ratio }) => ratio)).toFixed(0)} × node -e 0`,
})
for (const made of [directory, clone]) rmSync(made, { recursive: true, force: true })
