// The common form behavior, online and offline.
import { cutNetwork, expect, test } from '#tests/browser.ts'

test('focuses the first invalid field after a client or server check, and submits once', async ({ page, app }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(app.people.admin)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

  await app.signIn(page, 'admin')
  await page.goto('/admin/people')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/people(\?|$)/.test(request.url())) sent += 1
  })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel('Email')
  await dialog.getByLabel('First name').fill('Ada')
  await email.fill('ada@lane')
  await email.press('Enter')
  await expect(dialog.getByLabel('Last name')).toBeFocused()
  await expect(dialog.getByText('Please complete this field')).toHaveCount(1)
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('Last name').fill('Lane')
  await expect(dialog.getByText('Please complete this field')).toBeHidden()
  expect(sent).toBe(0)

  await email.fill(app.people.dana)
  await dialog.getByLabel('First name').press('Enter')
  await expect(dialog.getByText('Dana Reyes already has this email.')).toHaveCount(1)
  await expect(email).toBeFocused()
  expect(sent).toBe(1)

  await email.fill(`ada@${app.domain}`)
  await expect(dialog.getByText('Dana Reyes already has this email.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Send invitation' }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Invitation sent to ada@${app.domain}.`)).toBeVisible()
  expect(sent).toBe(2)
})

test('submits an offline action with Enter, and stays open while a field is invalid', {
  tag: '@keptOnDevice',
}, async ({ page, app, context }) => {
  await app.signIn(page)
  await expect(page.locator('article').first()).toBeVisible()
  await cutNetwork(context)
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill('Formwright & Sons')
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByLabel('Email').fill('jane@')
  await dialog.getByLabel('Email').press('Enter')
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await expect(dialog.getByText('Please complete this field')).toHaveCount(1)
  await expect(dialog.getByLabel('Objective')).toBeFocused()
  await dialog.getByLabel('Email').fill('jane@formwright.example')
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByLabel('First step').fill('Call them')
  await dialog.getByLabel('Objective').press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Formwright & Sons' }).first()).toBeVisible()
})
