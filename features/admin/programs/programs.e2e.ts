import { axe, expect, test } from '#tests/browser.ts'
import { receiverBesideStories } from '#tests/e2eServer.ts'

const receiver = receiverBesideStories()

test('lets an admin create a token, add a webhook, see its deliveries, and revoke both', {
  tag: '@ownServer',
}, async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/api')
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Please complete this field')).toBeVisible()
  await dialog.getByLabel('Name').fill('CRM sync')
  await dialog.getByLabel('Change Targets').check()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog.locator('code').textContent()) ?? ''
  expect(token).toMatch(/^pursuit_/)
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click()
  const listed = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem')
  await expect(listed).toContainText('Read Targets, Change Targets')

  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await dialog.getByLabel('URL').fill('http://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('The URL must start with https://.')).toBeVisible()
  await dialog.getByLabel('URL').fill(`${receiver().origin}/pursuit`)
  await dialog.getByRole('button', { name: 'Add' }).click()
  receiver().secrets.push((await dialog.locator('code').textContent()) ?? '')
  await dialog.getByRole('button', { name: 'I’ve copied it' }).click()

  const owner = `dana@${app.domain}`
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${app.url}/api/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    })
  const made = await call('tiles', {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID(), 'x-proxy-for': owner },
    body: JSON.stringify({
      company: 'Bridge & Co',
      type: 'prospect',
      value: 'M',
      goal: 'Win the first engagement',
      tasks: [{ description: 'Call them', due: '2027-01-15' }],
    }),
  })
  expect([made.status, made.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"token";r=599')])
  const { id } = await made.json()
  expect((await call(`firm/targets/${id}`)).status).toBe(200)
  const [told] = await receiver().until(({ length }) => length > 0)
  expect([told!.body.type, told!.isSigned]).toEqual(['target.created', true])

  await page.getByRole('link', { name: `${receiver().origin}/pursuit` }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await receiver().until((all) => all.some(({ body }) => body.type === 'webhook.test'))
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Delivered')).toHaveCount(2, { timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: 'Details for target.created' }).click()
  await expect(page.getByText('Bridge & Co')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Resend' }).click()
  const again = await receiver().until(({ length }) => length === 3)
  expect(again[2]!.id).toBe(told!.id)

  await page.getByRole('link', { name: 'API', exact: true }).last().click()
  await page.getByRole('button', { name: 'Revoke CRM sync' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  expect((await call('firm/targets')).status).toBe(401)
  await page.goto('/admin/audit')
  await expect(page.getByText('Revoked the API token CRM sync')).toBeVisible()
})
