// A virtual display, a bus with notifications and a tray, and a temporary home folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { type Person, personAt } from '#tests/engines/person.ts'
import type { WebDriver } from '#tests/engines/webDriver.ts'
import { endGroup, engineOf, environmentOf, inTime, startDisplay, startDriverOf } from '#tests/engines/webkit.ts'
import { wrapperProgram } from '#tools/desktop.ts'
import { pathOf } from '#tools/programs.ts'

export type ShownNotice = { number: number; title: string; body: string; actions: { id: string; label: string }[] }
export type TrayLine = { number: number; label: string; enabled: boolean; ticked: boolean }
export type Settings = { firm: string | null; firm_before: string | null; has_opened: boolean }

export type Window = {
  person: Person
  /** The window's current URL. */
  address: () => Promise<string>
  /** Ends the driver and the app, as a crash would. */
  close: () => Promise<void>
}

export type Desk = {
  home: string
  /** The driver controls the first window. */
  start: (options?: { args?: string[]; program?: string; environment?: Record<string, string> }) => Promise<Window>
  /** A second start, as the system does for a link. Returns its exit code. */
  startAgain: (...args: string[]) => Promise<number | null>
  /** Like a click on the close button. */
  closeWindow: (title: string) => Promise<void>
  notices: () => Promise<ShownNotice[]>
  /** 'default' is the notification itself. */
  act: (number: number, action: string) => Promise<void>
  tray: () => Promise<TrayLine[]>
  clickTray: (label: string) => Promise<void>
  settings: () => Settings | null
  remember: (settings: Partial<Settings>) => void
  /** Process ID of the running app. */
  pid: () => Promise<number>
  /** Regardless of how it was started. */
  endProgram: () => Promise<void>
  close: () => void
}

const NAME = 'app.pursuit.desktop.SingleInstance'
/** This bus doesn't start services. */
const busConfig = (folder: string) => `<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`

export async function startDesk(): Promise<Desk> {
  const home = mkdtempSync(join(tmpdir(), 'pursuit-desk-'))
  const children: ChildProcess[] = []
  const close = () => {
    process.off('exit', close)
    for (const child of children) endGroup(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', close)
  try {
    return { ...(await desk(home, children)), close }
  } catch (error) {
    close()
    throw error
  }
}

async function desk(home: string, children: ChildProcess[]): Promise<Omit<Desk, 'close'>> {
  const display = await startDisplay(children)
  mkdirSync(join(home, '.config'))
  writeFileSync(join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Saved"\n')
  const environment: Record<string, string> = {
    ...environmentOf(home, display),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CURRENT_DESKTOP: 'KDE',
    DBUS_SESSION_BUS_ADDRESS: await startBus(children, home),
    // Tauri's driver sets this. Without it no driver can control a window.
    TAURI_WEBVIEW_AUTOMATION: 'true',
  }
  const ask = await startServices(children, environment)
  const settingsFile = join(home, '.config/app.pursuit.desktop/settings.json')
  const pid = () => ask<number>('owner', { name: NAME })
  return {
    home,
    async start({ args = [], program = wrapperProgram, environment: more = {} } = {}) {
      const options = { name: 'wry', binary: program, args }
      const drivers: ChildProcess[] = []
      try {
        const driver = await inTime('its start', startDriverOf(drivers, { ...environment, ...more }, options))
        return windowOf(driver, drivers)
      } finally {
        children.push(...drivers)
      }
    },
    async startAgain(...args) {
      const child = spawn(wrapperProgram, args, { stdio: 'ignore', detached: true, env: environment })
      children.push(child)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
    closeWindow: (title) => ask('close', { title }),
    notices: () => ask('notices'),
    act: (number, action) => ask('act', { number, action }),
    tray: () => ask('menu'),
    clickTray: (label) => ask('click', { label }),
    settings: () => (existsSync(settingsFile) ? (JSON.parse(readFileSync(settingsFile, 'utf8')) as Settings) : null),
    remember(settings) {
      mkdirSync(join(settingsFile, '..'), { recursive: true })
      writeFileSync(settingsFile, JSON.stringify(settings))
    },
    pid,
    async endProgram() {
      const id = await pid().catch(() => null)
      if (id === null) return
      process.kill(id, 'SIGKILL')
      await expect.poll(() => pid().catch(() => null)).toBe(null)
    },
  }
}

function windowOf(driver: WebDriver, drivers: readonly ChildProcess[]): Window {
  const engine = engineOf(driver)
  return {
    person: personAt({ ...engine, close: async () => undefined }),
    address: () => engine.ask('location.href') as Promise<string>,
    async close() {
      await Promise.race([driver.quit().catch(() => undefined), setTimeout(5000)])
      for (const child of drivers) endGroup(child)
    },
  }
}

/** Returns the bus's address. */
async function startBus(children: ChildProcess[], home: string): Promise<string> {
  const config = join(home, 'bus.conf')
  writeFileSync(config, busConfig(home))
  const args = [`--config-file=${config}`, '--nofork', '--print-address']
  const bus = spawn(pathOf('bus'), args, { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  children.push(bus)
  for await (const line of createInterface(bus.stdout!)) return line
  throw new Error('dbus-daemon ended before it had a bus.')
}

type Ask = <T>(wanted: string, given?: object) => Promise<T>

/** desktopServices.py communicates by JSON lines. */
async function startServices(children: ChildProcess[], env: Record<string, string>): Promise<Ask> {
  const file = join(import.meta.dirname, 'desktopServices.py')
  const services = spawn(pathOf('busPython'), [file], { stdio: ['pipe', 'pipe', 'inherit'], detached: true, env })
  children.push(services)
  const waiting = new Map<number, (said: { answer?: unknown; problem?: string }) => void>()
  const lines = createInterface(services.stdout!)
  await once(lines, 'line')
  lines.on('line', (line) => {
    const { id, ...said } = JSON.parse(line) as { id: number; answer?: unknown; problem?: string }
    waiting.get(id)?.(said)
    waiting.delete(id)
  })
  let last = 0
  return async <T>(wanted: string, given: object = {}) => {
    const id = ++last
    const answer = new Promise<{ answer?: unknown; problem?: string }>((resolve) => waiting.set(id, resolve))
    services.stdin!.write(`${JSON.stringify({ id, do: wanted, ...given })}\n`)
    const said = await inTime(wanted, answer)
    if (said.problem) throw new Error(said.problem)
    return said.answer as T
  }
}
