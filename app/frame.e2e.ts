// The frame around every page: messages, a manager's people, and unknown addresses.
import type { Page } from '@playwright/test'
import { axe, expect, test } from '#tests/browser.ts'

/** Returns the names of visible buttons and links that a message covers. `within` selects the ones to check. */
const covered = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const messages = [...document.querySelectorAll('[aria-label="Messages"] li')].map((one) =>
      one.getBoundingClientRect(),
    )
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((one) => !one.closest('[aria-label="Messages"]') && one.checkVisibility())
      .filter((one) => {
        const box = one.getBoundingClientRect()
        return messages.some(
          ({ left, right, top, bottom }) =>
            box.width > 1 && box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        )
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent)
  }, within)

async function create(page: Page, company: string) {
  await page.getByRole('button', { name: 'New Target' }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill(company)
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByLabel('First step').fill('Call them')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await expect(page.getByText(`${company} created.`)).toBeVisible()
  // Messages move when a dialog opens.
  await expect(dialog).toBeHidden()
}

const all = 'button, a[href], input, [role="menuitem"]'

test('covers no button with messages, on wide screens and phones, on pages and in dialogs', async ({ app, page }) => {
  await app.signIn(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await create(page, 'Quickline Mills')
  await create(page, 'Bluefin Labs')
  expect(await covered(page, all)).toEqual([])
  expect(await axe(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await create(page, 'Corvid Press')
  // Scrolling content can be moved out from under a message. Fixed content must never be covered.
  expect(
    await covered(page, 'nav a, [aria-label="New Target"], section[aria-label="Search and sync status"] *'),
  ).toEqual([])
  await page.getByRole('button', { name: 'New Target' }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Company')).toBeFocused()
  expect(await covered(page, '[role="dialog"] :is(button, input)')).toEqual([])
  await page.keyboard.press('Escape')
  await create(page, 'Deltoid Freight')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await covered(page, '[role="menuitem"]')).toEqual([])
})

test("keeps the Viewer's whole navigation uncovered by messages that stay after downloads", async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/viewer/pipeline/clients')
  for (const [name, count] of [
    ['Excel', 1],
    ['PDF', 2],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toHaveCount(count)
    const rail = page.getByRole('navigation', { name: 'Main', exact: true })
    for (const link of await rail.getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded()
      // The click would land on the element that covers the link.
      await link.click({ trial: true })
    }
    await rail.getByRole('button').last().click({ trial: true })
  }
})

test("doesn't cover the avatar with the unread notification count on a phone", async ({ app, page }) => {
  const { id } = (await app.call('lee', 'tiles', {
    company: 'Quillon Harbor',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })) as { id: string }
  const { users } = (await app.call('lee', 'users')) as { users: { id: string; email: string }[] }
  const dana = users.find(({ email }) => email === app.people.dana)!
  await app.call('lee', `tiles/${id}/sharewith/${dana.id}`, {})
  await page.setViewportSize({ width: 390, height: 844 })
  await app.signIn(page)
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ })
  await expect(bell).toBeVisible()
  const count = (await bell.locator('span').last().boundingBox())!
  const face = (await page.getByRole('button', { name: /^Account menu for/ }).boundingBox())!
  expect(face.x - (count.x + count.width)).toBeGreaterThanOrEqual(4)
})

test("shows the Viewer and a manager's people in the rail, tabs, and palette only to managers", async ({
  app,
  page,
}) => {
  await app.signIn(page, 'morgan')
  const rail = page.getByRole('navigation', { name: 'Main', exact: true })
  await rail.getByRole('link', { name: 'Viewer' }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/overview\?/)
  await rail.getByRole('link', { name: 'People' }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people\?/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('highli')
  await expect(page.getByRole('option', { name: /Highlights.*Tracker Reports/ })).toBeVisible()
  await page.getByRole('combobox').fill('people')
  await expect(page.getByRole('option', { name: /People/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('navigation', { name: 'Main navigation, bottom' })
  await expect(tabs.getByRole('link', { name: 'Viewer' })).toHaveAttribute('aria-current', 'page')

  const { page: lees } = await app.openDevice('lee')
  await expect(lees.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible()
  await expect(lees.getByRole('link', { name: 'Viewer' })).toHaveCount(0)
  await lees.goto('/viewer/pipeline/overview')
  await expect(lees.getByText('Average score')).toHaveCount(0)
})

test('lands an operator on Firms, and leaves Tracker and Trainer to the people they work as', async ({ app, page }) => {
  await app.signIn(page, 'operator')
  await expect(page).toHaveURL(/\/admin\/firms$/)
  const rail = page.getByRole('navigation', { name: 'Main', exact: true })
  const bottom = page.getByRole('navigation', { name: 'Main navigation, bottom' })
  await expect(rail.getByRole('link', { name: 'Admin' })).toHaveAttribute('aria-current', 'page')
  const pages = rail.getByRole('navigation', { name: 'Admin' })
  await expect(pages.getByRole('link').first()).toHaveText('Firms')
  await expect(pages.getByRole('heading')).toHaveText(['People', 'Content', 'Firm', 'System'])
  expect(await axe(page)).toEqual([])
  for (const name of ['Tracker', 'Trainer']) {
    await expect(rail.getByRole('link', { name })).toHaveCount(0)
    await expect(bottom.locator('a', { hasText: name })).toHaveCount(0)
  }
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.fill('lessons')
  await expect(page.getByRole('option', { name: /Lessons/ })).toHaveCount(0)
  await field.fill('new target')
  await expect(page.getByRole('option', { name: /New Target/ })).toHaveCount(0)
  await field.fill('audit')
  await page.getByRole('option', { name: /Audit log/ }).click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(pages.getByRole('link', { name: 'Audit log' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/admin/people')
  await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0)
  for (const [path, area] of [
    ['/targets/active', 'Tracker'],
    ['/trainers/lessons', 'Trainer'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/admin\/firms$/)
    await expect(page.getByText(`You can only see ${area} while you work as someone.`)).toBeVisible()
  }
  const lee = ((await app.call('lee', 'user')) as { user: { id: string } }).user.id
  await page.goto(`/switch?u=${Buffer.from(lee).toString('base64url')}`)
  await page.getByRole('button', { name: 'Switch to Lee' }).click()
  await expect(page).toHaveURL(/\/targets\/active$/)
  await expect(rail.getByRole('link', { name: 'Trainer' })).toBeVisible()
})

test('lands an admin without Targets on the setup list, which counts and links, even on phones', async ({
  app,
  page,
}) => {
  await app.signIn(page, 'admin')
  await expect(page).toHaveURL(/\/admin\/setup$/)
  const list = page.getByRole('region', { name: 'Setup' })
  const line = (label: string) => list.getByRole('link').filter({ hasText: label })
  await expect(line('Invite your people').getByRole('img', { name: 'Done' })).toBeVisible()
  await expect(line('Add your firm’s logo').getByRole('img')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const ada = {
    email: `ada.new@${app.people.admin.split('@')[1]}`,
    first_name: 'Ada',
    last_name: 'New',
    role: 'member',
  }
  await app.call('admin', 'admin/people', ada)
  await page.reload()
  await expect(line('Everyone has signed in')).toContainText('Not signed in yet: 1')
  await expect(line('Everyone has signed in').getByRole('img', { name: 'To do' })).toBeVisible()
  await line('Everyone has signed in').click()
  await expect(page).toHaveURL(/\/admin\/people\?state=waiting$/)
  await expect(page.getByRole('link', { name: 'Ada New' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('navigation', { name: 'Main navigation, bottom' }).getByRole('link', { name: 'Admin' }).click()
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.getByRole('heading')).toHaveText(['People', 'Sign-in and security', 'Content', 'Firm', 'System'])
  expect(await axe(page)).toEqual([])
  await menu.getByRole('link', { name: 'Setup' }).click()
  await expect(line('Invite your people')).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await page.getByRole('link', { name: 'Admin' }).first().click()
  await expect(menu.getByRole('link', { name: 'Policies' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('setup')
  await page.getByRole('option', { name: /Setup/ }).click()
  await expect(page).toHaveURL(/\/admin\/setup$/)

  const target = { company: 'First Mills', contact: 'Ada Lane', goal: 'A first meeting', type: 'prospect', value: 'M' }
  await app.call('admin', 'tiles', { ...target, tasks: [{ description: 'Call', due: '2027-01-04' }] })
  await app.signIn(page, 'admin')
  await expect(page).toHaveURL(/\/targets\/active$/)
})

test('shows a message and a link for unknown addresses, inside an area and outside', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  for (const path of ['/account/bogus', '/admin/bogus', '/bogus']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'We couldn’t find that page' })).toBeVisible()
  }
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/people$/)
})
