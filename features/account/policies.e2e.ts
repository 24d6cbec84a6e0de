import { Secret, TOTP } from 'otpauth'
import { axe, expect, PASSWORD, test } from '#tests/browser.ts'

test('an admin asks everybody for a second step, and a person sets one up before anything else', async ({
  page,
  app,
  browser,
}) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/policies')
  await page.getByLabel('Everybody needs a second step').check({ force: true })
  await page.getByLabel('From this day on').fill('2020-01-01')
  await page.getByLabel('Ends after so long without use').fill('40')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('At most 30 days.')).toBeVisible()
  await page.getByLabel('Unit of the time without use').selectOption('hours')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The policies are saved.')).toBeVisible()
  await page.getByLabel('The operator may come in at any time').uncheck({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Allow it' }).click()
  await expect(page.getByText(/^The operator may come in until /)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect(page.getByLabel('Ends after so long without use')).toHaveValue('40')

  const other = await browser.newContext({ baseURL: app.url })
  const theirs = await other.newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('E-mail').fill(app.people.lee)
  await theirs.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(theirs.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  expect(await axe(theirs)).toEqual([])
  // No address leads around it.
  await theirs.goto('/targets/active')
  await theirs.getByRole('button', { name: 'Use text messages' }).click()
  await theirs
    .getByRole('dialog', { name: 'Add a phone number' })
    .getByLabel('New phone number')
    .fill('+1 646 555 0173')
  await theirs.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Send a code' }).click()
  await expect(theirs.getByText('A verification code was sent to +1 646 555 0173.')).toBeVisible()
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('button', { name: 'Use an authenticator app' }).click()
  await theirs.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await theirs.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  await theirs.getByLabel('Code that the app shows').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await theirs.getByRole('button', { name: 'Turn on' }).click()
  await theirs.getByRole('button', { name: 'I have kept them' }).click()
  await expect(theirs).toHaveURL(/\/targets\/active$/)
  await expect(theirs.getByRole('navigation').first()).toBeVisible()
  await other.close()
})
