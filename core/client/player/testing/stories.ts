// A server of one video in its own process, with a page built like the product.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { serviceWorker } from '#tools/serviceWorker.ts'

export const MB = 1024 * 1024
/** Size of the video. */
export const BYTES = 18 * MB
export type Place = { origin: string; person: { id: string; orgId: string; token: string }; video: string }

export const test = base.extend<{ place: Place }, { client: string }>({
  client: [
    // biome-ignore lint/correctness/noEmptyPattern: how fixtures are written
    async ({}, use) => {
      const client = mkdtempSync(join(tmpdir(), 'pursuit-player-'))
      await build({
        configFile: false,
        logLevel: 'error',
        root: import.meta.dirname,
        publicDir: join(process.cwd(), 'public'),
        plugins: [react(), serviceWorker({ publicDirectory: 'public' })],
        build: { outDir: client, emptyOutDir: true, target: 'es2022' },
      })
      await use(client)
      rmSync(client, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: async ({ client }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'pursuit-videos-'))
    const program = join(process.cwd(), 'tests/sampleVideoServer.ts')
    const child: ChildProcess = spawn(process.execPath, [program, directory, client, String(BYTES)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
    await use(JSON.parse(line) as Place)
    child.kill('SIGKILL')
    await once(child, 'close')
    rmSync(directory, { recursive: true, force: true })
  },
})

/** Signs in a person, unless they have signed out since. */
export const signIn = (page: Page, { person }: Place) =>
  page.addInitScript(({ token, id }) => {
    const session = { token, user: { id }, Org: {}, Subscriptions: {} }
    localStorage.setItem('session', JSON.stringify(session))
  }, person)
