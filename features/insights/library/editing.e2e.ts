import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { messages } from '#core/contract/fields.ts'
import { axe, expect, test } from '#tests/browser.ts'

const features = join(import.meta.dirname, '../..')
const podcast = join(features, 'insights/library/demo/films/mediation.m4a')
const film = join(features, 'trainer/demo/videos/01.mp4')

const panelOf = (page: Page, name: 'Add Content' | 'Edit Content') => page.getByRole('dialog', { name })
const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const editing = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  return panelOf(page, 'Edit Content')
}

test("adds a recording and a video, with the file's duration and a generated thumbnail", async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page, 'admin')
  await page.goto('/insights/library')
  const panel = panelOf(page, 'Add Content')
  const save = panel.getByRole('button', { name: 'Save', exact: true })

  await page.getByRole('button', { name: 'Add Content' }).click()
  await panel.getByLabel('Content type').selectOption('Podcast (audio)')
  await panel.locator('input[type=file][accept*=audio]').setInputFiles(podcast)
  await expect(panel.getByLabel('Name', { exact: true })).toHaveValue('mediation')
  await panel.getByLabel('Name', { exact: true }).fill('Two mediators talk')
  await save.click()
  await expect(page.getByText('“Two mediators talk” added.')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(cardOf(page, 'Two mediators talk').getByText(/^\d\d:\d\d$/)).toBeVisible()

  await page.getByRole('button', { name: 'Add Content' }).click()
  await panel.getByLabel('Content type').selectOption('Video')
  await panel.locator('input[type=file][accept*=mp4]').setInputFiles(film)
  await panel.getByLabel('Name', { exact: true }).fill('Asking for the next meeting')
  await save.click()
  await expect(page.getByText('“Asking for the next meeting” added.')).toBeVisible({ timeout: 30_000 })
  const picture = cardOf(page, 'Asking for the next meeting')
    .getByRole('img')
    .or(cardOf(page, 'Asking for the next meeting').locator('img'))
    .first()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
})

test('edits an item in its panel, shows errors, and renames, merges, and deletes tags in place', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page, 'admin')
  await page.goto('/insights/library')
  const name = 'Pillar Two for mid-sized groups'
  const panel = await editing(page, name)
  const save = panel.getByRole('button', { name: 'Save', exact: true })
  await panel.getByLabel('Name', { exact: true }).fill('')
  await panel.getByLabel('Description').fill('x'.repeat(301))
  await save.click()
  await expect(panel.getByText('Required', { exact: true })).toBeVisible()
  await expect(panel.getByText(messages.max(300))).toBeVisible()
  await panel.getByLabel('Description').fill('Who is in scope, and what to file first.')
  await panel.getByLabel('Name', { exact: true }).fill('Pillar Two, in short')
  expect(await axe(page)).toEqual([])

  await panel.getByRole('button', { name: 'Edit tags' }).click()
  const tags = page.getByRole('dialog', { name: 'Edit tags' })
  const edits = tags.getByRole('button', { name: /^Edit / })
  await expect(edits).not.toHaveCount(0)
  const names = await edits.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')!.slice(5)))
  const [first, second, third] = names
  await tags.getByRole('button', { name: `Edit ${first}`, exact: true }).click()
  // A tag can't be merged into itself.
  await expect(tags.getByLabel('Or merge into').getByRole('option', { name: first!, exact: true })).toHaveCount(0)
  await tags.getByLabel('Tag Name').fill(second!)
  await tags.getByRole('button', { name: 'Rename' }).click()
  await expect(tags.getByRole('alert')).not.toBeEmpty()
  await tags.getByLabel('Tag Name').fill('Renamed')
  await tags.getByRole('button', { name: 'Rename' }).click()
  await expect(tags.getByText('Renamed', { exact: true })).toBeVisible()
  await tags.getByRole('button', { name: 'Edit Renamed' }).click()
  await tags.getByLabel('Or merge into').selectOption(second!)
  await tags.getByRole('button', { name: 'Merge' }).click()
  await expect(tags.getByText('Renamed', { exact: true })).toBeHidden()
  const deleteThird = tags.getByRole('button', { name: `Delete ${third}`, exact: true })
  await deleteThird.click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Delete' }).click()
  await expect(deleteThird).toBeHidden()
  await tags.getByRole('button', { name: 'Close' }).last().click()
  await save.click()
  await expect(page.getByText('“Pillar Two, in short” saved.')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(cardOf(page, 'Pillar Two, in short')).toBeVisible()
  await expect(cardOf(page, name)).toBeHidden()
})
