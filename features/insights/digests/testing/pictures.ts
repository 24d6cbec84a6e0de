// Digests, for `npm run screenshots`.
import type { Page } from '@playwright/test'
import { asMorgan, button, type Picture, untilPlaced } from '#tests/pictures.ts'

const asManager = (name: string, path: string, prepare: Picture['prepare']): Picture =>
  asMorgan(`insights-${name}`, path, prepare)
const listed = (page: Page) => button(page, 'Create Digest').waitFor()
const openPanel = async (page: Page) => {
  await listed(page)
  await button(page, 'Create Digest').click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
}
const openIn = async (page: Page, name: string) => {
  await openPanel(page)
  await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByRole('dialog', { name }).waitFor()
}

export const pictures: readonly Picture[] = [
  asManager('digests', '/insights/digests', listed),
  asManager('digest-runs', '/insights/digests', async (page) => {
    await listed(page)
    await page
      .getByRole('button', { name: /^Details for/ })
      .nth(1)
      .click()
    await page
      .getByText(/^Sent \d/)
      .first()
      .waitFor()
  }),
  asManager('digest-report', '/viewer/pipeline/digest-overview', async (page) => {
    const owners = button(page, 'Details for Owners: before the year ends')
    await untilPlaced(page, owners)
    await owners.click()
    await page
      .getByText(/^Sent \d/)
      .first()
      .waitFor()
  }),
  asManager('digest-menu', '/insights/digests', async (page) => {
    await listed(page)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menu').waitFor()
  }),
  asManager('digest-panel', '/insights/library', openPanel),
  asManager('digest-contacts', '/insights/library', async (page) => {
    await openPanel(page)
    await page.getByLabel('Add a list or a person').first().click()
    await page.getByRole('option', { name: /^Partners/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^See the .* contacts/ }).click()
    await page.getByRole('button', { name: 'Leave out Dana Reyes' }).click()
  }),
  asManager('digest-template', '/insights/library', (page) => openIn(page, 'New Template')),
  asManager('digest-list', '/insights/library', (page) => openIn(page, 'Add new Distribution List')),
  asManager('digest-link', '/insights/library', (page) => openIn(page, 'Add external content')),
  asManager('digest-preview', '/insights/digests', async (page) => {
    await listed(page)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByText('Curated by').waitFor()
    await page.waitForTimeout(500)
  }),
]
