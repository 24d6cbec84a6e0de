// The Library, for `npm run screenshots`.
import type { Page } from '@playwright/test'
import { asDana, button, type Picture } from '#tests/pictures.ts'

const library = (page: Page) => page.getByRole('article').first().waitFor()
const asAdmin = (name: string, path: string, prepare: Picture['prepare']): Picture => ({
  name,
  path,
  person: 'admin',
  prepare,
})
const openOne = (name: string) => async (page: Page) => {
  await library(page)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
/** Without cards to manage there is no menu. */
const openMenu = async (page: Page) => {
  await library(page)
  await button(page, /^Actions for Year-end/)
    .click({ timeout: 2000 })
    .catch(() => undefined)
}
const adding = async (page: Page) => {
  await library(page)
  await button(page, 'Add Content').click()
  await page.getByRole('dialog').waitFor()
}

export const pictures: readonly Picture[] = [
  asDana('library', '/insights/library', library),
  asDana('library-guides', '/insights/guides', library),
  asDana('library-search', '/insights/library', async (page) => {
    await library(page)
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search insights' }).fill('lender')
    await page.getByText('In the files', { exact: true }).waitFor()
  }),
  asDana('library-pdf', '/insights/guides', async (page) => {
    await openOne('Year-end planning guide')(page)
    await page.getByText(/^page 1 of/).waitFor()
  }),
  asDana('library-video', '/insights/videos', openOne('Transfer pricing: what changes in January')),
  asDana('library-podcast', '/insights/podcasts', openOne('State nexus after remote work')),
  asAdmin('library-managed', '/insights/library', library),
  asAdmin('library-menu', '/insights/library', openMenu),
  asAdmin('library-adding', '/insights/library', adding),
  asAdmin('library-adding-wrong', '/insights/library', async (page) => {
    await adding(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Required').first().waitFor()
  }),
]
