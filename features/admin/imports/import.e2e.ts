import type { Page } from '@playwright/test'
import writeWorkbook, { type CellObject } from 'write-excel-file/node'
import type { Tiles } from '#features/targets/list/contract.ts'
import { type App, axe, expect, test } from '#tests/browser.ts'

const pipeline = [
  'id,agent,account,product,stage,opened,closed,amount',
  'e1,Dana Reyes,Halden Shipping,Charter,Won,10/20/2025,3/1/2026,"$1,054"',
  'e2,D. Reyes,Ibsen Paper,Charter,Engaging,11/4/2025,,',
  'e3,Dana Reyes,,Retainer,Engaging,11/4/2025,,',
  'e4,Dana Reyes,Jensen Mills,Charter,Astral,11/4/2025,,',
  'e5,Stranger,Karlsen,Charter,Won,10/20/2025,13/13/2026,9',
].join('\n')

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 2 })
const choose = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

async function openAdmin(page: Page, app: App) {
  await app.signIn(page, 'admin')
  await page.goto('/admin/imports')
}

test('lets a firm admin import a pipeline, see rejected rows and their reasons, and undo it', async ({ page, app }) => {
  test.slow()
  const before = ((await app.call('dana', 'tiles?status=active,completed')) as Tiles).tiles.length
  await openAdmin(page, app)
  expect(await axe(page)).toEqual([])
  await choose(page, 'pipeline.csv', pipeline)

  await expect(heading(page, 'Match the columns')).toBeFocused()
  await expect(page.getByLabel('account')).toHaveValue('company')
  await expect(page.getByLabel('amount')).toHaveValue('projected_revenue')
  await page.getByLabel('amount').selectOption('Won revenue')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('list', { name: 'Statuses' }).getByLabel('Won')).toHaveValue('completed')
  await page.getByRole('combobox', { name: 'D. Reyes' }).fill('Dana')
  await page.getByRole('option', { name: /Dana Reyes/ }).click()
  await page
    .getByRole('combobox', { name: 'Rows without a company or contact' })
    .selectOption({ label: 'Use “product” as the contact' })
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('The stage “Astral” isn’t matched to a status.').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Halden Shipping/ })).toContainText('$1,054')
  expect(await axe(page)).toEqual([])
  // A reason wraps to two or three lines and leaves room for the columns beside it.
  const reason = page.getByRole('row', { name: /Astral/ }).getByText('The stage “Astral” isn’t matched to a status.')
  const usual = page.viewportSize()!
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const { height, width: wide } = (await reason.boundingBox())!
    expect(height, `at ${width}`).toBeLessThan(width < 400 ? 180 : 84)
    expect(wide, `at ${width}`).toBeLessThan(width * 0.45)
  }
  await page.setViewportSize(usual)
  // Going back and forth loses nothing.
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('list', { name: 'Statuses' }).getByLabel('Astral').selectOption('On Hold')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Import 4 Targets' }).click()

  await expect(heading(page, 'Imported: pipeline.csv')).toBeVisible()
  await expect(page.getByText('“Stranger” isn’t matched to a person in the firm.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rejected rows' }).click()
  expect((await download).suggestedFilename()).toBe('pipeline rejected.csv')
  const { tiles } = (await app.call('dana', 'tiles?status=active,completed')) as Tiles
  expect(tiles).toHaveLength(before + 3)
  expect(tiles.find(({ company }) => company === 'Halden Shipping')).toBeDefined()

  await page.reload()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(heading(page, 'Undone: pipeline.csv')).toBeVisible()
  expect(((await app.call('dana', 'tiles?status=active,completed')) as Tiles).tiles).toHaveLength(before)
  await page.getByRole('link', { name: 'Import history' }).click()
  await expect(page.getByRole('table', { name: 'Imports' })).toContainText('4 imported, 1 rejected')
})

const cards = [
  'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Vestergaard;Ida;;;\r\nFN:Ida Vestergaard\r\nORG:Vestergaard Marine;Fleet\r\nTITLE:CFO\r\nEMAIL;TYPE=work:ida@vestergaard.example\r\nTEL:+1 206 555 0177\r\nEND:VCARD\r\n',
  'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg\r\nEMAIL;INTERNET:joerg@mueller.example\r\nEND:VCARD\r\n',
  'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Never Closed\r\n',
].join('')

test('lets a firm admin import an address book and finds its contacts under Contacts', async ({ page, app }) => {
  test.slow()
  await app.signIn(page, 'admin')
  await page.goto('/contacts')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('radio', { name: 'Contacts' })).toBeChecked()
  await expect(page.getByText('Drop a CSV, Excel, or vCard file here')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await choose(page, 'book.vcf', cards)

  await expect(heading(page, 'Match the columns')).toBeFocused()
  await expect(page.getByText('This vCard file has 3 cards. Row numbers count the cards.')).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('company')
  await expect(page.getByRole('list', { name: 'Not imported' })).toContainText('value of “Department” Fleet')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Who keeps the contacts?')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This card has no end. Export it again.').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Ida Vestergaard/ })).toContainText('Vestergaard Marine')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 contacts' }).click()

  await expect(heading(page, 'Imported: book.vcf')).toBeVisible()
  await expect(page.getByText('The contacts are now in your firm. Each is listed for its owner.')).toBeVisible()
  const report = page.url()
  await page.goto('/contacts')
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill('vesterg')
  await expect(page).toHaveURL(/q=vesterg/)
  await page.getByRole('link', { name: 'Ida Vestergaard' }).click()
  await expect(page).toHaveURL(/\/contact\//)
  await expect(page.getByText('imported this contact from book.vcf')).toBeVisible()
  await page.goto('/contacts')
  await expect(page.getByRole('link', { name: 'Jörg Müller' })).toBeVisible()

  await page.goto(report)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(
    page.getByText('Remove the 2 imported contacts? Any that someone has since used are kept.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(heading(page, 'Undone: book.vcf')).toBeVisible()
  await page.goto('/contacts')
  await expect(page.getByRole('link', { name: 'Jörg Müller' })).toBeHidden()
})

const aDay = (day: string): CellObject => ({ value: new Date(day), type: Date, format: 'mm/dd/yyyy' })
const row = (...values: string[]): CellObject[] => values.map((value) => ({ value, type: String }))
const aWorkbook = () =>
  writeWorkbook([
    {
      sheet: 'Deals',
      data: [
        row('Opportunity ID', 'Opportunity Owner', 'Account Name', 'Opportunity Name', 'Stage', 'Close Date', 'Amount'),
        [
          ...row('x1', 'Dana Reyes', 'Halden Shipping', 'Charter', 'Closed Won'),
          aDay('2026-03-02'),
          { value: 135760, type: Number },
        ],
        [],
        [
          ...row('x2', 'Dana Reyes', 'Ibsen Paper', 'Charter', 'Closed Won'),
          aDay('2026-03-02'),
          ...row('1.210,00 €', 'signed by both'),
        ],
        [
          ...row('x3', 'Dana Reyes', 'Jensen Mills', 'Retainer', 'Negotiation/Review'),
          aDay('2030-05-06'),
          { value: 400, type: Number },
        ],
      ],
    },
    { sheet: 'Old', data: [row('Company'), row('Karlsen')] },
  ]).toBuffer()

test('imports a workbook with several sheets in full and lists its unnamed column before and after', async ({
  page,
  app,
}) => {
  test.slow()
  await openAdmin(page, app)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pipeline.xlsx', mimeType: 'application/octet-stream', buffer: await aWorkbook() })
  await expect(heading(page, 'Which sheet?')).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Import this sheet: Deals' }).click()

  await expect(heading(page, 'Match the columns')).toBeFocused()
  await expect(
    page.getByText('This looks like opportunities exported from Salesforce, so we matched the columns for you.'),
  ).toBeVisible()
  await expect(page.getByText('We’ll import the sheet “Deals.” Not imported: “Old” (2 rows).')).toBeVisible()
  await expect(page.getByText('No heading. 1 value from row 4: signed by both')).toBeVisible()
  const left = page.getByRole('list', { name: 'Not imported' })
  await expect(left).toContainText('value of “Column 8,” which has no heading signed by both')
  await expect(left).toContainText('1blank row')
  await page.getByLabel('Column 8').selectOption('Note')
  await expect(left).not.toContainText('Column 8')
  await page.getByLabel('Column 8').selectOption('Not imported')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('radio', { name: 'Use as the expected close' })).toBeChecked()
  await page.getByRole('radio', { name: 'Use as the next step’s due date' }).check()
  await expect(page.getByText('There are amounts in €. Nothing is converted.')).toBeVisible()
  await page.getByRole('radio', { name: 'Take the same number of dollars' }).check()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(left).toContainText('signed by both')
  await page.getByRole('button', { name: 'Import 3 Targets' }).click()

  await expect(heading(page, 'Imported: pipeline.xlsx')).toBeVisible()
  await expect(left).toContainText('signed by both')
  await expect(page.getByText('$136,970')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as Tiles
  expect(tiles.find(({ company }) => company === 'Jensen Mills')?.due).toBeNull()
})

test('keeps choices over a reload and starts the next similar file with them until they are deleted', async ({
  page,
  app,
}) => {
  test.slow()
  const file = (id: string) => `Nr,Wer,Was,Lage\n${id},Dana Reyes,Halden Shipping ${id},heiss`
  await openAdmin(page, app)
  await choose(page, 'januar.csv', file('j1'))
  await page.getByLabel('Was').selectOption('Company')
  await page.getByLabel('Lage').selectOption('Status')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('list', { name: 'Statuses' }).getByLabel('heiss').selectOption('Pursuing')
  // Reloads right away, since pending changes must arrive without the page.
  await expect
    .poll(async () => {
      await page.reload()
      await expect(heading(page, 'Match the values')).toBeVisible()
      return page.getByRole('list', { name: 'Statuses' }).getByLabel('heiss').inputValue()
    })
    .toBe('active')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('We’ll remember this mapping for files with the same headings.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 Target' }).click()
  await expect(heading(page, 'Imported: januar.csv')).toBeVisible()

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, 'februar.csv', file('f1'))
  await expect(page.getByText(/^Mapped the way .+ mapped januar.csv on /)).toBeVisible()
  await expect(page.getByLabel('Was')).toHaveValue('company')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete this mapping' }).click()
  await expect(page.getByText(/^Mapped the way .+ mapped januar.csv on /)).toBeHidden()
  await expect(page.getByLabel('Was')).toHaveValue('')
})

test('shows an error for an unreadable file and lets the admin choose another right away', async ({ page, app }) => {
  await openAdmin(page, app)
  await choose(page, 'broken.csv', 'company,owner\nA,"B\n')
  await expect(page.getByRole('alert')).toContainText('Row 2 opens a quotation mark that never closes.')
  await choose(page, 'people.csv', 'a,b\n1,2\n')
  await expect(heading(page, 'Match the columns')).toBeVisible()
})

test('says that it needs a connection when offline', { tag: '@keptOnDevice' }, async ({ page, app }) => {
  await openAdmin(page, app)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  await page.context().setOffline(true)
  await expect(page.getByText('Admin is available when you’re back online')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
})

test('gives members no access', async ({ page, app }) => {
  await app.signIn(page, 'dana')
  await expect(page).toHaveURL(/\/targets\//)
  await page.goto('/admin/imports')
  await expect(page).toHaveURL(/\/targets\/active/)
})

test('keeps a workbook that has to wait and uploads it again automatically', async ({ page, app }) => {
  await openAdmin(page, app)
  await page.clock.install()
  let sent = 0
  await page.route('**/api/admin/imports?*', (route) => {
    if (route.request().method() !== 'POST' || ++sent > 2) return route.continue()
    return route.fulfill({ status: 503, json: { message: 'Others are first.', code: 'others_first' } })
  })
  await choose(page, 'waits.csv', pipeline)
  const said = page.getByText('Other workbooks are being read first. waits.csv is sent again in a minute.')
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Send it now' }).click()
  await expect.poll(() => sent).toBe(2)
  await expect(said).toBeVisible()
  await page.clock.runFor('01:01')
  await expect(heading(page, 'Match the columns')).toBeVisible()
  expect(sent).toBe(3)
})
