// A webhook that fails, is fixed, is turned off, and is turned on again, as an admin follows it.

import { axe, expect, test } from '#tests/browser.ts'
import { receiverBesideStories } from '#tests/e2eServer.ts'

const receiver = receiverBesideStories()

test('lets an admin add a webhook by keyboard, see why a test fails, and turn it on again', {
  tag: '@ownServer',
}, async ({ page, app }) => {
  const answering = (status: number, text: string) => {
    receiver().answer = (_, response) => void response.writeHead(status).end(text)
  }
  answering(500, 'No room for <b>you</b>')
  await app.signIn(page, 'admin')
  await page.goto('/admin/api')
  const add = page.getByRole('button', { name: 'Add a webhook' })
  await expect(add).toBeEnabled()
  await add.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('URL')).toBeFocused()
  await page.keyboard.type(`${receiver().origin}/told`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  receiver().secrets.push((await page.getByRole('dialog').locator('code').textContent()) ?? '')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').getByText('Copy it now')).toBeVisible()
  await page.getByRole('button', { name: 'I’ve copied it' }).press('Enter')
  const listed = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  await expect(listed).toContainText(/\d of \d events/)
  await listed.getByRole('link').press('Enter')

  await expect(page.getByText('Nothing sent yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).press('Enter')
  // The result appears without a reload.
  await expect(page.getByText('Failing since')).toBeVisible()
  const more = page.getByRole('button', { name: 'Details for webhook.test' })
  await more.press('Enter')
  await expect(page.getByText('The endpoint returned 500.')).toBeVisible()
  await expect(page.getByText('No room for <b>you</b>')).toBeVisible()
  expect(await axe(page)).toEqual([])

  answering(200, 'Thanks')
  await page.getByRole('button', { name: 'Resend' }).press('Enter')
  await expect(page.getByText('Delivered')).toBeVisible()
  await expect(page.getByText('Thanks')).toBeVisible()
  expect(new Set(receiver().received.map(({ id }) => id)).size).toBe(1)
  expect(receiver().received.every(({ isSigned }) => isSigned)).toBe(true)

  answering(410, 'Gone')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Off: the endpoint returned 410 Gone')).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  answering(200, 'Back')
  await page.getByRole('button', { name: 'Turn on again' }).click()
  await expect(page.getByText('On', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Details for webhook.test' }).first().click()
  await page.getByRole('button', { name: 'Resend' }).first().click()
  await expect(page.getByText('Delivered')).toHaveCount(2)
})
