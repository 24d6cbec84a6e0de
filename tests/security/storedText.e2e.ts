// Enters scripts into every text field that appears anywhere. They appear as typed, and none of them runs.
import type { Page } from '@playwright/test'
import type { TargetTile } from '#features/targets/contract.ts'
import { type App, expect, test } from '#tests/browser.ts'

/** Shorter fields get a part of it. An element made of any part would be found. */
const script = (name: string) => `"><img data-ran src=x onerror="document.title='ran'">${name}`

/** Names a firm, its people, and a target. */
async function fill(app: App): Promise<TargetTile> {
  const { users } = (await app.call('dana', 'users')) as { users: { id: string; email: string }[] }
  const lee = users.find(({ email }) => email.startsWith('lee@'))!
  // Lets emails be sent at any hour.
  await app.call('lee', 'user/quiet_hours', { from: '00:00', to: '00:00' })
  await app.call('lee', 'user', { first_name: script('Lee'), last_name: script('Okafor') }, 'PUT')
  await app.call('admin', 'admin/groups', { name: script('Partners') })
  const tile = (await app.call('dana', 'tiles', {
    company: script('Ardent'),
    contact: script('Jo'),
    contact_email: '',
    type: 'client',
    value: 'H',
    goal: script('goal'),
    projected_revenue: 1000,
    tasks: [{ description: script('step'), due: '2026-12-01', help: script('help') }],
    note: script('note'),
  })) as TargetTile
  await app.call('dana', `tiles/${tile.id}/sharewith/${lee.id}`, {})
  await app.call('dana', 'user/reset_password', { email: 'lee@hartwell.example' })
  return tile
}

const nothingRan = async (page: Page) => {
  expect(await page.locator('[data-ran]').count()).toBe(0)
  expect(await page.title()).not.toBe('ran')
}

test('shows scripts as text on every screen', { tag: '@ownServer' }, async ({ app, page, context }) => {
  test.slow()
  const tile = await fill(app)
  await app.signIn(page)
  await expect(page.getByText('data-ran').filter({ visible: true }).first()).toBeVisible()
  await nothingRan(page)
  const company = `/company/${encodeURIComponent(tile.company)}`
  for (const path of [`/target/${tile.id}`, company, '/targets/active?view=list', '/notifications', '/account/edit']) {
    await page.goto(path)
    await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible()
    await nothingRan(page)
  }
  await page.goto(`/target/${tile.id}`)
  for (const name of [/^Notes/, /^Activity/, /^Collaboration/]) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByText('data-ran').filter({ visible: true }).first()).toBeVisible()
    await nothingRan(page)
  }

  const invited = await context.browser()!.newContext({ baseURL: app.url })
  const lee = await invited.newPage()
  await app.signIn(lee, 'lee')
  for (const path of ['/targets/active', '/notifications', '/account/edit']) {
    await lee.goto(path)
    await expect(lee.getByText('data-ran').or(lee.locator('input[value*="data-ran"]')).first()).toBeVisible()
    await nothingRan(lee)
  }
  await invited.close()

  const administration = await context.browser()!.newContext({ baseURL: app.url })
  const admin = await administration.newPage()
  await app.signIn(admin, 'admin')
  for (const path of ['/admin/people', '/admin/groups', '/admin/audit']) {
    await admin.goto(path)
    await expect(admin.getByText('data-ran').filter({ visible: true }).first()).toBeVisible()
    await nothingRan(admin)
  }
  await admin.goto('/admin/firm')
  await expect(admin.getByRole('form', { name: 'Firm' })).toBeVisible()
  await nothingRan(admin)
  // Emails with this text, as the demo shows them.
  await expect(async () => {
    await admin.goto('/demo/mail')
    await expect(admin.getByText('data-ran').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await nothingRan(admin)
  for (const frame of admin.frames()) expect(await frame.locator('[data-ran]').count()).toBe(0)
  await administration.close()
})
