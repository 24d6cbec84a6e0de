// Covers the table of assets in a browser: sorting, menus, wording, and errors.
import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { expect, refuse, test } from '#tests/browser.ts'

const pdf = async (name: string) => ({ name, mimeType: 'application/pdf', buffer: await aPdf([name]) })

test('sorts by name first, re-sorts by choice, explains columns, filters, and clears the filter', async ({
  app,
  page,
}) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/assets')
  await expect(page).toHaveTitle('Assets · Pursuit')
  const table = page.getByRole('table', { name: 'Assets' })
  const names = () => table.locator('tbody th').getByRole('link').allTextContents()
  const head = table.getByRole('columnheader', { name: /^Name/ })
  const inOrder = (all: string[]) => all.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  const all = await names()
  expect(all.length).toBeGreaterThan(20)
  expect(all).toEqual(inOrder(all))
  // No click removes the sort order.
  for (const order of ['descending', 'ascending', 'descending']) {
    await table.getByRole('button', { name: 'Name', exact: true }).click()
    await expect(head).toHaveAttribute('aria-sort', order)
  }
  expect(await names()).toEqual(inOrder(all).reverse())
  await table.getByRole('button', { name: 'Name', exact: true }).click()

  const about = {
    Name: 'The name of the file. It opens in a new tab.',
    'Last Modified By': 'Who last changed the file, its name, or its access.',
    'Date Modified': 'When it was last changed.',
    Access: 'How many people can open it. Select the number to see who.',
    Actions: 'Edit or delete the asset.',
  }
  for (const [column, sentence] of Object.entries(about)) {
    await table.getByRole('button', { name: `About ${column}`, exact: true }).hover()
    await expect(page.getByText(sentence).filter({ visible: true })).toBeVisible()
  }

  const search = page.getByRole('searchbox', { name: 'Filter by keyword' })
  await search.fill('  FEE ')
  await expect.poll(async () => (await names()).length).toBe(all.filter((name) => /fee/i.test(name)).length)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(search).toHaveValue('')
  await expect.poll(async () => (await names()).length).toBe(all.length)

  // Menus of the last three rows open upward, the others downward.
  const buttons = table.getByRole('button', { name: /^Actions for / })
  for (const [row, isUpward] of [
    [all.length - 4, false],
    [all.length - 3, true],
    [all.length - 1, true],
  ] as const) {
    await buttons.nth(row).scrollIntoViewIfNeeded()
    await buttons.nth(row).click()
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    const [above, below] = [(await menu.boundingBox())!, (await buttons.nth(row).boundingBox())!]
    expect(above.y + above.height <= below.y + 1, `row ${row}`).toBe(isUpward)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  }
})

test('takes the first of several dropped files, explains failures, and asks before closing', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/assets')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'UPLOAD' })
  await dialog.locator('input[type=file]').setInputFiles([await pdf('First.pdf'), await pdf('Second.pdf')])
  await expect(dialog.getByText('Selected file: First.pdf')).toBeVisible()
  await expect(page.getByText('Only “First.pdf” was added. Add one file at a time.')).toBeVisible()
  const people = dialog.getByRole('combobox', { name: 'File Access' })
  await people.fill('Dana')
  await people.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(asked).toBeVisible()
  await asked.press('Escape')
  await expect(dialog.getByText('Selected file: First.pdf')).toBeVisible()

  await dialog.getByRole('heading', { name: 'UPLOAD' }).click()
  const isUpload = (url: URL) => url.pathname === '/api/assets'
  await page.route(isUpload, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Upload Asset' }).click()
  await expect(dialog.getByText('Upload failed.')).toBeVisible()
  await page.unroute(isUpload)
  await dialog.getByRole('button', { name: 'Upload Asset' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Actions for First', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const stop = await refuse(page, /\/api\/assets\/.*\/all/, 500, 'Oops! Something went wrong.')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Looks like something went wrong, please try again')).toBeVisible()
  await stop()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Element was deleted successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'First', exact: true })).toBeHidden()
})

test('sorts the list on a phone', async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/assets')
  const names = () => page.getByRole('list', { name: 'Assets' }).getByRole('link').allTextContents()
  await expect(page.getByLabel('Sort rows by')).toHaveValue('name')
  const first = (await names())[0]
  await page.getByRole('button', { name: 'Ascending. Sort descending' }).click()
  await expect.poll(async () => (await names()).at(-1)).toBe(first)
  await page.getByLabel('Sort rows by').selectOption('Sort by Date Modified')
  await expect(page.getByRole('button', { name: 'Ascending. Sort descending' })).toBeVisible()
})

test('undoes a removal from the person’s list and shows deletion dates in the trash', async ({
  app,
  page,
  browser,
}) => {
  await app.signIn(page, 'dana')
  await page.goto('/viewer/assets')
  const first = page.getByRole('table', { name: 'Assets' }).locator('tbody th').getByRole('link').first()
  const name = (await first.textContent())!
  const link = page.getByRole('link', { name, exact: true })
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()

  const other = await browser.newContext({ baseURL: app.url })
  const manager = await other.newPage()
  await app.signIn(manager, 'morgan')
  await manager.goto('/viewer/assets')
  await manager.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await manager.getByRole('menuitem', { name: 'Delete' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(manager.getByRole('link', { name, exact: true })).toBeHidden()
  await manager.getByRole('button', { name: 'Trash' }).click()
  await expect(manager).toHaveTitle('Trash · Assets · Pursuit')
  await expect(manager.getByRole('columnheader', { name: /^Date Deleted/ })).toBeVisible()
  const dates = manager
    .getByRole('row')
    .filter({ hasText: name })
    .getByText(/\d\d\/\d\d\/\d{4}/)
  await expect(dates).toHaveCount(2)
  await other.close()
})
