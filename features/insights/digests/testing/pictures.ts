// Digests, for `npm run screenshots`.
import type { Page } from '@playwright/test'
import { button, type Picture, untilPlaced } from '#tests/pictures.ts'

const asMorgan = (name: string, path: string, prepare: Picture['prepare']): Picture => ({
  name: `insights-${name}`,
  path,
  person: 'morgan',
  prepare,
})
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
  asMorgan('digests', '/insights/digests', listed),
  asMorgan('digest-runs', '/insights/digests', async (page) => {
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
  asMorgan('digest-report', '/viewer/pipeline/digest-overview', async (page) => {
    const owners = button(page, 'Details for Owners: before the year ends')
    await untilPlaced(page, owners)
    await owners.click()
    await page
      .getByText(/^Sent \d/)
      .first()
      .waitFor()
  }),
  asMorgan('digest-menu', '/insights/digests', async (page) => {
    await listed(page)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menu').waitFor()
  }),
  asMorgan('digest-panel', '/insights/library', openPanel),
  asMorgan('digest-contacts', '/insights/library', async (page) => {
    await openPanel(page)
    await page.getByLabel('Add a list or a person').first().click()
    await page.getByRole('option', { name: /^Partners/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^See the .* contacts/ }).click()
    await page.getByRole('button', { name: 'Leave out Dana Reyes' }).click()
  }),
  asMorgan('digest-template', '/insights/library', (page) => openIn(page, 'New Template')),
  asMorgan('digest-list', '/insights/library', (page) => openIn(page, 'Add new Distribution List')),
  asMorgan('digest-link', '/insights/library', (page) => openIn(page, 'Add external content')),
  asMorgan('digest-preview', '/insights/digests', async (page) => {
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
