// The daily cards, for `npm run screenshots`.
import type { Page } from '@playwright/test'
import { asDana, button, type Picture } from '#tests/pictures.ts'
import { pictures as digestPictures } from '../digests/testing/pictures.ts'
import { pictures as libraryPictures } from '../library/testing/pictures.ts'

/** Opens the card at this position in the list. An earlier screenshot can have marked it as viewed. */
async function card(page: Page, at = 0) {
  const line = page.getByRole('complementary', { name: 'All insights' }).getByRole('link').nth(at)
  const observation = (await line.locator('b').textContent())!
  await line.click()
  await page
    .getByRole('region', { name: /^Insight \d+ of/ })
    .filter({ hasText: observation })
    .waitFor()
}

export const pictures: readonly Picture[] = [
  ...libraryPictures,
  ...digestPictures,
  asDana('insights-new', '/insights/new', (page) => card(page)),
  asDana('insights-second', '/insights/new', async (page) => {
    await card(page, 1)
    await page.waitForTimeout(400)
  }),
  asDana('insights-bd', '/insights/bd', (page) => page.getByRole('listitem').first().waitFor()),
  asDana('insights-firm', '/insights/firm', (page) => page.getByRole('listitem').first().waitFor()),
  {
    name: 'insights-written',
    path: '/admin/insights',
    person: 'admin',
    prepare: (page) => page.getByRole('table').or(page.getByRole('list')).first().waitFor(),
  },
  {
    name: 'insights-writing',
    path: '/admin/insights',
    person: 'admin',
    prepare: async (page) => {
      await button(page, 'Write an insight').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  asDana('insights-care', '/insights/library', async (page) => {
    await page.getByRole('article').first().getByRole('link').first().click()
    await button(page, 'Find matching Targets').click()
    const line = page.getByRole('dialog').getByRole('checkbox').first()
    await line.or(page.getByText('None of your Targets match this.')).first().waitFor()
    if (await line.isVisible()) await line.check()
  }),
  {
    name: 'insights-mails',
    path: '/admin/digests',
    person: 'admin',
    prepare: (page) => page.getByRole('textbox', { name: 'Sender name' }).waitFor(),
  },
]
