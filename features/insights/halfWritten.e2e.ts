// Unsaved input in the Library's panels and dialogs is confirmed before it is lost, and forms list their missing fields
// beside the button.
import type { Page } from '@playwright/test'
import { axe, expect, test } from '#tests/browser.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const question = (page: Page) => dialog(page, 'Unsaved changes')
const stay = async (page: Page) => {
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
}
const drop = async (page: Page) => {
  await question(page).getByRole('button', { name: 'No, Cancel Changes' }).click()
  await expect(question(page)).toBeHidden()
}
/** Reloads and returns the browser's prompt, or null if there was none. */
async function asksAtReload(page: Page): Promise<string | null> {
  let asked: string | null = null
  page.once('dialog', (one) => {
    asked = one.type()
    void one.dismiss()
  })
  await page.evaluate(() => setTimeout(() => location.reload()))
  await expect.poll(() => asked).not.toBeNull()
  return asked
}

test('asks about an unsaved digest on Escape, close, reload, and links, and can save a draft', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page, 'morgan')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Create Digest' }).click()
  const panel = dialog(page, 'Create Digest')
  const title = panel.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  // Without input there is no prompt.
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Create Digest' }).click()

  // Each reason is shown beside the disabled buttons and links to its field.
  const reasons = panel.getByText(/^To create the digest, check:/)
  await expect(reasons).toHaveText(/Title, Description, Template, Content, Recipients$/)
  await title.focus()
  await panel.getByRole('textbox', { name: 'Description' }).focus()
  await expect(panel.getByText('Required', { exact: true })).toHaveCount(1)
  await reasons.getByRole('button', { name: 'Recipients' }).click()
  await expect(
    panel
      .getByRole('combobox', { name: 'Add a list or a person' })
      .or(panel.getByLabel('Add a list or a person'))
      .first(),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await title.fill('Half of a digest')
  await expect(reasons).not.toHaveText(/Title/)
  expect(await axe(page)).toEqual([])

  await page.keyboard.press('Escape')
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await stay(page)
  await panel.getByRole('button', { name: 'Close' }).click()
  await stay(page)
  // The filters belong to the same page, so the panel stays open.
  await page.getByRole('link', { name: 'Guides' }).click()
  await expect(page).toHaveURL(/\/insights\/guides$/)
  await expect(title).toHaveValue('Half of a digest')
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: /^Tracker/ })
    .click()
  await stay(page)
  await expect(page).toHaveURL(/\/insights\/guides$/)
  expect(await asksAtReload(page)).toBe('beforeunload')
  await expect(title).toHaveValue('Half of a digest')
  await panel.getByRole('button', { name: 'Close' }).click()
  await question(page).getByRole('button', { name: 'Yes, Finish & Save' }).click()
  await expect(panel).toBeHidden()
  await page.goto('/insights/digests')
  await expect(page.getByRole('row', { name: /Half of a digest/ })).toContainText('Draft')
})

test('asks about an unsaved item, template, or list, and keeps focus in the panel after rejecting a file', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page, 'morgan')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Add Content' }).click()
  const panel = dialog(page, 'Add Content')
  await panel.getByLabel('Name', { exact: true }).fill('Half of a content')
  await page.keyboard.press('Escape')
  await stay(page)
  await panel
    .locator('input[type=file][accept*=pdf]')
    .setInputFiles({ name: 'false.pdf', mimeType: 'application/pdf', buffer: Buffer.from('No PDF at all') })
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText('This file can’t be added. Supported files: PDF, JPEG, PNG, WEBP, SVG')).toBeVisible()
  expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await drop(page)
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Create Digest' }).click()
  const digest = dialog(page, 'Create Digest')
  await digest.getByRole('button', { name: 'New Template' }).click()
  const template = dialog(page, 'New Template')
  await expect(template.getByText('To save the template, add a name and a logo.')).toBeVisible()
  await template.getByRole('textbox', { name: 'Template Name' }).fill('Half')
  await expect(template.getByText('To save the template, add a logo.')).toBeVisible()
  await page.keyboard.press('Escape')
  await stay(page)
  await template.getByRole('button', { name: 'Cancel' }).click()
  await drop(page)
  await expect(template).toBeHidden()
  await digest.getByRole('button', { name: 'Add new Distribution List' }).click()
  const list = dialog(page, 'Add new Distribution List')
  await expect(list.getByText('This list is empty. A digest can’t go to it until someone is on it.')).toBeVisible()
  await list.getByRole('textbox', { name: 'Name', exact: true }).fill('No one yet')
  await page.keyboard.press('Escape')
  await stay(page)
  await list.getByRole('button', { name: 'Create' }).click()
  await expect(list).toBeHidden()
  await expect(digest.getByText('No one is on this list yet.')).toBeVisible()
  await expect(digest.getByText(/^To create the digest, check:.*Recipients$/)).toBeVisible()
})

test('asks about an unsaved section, tag, link, and insight, and saves them on request', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page, 'admin')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Add new section' }).click()
  const section = dialog(page, 'Add new section')
  await section.getByRole('textbox', { name: 'Section Name' }).fill('Half a section')
  await page.keyboard.press('Escape')
  await stay(page)
  await section.getByRole('button', { name: 'Cancel' }).click()
  await drop(page)
  await expect(section).toBeHidden()

  await page.getByRole('button', { name: 'Add Content' }).click()
  await page.getByRole('button', { name: 'Add new Tag' }).click()
  const tag = dialog(page, 'Add new Tag')
  await tag.getByRole('textbox', { name: 'Tag Name' }).fill('Half a tag')
  await page.keyboard.press('Escape')
  await stay(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Yes, Finish & Save' }).click()
  await expect(tag).toBeHidden()
  await expect(page.getByText('Tag “Half a tag” added.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit tags' }).click()
  const tags = dialog(page, 'Edit tags')
  await tags.getByRole('button', { name: 'Edit Half a tag' }).click()
  await tags.getByRole('textbox', { name: 'Tag Name' }).fill('A whole tag')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Yes, Finish & Save' }).click()
  await expect(tags).toBeHidden()
  await expect(page.getByText('Tag renamed to “A whole tag.”')).toBeVisible()

  // The new tag belongs to the item.
  await expect(page.getByRole('button', { name: 'Edit tags' })).toBeFocused()
  await page.keyboard.press('Escape')
  await drop(page)
  await page.getByRole('button', { name: 'Create Digest' }).click()
  await dialog(page, 'Create Digest').getByRole('button', { name: 'Add external content' }).click()
  const link = dialog(page, 'Add external content')
  await link.getByRole('textbox', { name: 'Content link' }).fill('https://vimeo.com/7697')
  await page.keyboard.press('Escape')
  await stay(page)
  await link.getByRole('button', { name: 'Close' }).click()
  await drop(page)
  await expect(link).toBeHidden()

  await page.goto('/admin/insights')
  await page.getByRole('button', { name: 'Write an insight' }).first().click()
  const insight = dialog(page, 'Write an insight')
  await insight.getByRole('textbox', { name: 'Observation' }).fill('Half an insight')
  await page.keyboard.press('Escape')
  await stay(page)
  await insight.getByRole('button', { name: 'Cancel' }).click()
  await drop(page)
  await expect(insight).toBeHidden()
})

test('leaves people out of a digest one by one from its contacts', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page, 'morgan')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Create Digest' }).click()
  const panel = dialog(page, 'Create Digest')
  await panel.getByLabel('Add a list or a person').first().click()
  await page.getByRole('option', { name: /^Partners/ }).click()
  await page.keyboard.press('Escape')
  const count = async () =>
    Number(/\d+/.exec((await panel.getByRole('heading', { name: /^Recipients/ }).textContent())!)![0])
  await expect.poll(count).toBeGreaterThan(1)
  const before = await count()
  await panel.getByRole('button', { name: /^See the .* contacts/ }).click()
  const contacts = page.getByRole('dialog', { name: /^Partners/ })
  await contacts.getByRole('button', { name: 'Leave out Dana Reyes' }).click()
  await expect(contacts.getByText('Left out of this digest.')).toBeVisible()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await contacts.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(count).toBe(before - 1)
  await expect(panel.getByText(/^That leaves \d+ of \d+ people: .*1 is left out/)).toBeVisible()
  await panel.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(panel).toBeHidden()
  await page.goto('/insights/digests')
  await expect(page.getByRole('row', { name: /Untitled/ })).toContainText(`${before - 1}`)
})

test('renders at most a hundred of 2,000 people in the digest form', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const users = Array.from({ length: 2000 }, (_, at) => ({
    user_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    first_name: 'Person',
    last_name: `Number ${at}`,
    email: `person${at}@hartwell.example`,
  }))
  await page.route('**/api/contents/reach', (route) => route.fulfill({ json: { users, groups: [] } }))
  await app.signIn(page, 'morgan')
  await page.goto('/insights/library')
  await page.getByRole('button', { name: 'Create Digest' }).click()
  const panel = dialog(page, 'Create Digest')
  const options = page.locator('[role=option]')
  const search = panel.getByLabel('Add a list or a person').first()
  await search.click()
  await expect.poll(() => options.count()).toBeGreaterThan(10)
  // A hundred people, and the lists.
  expect(await options.count()).toBeLessThanOrEqual(110)
})
