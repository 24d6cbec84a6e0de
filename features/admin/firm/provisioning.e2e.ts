import { axe, expect, test } from '#tests/browser.ts'

test('lets an admin create a token with which the directory creates a person', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/sign-on')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Entra ID')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const token = (await dialog.locator('code').textContent()) ?? ''
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
  const key = page.getByRole('listitem').filter({ hasText: 'Entra ID' })
  await expect(key.getByText('Not used yet.')).toBeVisible()

  const made = await fetch(`${app.url}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `nia@${app.domain}`,
      name: { givenName: 'Nia', familyName: 'Newman' },
      active: true,
    }),
  })
  expect(made.status).toBe(201)
  await page.reload()
  await expect(key.getByText(/Last used/)).toBeVisible()
  await page.getByLabel('When the directory deactivates someone, their Targets go to').selectOption('heir')
  await page.getByRole('form', { name: 'Targets of people who leave' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose a person.')).toBeVisible()
  await key.getByRole('button', { name: 'Revoke Entra ID' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(key).toHaveCount(0)
  await page.goto('/admin/people?q=newman')
  await expect(page.getByRole('link', { name: 'Nia Newman' })).toBeVisible()
})
