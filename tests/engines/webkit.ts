// Debian's WebKitGTK in its MiniBrowser, on a display of its own that nobody sees.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Builder, Capabilities, type WebDriver, WebElement } from 'selenium-webdriver'
import { freePort } from '#tools/postgres.ts'
import { pathOf } from '#tools/programs.ts'
import type { Engine } from './engine.ts'

/** How long a browser may take to end by itself. */
const QUIT_MS = 5000
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
    const display = await startDisplay(children)
    const driver = await startDriver(children, home, display)
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

function engineOf(driver: WebDriver): Omit<Engine, 'close'> {
  const run = (script: string) => driver.executeScript(`return ${script}`)
  return {
    open: (address) => driver.get(address),
    reload: () => driver.navigate().refresh(),
    async resize(width, height) {
      const sizeOfWindow = () =>
        run('[outerWidth - innerWidth, outerHeight - innerHeight]') as Promise<[number, number]>
      const [besides, above] = await sizeOfWindow()
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width: width + besides, height: height + above })
    },
    ask: run,
    async find(script) {
      const found = await run(script)
      if (!(found instanceof WebElement)) return null
      return { click: () => found.click(), type: (text) => driver.switchTo().activeElement().sendKeys(text) }
    },
    picture: async (path) => writeFileSync(path, await driver.takeScreenshot(), 'base64'),
  }
}

/** Answers its name, such as ':1'. */
async function startDisplay(children: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset']
  const child = spawn(pathOf('xvfb'), args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  children.push(child)
  for await (const said of child.stdout!.setEncoding('utf8')) return `:${String(said).trim()}`
  throw new Error('Xvfb ended before it had a display.')
}

async function startDriver(children: ChildProcess[], home: string, display: string): Promise<WebDriver> {
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW_BAR)
  const port = await freePort()
  const child = spawn(pathOf('webkitDriver'), [`--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      DISPLAY: display,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_RUNTIME_DIR: home,
      // Without a bus the browser asks none for the person's settings.
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
    },
  })
  children.push(child)
  const server = `http://127.0.0.1:${port}`
  while (!(await fetch(`${server}/status`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${child.exitCode}.`)
    await setTimeout(50)
  }
  const options = { binary: pathOf('webkit'), args: ['--automation'] }
  return new Builder()
    .usingServer(server)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }))
    .build()
}

/** With what it has started itself. */
function endGroup({ pid }: ChildProcess) {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
