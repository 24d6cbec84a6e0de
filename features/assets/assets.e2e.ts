import type { Browser } from '@playwright/test'
import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { type App, axe, expect, type Person, test } from '#tests/browser.ts'

const openAs = async (app: App, browser: Browser, person: Person) => {
  const page = await (await browser.newContext({ baseURL: app.url })).newPage()
  await app.signIn(page, person)
  return page
}
const pdf = async (name: string, lines: string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: await aPdf(lines),
})

test('lets an admin share a PDF that a colleague reads until access ends', async ({ app, browser }) => {
  const admin = await openAs(app, browser, 'admin')
  await admin.goto('/viewer/assets')
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Upload Asset' }).click()
  await expect(dialog.getByText('Asset name is required.')).toBeVisible()
  await expect(dialog.getByText('At least one user must be selected.')).toBeVisible()
  await expect(dialog.getByText('A file must be selected.')).toBeVisible()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'Guest list.xlsx', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(dialog.getByText(/^Only PDF files are allowed\./)).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles(await pdf('Pitch deck.pdf', ['Harbor pitch', 'Second page']))
  await expect(dialog.getByText('Selected file: Pitch deck.pdf')).toBeVisible()
  await expect(dialog.getByLabel('File Name')).toHaveValue('Pitch deck')
  // Enter selects the highlighted person and never submits: after a choice, with an unknown name, or in an empty field.
  const people = dialog.getByRole('combobox', { name: 'File Access' })
  await people.fill('No one by that name')
  await people.press('Enter')
  await people.fill('Dana')
  await people.press('Enter')
  await expect(dialog.getByText('1 user can open it.')).toBeVisible()
  await expect(people).toHaveValue('')
  await people.press('Enter')
  await dialog.getByLabel('Tags').press('Enter')
  await dialog.getByLabel('Tags').fill('Pitches')
  await dialog.getByLabel('Tags').press('Enter')
  await expect(dialog.getByText('1 user can open it.')).toBeVisible()
  await expect(dialog).toContainText('Dana Reyes')
  await dialog.getByRole('heading', { name: 'UPLOAD' }).click()
  expect(await axe(admin, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Upload Asset' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('link', { name: 'Pitch deck' })).toBeVisible()
  const deck = admin.getByRole('row').filter({ has: admin.getByRole('link', { name: 'Pitch deck' }) })
  await expect(deck.getByRole('button', { name: '1 user', exact: true })).toBeVisible()
  await admin.getByLabel('Show').selectOption('Pitches')
  await expect(admin.getByText('1 asset', { exact: true })).toBeVisible()
  expect(await axe(admin)).toEqual([])

  const dana = await openAs(app, browser, 'dana')
  await dana.goto('/viewer/assets')
  const [reading] = await Promise.all([
    dana.waitForEvent('popup'),
    dana.getByRole('link', { name: 'Pitch deck' }).click(),
  ])
  await expect(reading.getByText('Harbor pitch')).toBeVisible()
  await expect(reading.getByText('page 1 of 2')).toBeVisible()
  await reading.getByLabel('Search in this file').fill('second')
  await expect(reading.getByText('1 of 1')).toBeVisible()
  await expect(reading.getByText('page 2 of 2')).toBeVisible()

  await deck.getByRole('button', { name: '1 user', exact: true }).click()
  await expect(admin.getByRole('dialog').getByText(/^Opened \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await admin.getByRole('button', { name: 'Actions for Pitch deck' }).click()
  await admin.getByRole('menuitem', { name: 'Delete' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByRole('link', { name: 'Pitch deck' })).toBeHidden()
  await reading.reload()
  await expect(reading.getByText('We couldn’t find this asset.').first()).toBeVisible()
})

test('closes a PDF and its URL for a person who loses access', async ({ app, browser }) => {
  const admin = await openAs(app, browser, 'admin')
  await admin.goto('/viewer/assets')
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(await pdf('Merger plan.pdf', ['Merger of two harbors']))
  const people = admin.getByRole('listbox', { name: 'File Access' })
  for (const name of ['Morgan Bell', 'Lee Okafor']) {
    await dialog.getByLabel('File Access').fill(name)
    await people.getByRole('option', { name }).click()
  }
  await expect(dialog.getByText('2 users can open it.')).toBeVisible()
  await dialog.getByRole('heading', { name: 'UPLOAD' }).click()
  await dialog.getByRole('button', { name: 'Upload Asset' }).click()
  await expect(dialog).toBeHidden()

  const lee = await openAs(app, browser, 'lee')
  await lee.goto('/viewer/assets')
  const opened = lee.waitForEvent('popup')
  await lee.getByRole('link', { name: 'Merger plan' }).click()
  const reading = await opened
  const file = await reading.waitForResponse((response) => response.headers()['content-type'] === 'application/pdf')
  await expect(reading.getByText('Merger of two harbors')).toBeVisible()
  expect((await reading.request.get(file.url())).status()).toBe(200)

  const elsewhere = await openAs(app, browser, 'admin')
  await elsewhere.goto('/viewer/assets')
  await elsewhere.getByRole('button', { name: 'Actions for Merger plan' }).click()
  await elsewhere.getByRole('menuitem', { name: 'Edit' }).click()
  const older = elsewhere.getByRole('dialog')
  await expect(older.getByText('2 users can open it.')).toBeVisible()

  await admin.getByRole('button', { name: 'Actions for Merger plan' }).click()
  await admin.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('File Access').press('Backspace')
  await expect(dialog.getByText('1 user can open it.')).toBeVisible()
  await dialog.getByRole('heading', { name: 'EDIT ASSET' }).click()
  await dialog.getByRole('button', { name: /Save|Update/ }).click()
  await expect(dialog).toBeHidden()
  expect((await reading.request.get(file.url())).status()).toBe(404)
  await reading.reload()
  await expect(reading.getByText('We couldn’t find this asset.').first()).toBeVisible()
  await lee.reload()
  await expect(lee.getByRole('link', { name: 'Merger plan' })).toBeHidden()

  // A form that was opened earlier doesn't restore Lee's access.
  await older.getByLabel('File Name').fill('Merger plan 2027')
  await older.getByRole('button', { name: 'Save Changes' }).click()
  await expect(older.getByText('Someone else changed this asset in the meantime.')).toBeVisible()
  await older.getByRole('button', { name: 'Show the latest version' }).click()
  await expect(older.getByText('1 user can open it.')).toBeVisible()
  await older.getByLabel('File Name').fill('Merger plan 2027')
  await older.getByRole('button', { name: 'Save Changes' }).click()
  await expect(elsewhere.getByRole('link', { name: 'Merger plan 2027' })).toBeVisible()
})

test('opens readable assets beside the Tracker’s list, newest first', async ({ app, browser }) => {
  const { assets: mine } = (await app.call('morgan', 'assets')) as { assets: { name: string }[] }
  const { assets: all } = (await app.call('morgan', 'assets/all')) as { assets: { name: string }[] }
  expect(all.length).toBeGreaterThan(mine.length)
  const admin = await openAs(app, browser, 'morgan')
  await admin.goto('/targets/active')
  await admin.getByRole('button', { name: 'Assets' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Assets' })
  await expect(dialog.getByText(`${mine.length} assets`)).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles(await pdf('Rates.pdf', ['Rates']))
  const upload = admin.getByRole('dialog', { name: 'UPLOAD' })
  await expect(upload.getByText('Selected file: Rates.pdf')).toBeVisible()
  await upload.getByLabel('Everyone, including people who join later').check()
  await upload.getByRole('button', { name: 'Upload Asset' }).click()
  const links = dialog.getByRole('table', { name: 'Assets' }).locator('tbody th').getByRole('link')
  await expect(links.first()).toHaveText('Rates')
  const { assets } = (await app.call('morgan', 'assets')) as { assets: { name: string; updated_at: string }[] }
  const newest = assets.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)).map(({ updated_at }) => updated_at)
  const shown = (await links.allTextContents()).map((name) => assets.find((one) => one.name === name)?.updated_at)
  expect(shown.filter((at) => at !== undefined)).toEqual(newest)
})

test('uploads several PDFs together, explains a broken one, and keeps the others', async ({ app, browser }) => {
  const admin = await openAs(app, browser, 'admin')
  await admin.goto('/viewer/assets')
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  // A file that was already chosen moves along.
  await admin.locator('input[type=file]').setInputFiles(await pdf('Draft.pdf', ['Draft']))
  await admin.getByRole('button', { name: 'Upload several files' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Upload several files' })
  await dialog.getByRole('button', { name: 'Remove Draft.pdf' }).click()
  await dialog.getByRole('button', { name: 'Upload Assets' }).click()
  await expect(dialog.getByText('A file must be selected.')).toBeVisible()
  await expect(dialog.getByText('At least one user must be selected.')).toBeVisible()
  const broken = { name: 'Harbor map.pdf', mimeType: 'application/pdf', buffer: Buffer.from('PK\u0003\u0004 a ZIP') }
  const files = [await pdf('Harbor fees.pdf', ['Fees']), broken, await pdf('Harbor rules.pdf', ['Rules'])]
  await dialog.locator('input[type=file]').setInputFiles(files)
  const lines = dialog.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await dialog.getByLabel('Everyone, including people who join later').check()
  expect(await axe(admin, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Upload Assets' }).click()
  await expect(lines.filter({ hasText: 'Uploaded' })).toHaveCount(2)
  await expect(lines.filter({ hasText: 'Harbor map.pdf' }).getByText('Only PDF files are allowed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(lines.filter({ hasText: 'Harbor map.pdf' }).getByText('Only PDF files are allowed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Harbor map.pdf' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(admin.getByRole('link', { name: 'Harbor fees' })).toHaveCount(1)
  await expect(admin.getByRole('link', { name: 'Harbor rules' })).toHaveCount(1)
  await expect(admin.getByRole('link', { name: 'Harbor map' })).toHaveCount(0)
})
