// The real app, controlled by WebKit's driver, with notifications and the tray over D-Bus.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayIn } from '#core/contract/dates.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type App, test as base, expect } from '#tests/browser.ts'
import { updateKey, wrapperProgram } from '#tools/desktop.ts'
import { freePort } from '#tools/postgres.ts'
import { type Desk, startDesk, type Window } from './desk.ts'
import { makeUpdateKey, type Offer, signUpdate, startUpdates } from './updates.ts'

const test = base.extend<{ desk: Desk; window: Window }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  desk: async ({}, use) => {
    const desk = await startDesk()
    await use(desk)
    desk.close()
  },
  /** An app that has been set up before. */
  window: async ({ desk, app }, use) => {
    desk.remember({ firm: app.url, has_opened: true })
    const window = await desk.start()
    await use(window)
    await window.close()
  },
})
const own = { tag: ['@ownServer', '@keptOnDevice'] }

/** Returns the result, or why it was rejected. */
const invoke = ({ person }: Window, command: string, given: object = {}) =>
  person.asks(
    `window.__TAURI_INTERNALS__.invoke(${JSON.stringify(command)}, ${JSON.stringify(given)}).then((said) => ['done', said], (why) => ['refused', String(why)])`,
  ) as Promise<['done' | 'refused', unknown]>

/** Pursuit then notifies at any time of day. */
const withoutQuietHours = (app: App) => app.call('dana', 'user/quiet_hours', { from: '00:00', to: '00:00' })

const tilesOf = async (app: App) =>
  ((await app.call('dana', 'tiles?status=active,completed')) as { tiles: Record<string, unknown>[] }).tiles

async function signsIn({ person }: Window, app: App) {
  await person.types('Email', app.people.dana)
  await person.types('Password', 'Pursuit#2026')
  await person.clicks('button', 'Login')
  await person.sees('button', 'New Target')
}

const untilKept = ({ person }: Window) => person.asks('navigator.serviceWorker.ready.then(() => true)')

async function anotherServer(body = '<!doctype html><title>Another house</title>') {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, [Symbol.asyncDispose]: async () => void server.close() }
}

test(
  'asks for the server URL on first start, rejects a wrong one, and stores the right one',
  own,
  async ({ app, desk }) => {
    await using other = await anotherServer()
    const first = await desk.start()
    const tries = async (address: string, sentence: RegExp) => {
      await first.person.asks(`document.getElementById('address').value = ''`)
      await first.person.types('Address', address)
      await first.person.clicks('button', 'Continue')
      await first.person.reads(sentence)
      expect(desk.settings()).toBe(null)
    }
    await tries('http://bd.firm.example', /must begin with https/)
    await tries(other.url, /There’s no Pursuit at/)
    await tries(`localhost:${await freePort()}`, /Can’t reach/)
    await tries('two words', /valid address/)

    await first.person.asks(`document.getElementById('address').value = ''`)
    await first.person.types('Address', `${app.url}/targets/active`)
    await first.person.clicks('button', 'Continue')
    await expect.poll(() => desk.settings()).toMatchObject({ firm: app.url, has_opened: true })
    await desk.endProgram()
    await first.close()

    const second = await desk.start()
    await second.person.sees('button', 'Login')
    expect(await second.address()).toBe(`${app.url}/login`)
    expect(await second.person.asks('[pursuitWrapper.kind, pursuitWrapper.version, pursuitWrapper.server]')).toEqual([
      'desktop',
      '0.1.0',
      '',
    ])
    await second.close()
  },
)

test('signs in, wins a target, and reloads without a server', own, async ({ app, window }) => {
  const { person } = window
  await signsIn(window, app)

  await person.clicks('button', 'New Target')
  await person.types('Company', 'Bluefin Labs', ['dialog', 'New Target'])
  await person.types(/^Objective/, 'Renew the mandate', ['dialog', 'New Target'])
  await person.clicks('button', /^Create Target/, ['dialog', 'New Target'])
  await person.clicks('button', 'More for Bluefin Labs')
  await person.clicks('menuitem', 'Won')
  await person.types('Estimated won revenue amount', '48000', ['dialog', 'Mark Bluefin Labs as won'])
  await person.clicks('button', 'Won', ['dialog', 'Mark Bluefin Labs as won'])
  await person.clicks('button', 'Skip', ['dialog', 'Who did Bluefin Labs come from?'])
  await person.seesNo('article', 'Bluefin Labs')
  await person.reads('All saved')
  await expect
    .poll(async () => (await tilesOf(app)).filter(({ company }) => company === 'Bluefin Labs'))
    .toMatchObject([{ status: 'completed', revenue: 48_000 }])

  await untilKept(window)
  await app.kill()
  await person.reloads()
  await person.sees('button', 'New Target')
  expect(await person.asks('navigator.serviceWorker.controller !== null')).toBe(true)
})

test(
  "notifies while closed to the tray: accepts an invitation in its notification and opens another's page",
  own,
  async ({ app, desk, window }) => {
    const { person } = window
    await withoutQuietHours(app)
    await signsIn(window, app)
    // Gives the page time to start notifying.
    await person.asks('new Promise((resolve) => setTimeout(resolve, 7000))')
    await desk.closeWindow('Pursuit')
    await expect.poll(() => person.asks('document.visibilityState')).toBe('hidden')
    const invites = async (company: string) => {
      const made = (await app.call('lee', 'tiles', aTarget({ company }))) as { id: string }
      const { users } = (await app.call('lee', 'users')) as { users: { id: string; fullname: string }[] }
      const dana = users.find(({ fullname }) => fullname.startsWith('Dana '))!
      await app.call('lee', `tiles/${made.id}/sharewith/${dana.id}`, {})
      return made.id
    }
    const accepted = await invites('Ardent Mills')
    await expect
      .poll(async () => (await desk.notices()).map(({ title, actions }) => [title, actions.map(({ label }) => label)]))
      .toEqual([['Invitation', ['Open', 'Accept', 'Decline']]])
    const [notice] = await desk.notices()
    expect(notice!.body).toContain('Ardent Mills')
    await desk.act(notice!.number, 'accept')
    await expect
      .poll(async () => (await tilesOf(app)).filter(({ id }) => id === accepted))
      .toMatchObject([{ shared: 'accepted' }])
    await person.reads('All saved')

    const opened = await invites('Cobalt Works')
    await expect
      .poll(async () => (await desk.notices()).map(({ body }) => body))
      .toEqual([expect.stringContaining('Cobalt Works')])
    await desk.act((await desk.notices())[0]!.number, 'default')
    await expect.poll(window.address).toContain(opened)

    await person.reloads()
    await desk.closeWindow('Pursuit')
    // Checks that no notification repeats.
    await person.asks('new Promise((resolve) => setTimeout(resolve, 8000))')
    expect(await desk.notices()).toEqual([])
  },
)

test(
  'shows due steps in the tray, links into the app, and starts at login only on request',
  own,
  async ({ app, desk, window }) => {
    const { person } = window
    await signsIn(window, app)
    const { overdue } = (await app.call('dana', 'user/standing')) as { overdue: number }
    const { Org } = (await app.call('dana', 'user')) as { Org: { time_zone: string } }
    const day = dayIn(Org.time_zone, new Date())
    const today = (await tilesOf(app)).filter(({ status, due }) => status === 'active' && due === day).length
    expect(overdue + today).toBeGreaterThan(0)
    await expect
      .poll(async () => (await desk.tray()).map(({ label }) => label))
      .toEqual(
        expect.arrayContaining([`Due today: ${today}`, `Overdue: ${overdue}`, 'Open Pursuit', 'New Target', 'Quit']),
      )

    await desk.clickTray('New Target')
    await expect.poll(window.address).toContain('/targets/active')
    await person.sees('dialog', 'New Target')

    const atLogin = async () => (await desk.tray()).find(({ label }) => label === 'Start at login')
    expect(await atLogin()).toMatchObject({ ticked: false })
    await desk.clickTray('Start at login')
    await expect.poll(async () => (await atLogin())?.ticked).toBe(true)
    expect(readFileSync(join(desk.home, '.config/autostart/Pursuit.desktop'), 'utf8')).toContain('--hidden')
    await desk.clickTray('Start at login')
    await expect.poll(async () => (await atLogin())?.ticked).toBe(false)

    await desk.clickTray('Quit')
    await expect.poll(() => desk.pid().catch(() => null)).toBe(null)
    // The app gives up its bus name before it stores its window's position.
    await expect.poll(() => existsSync(join(desk.home, '.config/app.pursuit.desktop/.window-state.json'))).toBe(true)
  },
)

test(
  'opens a link in the existing window, and passes no part of it to a command',
  own,
  async ({ app, desk, window }) => {
    await signsIn(window, app)
    const before = await desk.pid()
    expect(await desk.startAgain('pursuit://open/targets/completed')).toBe(0)
    await expect.poll(window.address).toBe(`${app.url}/targets/completed`)
    expect(await desk.startAgain('pursuit://open//elsewhere.example/')).toBe(0)
    expect(await desk.startAgain('pursuit://open/api/user/logout')).toBe(0)
    expect(await desk.startAgain()).toBe(0)
    await window.person.asks('new Promise((resolve) => setTimeout(resolve, 5000))')
    expect(await window.address()).toBe(`${app.url}/targets/completed`)
    expect(await desk.pid()).toBe(before)
  },
)

test(
  'opens a link on first start, and saves files to the downloads without overwriting',
  own,
  async ({ app, desk, window }) => {
    await signsIn(window, app)
    const saves = (text: string) =>
      window.person.asks(
        `(() => { const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['${text}'])); link.download = 'report.csv'; link.click() })()`,
      )
    const saved = (name: string) => {
      const file = join(desk.home, 'Saved', name)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    }
    await saves('first')
    await expect.poll(() => saved('report.csv')).toBe('first')
    await saves('second')
    await expect.poll(() => saved('report (1).csv')).toBe('second')
    expect(saved('report.csv')).toBe('first')
    await desk.endProgram()
    await window.close()

    const again = await desk.start({ args: ['pursuit://open/targets/completed'] })
    await expect.poll(again.address).toBe(`${app.url}/targets/completed`)
    await again.close()
  },
)

test('allows only the firm’s page to call commands, and only the listed ones', own, async ({ app, desk, window }) => {
  await using other = await anotherServer()
  await window.person.sees('button', 'Login')
  expect(await invoke(window, 'show_due', { counts: { overdue: 1, today: 1 } })).toEqual(['done', null])
  const closed = [
    'choose_firm',
    'start_state',
    'try_again',
    'plugin:opener|open_url',
    'plugin:updater|check',
    'plugin:autostart|enable',
    'plugin:event|emit',
    'plugin:window|close',
    'plugin:webview|create_webview_window',
    'of_a_newer_page',
  ]
  for (const command of closed) expect([command, (await invoke(window, command))[0]]).toEqual([command, 'refused'])
  expect((await invoke(window, 'open_in_browser', { address: 'file:///etc/passwd' }))[0]).toBe('refused')

  await window.person.opens(other.url)
  expect(await window.person.asks('typeof pursuitWrapper')).toBe('undefined')
  const named = [
    'page_arrived',
    'page_missing',
    'take_told',
    'show_notice',
    'show_due',
    'open_in_browser',
    'leave_firm',
  ]
  for (const command of [...named, ...closed])
    expect([command, (await invoke(window, command))[0]]).toEqual([command, 'refused'])
  expect(desk.settings()).toMatchObject({ firm: app.url })
  expect(await desk.notices()).toEqual([])
})

test(
  'opens a cached page when started offline, and otherwise shows a message and loads later',
  own,
  async ({ app, desk }) => {
    desk.remember({ firm: app.url, has_opened: true })
    const before = await desk.start()
    await signsIn(before, app)
    await untilKept(before)
    await before.person.reads('All saved')
    await desk.endProgram()
    await before.close()
    await app.kill()

    const kept = await desk.start()
    await kept.person.sees('button', 'New Target')
    await desk.endProgram()
    await kept.close()

    desk.remember({ firm: app.url, has_opened: false })
    const fresh = await desk.start()
    await fresh.person.reads(/Can’t reach/)
    await fresh.person.clicks('button', 'Try again')
    await fresh.person.reads(/Can’t reach/)
    await app.restart()
    await expect.poll(() => desk.settings()).toMatchObject({ firm: app.url, has_opened: true })
    await fresh.close()
  },
)

test('reloads a page missing from the device when the server is back', own, async ({ app, desk }) => {
  await app.kill()
  desk.remember({ firm: app.url, has_opened: true })
  const window = await desk.start()
  await app.restart()
  await window.person.sees('button', 'Login')
  await window.close()
})

test(
  'asks to sign in again in the same window after the session ended elsewhere',
  own,
  async ({ app, desk, window }) => {
    await signsIn(window, app)
    const before = await desk.pid()
    await app.call('dana', 'user/sessions/end_others', {})
    await window.person.reads('Your session has ended. Sign in again.')
    await signsIn(window, app)
    expect(await desk.pid()).toBe(before)
    expect(desk.settings()).toMatchObject({ firm: app.url, has_opened: true })
  },
)

test('restarts for another firm, and remembers the previous URL', own, async ({ app, desk, window }) => {
  await window.person.sees('button', 'Login')
  const before = await desk.pid()
  await desk.clickTray('Change firm…')
  await expect.poll(() => desk.settings()).toMatchObject({ firm: null, firm_before: app.url })
  await expect.poll(() => desk.pid().catch(() => before)).not.toBe(before)
  await desk.endProgram()
  const again = await desk.start()
  await expect.poll(() => again.person.asks(`document.getElementById('address').value`)).toBe(new URL(app.url).host)
  await again.close()
})

test('installs an update only if it is complete and signed', own, async ({ app, desk }) => {
  const updates = await startUpdates()
  // Like an AppImage: the program is in a mounted folder, and the image file is elsewhere.
  const mounted = join(tmpdir(), `.mount_pursuit${process.pid}`)
  const image = join(desk.home, 'Pursuit.AppImage')
  mkdirSync(mounted, { recursive: true })
  const program = join(mounted, 'pursuit-desktop')
  copyFileSync(wrapperProgram, program)
  chmodSync(program, 0o755)
  const old = Buffer.from('\x7fELF, the version before')
  writeFileSync(image, old, { mode: 0o755 })
  desk.remember({ firm: app.url, has_opened: true })
  const environment = { APPIMAGE: image, PURSUIT_UPDATES_URL: updates.url, TMPDIR: tmpdir() }
  const window = await desk.start({ program, environment })
  await window.person.sees('button', 'Login')
  const before = await desk.pid()

  const line = async () =>
    (await desk.tray()).map(({ label }) => label).find((label) => /update|Install|Getting/.test(label))
  const said = async () => (await desk.notices()).at(-1)?.title
  const looks = async (offer: Offer | null) => {
    updates.offer(offer)
    await desk.clickTray((await line())!)
  }
  // The installed update is the same program plus a few bytes.
  const contents = Buffer.concat([readFileSync(wrapperProgram), Buffer.from('newer')])
  const small = Buffer.from('\x7fELF, a version that is not installed')
  const offer = (version: string, given: Partial<Offer> = {}): Offer => ({
    version,
    contents: small,
    signature: signUpdate(updateKey(), given.contents ?? small, version),
    ...given,
  })

  await looks(null)
  await expect.poll(said).toBe('Pursuit is up to date')
  await looks(offer('0.0.9'))
  await expect.poll(line).toBe('Check for updates')
  const spoilt: [string, Partial<Offer>][] = [
    ['0.2.0', { signature: signUpdate(makeUpdateKey(), small, '0.2.0') }],
    [
      '0.2.1',
      { contents: Buffer.concat([small, Buffer.from('!')]), signature: signUpdate(updateKey(), small, '0.2.1') },
    ],
    ['0.2.2', { isCutShort: true }],
    // A valid signature of an older version, offered as a newer one.
    ['0.2.3', { signature: signUpdate(updateKey(), small, '0.0.9') }],
    ['0.2.4', { contents: Buffer.from('<html>') }],
  ]
  for (const [version, given] of spoilt) {
    await looks(offer(version, given))
    await expect.poll(line).toBe(`Install ${version} and restart`)
    await desk.clickTray(`Install ${version} and restart`)
    await expect.poll(said).toBe(`Pursuit ${version} wasn’t installed`)
    await expect.poll(line).toBe('Check for updates')
    expect(readFileSync(image).equals(old)).toBe(true)
    expect(await desk.pid()).toBe(before)
  }

  await looks(offer('0.3.0', { contents }))
  await expect.poll(line).toBe('Install 0.3.0 and restart')
  await desk.clickTray('Install 0.3.0 and restart')
  await expect.poll(() => desk.pid().catch(() => before), { timeout: 90_000 }).not.toBe(before)
  expect(readFileSync(image).equals(contents)).toBe(true)
  expect(statSync(image).mode & 0o777).toBe(0o755)
  await desk.endProgram()
  await window.close()
  updates.close()
  rmSync(mounted, { recursive: true, force: true })
})
