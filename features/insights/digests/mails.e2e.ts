import { axe, expect, test } from '#tests/browser.ts'
import type { Bounce } from './mailContract.ts'

test('saves the sender name and click counting across a reload', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/digests')
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Hartwell insights')
  await page.getByRole('textbox', { name: 'Address for replies' }).fill('nobody')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address for replies' }).fill('news@hartwell.example')
  await page.getByRole('switch', { name: 'Count clicks' }).check()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved. Changes apply to the next digest.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Sender name' })).toHaveValue('Hartwell insights')
  await expect(page.getByRole('textbox', { name: 'Address for replies' })).toHaveValue('news@hartwell.example')
  await expect(page.getByRole('switch', { name: 'Count clicks' })).toBeChecked()
})

test('sends to a bounced address again after the admin allows it', async ({ app, page }) => {
  const bounce: Bounce = {
    address: 'kim@elsewhere.example',
    since: '2026-11-20T16:00:00.000Z',
    reason: 'The mail server said: 550 5.1.1 User unknown',
    soft: 0,
    soft_since: null,
    last_at: '2026-11-20T16:00:00.000Z',
  }
  let bounces = [
    bounce,
    { ...bounce, address: 'pat@elsewhere.example', since: null, soft: 2, soft_since: '2026-11-12T16:00:00.000Z' },
  ]
  await page.route('**/api/digestmail/bounces', (route) => route.fulfill({ json: { bounces } }))
  await page.route('**/api/digestmail/bounces/lift', (route) => {
    expect(route.request().postDataJSON()).toEqual({ address: bounce.address })
    bounces = bounces.slice(1)
    return route.fulfill({ json: { bounces } })
  })
  await app.signIn(page, 'admin')
  await page.goto('/admin/digests')
  // The rule, the address's progress toward it, and its start.
  await expect(page.getByText(/from which 5 emails came back over at least 14 days/)).toBeVisible()
  await expect(page.getByText(/^2 of 5 came back since .*Nov 12$/)).toBeVisible()
  await expect(page.getByText(/^Blocked since .*Nov 20$/)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Allow again: kim@elsewhere.example' }).click()
  await expect(page.getByText('kim@elsewhere.example will get digests again.')).toBeVisible()
  await expect(page.getByText(/^Blocked since/)).toBeHidden()
  await expect(page.getByText('pat@elsewhere.example')).toBeVisible()
})
