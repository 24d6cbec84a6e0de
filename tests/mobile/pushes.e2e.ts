// Covers pushes to a phone, from the offer in the inbox to the request to Firebase, which a local server replaces.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aTarget } from '#features/targets/samples.ts'
import { type App, axe, expect, test } from '#tests/browser.ts'
import { openSignedIn, TOKEN } from './phone.ts'

type Sent = { message: { token: string; notification: { title: string; body: string }; data: { path: string } } }
const sent: Sent[] = []
const google = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  response.setHeader('content-type', 'application/json')
  if (request.url === '/token')
    return response.end(JSON.stringify({ access_token: 'good', expires_in: 3600, token_type: 'Bearer' }))
  sent.push(JSON.parse(body) as Sent)
  response.end('{"name": "projects/pursuit-phones/messages/1"}')
})
let folder = ''
const NAMES = ['PURSUIT_FCM_ACCOUNT', 'PURSUIT_FCM_URL', 'PURSUIT_OUTBOUND_ALLOWLIST'] as const

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pursuit-firebase-'))
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = join(folder, 'account.json')
  const account = {
    client_email: 'pushes@pursuit-phones.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: `${url}/token`,
    project_id: 'pursuit-phones',
  }
  writeFileSync(file, JSON.stringify(account))
  // The test's server starts with this environment.
  for (const [place, value] of [file, url, url].entries()) process.env[NAMES[place]!] = value
})
test.afterAll(() => {
  for (const name of NAMES) delete process.env[name]
  google.close()
  google.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})
test.use({ viewport: { width: 390, height: 844 } })

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const inbox = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const offer = (page: Page) => page.getByRole('region', { name: 'Get these on this device too?' })

/** Makes Lee invite Dana, who is notified right away. */
async function invites(app: App, company: string) {
  await app.call('dana', 'user/quiet_hours', { from: '00:00', to: '00:00' })
  const { id } = (await app.call('lee', 'tiles', aTarget({ company }))) as { id: string }
  const { users } = (await app.call('lee', 'users')) as { users: { id: string; fullname: string }[] }
  const dana = users.find(({ fullname }) => fullname.startsWith('Dana '))!
  await app.call('lee', `tiles/${id}/sharewith/${dana.id}`, {})
  return id
}

test('offers pushes in the inbox, asks only on a click, delivers them, and explains failures', {
  tag: '@ownServer',
}, async ({ page, app, browser }) => {
  const phone = await openSignedIn(page, app)
  const isAsked = () => phone.callsOf('FirebaseMessaging', 'requestPermissions').length
  await invites(app, 'Ardent Mills')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).click()
  await expect(offer(page)).toBeVisible()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  expect(isAsked()).toBe(0)

  // Firebase is unavailable for a moment, so the offer remains.
  phone.firebase = 'silent'
  await offer(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('This phone’s push service didn’t respond. Try again later.')).toBeVisible()
  phone.firebase = 'there'
  await offer(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Notification setting updated')).toBeVisible()
  await expect(offer(page)).toBeHidden()
  expect(isAsked()).toBe(2)
  await page.keyboard.press('Escape')
  const target = await invites(app, 'Bluefin Labs')
  await expect
    .poll(() => sent.map(({ message }) => message))
    .toMatchObject([{ token: TOKEN, notification: { body: expect.stringContaining('Bluefin Labs') } }])
  const { path } = sent[0]!.message.data
  const notification = { data: { path } }
  const tap = () => phone.tell('FirebaseMessaging', 'notificationActionPerformed', { actionId: 'tap', notification })
  // Overlays close when a push opens a path, even the current one.
  for (const _ of ['from the list', 'from itself']) {
    await bell(page).click()
    await expect(inbox(page)).toBeVisible()
    await tap()
    await expect(inbox(page)).toBeHidden()
    await expect(page).toHaveURL(new RegExp(target))
  }

  // Her other phone, where she wants no pushes.
  const others = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const other = await others.newPage()
  const second = await openSignedIn(other, app)
  second.permission = 'denied'
  await bell(other).click()
  await offer(other).getByRole('button', { name: 'Turn on' }).click()
  await expect(offer(other).getByText('This phone blocks notifications from Pursuit.')).toBeVisible()
  await offer(other).getByRole('button', { name: 'Close' }).click()
  await other.reload()
  await bell(other).click()
  await expect(
    inbox(other)
      .getByText(/Bluefin Labs/)
      .first(),
  ).toBeVisible()
  await expect(offer(other)).toBeHidden()
  await others.close()

  // Turns the switch off and on again, and checks why it can be unavailable.
  const registered: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/notification-register')) registered.push(request.postDataJSON())
  })
  await phone.tell('App', 'appUrlOpen', { url: 'pursuit://open/account/notifications' })
  const push = page.getByRole('switch', { name: 'Push notifications on this device' })
  const turn = () => page.getByText('Push notifications on this device', { exact: true }).click()
  await expect(push).toBeChecked()
  await turn()
  await expect(push).not.toBeChecked()
  phone.permission = 'denied'
  await turn()
  await expect(page.getByText('This phone blocks notifications from Pursuit.')).toBeVisible()
  expect(registered).toEqual([])
  phone.permission = 'granted'
  await turn()
  await expect(push).toBeChecked()
  expect(registered).toEqual([{ platform: 'fcm', token: TOKEN, UUID: expect.any(String) }])

  // A start without a response from Firebase ends nothing.
  phone.firebase = 'silent'
  const tokens = phone.callsOf('FirebaseMessaging', 'getToken').length
  await page.reload()
  await expect.poll(() => phone.callsOf('FirebaseMessaging', 'getToken').length).toBeGreaterThan(tokens)
  await expect(push).toBeChecked()
  // An app that was rebuilt without a Firebase project can't receive pushes.
  phone.firebase = 'notBuilt'
  await page.reload()
  await expect(page.getByText('This app was built without push notifications.')).toBeVisible()
  await expect(push).toBeDisabled()
  phone.firebase = 'there'
  await page.reload()
  await turn()
  await expect(push).toBeChecked()

  await phone.tell('App', 'appUrlOpen', { url: 'pursuit://open/account/edit' })
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  expect(phone.callsOf('FirebaseMessaging', 'deleteToken').length).toBeGreaterThan(0)
  await expect.poll(() => phone.callsOf('Badge', 'clear').length).toBeGreaterThan(0)
  expect(phone.secure.get('pursuit_session') ?? '{}').not.toContain('token')
  // The next sign-in asks for no address.
  expect(phone.secure.get('pursuit_server')).toBe(app.url)
})
