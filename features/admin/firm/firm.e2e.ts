// End-to-end tests of firms: first setup of a server, logo, audit log, and operator tasks.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test, waitForServiceWorker } from '#tests/browser.ts'
import { startServer } from '#tests/server.ts'

test('sets up a new server in the browser and signs in its first admin', async ({ page }) => {
  test.slow()
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-empty-'))
  const server = await startServer({ directory, environment: { PURSUIT_DEMO: '0' } })
  try {
    await expect.poll(() => server.said()).toContain('/setup#')
    const address = /http:\S+\/setup#\S+/.exec(server.said())![0]

    await page.goto(`${server.url}/setup`)
    await expect(page.getByText('Open the full address that Pursuit printed')).toBeVisible()
    await page.goto(`${server.url}/setup#a-wrong-word`)
    await page.reload()
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()

    await page.goto('about:blank')
    await page.goto(address)
    const part = (name: string) => page.getByRole('group', { name })
    await expect(part('You, the operator').getByLabel('First name')).toBeFocused()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Set up Pursuit' }).click()
    await expect(part('You, the operator').getByText('Please complete this field').first()).toBeVisible()
    await fillPerson(part('You, the operator'), 'Olive Operator', 'olive@vendor.example', 'Copper_tram#58')
    await part('The first firm').getByLabel('Name of the firm').fill('Northgate LLP')
    await part('The first firm').getByLabel('Time zone').selectOption('Europe/London')
    await fillPerson(part('Its first admin'), 'Ada Admin', 'ada@northgate.example', 'short')
    await page.getByRole('button', { name: 'Set up Pursuit' }).click()
    await expect(part('Its first admin').getByText('At least 8 characters')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await part('Its first admin').getByLabel('Password', { exact: true }).fill('Kettle_tram#58')
    await page.getByRole('button', { name: 'Set up Pursuit' }).click()
    await expect(page.getByRole('heading', { name: 'Pursuit is set up' })).toBeVisible()

    await page.getByRole('link', { name: 'Go to login' }).click()
    await page.getByLabel('Email').fill('ada@northgate.example')
    await page.getByLabel('Password', { exact: true }).fill('Kettle_tram#58')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/setup/)
    await page.goto(`${server.url}/admin/audit`)
    await expect(page.getByText('Created the firm Northgate LLP')).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await page.goto(address)
    await page.reload()
    await expect(page.getByText('Pursuit is already set up. Sign in instead.')).toBeVisible()
  } finally {
    await server.kill()
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  }
})

async function fillPerson(part: ReturnType<Page['getByRole']>, name: string, email: string, password: string) {
  const [first = '', last = ''] = name.split(' ')
  await part.getByLabel('First name').fill(first)
  await part.getByLabel('Last name').fill(last)
  await part.getByLabel('Email', { exact: true }).fill(email)
  await part.getByLabel('Password', { exact: true }).fill(password)
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" rx="12" fill="#15397e"/></svg>'

test('lets a firm admin add a logo and lists, and logs every change', {
  tag: '@keptOnDevice',
}, async ({ page, app, context }) => {
  test.slow()
  await app.signIn(page, 'admin')
  await page.goto('/admin/firm')
  const file = (name: string, content: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) })
  await expect(page.getByText('No logo yet')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await file('logo.png', "fetch('/api/user')")
  await expect(
    page.getByRole('alert').getByText('This isn’t an image. Choose a PNG, JPEG, WEBP, or SVG file.'),
  ).toBeVisible()
  await file('logo.svg', svg)
  await expect(page.getByRole('img', { name: 'Hartwell & Stone LLP logo' })).toBeVisible()
  const inRail = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('img', { name: 'Hartwell & Stone LLP' })
  await expect(inRail).toBeVisible()
  expect(await inRail.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(512)

  await page.getByLabel('Lost reasons').fill('Went in-house\nPricing\n')
  await page.getByLabel('Step starters').fill('Call\nCall')
  await page.getByRole('button', { name: 'Save lists' }).click()
  await expect(page.getByText('Two entries are the same.')).toBeVisible()
  await page.getByLabel('Step starters').fill('Call\nWrite')
  await page.getByRole('button', { name: 'Save lists' }).click()
  await expect(page.getByText('Lists saved.')).toBeVisible()
  expect(await axe(page)).toEqual([])

  // A colleague receives them at the next start and still has them offline.
  const colleague = await app.openDevice('dana')
  await expect(colleague.page.locator('[data-tile]').first()).toBeVisible()
  await waitForServiceWorker(colleague.page)
  await cutNetwork(colleague.context)
  await colleague.page.keyboard.press('n')
  await expect(colleague.page.getByRole('group', { name: 'Step starters' }).getByRole('button')).toHaveText([
    'Call',
    'Write',
  ])

  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByText('Changed the logo')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('lost reasons')
  await expect(page.getByRole('table', { name: 'Entries' }).getByRole('rowheader')).toHaveCount(1)
  await page.getByText('Changed lost reasons, objectives or step starters').click()
  await expect(page.getByText(/Added: Went in-house/)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing of this kind')
  await expect(page.getByText('No audit log entries match your search.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toBe('audit-log.csv')
  await context.setOffline(true)
  await expect(page.getByText('There is no internet connection.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeDisabled()
})

test("lets an operator create a firm, turn off a feature, and check the server's health", {
  tag: '@ownServer',
}, async ({ page, app }) => {
  test.slow()
  await app.signIn(page, 'operator')
  await page.goto('/admin/firms')
  await expect(page.getByRole('table', { name: 'Firms' }).getByRole('rowheader')).toHaveCount(3)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'New firm' }).click()
  const dialog = page.getByRole('dialog', { name: 'New firm' })
  await dialog.getByLabel('Name of the firm').fill('Southgate & Sons')
  await dialog.getByLabel('First name').fill('Sue')
  await dialog.getByLabel('Last name').fill('South')
  await dialog.getByLabel('Email').fill('dana@hartwell.example')
  await dialog.getByRole('button', { name: 'Create firm' }).click()
  await expect(dialog.getByText('The email dana@hartwell.example is already in use.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Email').fill('sue@southgate.example')
  await dialog.getByRole('button', { name: 'Create firm' }).click()
  await expect(page.getByRole('heading', { name: 'Southgate & Sons' })).toBeVisible()
  await expect(page.getByText('Not signed in yet')).toBeVisible()

  await page.getByRole('switch', { name: 'Calendar subscription' }).click()
  await expect(page.getByText('Calendar subscription turned off for Southgate & Sons.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Calendar subscription' })).not.toBeChecked()
  await page.getByRole('button', { name: 'View log' }).click()
  await expect(page.getByText('Changed the subscription of Southgate & Sons')).toBeVisible()
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: 'Health' }).click()
  await expect(page.getByText('sweep-files')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Run now: sweep-files' }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(
      page.getByRole('table', { name: 'Jobs' }).getByRole('row').filter({ hasText: 'sweep-files' }),
    ).toContainText('succeeded', { timeout: 500 })
  }).toPass({ timeout: 40_000 })
})
