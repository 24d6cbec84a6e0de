// Tests a company's page: targets, contacts, and history, from the device and the server.
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'

const NAME = 'Müller & Söhne, 50%/Co.'
const target = (given: object) => ({
  company: NAME,
  contact: 'Jane Doe',
  contact_email: 'jane@mueller.example',
  contact_phone: '+1 (206) 555-0134 ext. 12',
  type: 'client',
  value: 'H',
  goal: 'Win the first engagement',
  projected_revenue: 40_000,
  tasks: [{ description: 'Send the memo', due: '2027-12-01', help: '' }],
  ...given,
})
/** Shortcuts work only after their code has loaded. */
const startSearching = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('/')
    await expect(page.getByLabel('Search these Targets')).toBeFocused({ timeout: 500 })
  }).toPass()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('opens a company by keyboard, shows its people and history, and calls with one tap', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  await app.call('dana', 'tiles', target({}))
  await app.call(
    'dana',
    'tiles',
    target({ company: 'MUELLER und Soehne 50% Co', contact: 'Lee Park', contact_email: '', contact_phone: '' }),
  )
  await app.signIn(page)
  await startSearching(page)
  await page.keyboard.type('jane@mueller.example')
  await page.getByRole('button', { name: `More for ${NAME}` }).click()
  const call = page.getByRole('menuitem', { name: 'Call +1 (206) 555-0134 ext. 12' })
  await expect(call).toHaveAttribute('href', 'tel:+12065550134;ext=12')
  await call.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^M(ü|UE)ller/i })).toBeVisible()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(2)
  await expect(section(page, 'People')).toContainText('Lee Park')
  await expect(section(page, 'People').getByRole('link', { name: /^Call/ })).toHaveAttribute(
    'href',
    'tel:+12065550134;ext=12',
  )
  await expect(section(page, 'History').getByText('created this Target')).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save contact Jane Doe' }).click()
  expect((await saved).suggestedFilename()).toBe('Jane Doe.vcf')
  await section(page, 'Targets')
    .getByRole('link', { name: /^Jane Doe/ })
    .click()
  await expect(page.getByRole('link', { name: 'Call +1 (206) 555-0134 ext. 12' })).toBeVisible()
  await page.getByRole('link', { name: 'Company page' }).click()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(2)
  await page.goto('/targets/active?q=jane%40mueller.example')
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.locator('[data-tile] h3 a').first()).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('c')
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(2)
  await page.reload()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(2)
})

test("shows the device's data offline and says what is missing", {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  await app.call('dana', 'tiles', target({}))
  await app.signIn(page)
  await startSearching(page)
  await page.keyboard.type('jane@mueller.example')
  await expect(page.getByRole('button', { name: `More for ${NAME}` })).toBeVisible()
  await cutNetwork(context)
  await page.goto(`/company/${encodeURIComponent(NAME)}`)
  await expect(page.getByText(/^You’re offline\. These are the Targets on this device\./)).toBeVisible()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'New Target' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Company')).toHaveValue(NAME)
  await dialog.getByLabel('Contact', { exact: true }).fill('Kim Osei')
  await dialog.getByLabel('Objective').fill('Win the second engagement')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(2)
  await expect(section(page, 'People')).toContainText('Kim Osei')
  expect(await axe(page)).toEqual([])
})

test('redirects an old name, lists the company in the palette, and hides private targets from others', async ({
  app,
  page,
}) => {
  const { id } = (await app.call('dana', 'tiles', target({ company: 'Quillon Steelworks' }))) as { id: string }
  await app.call('dana', `tiles/${id}`, { company: 'Northern Forge' }, 'PUT')
  await app.call('lee', 'tiles', target({ company: 'Northern Forge', contact: 'Hidden Person', private: true }))
  await app.signIn(page)
  await page.goto('/company/Quillon%20Steelworks%20GmbH')
  await expect(page.getByRole('heading', { level: 1, name: 'Northern Forge' })).toBeVisible()
  await expect(page.getByText('Formerly Quillon Steelworks GmbH.')).toBeVisible()
  await expect(page).toHaveURL(/\/company\/Northern%20Forge/)
  await expect(page.getByText('Hidden Person')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('northern forge company page')
  await page.keyboard.press('Enter')
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(1)
})

test('merges two names by keyboard, finds both on one page offline, and separates them again', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  await app.call('dana', 'tiles', target({ company: 'Quillwort Holdings' }))
  await app.call('dana', 'tiles', target({ company: 'Quillworth', contact: 'Kim Osei', contact_email: '' }))
  await app.signIn(page)
  await page.goto('/company/Quillwort%20Holdings')
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Other company')).toBeFocused()
  await page.keyboard.type('Quillwo')
  await expect(dialog.getByRole('option', { name: /^Quillworth/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Other company')).toHaveValue('Quillworth')
  await dialog.getByRole('radio', { name: 'Quillwort Holdings' }).press('ArrowDown')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Quillworth' })).toBeVisible()
  await expect(page.getByText('Also Quillwort Holdings')).toBeVisible()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  await section(page, 'People').getByRole('link', { name: 'All contacts there' }).click()
  await expect(
    page.getByRole('table', { name: 'Contacts' }).getByRole('link', { name: /^(Jane Doe|Kim Osei)/ }),
  ).toHaveCount(2)
  await cutNetwork(context)
  await page.goto('/company/Quillwort%20Holdings')
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled()
  await context.setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Separate Quillwort Holdings' }).click()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(1)
})

test('says so if no one pursues a company, and offers a new Target with one tap', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/company/Nobody%20Knows%20Ltd')
  await expect(
    page.getByRole('heading', { level: 1, name: 'You don’t have any Targets at Nobody Knows Ltd.' }),
  ).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'New Target' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Company')).toHaveValue('Nobody Knows Ltd')
})

test("shows a manager their people's non-private targets and stores none of them", {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  await app.call('dana', 'tiles', target({ company: 'Quartz Harbor Shipping', private: false }))
  await app.call(
    'dana',
    'tiles',
    target({ company: 'Quartz Harbor Shipping', contact: 'Hidden Person', private: true }),
  )
  await app.signIn(page, 'morgan')
  await page.goto('/company/quartz%20harbor%20shipping%20inc')
  await expect(page.getByRole('heading', { level: 1, name: 'Quartz Harbor Shipping' })).toBeVisible()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(1)
  await expect(section(page, 'Targets')).toContainText('Dana')
  await section(page, 'Targets').getByRole('link').click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people\/[^/]+\/target\//)
  await page.goBack()
  await cutNetwork(context)
  // Devices don't store colleagues' targets.
  await page.reload()
  await expect(page.getByText('None on this device.')).toBeVisible()
})

test('names colleagues who also pursue the company, without any details', async ({ app, page }) => {
  await app.call('dana', 'tiles', target({ company: 'Basalt Crossing', goal: 'Known to Dana alone' }))
  await app.call('lee', 'tiles', target({ company: 'Basalt Crossing LLC', contact: 'Jane Doe' }))
  await app.signIn(page, 'lee')
  await expect(async () => {
    await page.goto('/company/Basalt%20Crossing')
    await expect(section(page, 'Potential Overlaps')).toContainText('is pursuing Basalt Crossing', { timeout: 2000 })
  }).toPass()
  await expect(section(page, 'Targets').getByRole('link')).toHaveCount(1)
  await expect(page.getByText('Known to Dana alone')).toHaveCount(0)
})
