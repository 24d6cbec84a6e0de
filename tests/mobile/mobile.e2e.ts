// Covers the mobile app from its first start, with its own origin and a real server at another.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type App, allSaved, axe, expect, PASSWORD, test } from '#tests/browser.ts'
import { aPhone, chooseFirm, firmField, ORIGIN, openSignedIn, type Phone } from './phone.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function giveLogin(page: Page, app: App) {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Email').fill(app.people.dana)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
}

const keptToken = (phone: Phone) =>
  (JSON.parse(phone.secure.get('pursuit_session') ?? '{}') as { token?: string }).token

test('explains a wrong address at the first start and keeps what was typed', async ({ page, app }) => {
  const phone = await aPhone(page)
  await page.goto(`${ORIGIN}/target/of-a-link`)
  await expect(page.getByRole('heading', { name: 'Welcome to Pursuit' })).toBeVisible()
  await expect(firmField(page)).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    expect(await axe(page)).toEqual([])
  }
  const stranger = createServer((_, response) => response.end('Hello')).listen(0, 'localhost')
  await new Promise((resolve) => stranger.once('listening', resolve))
  const { port } = stranger.address() as AddressInfo
  for (const [typed, sentence] of [
    ['', 'Enter your firm’s Pursuit address or your work email.'],
    ['pursuit', 'That isn’t a valid address. It should look like pursuit.yourfirm.com.'],
    ['http://pursuit.firm.example', 'Pursuit needs a secure https connection.'],
    [`http://localhost:${port}`, `There’s no Pursuit at localhost:${port}.`],
    ['http://localhost:1', 'localhost:1 isn’t responding.'],
    ['dana@firm.invalid', 'We couldn’t find Pursuit for firm.invalid.'],
  ] as const) {
    await chooseFirm(page, typed)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(firmField(page)).toHaveValue(typed)
  }
  stranger.close()

  // A future server that requires a newer app.
  const meta = { name: 'Pursuit', version: '9.0.0', wrappers_from: '9.0.0' }
  const cors = { 'access-control-allow-origin': '*' }
  await page.route('https://pursuit.newer.example/**', (route) => route.fulfill({ json: meta, headers: cors }))
  await chooseFirm(page, 'pursuit.newer.example')
  await expect(page.getByRole('alert')).toContainText('Update the app')

  await page.context().setOffline(true)
  await chooseFirm(page, app.url)
  await expect(page.getByRole('alert')).toContainText('You’re offline.')
  expect(phone.secure.has('pursuit_server')).toBe(false)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()

  // The person chooses another firm's address.
  await page.getByRole('button', { name: 'Change firm address' }).click()
  await expect(firmField(page)).toBeVisible()
  expect(phone.secure.has('pursuit_server')).toBe(false)
})

test('finds the firm by work email, even if its logins belong to another server', async ({ page, app }) => {
  const phone = await aPhone(page)
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-client' }
  await page.route('https://pursuit.firm.example/**', (route) => {
    const isMeta = route.request().url().endsWith('/meta.json')
    const instances = [{ key: 'eu', name: 'Europe', url: app.url, is_here: false }]
    return route.fulfill({ json: isMeta ? { name: 'Pursuit', version: '0.1.0' } : { instances }, headers: cors })
  })
  await page.goto(ORIGIN)
  await chooseFirm(page, 'Dana@Firm.example')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('Dana@Firm.example')
  expect(phone.secure.get('pursuit_server')).toBe(app.url)
})

test('stores the session only in the secure store and restores everything offline', async ({ page, app }) => {
  const phone = await aPhone(page)
  await page.goto(ORIGIN)
  await chooseFirm(page, app.url)
  await giveLogin(page, app)
  expect(phone.secure.get('pursuit_server')).toBe(app.url)
  const token = keptToken(phone)
  expect(token).toBeTruthy()
  const elsewhere = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'
  expect(await page.evaluate(elsewhere)).not.toContain(token)
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
  // The session stays on this device, outside backups and the person's cloud.
  const [written] = phone.callsOf('SecureStorage', 'internalSetItem')
  expect(written).toMatchObject({ access: 3, sync: false })
  await expect.poll(() => phone.callsOf('Badge', 'set').at(-1)?.count).toBeGreaterThan(0)
  await allSaved(page)

  const dueBefore = phone.callsOf('Badge', 'set').at(-1)!.count as number
  const company = (await page.locator('[data-tile] h3').first().textContent())!
  await page.context().setOffline(true)
  await page.getByRole('button', { name: `More for ${company}` }).click()
  await page.getByRole('menuitem', { name: 'Won' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Estimated won revenue amount').fill('250000')
  await dialog.getByRole('button', { name: 'Won' }).click()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => phone.callsOf('Badge', 'set').at(-1)?.count).toBe(dueBefore - 1)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.context().setOffline(false)
  await page.evaluate('window.dispatchEvent(new Event("online"))')
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active,completed')) as {
    tiles: { company: string; revenue: number | null }[]
  }
  expect(tiles.find((one) => one.company === company)).toMatchObject({ revenue: 250_000 })
})

test('shares files through the share sheet and handles the back button', async ({ page, app }) => {
  const phone = await openSignedIn(page, app)
  await phone.tell('App', 'appUrlOpen', { url: 'pursuit://open/account/data' })
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect.poll(() => phone.callsOf('Share', 'share').length, { timeout: 30_000 }).toBe(1)
  const [piece] = phone.callsOf('Filesystem', 'writeFile') as { path: string; data: string; directory: string }[]
  expect(piece).toMatchObject({ path: expect.stringMatching(/^shared\/.*\.json$/), directory: 'CACHE' })
  expect(JSON.parse(Buffer.from(piece!.data, 'base64').toString())).toMatchObject({})
  expect(phone.callsOf('Share', 'share')[0]).toMatchObject({ files: [`file:///cache/${piece!.path}`] })
  const saved = page.getByText(/^Downloaded /)
  await expect(saved).toHaveCount(1)
  // A person who closes the sheet sees neither success nor failure.
  phone.sheet = 'closed'
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect.poll(() => phone.callsOf('Share', 'share').length, { timeout: 30_000 }).toBe(2)
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeEnabled()
  await expect(saved).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await phone.tell('App', 'backButton', { canGoBack: true })
  await expect(page).toHaveURL(`${ORIGIN}/targets/active`)
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Won' })).toBeVisible()
  await phone.tell('App', 'backButton', { canGoBack: true })
  await expect(page.getByRole('menuitem', { name: 'Won' })).toBeHidden()
  await expect(page).toHaveURL(`${ORIGIN}/targets/active`)
  await phone.tell('App', 'backButton', { canGoBack: false })
  await expect.poll(() => phone.callsOf('App', 'minimizeApp').length).toBe(1)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => phone.callsOf('SystemBars', 'setStyle').at(-1)).toMatchObject({ style: 'DARK' })
})

test('opens app links and tapped pushes at their paths and nowhere else', async ({ page, app }) => {
  const phone = await openSignedIn(page, app)
  const { id } = (await app.call('dana', 'tiles', {
    company: 'Ferrow Glass',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })) as { id: string }
  await phone.tell('FirebaseMessaging', 'notificationActionPerformed', {
    actionId: 'tap',
    notification: { data: { path: `/target/${id}` } },
  })
  await expect(page.getByRole('heading', { name: 'Ferrow Glass' })).toBeVisible()
  await phone.tell('App', 'appUrlOpen', { url: 'pursuit://open/account/edit' })
  await expect(page).toHaveURL(`${ORIGIN}/account/edit`)
  for (const url of [
    'pursuit://open//evil.example/x',
    'pursuit://elsewhere/targets/active',
    'https://evil.example/targets/active',
    'pursuit://open/\\evil.example',
    'pursuit://openjavascript:alert(1)',
  ])
    await phone.tell('App', 'appUrlOpen', { url })
  await phone.tell('FirebaseMessaging', 'notificationActionPerformed', {
    actionId: 'tap',
    notification: { data: { path: 'https://evil.example' } },
  })
  await expect(page).toHaveURL(`${ORIGIN}/account/edit`)

  // A video plays across origins.
  await phone.tell('App', 'appUrlOpen', { url: 'pursuit://open/trainers/lessons' })
  await page.getByRole('article').first().getByRole('link').first().click()
  const film = page.locator('video')
  await expect(film).toHaveAttribute('src', new RegExp(`^${app.url}/api/files/`))
  await expect.poll(() => film.evaluate((one) => (one as HTMLVideoElement).duration)).toBeGreaterThan(1)
  await expect(film).toHaveAttribute('poster', new RegExp(`^${app.url}/api/files/`))
})

test('explains that the server sends no pushes to the phone, and asks for and offers nothing', async ({
  page,
  app,
}) => {
  const phone = await openSignedIn(page, app)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
    tiles: { id: string; shared: string; collaborators: { user_id: string }[] }[]
  }
  const shared = tiles.find((one) => one.shared === 'accepted')!
  await app.call('lee', 'notes', { target_id: shared.id, note: 'Their counsel is new.' })
  const bell = page.getByRole('button', { name: /^Notifications, / })
  const told = page.waitForResponse(/\/api\/user\/push_key/)
  await bell.click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/wrote a note on/)
      .first(),
  ).toBeVisible()
  await told
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeHidden()
  await page.keyboard.press('Escape')
  await phone.tell('App', 'appUrlOpen', { url: 'pursuit://open/account/notifications' })
  await page.getByText('Push notifications on this device', { exact: true }).click()
  await expect(page.getByText('Your firm’s Pursuit doesn’t send push notifications to phones.')).toBeVisible()
  expect(phone.callsOf('FirebaseMessaging', 'requestPermissions')).toEqual([])
})

test('asks for a new sign-in after the server ended the session and keeps unsent changes', async ({ page, app }) => {
  const phone = await openSignedIn(page, app)
  const token = keptToken(phone)!
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'New Target' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Company').fill('Kept Mills')
  await form.getByLabel('Objective').fill('A first meeting')
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(form).toBeHidden()
  await fetch(`${app.url}/api/user/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-client': 'mobile', 'idempotency-key': crypto.randomUUID() },
  })
  await page.context().setOffline(false)
  await page.evaluate('window.dispatchEvent(new Event("online"))')
  await expect(page.getByText('1 unsaved change is kept on this device', { exact: false })).toBeVisible()
  await expect.poll(() => keptToken(phone)).toBeUndefined()
  await giveLogin(page, app)
  await allSaved(page)
  // The list draws only what can be seen.
  await page.setViewportSize({ width: 390, height: 12_000 })
  await expect(page.getByRole('link', { name: 'Kept Mills' }).first()).toBeVisible()
  expect(keptToken(phone)).not.toBe(token)
})

test('explains an incompatible server version and keeps the device’s data usable', async ({ page, app }) => {
  const phone = await openSignedIn(page, app)
  for (const [meta, sentence] of [
    [{ version: '9.0.0', wrappers_from: '9.0.0' }, 'Your firm’s Pursuit needs a newer version of this app.'],
    [{ version: '0.0.1' }, 'This app is newer than your firm’s Pursuit'],
  ] as const) {
    await page.route(`${app.url}/meta.json`, (route) =>
      route.fulfill({ json: { name: 'Pursuit', ...meta }, headers: { 'access-control-allow-origin': '*' } }),
    )
    await page.reload()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.unroute(`${app.url}/meta.json`)
  }
  expect(keptToken(phone)).toBeTruthy()
})
