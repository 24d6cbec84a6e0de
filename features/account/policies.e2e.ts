import { Secret, TOTP } from 'otpauth'
import { axe, expect, PASSWORD, test } from '#tests/browser.ts'

test('makes a person set up a second factor first when an admin requires it for everyone', async ({
  page,
  app,
  browser,
}) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/policies')
  await page.getByLabel('Require two-factor authentication').check({ force: true })
  await page.getByLabel('Starting on').fill('2020-01-01')
  await page.getByLabel('Sign people out after inactivity of').fill('40')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The maximum is 30 days.')).toBeVisible()
  await page.getByLabel('Unit for the inactivity limit').selectOption('hours')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Policies saved.')).toBeVisible()
  await page.getByLabel('Allow operator access at any time').uncheck({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Allow access' }).click()
  await expect(page.getByText(/^The operator has access until /)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect(page.getByLabel('Sign people out after inactivity of')).toHaveValue('40')

  const other = await browser.newContext({ baseURL: app.url })
  const theirs = await other.newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('Email').fill(app.people.lee)
  await theirs.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(theirs.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible()
  expect(await axe(theirs)).toEqual([])
  // No URL bypasses the setup.
  await theirs.goto('/targets/active')
  await theirs.getByRole('button', { name: 'Use text messages' }).click()
  await theirs
    .getByRole('dialog', { name: 'Add a phone number' })
    .getByLabel('New phone number')
    .fill('+1 646 555 0173')
  await theirs.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Send code' }).click()
  await expect(theirs.getByText('We sent a verification code to +1 646 555 0173.')).toBeVisible()
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('button', { name: 'Use an authenticator app' }).click()
  await theirs.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await theirs.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  await theirs.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await theirs.getByRole('button', { name: 'Turn on' }).click()
  await theirs.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(theirs).toHaveURL(/\/targets\/active$/)
  await expect(theirs.getByRole('navigation').first()).toBeVisible()
  await other.close()
})
