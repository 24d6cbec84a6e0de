import type { Page } from '@playwright/test'
import type { Tiles } from '#features/targets/list/contract.ts'
import { type App, axe, expect, failOnce, test } from '#tests/browser.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 2 })
const line = (page: Page, name: string) =>
  page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: name })

const ownedByLee = async (app: App) =>
  ((await app.call('lee', 'tiles?status=active,archived,completed,lost')) as Tiles).tiles.filter(
    ({ owner }) => owner === 'Lee Okafor',
  ).length

async function openPeople(page: Page, app: App) {
  page.setDefaultTimeout(30_000)
  await app.signIn(page, 'admin')
  await page.goto('/admin/people')
  await expect(line(page, 'Dana Reyes')).toBeVisible()
}

test('lets an admin invite and edit people, create a managed group, and deactivate someone with their targets', async ({
  page,
  app,
}) => {
  test.slow()
  const before = await ownedByLee(app)
  await openPeople(page, app)
  expect(await axe(page)).toEqual([])

  // Sends two invitations in a row. An error appears beside its field, which keeps its text.
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lane')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@lane')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Email').fill(app.people.dana)
  await dialog.getByRole('button', { name: 'Send and invite another' }).click()
  await expect(dialog.getByText('Dana Reyes already has this email.')).toBeVisible()
  await dialog.getByLabel('Email').fill(`ada@${app.domain}`)
  await dialog.getByRole('button', { name: 'Send and invite another' }).click()
  await expect(page.getByText(`Invitation sent to ada@${app.domain}.`)).toBeVisible()
  await expect(dialog.getByLabel('First name')).toHaveValue('')
  await dialog.getByLabel('First name').fill('Ben')
  await dialog.getByLabel('Last name').fill('Stone')
  await dialog.getByLabel('Email').fill(`ben@${app.domain}`)
  await dialog.getByLabel('Role').selectOption('Firm admin')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(line(page, 'Ben Stone')).toContainText('Not signed in yet')
  await expect(line(page, 'Ben Stone')).toContainText('Firm admin')

  // Search and state filter stay in the URL.
  await page.getByLabel('Status', { exact: true }).selectOption('Not signed in yet')
  await page.getByLabel('Search people').fill('lane ada')
  await expect(line(page, 'Ben Stone')).toBeHidden()
  await page.reload()
  await expect(line(page, 'Ada Lane')).toBeVisible()

  await page.getByRole('link', { name: 'Ada Lane' }).click()
  await expect(heading(page, 'Ada Lane')).toBeFocused()
  await page.getByLabel('Last name').fill('Lane-Brook')
  await page.getByLabel('Email', { exact: true }).fill(`ada.lane@${app.domain}`)
  await expect(page.getByText('We’ll notify both the old and the new address.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(heading(page, 'Ada Lane-Brook')).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Insights and the content of the firm' })
    .selectOption('Can view organization reports and manage content')
  await expect(page.getByText('Can view organization reports and manage content.', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Insights and the content of the firm' })).toHaveValue('1')
  expect(await axe(page)).toEqual([])

  // Creates a group with people and a manager using only the keyboard, except for the checkboxes.
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Boards')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Boards')).toBeFocused()
  await expect(page.getByText('No one is in this group yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add people' }).click()
  await dialog.getByLabel('Search people').fill('Lane-Brook')
  await dialog.getByRole('checkbox', { name: 'Ada Lane-Brook' }).check()
  await dialog.getByLabel('Search people').fill('okafor')
  await dialog.getByRole('checkbox', { name: 'Lee Okafor' }).check()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add 2 people' }).click()
  await expect(page.getByRole('table', { name: 'People in the group' }).getByRole('link')).toHaveCount(2)
  // Adds all of another group, one of whom is already a member.
  await page.getByRole('button', { name: 'Add people' }).click()
  await dialog.getByLabel('Search people').fill('litig')
  await dialog.getByRole('checkbox', { name: 'Litigation' }).check()
  await dialog.getByRole('button', { name: 'Add 1 group' }).click()
  await expect(page.getByRole('table', { name: 'People in the group' }).getByRole('link')).toHaveCount(9)
  await page.getByRole('button', { name: 'Add managers' }).click()
  // Groups aren't offered, because one mistake would make all their people managers.
  await dialog.getByLabel('Search people').fill('litig')
  await expect(dialog.getByText('No one to choose from.')).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await dialog.getByLabel('Search people').fill('dana')
  await dialog.getByRole('checkbox', { name: 'Dana Reyes' }).check()
  await dialog.getByRole('button', { name: 'Add 1 person' }).click()
  await expect(page.getByRole('list', { name: 'Managers' })).toContainText('Dana Reyes')
  expect(await axe(page)).toEqual([])
  const managed = (await app.call('dana', 'user/people')) as { people: { fullname: string }[] }
  expect(managed.people.map(({ fullname }) => fullname)).toContain('Lee Okafor')

  await page.goto('/admin/people?q=pike')
  await page.getByRole('link', { name: 'Gwendolyn Pike' }).click()
  await page.getByRole('button', { name: 'Deactivate…' }).click()
  await expect(dialog.getByText('Gwendolyn Pike is signed out everywhere and can’t sign in.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog.getByText('Choose a new owner.')).toBeVisible()
  const owner = dialog.getByRole('combobox', { name: 'New owner' })
  // The response arrives after the list was filtered locally, and Enter selects the first of the new list.
  await page.route(/q=okaf/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  const chooseByEnter = async () => {
    await owner.fill('okaf')
    await expect(page.getByRole('option', { name: /Lee Okafor/ })).toBeVisible()
    await owner.press('Enter')
    await owner.blur()
    await expect(owner).toHaveValue(/^Lee Okafor/)
  }
  await chooseByEnter()
  // Enter in this field never submits the form, even after a name without a match.
  await owner.fill('zzqx')
  await owner.press('Enter')
  await owner.press('Enter')
  await chooseByEnter()
  const said = await dialog.getByRole('status').filter({ hasText: 'with the open step' }).textContent()
  const moving = Number(/^\d+/.exec(said ?? '')?.[0])
  expect(moving).toBeGreaterThan(0)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`Gwendolyn Pike was deactivated, and ${moving} Targets handed over.`)).toBeVisible()
  await expect(page.getByText('Gwendolyn Pike owns no Targets.')).toBeVisible()
  expect(await ownedByLee(app)).toBe(before + moving)
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('Gwendolyn Pike can sign in again.')).toBeVisible()
})

test('adds many people to a group in one step and saves the list as a file', async ({ page, app }) => {
  await openPeople(page, app)
  await page.getByLabel('Search people').fill('o')
  await page
    .getByRole('checkbox', { name: /^Select [A-Z]/ })
    .nth(0)
    .check()
  await page
    .getByRole('checkbox', { name: /^Select [A-Z]/ })
    .nth(1)
    .check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByLabel('Add to a group').selectOption('Employment')
  await expect(page.getByText('Added 2 people to Employment.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('people.csv')
})

test('keeps the lists offline and disables their actions', { tag: '@keptOnDevice' }, async ({ page, app }) => {
  await openPeople(page, app)
  await page.context().setOffline(true)
  await expect(page.getByText('Admin is available when you’re back online')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled()
  await expect(line(page, 'Dana Reyes')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeEnabled()
})

test('offers imported people an invitation once', async ({ page, app }) => {
  test.slow()
  await openPeople(page, app)
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await page.getByText('People and groups').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`First name,Last name,E-mail\nCleo,Marsh,cleo@${app.domain}\nDov,Katz,dov@${app.domain}\n`),
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const why = await failOnce(page, /\/api\/admin\/imports\/[^/]+\/invitations$/)
  await page.getByRole('button', { name: /^Import 2/ }).click()
  await expect(page.getByText(why)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Invite 2 people' }).click()
  await expect(page.getByText('2 invitations sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite 2 people' })).toBeHidden()
})
