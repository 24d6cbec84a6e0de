// Covers single sign-on of the mobile app: in the system's browser, and back into the app by link.

import { axe, expect, test } from '#tests/browser.ts'
import { withE2eServer } from '#tests/e2eServer.ts'
import { goLive } from '#tests/signOn/goLive.ts'
import { startIdentityProvider } from '#tests/signOn/identityProvider.ts'
import { aPhone, chooseFirm, ORIGIN } from './phone.ts'

const CLIENT = { client_id: 'pursuit', client_secret: 'known to both' }
const identity = withE2eServer({
  start: () => startIdentityProvider(),
  environment: ({ issuer }) => ({ PURSUIT_OUTBOUND_ALLOWLIST: issuer }),
  end: (provider) => provider.stop(),
})

test('signs an app on in the system’s browser and returns by its link', { tag: '@ownServer' }, async ({
  page,
  app,
  browser,
}) => {
  const added = (await app.call('admin', 'admin/sign_on/providers', {
    name: 'Hartwell login',
    issuer: identity().issuer,
  })) as { id: string; redirect_address: string }
  const set = { name: 'Hartwell login', issuer: identity().issuer, ...CLIENT, domains: ['hartwell.example'] }
  await app.call('admin', `admin/sign_on/providers/${added.id}`, { ...set, makes_people: true }, 'PUT')
  identity().register({ ...CLIENT, redirect_uris: [added.redirect_address] })
  const office = await browser.newContext({ baseURL: app.url })
  const admin = await office.newPage()
  await app.signIn(admin, 'admin')
  await admin.goto('/admin/sign-on')
  const provider = admin.getByRole('listitem').filter({ hasText: 'Hartwell login' }).first()
  await provider.getByRole('button', { name: 'Set up Hartwell login' }).click()
  await goLive(admin, provider, identity(), app.people.admin)
  await office.close()
  identity().people.set('dana', { email: app.people.dana, email_verified: true })

  await page.setViewportSize({ width: 390, height: 844 })
  const phone = await aPhone(page)
  await page.goto(ORIGIN)
  await chooseFirm(page, app.url)
  await page.getByRole('link', { name: 'Sign in with SSO' }).click()
  await page.getByLabel('Work email').fill(app.people.dana)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('We opened your firm’s sign-in page in your browser.')).toBeVisible()
  const [opened] = phone.callsOf('Browser', 'open') as { url: string }[]
  expect(opened!.url).toMatch(`${app.url}/login/app?`)

  // The phone's browser can have a session of its own.
  const others = await browser.newContext({ baseURL: app.url })
  const theirs = await others.newPage()
  await app.signIn(theirs, 'lee')
  await theirs.goto(opened!.url)
  await theirs.getByRole('link', { name: 'Continue now' }).click()
  await theirs.getByPlaceholder('Enter any login').fill('dana')
  await theirs.getByPlaceholder('and password').fill('anything')
  await theirs.getByRole('button', { name: 'Sign-in' }).click()
  await theirs.getByRole('button', { name: 'Continue' }).click()
  const back = theirs.getByRole('link', { name: 'Back to the Pursuit app' })
  await expect(back).toBeVisible()
  expect(await axe(theirs)).toEqual([])
  expect(theirs.url()).toBe(`${app.url}/login/app`)
  const link = (await back.getAttribute('href'))!
  await others.close()

  await phone.tell('App', 'appUrlOpen', { url: link })
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(phone.callsOf('Browser', 'close').length).toBeGreaterThan(0)
  expect(phone.secure.has('pursuit_signOnWord')).toBe(false)
  expect(JSON.parse(phone.secure.get('pursuit_session')!)).toMatchObject({ token: expect.any(String) })
})
