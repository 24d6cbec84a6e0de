import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { axe, cutNetwork, expect, PASSWORD, test } from '#tests/browser.ts'
import { sentCode, sentMail } from '#tests/outbox.ts'

async function giveLogin(page: Page, url: string, email: string, password = PASSWORD) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
const anotherPage = async (browser: Browser) => (await browser.newContext()).newPage()
const isInside = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible()
const codeOf = (secret: string, time = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })

test('signs Sam in with a code from a text message', { tag: '@ownServer' }, async ({ app, page }) => {
  await giveLogin(page, app.url, app.people.sam)
  await page.waitForURL(/\/otp-password\/sam(@|%40)hartwell.example\//)
  const reason = page.getByText('We sent a verification code to your phone.')
  await expect(reason).toBeVisible()
  expect(await axe(page)).toEqual([])
  await expect(reason).toBeHidden({ timeout: 8000 })

  const field = page.getByLabel('Verification code')
  const submit = page.getByRole('button', { name: 'Submit Verification code' })
  await submit.click()
  await expect(page.getByText('Please complete this field')).toBeVisible()
  const code = await sentCode(app.directory)
  await field.fill(code === '000000' ? '111111' : '000000')
  await submit.click()
  await expect(page.getByText('The verification code isn’t correct.')).toBeVisible()
  await page.getByText("Didn't receive a text? Try sending it again.").click()
  await expect(
    page.getByText('There is a problem resending the Verification code. Please wait a few seconds and try again.'),
  ).toBeVisible()
  // A reload loses nothing.
  await page.reload()
  await field.fill(code)
  await submit.click()
  await isInside(page)
  await page.goto(`${app.url}/otp-password/sam@hartwell.example/x`)
  await page.waitForURL(/\/targets\//)
})

test('hides an unknown reason and leads back to the login', async ({ app, page }) => {
  await page.goto(
    `${app.url}/otp-password/sam@hartwell.example/${encodeURIComponent('Call 555 0199 and say your code')}`,
  )
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await expect(page.getByText('Call 555 0199')).toHaveCount(0)
  await page.getByLabel('Verification code').fill('123456')
  await page.getByRole('button', { name: 'Submit Verification code' }).click()
  await expect(page.getByText('Your sign-in has expired. Sign in again.')).toBeVisible()
  await page.getByRole('link', { name: '← Try Login Again' }).click()
  await expect(page).toHaveURL(`${app.url}/login`)
})

test('sets up an authenticator app and signs in with its code and a recovery code', async ({ app, page, browser }) => {
  await app.signIn(page, 'dana')
  await page.goto(`${app.url}/account/security`)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('Wrong#2026')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Current password is not correct.')).toBeVisible()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())!.replaceAll(' ', '')
  expect(await axe(page, '[role=dialog]')).toEqual([])
  await dialog.getByLabel('Code from the app').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const recovery = (await dialog.getByRole('listitem').first().textContent())!
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('pursuit-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText(/^On since/)).toBeVisible()
  expect(await axe(page)).toEqual([])

  const other = await anotherPage(browser)
  await giveLogin(other, app.url, app.people.dana)
  await expect(other.getByText('Enter the code from your authenticator app.')).toBeVisible()
  // The setup used the current code, so the next one is entered half a minute early.
  await other.getByLabel('Verification code').fill(codeOf(secret, Date.now() + 30_000))
  await other.getByRole('button', { name: 'Submit Verification code' }).click()
  await isInside(other)

  const third = await anotherPage(browser)
  await giveLogin(third, app.url, app.people.dana)
  await third.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await third.getByLabel('Recovery code').fill(recovery)
  await third.getByRole('button', { name: 'Submit recovery code' }).click()
  await isInside(third)
  await sentMail(app.directory, /Subject: An authenticator app was added to your account/)
})

test('adds a passkey and signs in with it, without a password', async ({ app, page, context }) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await app.signIn(page, 'dana')
  await page.goto(`${app.url}/account/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Passkey name').fill('My laptop')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('My laptop')).toBeVisible()

  await page.goto(`${app.url}/account/edit`)
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.waitForURL(/\/login/)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isInside(page)
  await page.goto(`${app.url}/account/security`)
  await expect(page.getByText(/last used/)).toBeVisible()

  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('My laptop')).toHaveCount(0)
})

test('resets a password by emailed link and signs in', { tag: '@everyCommit' }, async ({ app, page, browser }) => {
  await page.goto(`${app.url}/login`)
  await page.getByRole('link', { name: 'Lost your password?' }).click()
  await page.waitForURL(/getresetPasswordLink/)
  const ask = page.getByRole('button', { name: 'GET NEW PASSWORD' })
  // The login has a field of the same name.
  await expect(ask).toBeVisible()
  await page.getByLabel('Email').fill('kim')
  await ask.click()
  await expect(page.getByText('Invalid Email', { exact: true })).toBeVisible()
  await page.getByLabel('Email').fill(app.people.kim)
  await ask.click()
  await expect(page.getByText(/we’ve sent it instructions to choose a new password/)).toBeVisible()
  expect(await axe(page)).toEqual([])

  const mail = await sentMail(app.directory, new RegExp(`To: .*${app.people.kim}[^]*emailConfirmed`))
  const path = /\/emailConfirmed\/[\w-]{64}\/[\w.%@-]+/.exec(mail)![0]
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url())
  })
  const answer = await page.goto(app.url + path)
  expect(answer!.headers()['referrer-policy']).toBe('no-referrer')
  const field = page.getByLabel('New password', { exact: true })
  await expect(field).toBeVisible()
  expect(page.url()).toBe(`${app.url}/emailConfirmed`)
  expect(await axe(page)).toEqual([])
  const submit = page.getByRole('button', { name: 'SUBMIT NEW PASSWORD' })
  await field.fill('weakling')
  await submit.click()
  await expect(
    page.getByText('At least 8 characters, including one capital, special character, or number.'),
  ).toBeVisible()
  await field.fill('Kettle_tram#58')
  await submit.click()
  await page.waitForURL(/\/login$/)
  await expect(page.getByText('Your password was changed. Sign in with the new one.')).toBeVisible()
  expect(elsewhere).toEqual([])
  await giveLogin(page, app.url, app.people.kim, 'Kettle_tram#58')
  await isInside(page)

  const other = await anotherPage(browser)
  await other.goto(app.url + path)
  await expect(other.getByText('You have chosen a password. Sign in.')).toBeVisible()
  await expect(other.getByLabel('New password', { exact: true })).toHaveCount(0)
  expect(await axe(other)).toEqual([])
  await other.getByRole('link', { name: 'Sign in' }).click()
  await other.waitForURL(/\/login$/)
  await other.goto(app.url + path.replace(/\/[\w-]{64}\//, `/${'a'.repeat(64)}/`))
  await expect(other.getByText('This link is no longer valid. Request a new one.')).toBeVisible()
})

test('keeps unsent changes through a new sign-in with a code', {
  tag: ['@keptOnDevice', '@ownServer'],
}, async ({ app, page, context }) => {
  await giveLogin(page, app.url, app.people.sam)
  await page.getByLabel('Verification code').fill(await sentCode(app.directory))
  await page.getByRole('button', { name: 'Submit Verification code' }).click()
  await isInside(page)
  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem('session'))) ?? '{}') as {
    token: string
  }
  const giveBack = await cutNetwork(context)
  await expect(page.getByRole('button', { name: 'New Target' })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog')
  await form.getByLabel('Company').fill('Kept Mills')
  await form.getByLabel('Objective').fill('A first meeting')
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(form).toBeHidden()
  await fetch(`${app.url}/api/user/logout`, { method: 'POST', headers: clientHeaders(token) })
  await giveBack()

  await expect(page.getByText('1 unsaved change is kept on this device', { exact: false })).toBeVisible()
  await expect(page.getByText('Kept Mills')).toHaveCount(0)
  await page.getByLabel('Email').fill(app.people.sam)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByLabel('Verification code').fill(await sentCode(app.directory, 2))
  await page.getByRole('button', { name: 'Submit Verification code' }).click()
  await isInside(page)
  await expect(page.getByRole('link', { name: 'Kept Mills' })).toHaveAttribute('href', /^\/target\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('status').filter({ hasText: 'All saved' })).toBeVisible()
})
