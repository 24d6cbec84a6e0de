import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { putInPlace, seenNow } from './clientBuild.mjs'

const folder = mkdtempSync(join(tmpdir(), 'pursuit-build-'))
const client = join(folder, 'client')

/** The page requests one file that no other build has. */
function build(number: number): string {
  const made = join(folder, 'next')
  mkdirSync(join(made, 'assets'), { recursive: true })
  for (let one = 0; one < 30; one++) writeFileSync(join(made, `assets/part${one}.js`), '')
  for (const name of ['index.html', 'sw.js', 'sw.js.br', 'version.json'])
    writeFileSync(join(made, name), `assets/main${number}.js`)
  writeFileSync(join(made, `assets/main${number}.js`), '')
  return made
}

/** Reads the page in a worker and checks that its files exist. */
const reader = `
const { existsSync, readFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const problems = new Set()
let isOver = false
let times = 0
const read = () => {
  for (const name of ['index.html', 'sw.js', 'sw.js.br', 'version.json'])
    try {
      const of = () => readFileSync(workerData + '/' + name, 'utf8')
      const asked = of()
      // A page that another one has just taken the place of may ask for what has gone.
      if (!existsSync(workerData + '/' + asked) && of() === asked) problems.add(name + ' asks for what is not there')
    } catch (error) {
      problems.add(error.code)
    }
  times++
  if (isOver) parentPort.postMessage({ times, problems: [...problems] })
  else setImmediate(read)
}
parentPort.once('message', () => { isOver = true })
parentPort.postMessage('reading')
read()
`

test('serves a complete page while a new build replaces the old one, and deletes the old files', async () => {
  putInPlace(build(0), client)
  const beside = new Worker(reader, { eval: true, workerData: client })
  const said = () => new Promise<unknown>((resolve) => beside.once('message', resolve))
  await said()
  for (let number = 1; number <= 40; number++) putInPlace(build(number), client)
  const end = said()
  beside.postMessage('stop')
  const { times, problems } = (await end) as { times: number; problems: string[] }
  await beside.terminate()
  expect(problems).toEqual([])
  expect(times).toBeGreaterThan(50)
  expect(existsSync(join(folder, 'next'))).toBe(false)
  expect(readdirSync(join(client, 'assets')).filter((name) => name.startsWith('main'))).toEqual(['main40.js'])
  rmSync(folder, { recursive: true })
})

test('changes the fingerprint after a write, even with the same size and time', async () => {
  const place = mkdtempSync(join(tmpdir(), 'pursuit-seen-'))
  const file = join(place, 'a.ts')
  const later = Date.now() + 60_000
  const at = new Date(1_700_000_000_000)
  const write = (text: string) => {
    writeFileSync(file, text)
    utimesSync(file, at, at)
    return seenNow(['a.ts'], place, later)
  }
  const before = write('one')
  const { ctimeMs } = statSync(file)
  expect(before).not.toBe('')
  expect(seenNow(['a.ts'], place, later)).toBe(before)
  await expect.poll(() => write('two') !== before && statSync(file).ctimeMs > ctimeMs).toBe(true)
  rmSync(place, { recursive: true })
})

test("returns no fingerprint for a file written within the clock's resolution", () => {
  const place = mkdtempSync(join(tmpdir(), 'pursuit-seen-'))
  writeFileSync(join(place, 'a.ts'), 'one')
  expect(seenNow(['a.ts'], place)).toBe('')
  rmSync(place, { recursive: true })
})
