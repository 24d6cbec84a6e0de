import { asDana, button, type Picture } from '#tests/pictures.ts'

export const pictures: readonly Picture[] = [
  {
    name: 'admin-pipeline',
    path: '/admin/pipeline',
    person: 'admin',
    prepare: (page) => page.getByText(/^You say 60%/).waitFor(),
  },
  {
    name: 'viewer-forecast',
    path: '/viewer/pipeline/forecast',
    person: 'morgan',
    prepare: (page) => page.getByRole('heading', { name: 'Changed this week' }).waitFor(),
  },
  {
    name: 'viewer-forecast-rows',
    path: '/viewer/pipeline/forecast',
    person: 'morgan',
    async prepare(page) {
      await page.getByRole('heading', { name: 'Changed this week' }).waitFor()
      const { search } = new URL(page.url())
      await page.goto(`/viewer/pipeline/forecast-rows${search || '?'}&which=no_date.open&from=forecast`)
      await page.getByText('Open, No date').waitFor()
    },
  },
  asDana('referrals', '/referrals', (page) => page.getByText('Conference').first().waitFor()),
  {
    name: 'viewer-referrals',
    path: '/viewer/pipeline/referrals',
    person: 'morgan',
    prepare: (page) => page.getByText('Conference').first().waitFor(),
  },
  {
    name: 'viewer-referral-rows',
    path: '/viewer/pipeline/referrals',
    person: 'morgan',
    async prepare(page) {
      await page.locator('main .opens').filter({ hasText: /^\d+$/ }).first().click()
      await page
        .getByText(/^Received, /)
        .first()
        .waitFor()
    },
  },
  asDana('came-from', '/targets/active', async (page) => {
    await button(page, /^More for/).click()
    await page.getByRole('menuitem', { name: 'Won' }).click()
    await page.getByLabel('Estimated won revenue amount').fill('5000')
    await page.getByRole('dialog').getByRole('button', { name: 'Won' }).click()
    await page.getByRole('heading', { name: /^Who did / }).waitFor()
  }),
]
