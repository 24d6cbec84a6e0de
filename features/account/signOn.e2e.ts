import type { Browser, Page } from '@playwright/test'
import { type App, axe, expect, test } from '#tests/browser.ts'
import { withE2eServer } from '#tests/e2eServer.ts'
import { goLive } from '#tests/signOn/goLive.ts'
import { startIdentityProvider } from '#tests/signOn/identityProvider.ts'
import { startNameServer } from '#tests/signOn/nameServer.ts'

const identity = withE2eServer({
  start: () => startIdentityProvider(),
  environment: ({ issuer }) => ({ PURSUIT_OUTBOUND_ALLOWLIST: issuer }),
  end: (provider) => provider.stop(),
})
const names = withE2eServer({
  start: () => startNameServer(),
  environment: ({ address }) => ({ PURSUIT_DNS_SERVERS: address }),
  end: (server) => server.stop(),
})

const ADMIN = 'admin@hartwell.example'
const CLIENT = { client_id: 'pursuit', client_secret: 'known to both' }

async function setUp(app: App, name: string) {
  const added = (await app.call('admin', 'admin/sign_on/providers', { name, issuer: identity().issuer })) as {
    id: string
    redirect_address: string
  }
  const body = { name, issuer: identity().issuer, ...CLIENT, domains: ['hartwell.example'], makes_people: true }
  await app.call('admin', `admin/sign_on/providers/${added.id}`, body, 'PUT')
  return added
}

/** Sets up providers through the API and turns them on in the browser. */
async function setUpAndGoLive(page: Page, app: App, browser: Browser, names: string[]) {
  const other = await browser.newContext({ baseURL: app.url })
  const theirs = await other.newPage()
  await app.signIn(theirs, 'admin')
  for (const name of names) {
    const { redirect_address } = await setUp(app, name)
    identity().register({ ...CLIENT, redirect_uris: [redirect_address] })
    await theirs.goto('/admin/sign-on')
    const provider = theirs.getByRole('listitem').filter({ hasText: name }).first()
    await provider.getByRole('button', { name: `Set up ${name}` }).click()
    await goLive(theirs, provider, identity(), ADMIN)
  }
  await other.close()
  await page.bringToFront()
}

test('lets an admin set up sign-in and a new person sign in through the firm’s provider', {
  tag: '@ownServer',
}, async ({ page, app, browser }) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/sign-on')
  await page.getByLabel('Add a domain').fill('gmail.com')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('This is a public email domain.')).toBeVisible()

  await page.getByLabel('Add a domain').fill('hartwell-law.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  const domain = page.getByRole('listitem').filter({ hasText: 'hartwell-law.example' })
  await domain.getByRole('button', { name: 'Check now' }).click()
  await expect(domain.getByText('We couldn’t find the TXT record yet.')).toBeVisible()
  const value = (await domain.getByText(/^pursuit-domain=/).textContent()) ?? ''
  names().texts.set('_pursuit.hartwell-law.example', [value])
  await domain.getByRole('button', { name: 'Check now' }).click()
  await expect(domain.getByText('Verified by DNS record')).toBeVisible()

  await page.getByRole('button', { name: 'Add a provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Hartwell login')
  await dialog.getByLabel('Issuer').fill('http://login.example.com')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('The URL must start with https://.')).toBeVisible()
  await dialog.getByLabel('Issuer').fill(identity().issuer)
  await dialog.getByRole('button', { name: 'Add' }).click()

  const provider = page.getByRole('listitem').filter({ hasText: 'Hartwell login' }).first()
  await provider.getByRole('button', { name: 'Turn on' }).click()
  await expect(provider.getByText('Enter the client ID from the provider.')).toBeVisible()
  const address = (await provider.getByText('/api/user/login/sso/callback/').textContent()) ?? ''
  identity().register({ ...CLIENT, redirect_uris: [address] })
  await provider.getByLabel('Client ID').fill(CLIENT.client_id)
  await provider.getByRole('textbox', { name: 'Client secret' }).fill('mistyped')
  await provider.getByLabel('hartwell.example', { exact: true }).check()
  await provider.getByLabel('Create an account at first sign-in').check({ force: true })
  await provider.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Hartwell login saved.')).toBeVisible()
  await provider.getByRole('button', { name: 'Test connection' }).click()
  await expect(provider.getByText('The provider rejected the client ID or client secret.')).toBeVisible()
  await provider.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT.client_secret)
  await provider.getByRole('button', { name: 'Save' }).click()
  await expect(provider.getByText('A secret is saved.')).toBeVisible()
  await provider.getByRole('button', { name: 'Test connection' }).click()
  await expect(provider.getByRole('status').locator('[data-good]')).toHaveCount(3)
  await provider.getByRole('button', { name: 'Turn on' }).click()
  await expect(provider.getByText('Test the sign-in first, and check what the provider sends about you.')).toBeVisible()
  await goLive(page, provider, identity(), ADMIN)
  expect(await axe(page)).toEqual([])

  identity().people.set('zoe', {
    email: 'zoe@hartwell.example',
    email_verified: true,
    given_name: 'Zoë',
    family_name: 'Adler',
  })
  const other = await browser.newContext({ baseURL: app.url })
  const theirs = await other.newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('Email').fill('zoe@hartwell.example')
  await theirs.getByRole('link', { name: 'Sign in with SSO' }).click()
  await expect(theirs.getByRole('heading', { name: 'Redirecting...' })).toBeVisible()
  expect(await axe(theirs)).toEqual([])
  await theirs.getByRole('link', { name: 'Continue now' }).click()
  await theirs.getByPlaceholder('Enter any login').fill('zoe')
  await theirs.getByPlaceholder('and password').fill('anything')
  await theirs.getByRole('button', { name: 'Sign-in' }).click()
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs).toHaveURL(/\/targets\/active$/)
  await theirs.goto('/account/edit')
  await expect(theirs.getByLabel('First name')).toHaveValue('Zoë')
  expect(await theirs.evaluate('localStorage.getItem("session")')).not.toContain('access_token')
  await other.close()
})

test('redirects after five seconds and explains provider errors in our own words', {
  tag: '@ownServer',
}, async ({ page, app, browser }) => {
  await setUpAndGoLive(page, app, browser, ['Hartwell login'])
  identity().people.set('dana', { email: 'dana@hartwell.example', email_verified: false })
  // Counts from before the page loads, because a busy machine sees the heading late.
  const begun = Date.now()
  await page.goto('/login/sso?email=dana@hartwell.example')
  await expect(page.getByRole('heading', { name: 'Redirecting...' })).toBeVisible()
  await page.getByPlaceholder('Enter any login').waitFor()
  expect(Date.now() - begun).toBeGreaterThan(5000)
  await page.getByPlaceholder('Enter any login').fill('dana')
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Your SSO provider hasn’t confirmed your email address. Confirm it there, then try again.',
  )
  await expect(page).toHaveURL(/\/login\/sso$/)
  expect(await axe(page)).toEqual([])

  await page.getByLabel('Work email').fill('somebody@unknown.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Your firm hasn’t set up SSO yet\./)
  await page.getByLabel('Work email').fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})

test('lets a person choose among several providers', { tag: '@ownServer' }, async ({ page, app, browser }) => {
  await setUpAndGoLive(page, app, browser, ['Partners', 'Staff'])
  await page.goto('/login/sso?email=dana@hartwell.example')
  const choices = page.getByRole('list', { name: 'SSO providers' })
  await expect(choices.getByRole('button')).toHaveText(['Partners', 'Staff'])
  await choices.getByRole('button', { name: 'Staff' }).click()
  await expect(page.getByText('We’re sending you to Staff to sign in.')).toBeVisible()
})

test('rejects a sign-in that returns to another browser, and a made-up one', async ({ page, app }) => {
  await page.goto(`${app.url}/login/sso#key=${'A'.repeat(64)}`)
  await expect(page.getByRole('alert')).toHaveText(/^This sign-in link has expired/)
  await expect(page).toHaveURL(/\/login\/sso$/)
  await page.goto(`${app.url}/login/sso#problem=<b>call+555-0100</b>`)
  await page.reload()
  await expect(page.getByText('555-0100')).toHaveCount(0)
})
