import type { Locator, Page } from '@playwright/test'
import { type App, axe, cutNetwork, expect, PASSWORD, refuse, test } from '#tests/browser.ts'
import { sentMail } from '#tests/outbox.ts'
import { linkMessages } from '../links/contract.ts'

const logo = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" fill="#fff"/></svg>',
  ),
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const panelOf = (page: Page) => dialog(page, 'Create Digest')

async function fill(panel: Locator, { title, description }: { title: string; description: string }) {
  await panel.getByRole('textbox', { name: 'Title' }).fill(title)
  await panel.getByRole('textbox', { name: 'Description' }).fill(description)
}

async function makeTemplate(page: Page, name: string) {
  await panelOf(page).getByRole('button', { name: 'New Template' }).click()
  const template = dialog(page, 'New Template')
  const save = template.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await template.getByRole('textbox', { name: 'Template Name' }).fill(name)
  await expect(save).toBeDisabled()
  await template.locator('input[type=file]').setInputFiles(logo)
  await expect(save).toBeEnabled()
  await template.getByText('Image', { exact: true }).click()
  await expect(save).toBeDisabled()
  await template.getByText('Color', { exact: true }).click()
  await expect(template.getByRole('textbox', { name: 'Color' })).toHaveValue('#15397E')
  expect(await axe(page)).toEqual([])
  await save.click()
  await expect(template).toBeHidden()
  await expect(panelOf(page).getByRole('radio', { name })).toBeChecked()
}

async function makeList(page: Page, name: string, group: RegExp) {
  await panelOf(page).getByRole('button', { name: 'Add new Distribution List' }).click()
  const list = dialog(page, 'Add new Distribution List')
  await list.getByRole('button', { name: 'Create' }).click()
  await expect(list.getByText('Name is required')).toBeVisible()
  await list.getByRole('textbox', { name: 'Name', exact: true }).fill('Tax?')
  await list.getByRole('button', { name: 'Create' }).click()
  await expect(list.getByText('Name can only include letters, numbers or special characters: ": , ;"')).toBeVisible()
  await list.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await list.getByText(group).click()
  await list.getByRole('button', { name: 'Create' }).click()
  await expect(list).toBeHidden()
}

/** Unsubscribes by the one-click request of an email client. */
async function unsubscribe(app: App, mail: string) {
  const address = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(mail)![1]!
  const answer = await fetch(new URL(new URL(address).pathname, app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
}

test('creates, previews, tests, and sends a weekly digest to a list, and shows its runs', async ({
  app,
  page,
  browser,
}) => {
  test.setTimeout(150_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page, 'morgan')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Create Digest' }).click()
  const panel = panelOf(page)
  const create = panel.getByRole('button', { name: 'Create', exact: true })
  await expect(panel.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await fill(panel, { title: 'Before the year ends', description: 'Four things worth ten minutes before December 31.' })
  await expect(panel.getByText('20 / 60')).toBeVisible()
  await panel.getByRole('combobox', { name: 'Frequency' }).selectOption('Weekly')
  await expect(panel.getByText(/Pacific time\. Then weekly, next on/)).toBeVisible()
  await makeTemplate(page, 'Hartwell navy')
  await makeList(page, 'Tax group', /^Tax & Trusts/)
  await expect(panel.getByText('Tax group (8)')).toBeVisible()

  // Adds favorites by auto-populate, and removes them again.
  const items = panel.getByRole('region', { name: /^Content/ }).getByRole('listitem')
  const favourites = panel.getByRole('switch', { name: 'Auto-populate favorites' })
  await favourites.click()
  await expect(items.filter({ hasText: 'Favorite' })).not.toHaveCount(0)
  await favourites.click()
  await expect(items).toHaveCount(0)
  await favourites.click()
  await expect(items.filter({ hasText: 'Favorite' })).not.toHaveCount(0)
  const count = await items.count()

  // The Library stays usable: a card is dragged in or added by its menu, and a duplicate is reported.
  const card = page.getByRole('article').filter({ hasText: 'Pillar Two for mid-sized groups' })
  await items.first().scrollIntoViewIfNeeded()
  await card.dragTo(panel.getByRole('heading', { name: /^Content/ }))
  await expect(items).toHaveCount(count + 1)
  await expect(items.first()).toContainText('Pillar Two for mid-sized groups')
  await card.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Add to digest' }).click()
  await expect(page.getByText('Looks like this video was already added')).toBeVisible()
  await expect(items).toHaveCount(count + 1)
  expect(await axe(page)).toEqual([])

  // Shows the exact email, light and dark, and sends a test.
  await panel.getByRole('button', { name: 'Preview' }).click()
  const preview = dialog(page, 'Digest Preview')
  const mail = preview.frameLocator('iframe')
  await expect(mail.getByText('Curated by Morgan Bell')).toBeVisible()
  const ground = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  const light = await ground()
  await preview.getByText('Dark', { exact: true }).click()
  await expect.poll(ground).not.toBe(light)
  await preview.getByText('Phone', { exact: true }).click()
  await expect(mail.getByText('Pillar Two for mid-sized groups')).toBeVisible()
  expect((await preview.locator('iframe').boundingBox())!.width).toBe(375)
  await preview.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('Test sent to you.')).toBeVisible()
  const tested = await sentMail(app.directory, new RegExp(`To: [^\\n]*<${app.people.morgan}>[^]*Before the year ends`))
  expect(tested).toContain('Pillar Two for mid-sized groups')
  await preview.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText(/^Digest scheduled for tomorrow at 8:00 AM, Pacific time\.$/)).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(create).toBeHidden()

  // The email's link opens the item after signing in.
  const reader = await (await browser.newContext({ baseURL: app.url })).newPage()
  await reader.goto(/\/(api\/d\/[\w-]{86}|asset\/[0-9a-f-]{36})/.exec(tested)![0])
  await reader.getByLabel('Email').fill(app.people.morgan)
  await reader.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await reader.getByRole('button', { name: 'Login' }).click()
  await expect(reader.getByRole('heading', { level: 1, name: 'Pillar Two for mid-sized groups' })).toBeVisible()
  await reader.context().close()

  // The digest is sent once to everyone on the list.
  await page.getByRole('link', { name: 'Digests' }).click()
  const row = page.getByRole('row', { name: /Before the year ends/ })
  await expect(row).toContainText('Scheduled')
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Before the year ends' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Send now')
  await expect(dialog(page, 'Send now').getByText('It goes to 8 people right away.')).toBeVisible()
  await dialog(page, 'Send now').getByRole('button', { name: 'Send now' }).click()
  await expect(row).toContainText('8 of 8', { timeout: 20_000 })
  await expect(row).toContainText('Scheduled')
  await row.getByRole('button', { name: 'Details for Before the year ends' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /Sent \d/ })).toHaveCount(8)
  expect(await axe(page)).toEqual([])

  // One person unsubscribes with one click. No one gets the same items twice, and the run says so.
  const another = new RegExp(
    `^To: (?![^\\n]*<${app.people.morgan}>)[^\\n]*@${app.domain}>[^]*Before the year ends`,
    'm',
  )
  await unsubscribe(app, await sentMail(app.directory, another))
  await act('Send now')
  await expect(dialog(page, 'Send now').getByText('It goes to 7 people right away.')).toBeVisible()
  await dialog(page, 'Send now').getByRole('button', { name: 'Send now' }).click()
  await expect(row).toContainText('Nothing new, so not sent', { timeout: 20_000 })
  await expect(page.getByRole('button', { name: /Nothing new, so not sent/ })).toBeVisible()
  await page.getByRole('button', { name: /Nothing new, so not sent/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Unsubscribed' })).toHaveCount(1)
  await act('Pause')
  await expect(row).toContainText('Paused')
  await act('Resume')
  await expect(row).toContainText('Scheduled')
  await act('Cancel digest')
  await expect(dialog(page, 'Cancel digest').getByRole('button', { name: 'Keep it' })).toBeFocused()
  await dialog(page, 'Cancel digest').getByRole('button', { name: 'Cancel digest' }).click()
  await expect(row).toContainText('Canceled')
})

test("starts a digest from an item on a phone, stores a draft, and shows what's invalid when reopened", {
  tag: '@keptOnDevice',
}, async ({ app, browser }) => {
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await app.signIn(page, 'admin')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Create Digest' }).click()
  const panel = panelOf(page)
  await fill(panel, { title: 'Landlords and tenants', description: 'Two things for whoever rents.' })
  await panel.getByRole('button', { name: 'Add from the Library' }).click()
  const pick = dialog(page, 'Add from the Library')
  await pick.getByRole('textbox', { name: 'Search the Library' }).fill('leases')
  await pick.getByRole('button', { name: /^Add Leases/ }).click()
  await expect(pick.getByText('Added')).toBeVisible()
  await pick.getByRole('button', { name: 'Done' }).click()
  // The page has no preview data, so the person types it.
  const stopRefusing = await refuse(page, /\/api\/link\/preview$/, 400, linkMessages.noPreview)
  await panel.getByRole('button', { name: 'Add external content' }).click()
  const external = dialog(page, 'Add external content')
  const add = external.getByRole('button', { name: 'Add External Content' })
  await add.click()
  await expect(external.getByText(linkMessages.required)).toBeVisible()
  await external.getByRole('textbox', { name: 'Content link' }).fill('https://vimeo.com/76979871')
  await expect(external.getByText(linkMessages.noPreview)).toBeVisible()
  await external.getByRole('textbox', { name: 'Title' }).fill('A walk through a lease')
  await add.click()
  await expect(external).toBeHidden()
  await expect(panel.getByText('A walk through a lease')).toBeVisible()
  await stopRefusing()
  await panel.getByLabel('Add a list or a person').fill('Morgan')
  await page.getByRole('option', { name: 'Morgan Bell' }).click()
  // Closes the field's dropdown, not the panel.
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'See the 1 contact' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axe(page)).toEqual([])
  await expect(panel.getByRole('button', { name: 'Create', exact: true })).toBeDisabled()
  await panel.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(panel).toBeHidden()

  await page.goto('/insights/digests')
  await page.getByRole('button', { name: 'Actions for Landlords and tenants' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Landlords and tenants')
  await panel.getByLabel('Scheduled date').fill('2026-01-05')
  await expect(panel.getByText('Choose a time at least 5 minutes from now.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await panel.getByRole('button', { name: 'Close' }).click()
  await dialog(page, 'Unsaved changes').getByRole('button', { name: 'No, Cancel Changes' }).click()
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Actions for Landlords and tenants' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page, 'Warning').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Element was deleted successfully')).toBeVisible()
  await expect(page.getByText('Landlords and tenants')).toBeHidden()
  const restore = await cutNetwork(context)
  await expect(page.getByText('You can see and change digests when you’re back online.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Digest' })).toBeDisabled()
  await restore()
  await context.close()
})

test("hides digests from people who don't manage content", async ({ app, page }) => {
  await app.signIn(page, 'dana')
  await page.goto('/insights/digests')
  await expect(page.getByRole('heading', { level: 1, name: 'Digests' })).toBeHidden()
  await page.goto('/insights/library')
  await expect(page.getByRole('link', { name: 'Videos' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Digest' })).toBeHidden()
})

test("moves an item onto another one's position by dragging", async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 1600 })
  await app.signIn(page, 'morgan')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Create Digest' }).click()
  const panel = dialog(page, 'Create Digest')
  await panel.getByRole('button', { name: 'Add from the Library' }).click()
  const pick = dialog(page, 'Add from the Library')
  for (let n = 0; n < 3; n++) await pick.getByRole('button', { name: /^Add / }).first().click()
  await pick.getByRole('button', { name: 'Done' }).click()
  const items = panel.getByRole('region', { name: /^Content/ }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  const names = () => items.locator('b').allTextContents()
  const [first, second, third] = await names()
  await items.nth(2).dragTo(items.nth(0))
  await expect.poll(names).toEqual([third, first, second])
  await items.nth(0).dragTo(items.nth(2))
  await expect.poll(names).toEqual([first, second, third])
})
