import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'

const links = (page: Page) => page.locator('[data-tile] h3 a')
const bar = (page: Page) => page.getByRole('region', { name: 'Selected Targets' })

/** Focuses the first target. Once that works, the shortcuts are loaded. */
async function toFirst(page: Page) {
  await links(page).first().waitFor()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(links(page).first()).toBeFocused({ timeout: 500 })
  }).toPass()
}

test('holds three targets together, offline, and undoes all with one Undo', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  await app.signIn(page)
  await toFirst(page)
  const tab = page.getByRole('link', { name: /^Pursuing/ })
  const before = await tab.textContent()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await links(page).nth(2).hover()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(2)
    .check()
  await expect(bar(page)).toContainText('3 selected')
  expect(await axe(page)).toEqual([])
  await cutNetwork(context)
  await bar(page).getByRole('button', { name: 'On Hold' }).click()
  await expect(page.getByText('3 Targets put on hold.')).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await expect(tab).not.toHaveText(before ?? '')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tab).toHaveText(before ?? '')
})

test('snoozes many targets and exports them as a file offline', { tag: '@keptOnDevice' }, async ({
  app,
  page,
  context,
}) => {
  await app.signIn(page)
  await toFirst(page)
  await cutNetwork(context)
  await page.keyboard.press('x')
  await bar(page)
    .getByRole('button', { name: /^Select all/ })
    .click()
  const download = page.waitForEvent('download')
  await bar(page).getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const shown = Number((await bar(page).textContent())?.match(/^(\d+) selected/)?.[1])
  expect(shown).toBeGreaterThan(3)
  expect(file.match(/,Pursuing,/g)).toHaveLength(shown)
  await bar(page).getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await expect(page.getByText(/Targets snoozed until tomorrow\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /Overdue\s*0/ })).toBeVisible()
})

test('stores the dense list in the URL and on the device, and its rows work like tiles', async ({ app, page }) => {
  await app.signIn(page)
  await links(page).first().waitFor()
  await page.getByTitle('List', { exact: true }).click()
  await expect(page).toHaveURL(/view=list/)
  await page.getByRole('button', { name: /^Due Later/ }).click()
  await expect(page).toHaveURL(/bucket=later/)
  const first = page.getByRole('article').first()
  expect((await first.boundingBox())?.height).toBeLessThanOrEqual(45)
  expect(await axe(page)).toEqual([])
  await page.goto('/account/edit')
  await page.goto('/targets/active')
  await expect(page).toHaveURL(/view=list/)
  await expect(page).toHaveURL(/bucket=later/)
  await toFirst(page)
  await page.keyboard.press('e')
  await expect(page.getByRole('form', { name: /^Edit / })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByTitle('Tiles', { exact: true }).click()
  await expect(page).toHaveURL(/view=tiles/)
})

test('sorts by value, revenue, and creation date in the dense list and offline', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  const tasks = [{ description: 'Call', due: '2027-12-01', help: '' }]
  const made = { contact: '', type: 'client', value: 'H', goal: 'Win', projected_revenue: 99_000_000, tasks }
  await app.call('dana', 'tiles', { ...made, company: 'Newest and largest' })
  await app.signIn(page)
  await toFirst(page)
  await page.getByTitle('List', { exact: true }).click()
  const sortBy = async (name: string) => {
    await page.getByRole('button', { name: /^Sort:/ }).click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await sortBy('Revenue')
  await expect(page).toHaveURL(/sort=revenue/)
  await expect(page.getByRole('button', { name: 'Sort: Revenue, largest first' })).toBeVisible()
  await expect(links(page).first()).toHaveText('Newest and largest')
  await sortBy('Created')
  await expect(page.getByRole('button', { name: 'Sort: Created, newest first' })).toBeVisible()
  await expect(links(page).first()).toHaveText('Newest and largest')
  await cutNetwork(context)
  await page.reload()
  await expect(links(page).first()).toHaveText('Newest and largest')
  await sortBy('Value')
  await expect(page.getByRole('button', { name: 'Sort: Value, highest first' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('High')
  await sortBy('Lowest first')
  await expect(page).toHaveURL(/dir=asc/)
  await expect(page.getByRole('article').first()).toContainText('Low')
})

test('works through targets with the keyboard alone', { tag: '@everyCommit' }, async ({ app, page }) => {
  await app.signIn(page)
  await toFirst(page)
  await page.keyboard.press('j')
  await expect(links(page).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(links(page).first()).toBeFocused()
  const name = (await links(page).first().textContent()) ?? ''
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await expect(page.getByText(`${name} snoozed until tomorrow.`)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search these Targets')).toBeFocused()
  await page.keyboard.type('nx')
  await expect(page.getByLabel('Search these Targets')).toHaveValue('nx')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('marks the focused target won, lost, or deleted by key', async ({ app, page }) => {
  await app.signIn(page)
  await toFirst(page)
  await page.keyboard.press('w')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Won', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(links(page).first()).toBeFocused()
  await page.keyboard.press('l')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Lost', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const name = (await links(page).first().textContent()) ?? ''
  await page.keyboard.press('#')
  await expect(page.getByText(`Moved ${name} to Recently Deleted.`)).toBeVisible()
})
