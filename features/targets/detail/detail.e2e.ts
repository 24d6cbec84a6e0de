// Tests one target: created, viewed, edited, noted, won, lost, and pursued again.
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function create(page: Page, company: string) {
  await page.getByRole('button', { name: 'New Target' }).first().click()
  await dialog(page).getByLabel('Company').fill(company)
  await dialog(page).getByLabel('Objective').fill('Win the first engagement')
  await dialog(page).getByLabel('First step').fill('Call them')
  await dialog(page).getByRole('button', { name: 'Create Target' }).click()
  await expect(dialog(page)).toBeHidden()
}

async function openNew(page: Page, company: string) {
  await create(page, company)
  await page.getByRole('link', { name: company }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
}

test('says which fields are missing, keeps the input, and returns focus', async ({ app, page }) => {
  await app.signIn(page)
  const opener = page.getByRole('button', { name: 'New Target' }).first()
  await opener.click()
  const company = dialog(page).getByLabel('Company')
  await expect(company).toBeFocused()
  // On a busy machine, the focus trap's timer would take focus from a later field.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)))')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByText('Please complete this field')).toHaveCount(2)
  await dialog(page).getByRole('button', { name: 'More' }).click()
  await dialog(page).getByLabel('Email').fill('jane@')
  await dialog(page).getByLabel('Contact', { exact: true }).fill('x'.repeat(101))
  await expect(dialog(page).getByText('Maximum length is 100 characters')).toBeVisible()
  await expect(dialog(page).getByText('Invalid email address')).toBeVisible()
  await dialog(page).getByLabel('Estimated amount in dollars').pressSequentially('1234567.891')
  await expect(dialog(page).getByLabel('Estimated amount in dollars')).toHaveValue('1,234,567.89')
  expect(await axe(page)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(page.getByText('You have made changes to this Target. Do you want to save them first?')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Finish & Save' }).click()
  await expect(dialog(page).getByLabel('Email')).toHaveValue('jane@')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'No, Cancel Changes' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(opener).toBeFocused()
})

test('saves a note a second after the person leaves it, or on navigation', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  await app.signIn(page)
  await openNew(page, 'Ardent Mills')
  const note = page.getByLabel('Your Note')
  await note.fill('Likes stripes')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await note.blur()
  await expect(page.getByText('Last saved just now')).toBeVisible()
  await note.fill('Likes stripes and dots')
  await page.getByRole('button', { name: 'Next Target' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ardent Mills' })).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { level: 1, name: 'Ardent Mills' })).toBeVisible()
  await expect(note).toHaveValue('Likes stripes and dots')
})

test('leaves without saving on Cancel after asking, and asks before other ways of losing edits', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await openNew(page, 'Ardent Mills')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  await page.getByLabel('Your Note').fill('Never mind')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'No, Cancel Changes' }).click()
  await page.getByRole('link', { name: 'Ardent Mills' }).first().click()
  await expect(page.getByLabel('Your Note')).toHaveValue('')

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Objective').fill('Win the second engagement')
  await page.getByRole('button', { name: 'Back to Pursuing' }).click()
  await page.getByRole('button', { name: 'Yes, Finish & Save' }).click()
  await expect(page).toHaveURL(/\/targets\/active/)
  await page.getByRole('link', { name: 'Ardent Mills' }).first().click()
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Win the second engagement')
})

test('undoes a win together with the next target for the same company', { tag: '@everyCommit' }, async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await openNew(page, 'Ardent Mills')
  await page.getByRole('button', { name: 'Won', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Won', exact: true }).click()
  await expect(dialog(page).getByText('Please enter a $ amount.')).toBeVisible()
  await dialog(page).getByLabel('Estimated won revenue amount').fill('40000')
  await dialog(page).getByLabel('Start a new Target').check()
  await dialog(page).getByLabel('Objective').fill('Win the next one')
  await dialog(page).getByRole('button', { name: 'Won', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText('Ardent Mills won. New Target started.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('button', { name: 'Won', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Back to/ }).click()
  await expect(page.getByRole('article', { name: 'Ardent Mills' })).toHaveCount(1)
})

test('asks for a new step when a lost target is pursued again, and offers the dropped one', async ({ app, page }) => {
  await app.signIn(page)
  await openNew(page, 'Ardent Mills')
  await page.getByRole('button', { name: 'Lost', exact: true }).click()
  await dialog(page).getByText('Timing').click()
  await dialog(page).getByRole('button', { name: 'Lost', exact: true }).click()
  await page.getByRole('button', { name: 'Pursue this Target' }).click()
  await expect(dialog(page).getByText('This Target has been re-activated. Choose a new Step.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Call them' }).click()
  await dialog(page).getByRole('button', { name: 'Take A Step' }).click()
  await expect(page.getByRole('button', { name: 'Done? Take the Next Step' }).last()).toBeVisible()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('lost this Target (Timing)')).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('keeps the page, text, and focus of a target created offline when it gets its real ID', {
  tag: ['@everyCommit', '@keptOnDevice'],
}, async ({ app, page, context }) => {
  await app.signIn(page)
  await openNew(page, 'Ardent Mills')
  await page.getByRole('button', { name: /^Back to/ }).click()
  await cutNetwork(context)
  await openNew(page, 'Bluefin Labs')
  await expect(page.getByRole('tab', { name: 'Collaboration' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('Create Bluefin Labs, with a first step due', { exact: false })).toBeVisible()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByLabel('Your Note').pressSequentially('Typed off')
  await context.setOffline(false)
  await expect(page).not.toHaveURL(/tmp/)
  await page.keyboard.type('line')
  await expect(page.getByLabel('Your Note')).toHaveValue('Typed offline')
  await expect(page.getByRole('tab', { name: 'Collaboration' })).toBeEnabled()
})

test("doesn't call a Target or lesson missing while the server can't be reached", async ({ app, page }) => {
  await app.signIn(page)
  await page.locator('[data-tile]').first().waitFor()
  await page.route('**/api/**', (route) => route.abort())
  for (const [what, path] of [
    ['Target', '/target/01935000-0000-7000-8000-000000000000'],
    ['lesson', '/lesson/01935000-0000-7000-8000-000000000000'],
  ]) {
    await page.goto(path!)
    await expect(page.getByRole('heading', { name: `This ${what} isn’t on this device` })).toBeVisible()
    await expect(page.getByText(`No ${what!.toLowerCase()} found with the specific id.`)).toHaveCount(0)
  }
  await page.unroute('**/api/**')
  await page.goto('/target/01935000-0000-7000-8000-000000000000')
  await expect(page.getByText('No target found with the specific id.')).toBeVisible()
})

test('says that a target is unknown and returns to the list', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/target/01935000-0000-7000-8000-000000000000')
  await expect(page.getByText('No target found with the specific id.')).toBeVisible()
  await expect(page.getByText('No target found', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/targets\/active/)
})
