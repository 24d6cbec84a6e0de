// Tests a day's work with only the keyboard, and sharing and overlaps by touch.
import type { Locator, Page } from '@playwright/test'
import { allSaved, axe, expect, test } from '#tests/browser.ts'
import { aTarget } from '../samples.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const tile = (page: Page, company: string) => page.getByRole('article', { name: company })
const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement)

/** Presses a key until an element has focus. */
async function press(page: Page, key: string, to: Locator, most = 150) {
  await to.waitFor()
  for (let i = 0; i < most && !(await isFocused(to)); i++) await page.keyboard.press(key)
  await expect(to).toBeFocused()
}
const tabTo = (page: Page, to: Locator) => press(page, 'Tab', to)

async function openForm(page: Page) {
  await expect(async () => {
    await page.keyboard.press('n')
    await expect(dialog(page).getByLabel('Company')).toBeFocused({ timeout: 1000 })
  }).toPass()
}

async function create(page: Page, company: string) {
  await openForm(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(company)
  await tabTo(page, dialog(page).getByLabel('Objective'))
  await page.keyboard.type('Win the first engagement')
  await tabTo(page, dialog(page).getByLabel('First step'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Call them')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(tile(page, company)).toBeVisible()
}

/** Moves focus to a Target's name in the list. */
async function cursorTo(page: Page, company: string) {
  const link = tile(page, company).getByRole('heading').getByRole('link')
  for (const key of ['k', 'k', 'k', 'k', 'k', 'k']) await page.keyboard.press(key)
  await press(page, 'j', link, 8)
}

test('creates, edits, snoozes, steps, wins, loses, undoes, and shares Targets by the keyboard alone', async ({
  app,
  page,
}) => {
  test.setTimeout(180_000)
  await app.signIn(page)
  await page.getByRole('article').first().waitFor()
  for (const number of ['One', 'Two', 'Three', 'Four']) await create(page, `Keyline ${number}`)
  await openForm(page)
  await tabTo(page, dialog(page).getByRole('button', { name: 'Or write one line' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('One line')).toBeFocused()
  await page.keyboard.type('Max Roe @ Keyline Five - lunch tomorrow')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(tile(page, 'Keyline Five')).toContainText('Lunch')

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search these Targets')).toBeFocused()
  await page.keyboard.type('keyline')
  await expect(page.getByRole('article')).toHaveCount(5)
  await page.keyboard.press('Tab')

  await cursorTo(page, 'Keyline One')
  await page.keyboard.press('e')
  const form = page.getByRole('form', { name: 'Edit Keyline One' })
  await tabTo(page, form.getByLabel('Objective'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Win the second engagement')
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeHidden()
  await expect(tile(page, 'Keyline One').locator(':focus')).toHaveCount(1)
  await allSaved(page)
  expect(JSON.stringify(await app.call('dana', 'tiles'))).toContain('Win the second engagement')

  const due = await tile(page, 'Keyline One').textContent()
  await cursorTo(page, 'Keyline One')
  await page.keyboard.press('s')
  await expect(page.getByRole('menu').getByRole('menuitem').first()).toBeFocused()
  await press(page, 'ArrowDown', page.getByRole('menuitem', { name: /^Next week/ }), 8)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect.poll(() => tile(page, 'Keyline One').textContent()).not.toBe(due)
  await expect(page.getByText(/^Keyline One snoozed until/)).toBeVisible()
  await page.keyboard.press('z')
  await expect.poll(() => tile(page, 'Keyline One').textContent()).toBe(due)

  await cursorTo(page, 'Keyline One')
  await press(
    page,
    'ArrowRight',
    tile(page, 'Keyline One').getByRole('button', { name: /^Done\? Take the Next Step/ }),
    6,
  )
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Next step')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Send the plan')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(tile(page, 'Keyline One')).toContainText('Send the plan')

  await cursorTo(page, 'Keyline Two')
  await page.keyboard.press('w')
  await expect(dialog(page).getByLabel('Estimated won revenue amount')).toBeFocused()
  await page.keyboard.type('5000')
  await page.keyboard.press('Control+Enter')
  await expect(tile(page, 'Keyline Two')).toHaveCount(0)
  await expect(dialog(page)).toContainText('Who did Keyline Two come from?')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('z')
  await expect(tile(page, 'Keyline Two')).toBeVisible()

  await cursorTo(page, 'Keyline Three')
  await page.keyboard.press('l')
  await tabTo(page, dialog(page).getByPlaceholder('What made the difference?'))
  await page.keyboard.type('Timing')
  await page.keyboard.press('Control+Enter')
  await expect(tile(page, 'Keyline Three')).toHaveCount(0)
  await allSaved(page)

  await cursorTo(page, 'Keyline Four')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Keyline Four' })).toBeVisible()
  await tabTo(page, page.getByRole('tab', { selected: true }))
  await press(page, 'ArrowRight', page.getByRole('tab', { name: /^Collaboration/ }), 4)
  await tabTo(page, page.getByRole('button', { name: 'Share with a colleague' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('ee OK')
  await expect(dialog(page).getByRole('button', { name: /Lee Okafor/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel Invitation: Lee Okafor' })).toBeVisible()
})

const answers = [
  ['Ask to join', 'Request sent.', 'Cancel request'],
  ['Ask for an introduction', 'Introduction requested.', 'Cancel request'],
  ['Keep separate', 'You’re keeping yours separate.', 'Undo'],
] as const

const overlap = (page: Page) =>
  page.getByRole('region', { name: 'Potential Overlaps' }).getByRole('listitem').filter({ hasText: 'Morgan Bell' })

test('answers an overlap in each way and undoes it by the keyboard alone', async ({ app, page }) => {
  await app.call('morgan', 'tiles', aTarget({ company: 'Seven Oaks Resorts' }))
  await app.signIn(page)
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('Seven Oaks Resorts')
  await expect(page.getByRole('option').first()).toContainText('Seven Oaks Resorts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Seven Oaks Resorts/ })).toBeVisible()
  await tabTo(page, page.getByRole('tab', { selected: true }))
  await press(page, 'ArrowRight', page.getByRole('tab', { name: /^Collaboration/ }), 4)
  for (const [answer, said, undo] of answers) {
    const button = overlap(page).getByRole('button', { name: answer })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(overlap(page)).toContainText(said)
    await tabTo(page, overlap(page).getByRole('button', { name: undo }))
    await page.keyboard.press('Enter')
    await expect(overlap(page)).not.toContainText(said)
    await expect(button).toBeFocused()
  }
})

test('shares a Target and answers overlaps by touch on a phone', async ({ app, browser }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: app.url }
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await app.call('morgan', 'tiles', aTarget({ company: 'Seven Oaks Resorts' }))
  await app.signIn(page)
  await page.getByRole('link', { name: 'Seven Oaks Resorts LLC' }).tap()
  await page.getByRole('tab', { name: /^Collaboration/ }).tap()
  await page.getByRole('button', { name: 'Share with a colleague' }).tap()
  await dialog(page).getByLabel('Name').fill('ee OK')
  await dialog(page)
    .getByRole('button', { name: /Lee Okafor/ })
    .tap()
  await expect(page.getByRole('button', { name: 'Cancel Invitation: Lee Okafor' })).toBeVisible()
  for (const [answer, said, undo] of answers) {
    await overlap(page).getByRole('button', { name: answer }).tap()
    await expect(overlap(page)).toContainText(said)
    await overlap(page).getByRole('button', { name: undo }).tap()
    await expect(overlap(page)).not.toContainText(said)
  }
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  expect(await axe(page, 'main')).toEqual([])
  await context.close()
})
