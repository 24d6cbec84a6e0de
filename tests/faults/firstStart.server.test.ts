// Kills a server at any moment of its very first start. The next start must work and find nothing incomplete.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { makePostgresDatabase } from '#tests/database.ts'
import { startServer } from '#tests/server.ts'

/** Use FIRST_STARTS=100 for a long run. */
const ROUNDS = Number(process.env.FIRST_STARTS ?? 2)
const KILLS = 2

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

/** Starts and kills after this many milliseconds. Returns whether it was ready by then. */
async function killedAfter(milliseconds: number, environment: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, ['app/server.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: '', PORT: '0', ...environment },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  await Promise.race([setTimeout(milliseconds), ended])
  child.kill('SIGKILL')
  await ended
  return said.includes('Pursuit is ready')
}

async function firstStart(): Promise<{
  directory: string
  environment: Record<string, string>
  clean: () => Promise<void>
}> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-first-'))
  const postgres = await makePostgresDatabase()
  const clean = async () => {
    rmSync(directory, { recursive: true, force: true })
    await postgres?.drop()
  }
  cleanUp.push(clean)
  return { directory, environment: postgres ? { DATABASE_URL: postgres.url } : {}, clean }
}

test(
  `survives ${ROUNDS * KILLS} kills during a first start with both demo firms and the key`,
  async () => {
    // Measures a start on this machine until it is ready.
    const whole = await firstStart()
    const began = performance.now()
    const measured = await startServer(whole)
    const takes = performance.now() - began
    const complete = await factsOf(measured.url)
    await measured.kill()
    for (let round = 0; round < ROUNDS; round++) {
      const { directory, environment } = await firstStart()
      for (let kill = 0; kill < KILLS; kill++)
        await killedAfter(200 + Math.random() * takes, { ...environment, PURSUIT_DATA: directory })
      const server = await startServer({ directory, environment })
      cleanUp.push(() => server.kill())
      expect(await factsOf(server.url)).toEqual(complete)
      await server.kill()
    }
  },
  60_000 + ROUNDS * (KILLS + 1) * 40_000,
)

/** Facts that identify the demo. */
async function factsOf(url: string): Promise<unknown> {
  const facts: unknown[] = []
  for (const email of ['dana@hartwell.example', 'robin@brookvale.example']) {
    const login = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'web' },
      body: JSON.stringify({ email, password: 'Pursuit#2026' }),
    })
    const { token } = (await login.json()) as { token: string }
    const list = await fetch(`${url}/api/tiles?status=active,archived,completed,lost`, {
      headers: { authorization: `Bearer ${token}`, 'x-client': 'web' },
    })
    facts.push(((await list.json()) as { tiles: { company: string }[] }).tiles.map(({ company }) => company).sort())
  }
  return facts
}
