// Tests quick entry: the quick line, a contact file, and a calendar file.
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function openForm(page: Page) {
  await page.locator('[data-tile] h3 a').first().waitFor()
  await expect(async () => {
    await page.keyboard.press('n')
    await expect(dialog(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  // If the first key was handled late, the second one is text.
  await dialog(page).getByLabel('Company').fill('')
}
const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('Contact or calendar file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('creates a target from one line and Enter, even offline', { tag: ['@everyCommit', '@keptOnDevice'] }, async ({
  app,
  page,
  context,
}) => {
  await app.signIn(page)
  await openForm(page)
  await cutNetwork(context)
  await dialog(page).getByRole('button', { name: 'Or write one line' }).click()
  const line = dialog(page).getByLabel('One line')
  await expect(line).toBeFocused()
  await line.fill('Jane Doe @ Quickline Mills - lunch tomorrow - client H - $40k')
  const chips = dialog(page).getByRole('list', { name: 'Preview' })
  for (const text of ['Company Quickline Mills', 'Contact Jane Doe', 'Step lunch', 'Due Tomorrow', 'Type Client'])
    await expect(chips.getByRole('button', { name: text })).toBeVisible()
  await expect(chips).toContainText('$40,000')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  const tile = page.getByRole('article', { name: 'Quickline Mills, Jane Doe' })
  await expect(tile).toContainText('Lunch')
  await expect(tile).toContainText('Tomorrow')
  await expect(tile).toContainText('$40,000')
})

test('creates a line without a step only on the second Enter', async ({ app, page }) => {
  await app.signIn(page)
  await openForm(page)
  await dialog(page).getByRole('button', { name: 'Or write one line' }).click()
  await dialog(page).getByLabel('One line').fill('Quickline Mills - $40k')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('No step was found.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('article', { name: 'Quickline Mills' })).toBeVisible()
})

test("reports a line without company or contact, and opens a chip's field in the filled-in form", async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await openForm(page)
  await dialog(page).getByRole('button', { name: 'Or write one line' }).click()
  const line = dialog(page).getByLabel('One line')
  await line.fill('@')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Start with a company, or with contact @ company.')).toBeVisible()
  await line.fill('Quickline Mills - send the memo Dec 4 - referral L')
  await dialog(page)
    .getByRole('button', { name: /^Step Send the memo/ })
    .click()
  await expect(dialog(page).getByLabel('First step')).toBeFocused()
  await expect(dialog(page).getByLabel('First step')).toHaveValue('Send the memo')
  await expect(dialog(page).getByLabel('Company')).toHaveValue('Quickline Mills')
  await expect(dialog(page).getByRole('button', { name: 'More' })).toContainText('Referral Source, Low value')
  await dialog(page).getByRole('button', { name: 'More' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Referral Source' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByText('You have made changes to this Target. Do you want to save them first?')).toBeVisible()
})

test('fills the form from a contact file, offers several contacts, and ignores a broken file', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await openForm(page)
  const card = (name: string, firm: string) =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nORG:${firm}\r\nEND:VCARD\r\n`
  await choose(page, 'two.vcf', card('Jane Doe', 'Quickline Mills') + card('Lee Park', 'Bluefin Labs'))
  await expect(dialog(page).getByLabel('Company')).toHaveValue('Quickline Mills')
  await dialog(page).getByLabel('Which one of two.vcf').selectOption({ label: 'Lee Park, Bluefin Labs' })
  await expect(dialog(page).getByLabel('Company')).toHaveValue('Bluefin Labs')
  await expect(dialog(page).getByLabel('Contact', { exact: true })).toHaveValue('Lee Park')
  await choose(page, 'broken.ics', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Lun')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This file doesn’t contain a complete event. Nothing was filled in.',
  )
  await expect(dialog(page).getByLabel('Company')).toHaveValue('Bluefin Labs')
  expect(await axe(page)).toEqual([])
})

test('fills in the step, day, and person from a dropped calendar file', async ({ app, page }) => {
  await app.signIn(page)
  await openForm(page)
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Lunch at Lido',
    'DTSTART;VALUE=DATE:20991204',
    'ATTENDEE;CN=Jane Doe:mailto:jane@quickline.example',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([content], 'lunch.ics', { type: 'text/calendar' }))
    return data
  }, text)
  await dialog(page).getByLabel('Company').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(dialog(page).getByLabel('First step')).toHaveValue('Lunch at Lido')
  await expect(dialog(page).getByLabel('Contact', { exact: true })).toHaveValue('Jane Doe')
  await expect(dialog(page).getByRole('button', { name: 'Choose a date: Dec 4, 2099' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByLabel('First step')).toHaveValue('Identify next steps')
})

test('replaces the existing amount with the typed one', async ({ app, page }) => {
  await app.call('dana', 'tiles', {
    company: 'Halden Shipping',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    projected_revenue: 7500,
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })
  await app.signIn(page)
  await page.goto('/targets/active?q=Halden')
  const open = async () => {
    await page.getByRole('button', { name: 'More for Halden Shipping' }).click()
    await page.getByRole('menuitem', { name: 'Won', exact: true }).click()
  }
  await open()
  const amount = dialog(page).getByLabel('Estimated won revenue amount')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('7,500')
  await page.keyboard.type('48000')
  await expect(amount).toHaveValue('48,000')
  await page.keyboard.type('000')
  await expect(amount).toHaveValue('48,000,000')
  await page.keyboard.type('0')
  await dialog(page).getByRole('button', { name: 'Won', exact: true }).click()
  await expect(dialog(page).getByText('The limit is $99,999,999.99.')).toBeVisible()
  // With the mouse too. A second click positions the cursor.
  await dialog(page).getByLabel('Start a new Target').focus()
  await amount.click()
  await page.keyboard.type('52000')
  await amount.click({ position: { x: 60, y: 10 } })
  await page.keyboard.press('End')
  await page.keyboard.type('.5')
  await expect(amount).toHaveValue('52,000.5')
  await dialog(page).getByRole('button', { name: 'Won', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Skip' }).click()
  await expect(dialog(page)).toBeHidden()
})

for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 640 },
  { width: 390, height: 844 },
])
  test(`shows the new target form's buttons at ${size.width} by ${size.height} and leads to the error`, async ({
    app,
    page,
  }) => {
    await page.setViewportSize(size)
    await app.signIn(page)
    await openForm(page)
    const buttons = ['Cancel', 'Create Target'].map((name) => dialog(page).getByRole('button', { name }))
    for (const one of buttons) await expect(one).toBeInViewport({ ratio: 1 })
    const order = await dialog(page)
      .locator('input[name], fieldset[aria-labelledby]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name') ?? 'due').slice(0, 4))
    expect(order).toEqual(['company', 'contact', 'goal', 'description'])

    await dialog(page).getByRole('button', { name: 'More' }).click()
    await dialog(page).getByLabel('Note').focus()
    for (const one of buttons) await expect(one).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page).getByLabel('Company')).toBeFocused()
    await expect(dialog(page).getByLabel('Company')).toBeInViewport({ ratio: 1 })
    await expect(dialog(page).getByText('Please complete this field').first()).toBeInViewport({ ratio: 1 })
    for (const one of buttons) await expect(one).toBeInViewport({ ratio: 1 })
  })

test('keeps what is typed right after a search, while the search is written to the URL', async ({ app, page }) => {
  await app.signIn(page)
  // The form's code is loaded, so that it opens before the search is written.
  await openForm(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByLabel('Search these Targets').fill('bl')
  await page.getByRole('button', { name: 'New Target' }).first().dispatchEvent('click')
  await dialog(page).getByLabel('Company').fill('Blue')
  await expect(page).toHaveURL(/q=bl/)
  await expect(dialog(page)).toHaveAccessibleName('New Target')
  await expect(dialog(page).getByLabel('Company')).toBeFocused()
})

test('asks before Cancel discards typed text', async ({ app, page }) => {
  await app.signIn(page)
  await openForm(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await openForm(page)
  await dialog(page).getByLabel('Company').fill('Quickline Mills')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You have made changes to this Target. Do you want to save them first?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByLabel('Company')).toHaveValue('Quickline Mills')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'No, Cancel Changes' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('shows an example in an empty Tracker, creates the first Target from one line, announces its win', async ({
  app,
  page,
}) => {
  await app.signIn(page, 'admin')
  await page.goto('/targets')
  await expect(page.getByRole('heading', { name: 'You have no Pursuing Targets.' })).toBeVisible()
  await expect(page.getByRole('figure')).toContainText(/Acme.*Jane Doe.*Lunch/s)
  expect(await axe(page)).toEqual([])
  const line = page.getByLabel('Your first Target in one line')
  await line.fill('@')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Start with a company, or with contact @ company.')).toBeVisible()
  await line.fill('Nia Quist @ Halden Shipping - lunch tomorrow - $48k')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'More for Halden Shipping' }).click()
  await page.getByRole('menuitem', { name: 'Won', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Won', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Skip' }).click()
  const win = page.getByRole('region', { name: 'Your latest win' })
  await expect(win).toContainText('Won: Halden Shipping, $48k')
  // Clicks right away, because Undo is offered only for seconds.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(win).toBeHidden()
  await page.getByRole('button', { name: 'More for Halden Shipping' }).click()
  await page.getByRole('menuitem', { name: 'Won', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Won', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Skip' }).click()
  await expect(win).toBeVisible()
  expect(await axe(page)).toEqual([])
  await win.getByRole('button', { name: 'Start the next Target with them' }).click()
  await expect(dialog(page).getByLabel('Company')).toHaveValue('Halden Shipping')
  await expect(win).toBeHidden()
})
