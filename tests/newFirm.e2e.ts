// Sets up a firm from an empty data directory: two people sign in differently, the admin works as one of them, and the
// audit log records it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/browser.ts'
import { sentCode, sentMail } from '#tests/outbox.ts'
import { startServer } from '#tests/server.ts'
import { goLive } from '#tests/signOn/goLive.ts'
import { startIdentityProvider } from '#tests/signOn/identityProvider.ts'
import { startNameServer } from '#tests/signOn/nameServer.ts'

const PASSWORD = 'Kettle_tram#58'
const CLIENT = { client_id: 'pursuit', client_secret: 'known to both' }

test('signs two people in to a new firm by different methods and logs it', async ({ page, browser }) => {
  test.slow()
  const identity = await startIdentityProvider()
  const names = await startNameServer()
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-new-firm-'))
  const environment = {
    PURSUIT_DEMO: '0',
    PURSUIT_OUTBOUND_ALLOWLIST: identity.issuer,
    PURSUIT_DNS_SERVERS: names.address,
  }
  const server = await startServer({ directory, environment })
  const open = async () => (await browser.newContext({ baseURL: server.url })).newPage()
  try {
    await expect.poll(() => server.said()).toContain('/setup#')
    await setUp(page, /http:\S+\/setup#\S+/.exec(server.said())![0])
    await login(page, server.url, 'ada@northgate.example')
    // A new firm starts with its setup page.
    await expect(page).toHaveURL(/\/admin\/setup$/)

    await invite(page, server.url, 'Sol', 'Tan')
    await invite(page, server.url, 'Uma', 'Voss')
    await page.getByRole('link', { name: 'Sol Tan' }).click()
    await page.getByLabel('Phone').fill('+1 212 555 0177')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Two-factor authentication').click({ force: true })
    await expect(page.getByLabel('Two-factor authentication')).toBeChecked()

    // Sol sets a password by the emailed link and signs in with a code by text message.
    const sol = await open()
    const mail = await sentMail(directory, /To:.*sol@northgate\.example/)
    const link = new URL(/http\S+\/emailConfirmed\/[^\s>"]+/.exec(mail)![0])
    await sol.goto(link.pathname + link.search)
    await expect(sol.getByText('Choose a password for sol@northgate.example to sign in.')).toBeVisible()
    await sol
      .getByLabel(/^(New )?password$/i)
      .first()
      .fill(PASSWORD)
    await sol.getByRole('button', { name: 'SUBMIT NEW PASSWORD' }).click()
    // The password isn't asked for again, but the second factor is required.
    await expect(sol).toHaveURL(/\/otp-password\//)
    await sol.getByLabel('Verification code').fill(await sentCode(directory))
    await sol.getByRole('button', { name: 'Submit Verification code' }).click()
    await expect(sol).toHaveURL(/\/targets\/active/)

    // Uma signs in through the firm's own provider.
    await setUpSignOn(page, server.url, identity, names)
    identity.people.set('uma', {
      email: 'uma@northgate.example',
      email_verified: true,
      given_name: 'Uma',
      family_name: 'Voss',
    })
    const uma = await open()
    await uma.goto('/login')
    await uma.getByLabel('Email').fill('uma@northgate.example')
    await uma.getByRole('link', { name: 'Sign in with SSO' }).click()
    await uma.getByRole('link', { name: 'Continue now' }).click()
    await uma.getByPlaceholder('Enter any login').fill('uma')
    await uma.getByPlaceholder('and password').fill('anything')
    await uma.getByRole('button', { name: 'Sign-in' }).click()
    await uma.getByRole('button', { name: 'Continue' }).click()
    await expect(uma).toHaveURL(/\/targets\/active$/)

    // The admin switches to Sol and back.
    await page.goto(`${server.url}/admin/people`)
    await page.getByRole('link', { name: 'Sol Tan' }).click()
    await page.getByRole('link', { name: 'Work as Sol' }).click()
    await page.getByRole('button', { name: 'Switch to Sol' }).click()
    const band = page.getByRole('region', { name: 'Working as another person' })
    await expect(band).toContainText('Sol Tan')
    await band.getByRole('button', { name: 'Switch back to' }).click()
    await expect(band).toBeHidden()
    // The page reloads as the admin. Navigating before that would be undone.
    await expect(page.getByRole('button', { name: /^Ada Admin/ }).first()).toBeVisible()

    await page.goto(`${server.url}/admin/audit`)
    for (const sentence of [
      /Created the firm Northgate LLP/,
      /Invited Sol Tan/,
      /Invited Uma Voss/,
      /Sol Tan/,
      /Uma Voss/,
    ])
      await expect(page.getByText(sentence).first()).toBeVisible()
  } finally {
    await server.kill()
    await identity.stop()
    await names.stop()
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  }
})

async function setUp(page: Page, address: string) {
  await page.route('**/api/setup/check', (route) => route.fulfill({ status: 503, json: { message: 'Not yet.' } }))
  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('Not yet.')
  await page.unroute('**/api/setup/check')
  await page.getByRole('button', { name: 'Try again' }).click()
  const person = async (group: string, first: string, last: string, email: string) => {
    const part = page.getByRole('group', { name: group })
    await part.getByLabel('First name').fill(first)
    await part.getByLabel('Last name').fill(last)
    await part.getByLabel('Email', { exact: true }).fill(email)
    await part.getByLabel('Password', { exact: true }).fill(PASSWORD)
  }
  await person('You, the operator', 'Olive', 'Operator', 'olive@vendor.example')
  await page.getByRole('group', { name: 'The first firm' }).getByLabel('Name of the firm').fill('Northgate LLP')
  await person('Its first admin', 'Ada', 'Admin', 'ada@northgate.example')
  await page.getByRole('button', { name: 'Set up Pursuit' }).click()
  await expect(page.getByRole('heading', { name: 'Pursuit is set up' })).toBeVisible()
}

async function login(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function invite(page: Page, url: string, first: string, last: string) {
  await page.goto(`${url}/admin/people`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill(first)
  await dialog.getByLabel('Last name').fill(last)
  await dialog.getByLabel('Email', { exact: true }).fill(`${first.toLowerCase()}@northgate.example`)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
}

async function setUpSignOn(
  page: Page,
  url: string,
  identity: Awaited<ReturnType<typeof startIdentityProvider>>,
  names: Awaited<ReturnType<typeof startNameServer>>,
) {
  await page.goto(`${url}/admin/sign-on`)
  await page.getByLabel('Add a domain').fill('northgate.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  const domain = page.getByRole('listitem').filter({ hasText: 'northgate.example' })
  const value = (await domain.getByText(/^pursuit-domain=/).textContent()) ?? ''
  names.texts.set('_pursuit.northgate.example', [value])
  await domain.getByRole('button', { name: 'Check now' }).click()
  await expect(domain.getByText('Verified by DNS record')).toBeVisible()

  await page.getByRole('button', { name: 'Add a provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Northgate login')
  await dialog.getByLabel('Issuer').fill(identity.issuer)
  await dialog.getByRole('button', { name: 'Add' }).click()
  const provider = page.getByRole('listitem').filter({ hasText: 'Northgate login' }).first()
  const address = (await provider.getByText('/api/user/login/sso/callback/').textContent()) ?? ''
  identity.register({ ...CLIENT, redirect_uris: [address] })
  await provider.getByLabel('Client ID').fill(CLIENT.client_id)
  await provider.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT.client_secret)
  await provider.getByLabel('northgate.example', { exact: true }).check()
  await provider.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Northgate login saved.')).toBeVisible()
  await goLive(page, provider, identity, 'ada@northgate.example')
}
