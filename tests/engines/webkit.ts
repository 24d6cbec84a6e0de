// Debian's WebKitGTK in its MiniBrowser, on a display of its own that nobody sees.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { Builder, Capabilities, type WebDriver, WebElement } from 'selenium-webdriver'
import { freePort } from '#tools/postgres.ts'
import { pathOf } from '#tools/programs.ts'
import type { Engine } from './engine.ts'

/** How long a browser may take to end by itself. */
const QUIT_MS = 5000
/** How long it may take for anything else that it is asked. */
const ANSWER_MS = 30_000
/** The bar of MiniBrowser would not let the window become as narrow as a phone. */
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
        // Its driver may wait for a browser that has gone already: both are ended by their ids then.
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

/** What a person can do in the window that the driver moves. */
export function engineOf(driver: WebDriver): Omit<Engine, 'close'> {
  const run = (script: string) => inTime(script.slice(0, 200), driver.executeScript(`return ${script}`))
  return {
    open: (address) => inTime(`opening ${address}`, driver.get(address)),
    reload: () => inTime('reloading', driver.navigate().refresh()),
    async resize(width, height) {
      const sizeOfWindow = () =>
        run('[outerWidth - innerWidth, outerHeight - innerHeight]') as Promise<[number, number]>
      const [besides, above] = await sizeOfWindow()
      const frame = { x: 0, y: 0, width: width + besides, height: height + above }
      await inTime('its size', driver.manage().window().setRect(frame))
    },
    ask: run,
    async find(script) {
      const found = await run(script)
      if (!(found instanceof WebElement)) return null
      return {
        click: () => inTime('a click', found.click()),
        type: (text) => inTime('keys', driver.switchTo().activeElement().sendKeys(text)),
      }
    },
    picture: async (path) => writeFileSync(path, await inTime('a picture', driver.takeScreenshot()), 'base64'),
  }
}

/** Rejects when there is no answer: a story that waits for one would use up all of its time. */
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

/** Answers its name, such as ':1'. */
export async function startDisplay(children: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset']
  const child = spawn(pathOf('xvfb'), args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  children.push(child)
  const ended = once(child, 'exit').then(() => {
    throw new Error('Xvfb ended before it had a display.')
  })
  // The whole line, from a pipe that stays open: Xvfb writes number and line's end apart, and would be ended by writing to nobody.
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

/** Of a process that shows itself on this display and knows nothing of who runs the tests. */
export const environmentOf = (home: string, display: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C.UTF-8',
  DISPLAY: display,
  HOME: home,
  XDG_CONFIG_HOME: home,
  XDG_RUNTIME_DIR: home,
  // Without a bus the browser asks none for the person's settings.
  GSETTINGS_BACKEND: 'memory',
  NO_AT_BRIDGE: '1',
})

/** Starts WebKit's driver, and through it the program. */
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
  return new Builder()
    .usingServer(server)
    .withCapabilities(new Capabilities({ browserName: name, 'webkitgtk:browserOptions': options }))
    .build()
}

/** With what it has started itself. */
export function endGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
