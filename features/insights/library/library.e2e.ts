import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { type App, allSaved, axe, cutNetwork, expect, type Person, test } from '#tests/browser.ts'

const openAs = async (app: App, browser: Browser, person: Person, width = 1280) => {
  const page = await (await browser.newContext({ baseURL: app.url, viewport: { width, height: 844 } })).newPage()
  await app.signIn(page, person)
  return page
}
const pdf = async (name: string, lines: string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: await aPdf(lines),
})
const dialogIn = (page: Page) => page.getByRole('dialog')
/** The file input, not the thumbnail's. */
const fileIn = (page: Page) => dialogIn(page).locator('input[type=file][accept*=pdf]')
const openAll = async (page: Page) => {
  const all = page.getByRole('button', { name: 'Open All' })
  await page.getByRole('button', { name: /^(Open|Close) All$/ }).waitFor()
  if (await all.isVisible()) await all.click()
}
const save = (page: Page) => dialogIn(page).getByRole('button', { name: 'Save', exact: true }).click()

async function addSection(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add new section' }).click()
  await dialogIn(page).getByLabel('Section Name').fill(name)
  await save(page)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
}
/** Adds to the first section unless another is given. */
async function addPdf(page: Page, name: string, lines: string[], section?: string) {
  await page.getByRole('button', { name: 'Add Content' }).click()
  await fileIn(page).setInputFiles(await pdf(`${name}.pdf`, lines))
  await expect(dialogIn(page).getByLabel('Name', { exact: true })).toHaveValue(name)
  if (section) await dialogIn(page).getByLabel('Section', { exact: true }).selectOption(section)
  await save(page)
  await expect(page.getByText(`“${name}” added.`)).toBeVisible()
  await expect(dialogIn(page)).toBeHidden()
}

test('adds an item with errors shown, moves it by keyboard, finds it by its text, and deletes it', async ({
  app,
  browser,
}) => {
  const page = await openAs(app, browser, 'admin')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Add new section' }).click()
  await save(page)
  await expect(dialogIn(page).getByText('Section Name is required')).toBeVisible()
  await dialogIn(page).getByLabel('Section Name').fill('What?')
  await save(page)
  await expect(
    dialogIn(page).getByText('Name can only include letters, numbers or special characters: ": , ;"'),
  ).toBeVisible()
  await dialogIn(page).getByLabel('Section Name').fill('Notes on nexus')
  await save(page)
  await addSection(page, 'Notes for owners')
  await openAll(page)

  await page.getByRole('button', { name: 'Add Content' }).click()
  await save(page)
  await expect(dialogIn(page).getByText('Required', { exact: true })).toHaveCount(2)
  await fileIn(page).setInputFiles(await pdf('Nexus guide.pdf', ['Remote workers create nexus', 'Second page']))
  await expect(dialogIn(page).getByLabel('Name', { exact: true })).toHaveValue('Nexus guide')
  await dialogIn(page).getByLabel('Description').fill('x'.repeat(90))
  await dialogIn(page).getByRole('button', { name: 'Add new Tag' }).click()
  const tag = page.getByRole('dialog', { name: 'Add new Tag' })
  await expect(tag.getByRole('button', { name: 'Create Tag' })).toBeDisabled()
  await tag.getByLabel('Tag Name').fill('Nexus')
  await tag.getByRole('button', { name: 'Create Tag' }).click()
  await expect(tag).toBeHidden()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await save(page)
  await expect(dialogIn(page)).toBeHidden()
  const card = page.getByRole('article').filter({ hasText: 'Nexus guide' })
  await expect(card.getByText(`${'x'.repeat(80)}…`)).toBeVisible()
  await expect(card.getByText('2 pages')).toBeVisible()
  expect(await axe(page)).toEqual([])

  await card.getByRole('button', { name: 'Actions for Nexus guide' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const target = page.getByRole('menuitem', { name: 'Notes for owners' })
  for (let step = 0; step < 12 && !(await target.evaluate((item) => item === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown')
  await expect(target).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notes for owners' }).getByText('Nexus guide')).toBeVisible()
  await expect(page.getByText('Moved “Nexus guide” to “Notes for owners.”')).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await dialogIn(page).getByRole('searchbox').fill('remote workers')
  const inFiles = dialogIn(page).getByRole('region', { name: 'In the files' })
  await expect(inFiles.getByRole('link', { name: 'Nexus guide' })).toBeVisible()
  await dialogIn(page).getByRole('button', { name: 'Show All Insights (Reset)' }).click()
  await expect(dialogIn(page).getByRole('searchbox')).toHaveValue('')
  await dialogIn(page).getByLabel('Nexus').check()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await dialogIn(page).getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Actions for Nexus guide' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialogIn(page).getByRole('heading', { name: 'Warning' })).toBeVisible()
  await dialogIn(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Element was deleted successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nexus guide' })).toBeHidden()
})

test('moves a dragged card into the section, and remembers open sections', async ({ app, browser }) => {
  const page = await openAs(app, browser, 'admin')
  // Both the card and the section must be in view.
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto('/insights/library')
  await addSection(page, 'Notes on leases')
  await addSection(page, 'Notes on claims')
  await openAll(page)
  await page.getByRole('button', { name: 'Close All' }).click()
  await page.getByRole('button', { name: /^Notes on leases/ }).click()
  await addPdf(page, 'Dragged paper', ['Hello'], 'Notes on leases')
  const card = page.getByRole('article').filter({ hasText: 'Dragged paper' })
  await card.dragTo(page.getByRole('heading', { level: 2, name: 'Notes on claims' }))
  await expect(page.getByText('Moved “Dragged paper” to “Notes on claims.”')).toBeVisible()
  await expect(card).toBeHidden()
  await openAll(page)
  await expect(page.getByRole('region', { name: 'Notes on claims' }).getByText('Dragged paper')).toBeVisible()
  await page.getByRole('button', { name: 'Close All' }).click()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Notes on claims' })).toBeVisible()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Open All' }).click()
  await expect(page.getByRole('region', { name: 'Notes on claims' }).getByText('Dragged paper')).toBeVisible()
})

test('syncs an offline heart once online, and an opened item is no longer new', {
  tag: '@keptOnDevice',
}, async ({ app, browser }) => {
  const admin = await openAs(app, browser, 'admin')
  await admin.goto('/insights/library')
  await addSection(admin, 'Notes on taxes')
  await addPdf(admin, 'Year-end guide', ['Deadlines'])
  const dana = await openAs(app, browser, 'dana')
  await dana.goto('/insights/library')
  const card = dana.getByRole('article').filter({ hasText: 'Year-end guide' })
  await expect(card.getByText('New', { exact: true })).toBeVisible()
  const online = await cutNetwork(dana.context())
  await card.getByRole('button', { name: 'Favorite: Year-end guide' }).click()
  await expect(card.getByRole('button', { name: 'Favorite: Year-end guide' })).toHaveAttribute('aria-pressed', 'true')
  await online()
  await allSaved(dana)
  await dana.reload()
  await dana.getByRole('button', { name: 'Favorites' }).click()
  await expect(card.getByRole('button', { name: 'Favorite: Year-end guide' })).toHaveAttribute('aria-pressed', 'true')
  await card.getByRole('link', { name: 'Year-end guide' }).click()
  await expect(dana.getByText('page 1 of 1')).toBeVisible()
  await dana.getByRole('navigation', { name: 'Library' }).getByRole('link').first().click()
  await expect(card.getByText('New', { exact: true })).toBeHidden()
  await allSaved(dana)

  await admin.getByRole('button', { name: 'Actions for Year-end guide' }).click()
  await admin.getByRole('menuitem', { name: 'Users with access' }).click()
  await expect(dialogIn(admin).getByText(/^Opened [A-Z][a-z]{2} /)).toBeVisible()
  expect(await axe(admin, '[role="dialog"]')).toEqual([])
})

test('shows a PDF by page on a phone without editing, and redirects from missing items', async ({ app, browser }) => {
  const admin = await openAs(app, browser, 'admin')
  await admin.goto('/insights/library')
  await addSection(admin, 'Notes on taxes')
  await addPdf(admin, 'Forecast', ['First page', 'Second page'])
  const phone = await openAs(app, browser, 'dana', 390)
  await phone.goto('/insights/documents')
  expect(await axe(phone)).toEqual([])
  await phone.getByRole('link', { name: 'Forecast' }).click()
  await expect(phone.getByText('page 1 of 2')).toBeVisible()
  await phone.getByRole('button', { name: 'Next page' }).click()
  await expect(phone.getByText('page 2 of 2')).toBeVisible()
  expect(await axe(phone)).toEqual([])
  await phone.goto(`/asset/${randomUUID()}`)
  await expect(phone.getByText('No insight found with the specific id.')).toBeVisible()
  await expect(phone).toHaveURL(/\/insights\/new$/)

  const keeper = await openAs(app, browser, 'admin', 390)
  await keeper.goto('/insights/library')
  await expect(keeper.getByRole('link', { name: 'Forecast' })).toBeVisible()
  await expect(keeper.getByRole('button', { name: 'Add Content' })).toBeVisible()
  for (const name of ['Add new section', 'Actions for Forecast'])
    await expect(keeper.getByRole('button', { name })).toBeHidden()
})

test('opens the URL of a kind even in lower case', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/insights/faqs')
  await expect(page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'FAQs' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test("opens the item whose id is in the URL's query", async ({ app, page }) => {
  const { contents } = (await app.call('dana', 'contents')) as { contents: { id: string; name: string }[] }
  const { id, name } = contents[0]!
  await app.signIn(page)
  await page.goto(`/insights/content?id=${id}`)
  await expect(page).toHaveURL(new RegExp(`/asset/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto('/insights/content')
  await expect(page).toHaveURL(/\/insights\/library$/)
})
