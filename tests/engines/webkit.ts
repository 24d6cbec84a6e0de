// Runs Debian's WebKitGTK in its MiniBrowser, on a separate virtual display.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#tools/postgres.ts'
import { pathOf } from '#tools/programs.ts'
import type { Engine } from './engine.ts'
import { openWebDriver, type WebDriver } from './webDriver.ts'

/** Milliseconds for a browser to quit by itself. */
const QUIT_MS = 5000
/** Milliseconds for every other request to the browser. */
const ANSWER_MS = 30_000
/** With its normal toolbar, MiniBrowser's window can't become as narrow as a phone. */
const NARROW_BAR =
  '* { padding: 0; margin: 0; min-width: 0; border-width: 0; font-size: 5px; -gtk-icon-transform: scale(0.5); }'

export async function startWebKit(): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'pursuit-webkit-'))
  const children: ChildProcess[] = []
  const endAll = () => {
    for (const child of children) endGroup(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', endAll)
  try {
    const display = await inTime('its display', startDisplay(children))
    const driver = await inTime('its start', startDriver(children, home, display))
    return {
      ...engineOf(driver),
      async close() {
        // The driver can wait for a browser that has already quit, so both are killed by ID.
        await Promise.race([driver.quit().catch(() => undefined), setTimeout(QUIT_MS)])
        process.off('exit', endAll)
        endAll()
      },
    }
  } catch (error) {
    process.off('exit', endAll)
    endAll()
    throw error
  }
}

/** Performs a person's actions in the driver's window. */
export function engineOf(driver: WebDriver): Omit<Engine, 'close'> {
  const run = (script: string) => inTime(script.slice(0, 200), driver.run(script))
  return {
    open: async (address) => void (await inTime(`opening ${address}`, driver.open(address))),
    reload: async () => void (await inTime('reloading', driver.reload())),
    async resize(width, height) {
      const sizeOfWindow = () =>
        run('[outerWidth - innerWidth, outerHeight - innerHeight]') as Promise<[number, number]>
      const [besides, above] = await sizeOfWindow()
      const frame = { x: 0, y: 0, width: width + besides, height: height + above }
      await inTime('its size', driver.setWindow(frame))
    },
    ask: run,
    async find(script) {
      const found = driver.elementIn(await run(script))
      if (found === null) return null
      return {
        click: async () => void (await inTime('a click', driver.click(found))),
        type: (text) => inTime('keys', driver.type(text)),
      }
    },
    picture: async (path) => writeFileSync(path, await inTime('a picture', driver.picture()), 'base64'),
  }
}

/** Rejects without a response, because a test that waited for one would use up all of its time. */
export async function inTime<T>(asked: string, answer: Promise<T>): Promise<T> {
  const late = new AbortController()
  const silence = setTimeout(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`WebKitGTK did not answer within ${ANSWER_MS / 1000} s: ${asked}`)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    silence.catch(() => undefined)
    late.abort()
  }
}

/** Returns its name, such as ':1'. */
export async function startDisplay(children: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset']
  const child = spawn(pathOf('xvfb'), args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  children.push(child)
  const ended = once(child, 'exit').then(() => {
    throw new Error('Xvfb ended before it had a display.')
  })
  // Reads a whole line from a pipe that stays open. Xvfb writes the line end separately, and a closed pipe would end
  // it.
  const [number] = (await Promise.race([once(createInterface({ input: child.stdout! }), 'line'), ended])) as [string]
  return `:${number}`
}

function startDriver(children: ChildProcess[], home: string, display: string): Promise<WebDriver> {
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW_BAR)
  return startDriverOf(children, environmentOf(home, display), {
    name: 'MiniBrowser',
    binary: pathOf('webkit'),
    args: ['--automation'],
  })
}

/** Environment of a process on this display, without the settings of the person who runs the tests. */
export const environmentOf = (home: string, display: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C.UTF-8',
  DISPLAY: display,
  HOME: home,
  XDG_CONFIG_HOME: home,
  XDG_RUNTIME_DIR: home,
  // Without a bus, the browser doesn't ask for desktop settings.
  GSETTINGS_BACKEND: 'memory',
  NO_AT_BRIDGE: '1',
})

export async function startDriverOf(
  children: ChildProcess[],
  env: Record<string, string>,
  { name, ...options }: { name: string; binary: string; args: string[] },
): Promise<WebDriver> {
  const port = await freePort()
  const child = spawn(pathOf('webkitDriver'), [`--port=${port}`], { stdio: 'ignore', detached: true, env })
  children.push(child)
  const server = `http://127.0.0.1:${port}`
  while (!(await fetch(`${server}/status`).catch(() => null))?.ok) {
    if (child.exitCode !== null || child.signalCode)
      throw new Error(`WebKitWebDriver ended with ${child.exitCode ?? child.signalCode}.`)
    await setTimeout(50)
  }
  return openWebDriver(server, { browserName: name, 'webkitgtk:browserOptions': options })
}

/** Also kills the processes that it started. */
export function endGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
