// Checks the container files as text, because nothing here can build or start them.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('Dockerfile').replace(/\\\n/g, ' ')
const compose = read('compose.yaml')
const ignored = read('.dockerignore').split('\n').filter(Boolean)

/** Seconds after the drain for running calls, and again for running jobs. */
const STOP_LIMIT_S = 8

/** Returns the blocks of compose.yaml below a line such as `services:`. */
function blocksOf(text: string, indent: string): Map<string, string> {
  const heads = [...text.matchAll(new RegExp(`^${indent}([\\w-]+):.*$`, 'gm'))]
  return new Map(
    heads.map((head, at) => [head[1]!, text.slice(head.index, heads[at + 1]?.index ?? text.length)] as const),
  )
}
const top = blocksOf(compose, '')
const common = top.get('x-server')!
const services = blocksOf(top.get('services')!, '  ')
const servers = [...services].filter(([, text]) => text.includes('<<: *server'))

/** Returns the arguments of all instructions with one name. */
const instructions = (name: string) => [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, it]) => it!)

/** Returns the names of settings that a text assigns. */
const settingsIn = (text: string) =>
  [...text.matchAll(/^\s+((?:PURSUIT|AWS)_[A-Z_]+|DATABASE_URL|HOST|PORT)[:=]/gm)].map(([, name]) => name!)

const serverCode = globSync('core/server/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map(read)
  .join('\n')

const keptOutOfGit = read('.gitignore')
  .split('\n')
  .map((line) => line.replace(/\/$/, ''))

test('sets only environment variables that the server reads', () => {
  const given = [...settingsIn(dockerfile.replace(/^ENV /gm, '  ').replace(/ {2,}/g, '\n  ')), ...settingsIn(compose)]
  expect(given).toEqual(expect.arrayContaining(['PURSUIT_DATA', 'PURSUIT_SECRET', 'PURSUIT_TRUST_PROXY', 'HOST']))
  const unknown = given.filter((name) => !new RegExp(`\\benv\\.${name}\\b|\\('${name}', env\\b`).test(serverCode))
  expect(unknown).toEqual([])
})

test('lists in the .env example exactly the names that compose.yaml uses', () => {
  const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
  const example = read('deploy/example.env')
  expect([...new Set(asked)].sort()).toEqual([...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name!).sort())
  expect(example).not.toMatch(/^\w+=.+$/m)
  // A missing name fails with a message instead of an empty value.
  expect([...compose.matchAll(/(?<!\$)\$\{\w+(?!\w|:\?[A-Z])/g)].map(([it]) => it)).toEqual([])
})

test('contains no password or key in the container files', () => {
  const secret = /^\s*\w*(?:PASSWORD|SECRET|KEY|KEY_ID):(.+)$/gm
  const values = [...compose.matchAll(secret)].map(([, value]) => value!.trim())
  expect(values.length).toBeGreaterThan(4)
  for (const value of values) expect(value).toMatch(/^"\$\{\w+:\?[^}]+\}"$/)
  expect(compose).not.toMatch(/:\/\/[^\s"]*:(?!\$\{)[^\s"/]+@/)
  expect(dockerfile).not.toMatch(/PASSWORD|SECRET|_KEY/)
})

test('limits each server’s writable paths and gives it time to stop', () => {
  expect(servers.map(([name]) => name)).toEqual(['pursuit-1', 'pursuit-2', 'drill'])
  for (const line of [
    'read_only: true',
    'cap_drop: [ALL]',
    'security_opt: ["no-new-privileges:true"]',
    'user: "1000:1000"',
  ])
    expect(common).toContain(`\n  ${line}\n`)
  const drain = Number(/PURSUIT_SHUTDOWN_GRACE_SECONDS: "(\d+)"/.exec(common)?.[1])
  const grace = Number(/stop_grace_period: (\d+)s/.exec(common)?.[1])
  expect(drain).toBeGreaterThan(1)
  expect(grace).toBeGreaterThan(drain + 2 * STOP_LIMIT_S)
  for (const [name, text] of servers) {
    expect(text, name).toContain('"/tmp:')
    expect(text, name).toMatch(/:\/data"|"\/data:/)
    expect(text, name).not.toMatch(/read_only|cap_drop|security_opt|stop_grace_period|privileged|user:/)
  }
  expect(services.get('pursuit-1')!.match(/waiting-\d/)?.[0]).not.toBe(
    services.get('pursuit-2')!.match(/waiting-\d/)?.[0],
  )
})

test('checks each server more often than a drain lasts and forwards the caller’s address', () => {
  const proxy = read('deploy/haproxy.cfg')
  for (const name of ['pursuit-1', 'pursuit-2'])
    expect(proxy).toMatch(new RegExp(`^ {2}server ${name} ${name}:3000$`, 'm'))
  const [, every, times] = /default-server check inter (\d+)s .*fall (\d+)/.exec(proxy)!
  expect(Number(every) * Number(times)).toBeLessThan(
    Number(/PURSUIT_SHUTDOWN_GRACE_SECONDS: "(\d+)"/.exec(common)?.[1]),
  )
  expect(proxy).toContain('GET uri /healthz')
  expect(proxy).toContain('http-request set-header X-Forwarded-For %[src]')
  expect(proxy).toContain('disable-l7-retry unless METH_GET or { req.hdr(Idempotency-Key) -m found }')
})

test('isolates a restored copy under inspection from people and live files', () => {
  const drill = services.get('drill')!
  expect(drill).toContain('networks: [inside]')
  expect(drill).toContain('profiles: [drill]')
  expect(drill).toContain('PURSUIT_SMTP_URL: ""')
  expect(/PURSUIT_FILES: (\S+)/.exec(drill)?.[1]).not.toBe(/PURSUIT_FILES: (\S+)/.exec(common)?.[1])
  expect(top.get('networks')).toContain('inside: { internal: true }')
})

test('pins images and matches PostgreSQL tools to the server version', () => {
  const images = [
    ...instructions('FROM').map((it) => it.split(' ')[0]!),
    ...[...compose.matchAll(/^\s+image: (\S+)$/gm)].map(([, it]) => it!),
  ]
  expect(images.length).toBeGreaterThan(6)
  for (const image of images) if (image !== 'scratch') expect(image).toMatch(/^[\w./-]+:\d+\.\d+[\w.-]*$/)
  const client = Number(/postgresql-client-(\d+)/.exec(dockerfile)?.[1])
  expect(client).toBeGreaterThanOrEqual(Number(/image: postgres:(\d+)/.exec(compose)?.[1]))
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(common).toContain(`image: pursuit:${version}\n`)
})

test('runs the package’s Node version as an unprivileged user that receives signals directly', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const bases = instructions('FROM').filter((it) => it.startsWith('node:'))
  expect(bases.length).toBe(2)
  for (const base of bases) expect(base).toContain(`node:${dependencies.node}-`)
  expect(instructions('USER')).toEqual(['1000:1000'])
  expect(instructions('CMD')).toEqual(['["node", "app/server.ts"]'])
  expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(instructions('HEALTHCHECK').join()).toContain('/healthz')
  expect(instructions('ENTRYPOINT')).toEqual([])
  const [last] = dockerfile.split(/^FROM /m).slice(-1)
  const lean = read('tools/lean.mjs')
  for (const flag of [/--max-semi-space-size=\d+/.exec(lean)![0], 'MALLOC_ARENA_MAX=1', 'NODE_COMPILE_CACHE=/tmp/'])
    expect(last).toContain(flag)
  for (const threshold of ['MMAP', 'TRIM']) expect(last).toContain(`MALLOC_${threshold}_THRESHOLD_=${1024 * 1024} `)
})

test('copies only files in git into the image and excludes private ones', () => {
  const copied = instructions('COPY')
    .filter((it) => !it.startsWith('--from='))
    .flatMap((it) => it.trim().split(/\s+/).slice(0, -1))
  expect(copied).toEqual(expect.arrayContaining(['package-lock.json', 'app', 'core', 'features', 'database', 'tools']))
  for (const path of copied) {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(keptOutOfGit, path).not.toContain(path)
    expect(ignored, path).not.toContain(path)
  }
  for (const path of ['.git', 'node_modules', 'data', 'dist', 'test-results', '.env', 'tests', '**/*.pem'])
    expect(ignored).toContain(path)
})
