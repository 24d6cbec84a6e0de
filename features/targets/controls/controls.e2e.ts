// Tests the Controls dialog (calendar link, Activity Report, Recently Deleted) and revenue won before joining.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'

const controls = async (page: Page) => {
  await page.getByRole('button', { name: 'Controls' }).click()
  return page.getByRole('dialog', { name: 'Controls' })
}

test('copies the calendar link, which shows the open steps', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.signIn(page)
  const dialog = await controls(page)
  const field = dialog.getByLabel('Calendar link')
  await expect(field).toHaveValue(/^webcal:/)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(await field.inputValue())
  const feed = await fetch(link.replace('webcal:', 'http:'))
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
    tiles: { due: string | null; shared: string }[]
  }
  const due = tiles.filter((tile) => tile.due !== null && tile.shared !== 'pending')
  expect((await feed.text()).match(/BEGIN:VEVENT/g)).toHaveLength(due.length)
  expect(await axe(page, '[role="dialog"]')).toEqual([])
})

test('changes and turns off the calendar link, and the old one stops working', async ({ app, page }) => {
  await app.signIn(page)
  const dialog = await controls(page)
  const field = dialog.getByLabel('Calendar link')
  await expect(field).toHaveValue(/^webcal:/)
  const link = await field.inputValue()
  await dialog.getByRole('button', { name: 'Replace link' }).click()
  await dialog.getByRole('button', { name: 'Create new link' }).click()
  await expect(field).not.toHaveValue(link)
  expect((await fetch(link.replace('webcal:', 'http:'))).status).toBe(404)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Turn the link off' }).click()
  await expect(dialog.getByText('The link is off.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(field).toHaveValue(/^webcal:/)
})

test('shows the same report figures on the screen, in the PDF, and in the Excel file', async ({ app, page }) => {
  await app.signIn(page)
  const dialog = await controls(page)
  await expect(dialog.getByLabel('Date range')).toHaveValue('last_30_days')
  await dialog.getByLabel('Date range').selectOption('Last 90 Days')
  const steps = dialog
    .locator('dl > div')
    .filter({ has: page.getByText('Steps completed', { exact: true }) })
    .locator('dd')
  await expect(dialog.getByRole('button', { name: 'Show the Targets' })).toBeVisible()
  await expect(steps).toHaveText(/^[1-9]/)
  const { totals, start } = (await app.call('dana', 'reports/activity?range=last_90_days')) as {
    totals: { steps: number; targets: number }
    start: string
  }
  await expect(steps).toHaveText(String(totals.steps))
  await dialog.getByText('What these numbers mean').click()
  await expect(dialog.getByText('Steps completed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show the Targets' }).click()
  const rows = dialog.getByRole('table', { name: 'Targets' })
  await expect(rows.getByRole('row')).toHaveCount(totals.targets + 2)
  await expect(rows.getByRole('row').last()).toContainText(`Total${totals.steps}`)
  await rows.getByRole('button', { name: 'Steps completed', exact: true }).click()
  await expect(rows.getByRole('columnheader', { name: 'Steps completed' })).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('How many of its steps were completed.').last()).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await axe(page, '[role="dialog"]')).toEqual([])

  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name }).click()])
    expect(download.suggestedFilename()).toContain(`Activity Report ${start}`)
    const said = page.getByRole('listitem').filter({ hasText: `Downloaded ${download.suggestedFilename()}` })
    await expect(said).toBeVisible()
    return { bytes: readFileSync(await download.path()), said }
  }
  const pdf = await save('PDF')
  const sheet = await save('Excel')
  expect(pagesOfPdf(pdf.bytes).join('').replace(/\s+/g, ' ')).toContain(`${totals.targets} ${totals.steps} `)
  const sheets = sheetsOf(sheet.bytes)
  expect(sheets.Summary!.find(([label]) => label!.value === 'Steps completed')![1]!.value).toBe(totals.steps)
  // The sheet has a heading, the Targets, and their totals.
  expect(sheets.Targets).toHaveLength(totals.targets + 2)
  expect(sheets.Targets!.at(-1)!.map(({ value }) => value)).toContain(totals.steps)
  await pdf.said.getByRole('button', { name: 'Dismiss' }).click()
  await expect(pdf.said).toBeHidden()
  await expect(sheet.said).toBeVisible()
})

test('reports a failed report, and lets a person cancel one that is being generated', async ({ app, page }) => {
  await app.signIn(page)
  const dialog = await controls(page)
  await page.route(/reports\/activity\/file/, (route) =>
    route.fulfill({ status: 500, json: { message: 'x', code: 'failed' } }),
  )
  await dialog.getByRole('button', { name: 'PDF' }).click()
  await expect(page.getByText('Whoops! Something went wrong generating your pdf')).toBeVisible()
  await page.unroute(/reports\/activity\/file/)
  await page.route(/reports\/activity\/file/, () => undefined)
  await dialog.getByRole('button', { name: 'Excel' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Excel' })).toBeEnabled()
  await expect(page.getByText('Preparing your Excel file…')).toHaveCount(0)
})

test('says offline what needs a connection, and Recently Deleted still works', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  await app.signIn(page)
  const company = await page.getByRole('article').first().getAttribute('aria-label')
  await page
    .getByRole('button', { name: /^More for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await (await controls(page)).getByLabel('Calendar link').waitFor()
  await page.keyboard.press('Escape')
  await cutNetwork(context)
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible()
  const dialog = await controls(page)
  await expect(dialog.getByText('You can get your calendar link when you’re back online.')).toBeVisible()
  await expect(dialog.getByText('You can run this report when you’re back online.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Review Deleted Targets' }).click()
  await expect(page).toHaveURL(/targets\/deleted/)
  await expect(page.getByRole('article', { name: company ?? '' }).first()).toBeVisible()
  await (await controls(page)).getByRole('button', { name: 'Delete targets now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete targets now' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('adds earlier wins to the year’s revenue right away', async ({ app, page }) => {
  await app.signIn(page)
  await page.getByTitle('Revenue won this year').click()
  const dialog = page.getByRole('dialog')
  const before = await dialog
    .getByRole('row')
    .filter({ hasText: 'Revenue won' })
    .last()
    .getByRole('cell')
    .last()
    .textContent()
  await dialog.getByRole('button', { name: 'Set year-to-date revenue' }).click()
  await dialog.getByRole('button', { name: 'Set revenue' }).click()
  await expect(dialog.getByText('Please enter revenue.')).toBeVisible()
  await dialog.getByLabel('Won this year before you started here').pressSequentially('1000000')
  await dialog.getByRole('button', { name: 'Set revenue' }).click()
  const dollars = (text: string | null) => Number((text ?? '').replace(/\D/g, ''))
  await expect(dialog.getByRole('row').filter({ hasText: 'Won before you started here' })).toContainText('$1,000,000')
  await expect(dialog.getByRole('row').filter({ hasText: 'Revenue won' }).last()).toContainText(
    `$${(dollars(before) + 1_000_000).toLocaleString('en-US')}`,
  )
})
