import { asDana, asMorgan, button, type Picture } from '#tests/pictures.ts'

export const pictures: readonly Picture[] = [
  {
    name: 'admin-pipeline',
    path: '/admin/pipeline',
    person: 'admin',
    prepare: (page) => page.getByText(/^You say 60%/).waitFor(),
  },
  asMorgan('viewer-forecast', '/viewer/pipeline/forecast', (page) =>
    page.getByRole('heading', { name: 'Changed this week' }).waitFor(),
  ),
  asMorgan('viewer-forecast-rows', '/viewer/pipeline/forecast', async (page) => {
    await page.getByRole('heading', { name: 'Changed this week' }).waitFor()
    const { search } = new URL(page.url())
    await page.goto(`/viewer/pipeline/forecast-rows${search || '?'}&which=no_date.open&from=forecast`)
    await page.getByText('Open, No date').waitFor()
  }),
  asDana('referrals', '/referrals', (page) => page.getByText('Conference').first().waitFor()),
  asMorgan('viewer-referrals', '/viewer/pipeline/referrals', (page) => page.getByText('Conference').first().waitFor()),
  asMorgan('viewer-referral-rows', '/viewer/pipeline/referrals', async (page) => {
    await page.locator('main .opens').filter({ hasText: /^\d+$/ }).first().click()
    await page.getByText(/^Received, /).waitFor()
  }),
  asDana('came-from', '/targets/active', async (page) => {
    await button(page, 'New Target').click()
    await page.getByRole('dialog').getByLabel('Company').fill('Sunrise Ferries')
    await page.getByRole('dialog').getByLabel('Objective').fill('Become their counsel')
    await button(page, 'Create Target').click()
    await button(page, 'More for Sunrise Ferries').click()
    await page.getByRole('menuitem', { name: 'Won' }).click()
    await page.getByLabel('Estimated won revenue amount').fill('5000')
    await page.getByRole('dialog').getByRole('button', { name: 'Won' }).click()
    await page.getByRole('heading', { name: /^Who did / }).waitFor()
  }),
]
