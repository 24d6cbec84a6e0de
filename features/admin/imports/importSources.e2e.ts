import { axe, expect, test } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'

const deals = [
  'Opportunity Name,Account Name,Opportunity Owner,Stage,Amount,Created Date,Referred By',
  'Charter,Zenith Ferries,Dana Reyes,Prospecting,"$120,000",2026-09-01,Conference',
  'Audit,Yarrow Paper,Dana Reyes,Prospecting,"$80,000",2026-09-02,Wilhelmina Stroud',
  'Lease,Xenon Mills,Dana Reyes,Prospecting,"$45,000",2026-09-03,Google Ads',
  'Merger,Wexford Glass,Dana Reyes,Prospecting,"$90,000",2026-09-04,Dana Reyes',
].join('\n')

test('asks a firm admin what sources mean, names the new contact, and imports it', async ({ page, app }) => {
  test.slow()
  await subscribe(app, { referrals: true })
  await app.signIn(page, 'admin')
  await page.goto('/admin/imports')
  const buffer = Buffer.from(deals)
  await page.locator('input[type=file]').setInputFiles({ name: 'deals.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByLabel('Referred By')).toHaveValue('came_from')
  let drafts = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/draft')) drafts++
  })
  await page.getByRole('button', { name: 'Continue' }).click()

  const sources = page.getByRole('list', { name: 'Came from' })
  const chosenIn = (name: string) => sources.getByLabel(name).locator('option:checked')
  await expect(chosenIn('Conference')).toHaveText('Conference')
  await expect(chosenIn('Dana Reyes')).toHaveText('Dana Reyes, a colleague')
  await expect(chosenIn('Google Ads')).toHaveText('Choose a value')
  await sources.getByLabel('Google Ads').selectOption('No source')
  await sources.getByLabel('All that match nothing').selectOption('A new contact of that name')
  await expect(chosenIn('Wilhelmina Stroud')).toHaveText('As chosen for all')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(
    page.getByText('1 new contact that sent Targets: Wilhelmina Stroud. People on these Targets see them.'),
  ).toBeVisible()
  await expect(page.getByText('1 row: The source “Google Ads” isn’t imported, as you chose.')).toBeVisible()
  await expect(page.getByText('1 row: “Dana Reyes” owns the Target, so no source is imported.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Yarrow Paper/ })).toContainText('Wilhelmina Stroud (new contact)')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 4 Targets' }).click()
  await expect(page.getByRole('heading', { name: 'Imported: deals.csv' })).toBeVisible()
  // Two steps and two choices. A draft that is sent again and again would be many more.
  expect(drafts).toBeLessThanOrEqual(4)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
    tiles: { company: string; came_from: object }[]
  }
  const sourceOf = (company: string) => tiles.find((tile) => tile.company === company)?.came_from
  expect(sourceOf('Zenith Ferries')).toEqual({ source: 'Conference' })
  expect(sourceOf('Yarrow Paper')).toEqual({ contact_id: expect.any(String), name: 'Wilhelmina Stroud' })
  expect(sourceOf('Xenon Mills')).toBeNull()
})
