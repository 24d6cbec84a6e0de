// The screens that `npm run shots` takes, as data: where each is, who sees it, and what a person does to bring it up.
import type { BrowserContext, Page } from '@playwright/test'
import { cutNetwork, type Person } from '#tests/browser.ts'

export type Screen = {
  name: string
  path: string
  /** Nobody: signed out. */
  person?: Person
  prepare?: (page: Page, context: BrowserContext) => Promise<unknown>
  /** Refused calls and a missing network are part of the picture, and so are their lines in the console. */
  isBroken?: boolean
  /** Needs the app on the device. */
  isOffline?: boolean
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()
const menu = async (page: Page, item: string) => {
  await button(page, /^More for /).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}
const detail = (tab?: string) => async (page: Page) => {
  await page.locator('article h3 a').first().click()
  await page.getByRole('tab', { name: /^Notes/ }).waitFor()
  if (tab) await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
}
const openOutbox = async (page: Page) => {
  await button(page, /saved|waiting|offline|needs attention/i).click()
  await page.getByRole('heading', { name: /waiting|refused|saved/i }).waitFor()
}
const create = async (page: Page, company: string) => {
  await button(page, 'New Target').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill(company)
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const tracker = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
  name,
  path,
  person: 'dana',
  prepare,
})

const admin = (name: string, tab: string, prepare?: Screen['prepare'], person: Person = 'admin'): Screen => ({
  name: `admin-${name}`,
  path: `/admin/${tab}`,
  person,
  prepare,
})
const openPerson = async (page: Page) => {
  await page.getByRole('link', { name: 'Gwendolyn Pike' }).click()
  await page.getByRole('heading', { name: 'Signing in' }).waitFor()
}
const openGroup = async (page: Page) => {
  await page.getByRole('link', { name: 'Litigation' }).click()
  await page.getByRole('checkbox').first().waitFor()
}

/** Those that change something on the device come last. */
export const screens: Screen[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-wrong',
    path: '/login',
    isBroken: true,
    async prepare(page) {
      await page.getByLabel('E-mail').fill('dana@hartwell.example')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Invalid username or password').waitFor()
    },
  },
  { name: 'login-sso', path: '/login/sso' },
  tracker('tracker-pursuing', '/targets/active'),
  tracker('tracker-won', '/targets/completed'),
  tracker('tracker-lost', '/targets/lost'),
  tracker('tracker-hold', '/targets/archived'),
  tracker('tracker-deleted', '/targets/deleted'),
  tracker('tracker-filtered', '/targets/active', (page) => button(page, /Overdue/).click()),
  tracker('tracker-nothing-found', '/targets/active', async (page) => {
    await page.getByLabel('Search these Targets').fill('nobody has this name')
    await page.getByText('No Targets match your search terms.').waitFor()
  }),
  { name: 'tracker-empty', path: '/targets/active', person: 'operator' },
  tracker('tile-menu', '/targets/active', async (page) => {
    await button(page, /^More for /).click()
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  }),
  tracker('figure-score', '/targets/active', async (page) => {
    await page.getByTitle('How the score is made').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Steps completed in time' }).click()
    await dialog.getByRole('listitem').first().waitFor()
  }),
  tracker('controls', '/targets/active', async (page) => {
    const isNarrow = (page.viewportSize()?.width ?? 0) < 992
    if (isNarrow) await button(page, /^Sort and filter/).click()
    await button(page, /^Controls/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show the Targets' }).waitFor()
  }),
  tracker('report-rows', '/targets/active', async (page) => {
    const isNarrow = (page.viewportSize()?.width ?? 0) < 992
    if (isNarrow) await button(page, /^Sort and filter/).click()
    await button(page, /^Controls/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What these numbers mean').click()
    await dialog.getByRole('button', { name: 'Show the Targets' }).click()
    await dialog.getByRole('button', { name: 'Hide the Targets' }).scrollIntoViewIfNeeded()
  }),
  tracker('figure-won', '/targets/active', async (page) => {
    await page.getByTitle('Revenue won this year').click()
    await page.getByRole('button', { name: 'Set year-to-date revenue' }).click()
  }),
  tracker('figure-projected', '/targets/active', async (page) => {
    await page
      .getByTitle(/projected/i)
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  }),
  tracker('tile-edit', '/targets/active', async (page) => {
    await button(page, /^More for /).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  }),
  tracker('dialog-create', '/targets/active', async (page) => {
    await button(page, 'New Target').click()
    await page.getByRole('dialog').getByLabel('Company').waitFor()
  }),
  tracker('dialog-create-errors', '/targets/active', async (page) => {
    await button(page, 'New Target').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create Target' }).click()
    await page.getByText('Please complete this field').first().waitFor()
  }),
  tracker('dialog-next-step', '/targets/active', async (page) => {
    await button(page, /^Done\? Take the Next Step/).click()
    await page.getByRole('dialog').waitFor()
  }),
  tracker('dialog-won', '/targets/active', (page) => menu(page, 'Won')),
  tracker('dialog-lost', '/targets/active', (page) => menu(page, 'Lost')),
  tracker('dialog-date', '/targets/active', (page) => menu(page, 'A date…')),
  tracker('detail-notes', '/targets/active', detail()),
  tracker('detail-activity', '/targets/active', detail('Activity')),
  tracker('detail-collaboration', '/targets/active', detail('Collaboration')),
  tracker('account', '/account/edit'),
  tracker('account-notifications', '/account/notifications'),
  tracker('account-password', '/account/pwd'),
  tracker('account-about', '/account/about'),
  admin('people', 'people'),
  admin('people-chosen', 'people', async (page) => {
    for (const index of [1, 2, 3])
      await page
        .getByRole('checkbox', { name: /^Choose [A-Z]/ })
        .nth(index)
        .check()
  }),
  admin('people-nobody', 'people?q=nobody'),
  admin('invite', 'people', (page) => button(page, 'Invite').click()),
  admin('person', 'people', openPerson),
  admin('deactivate', 'people', async (page) => {
    await openPerson(page)
    await button(page, 'Deactivate …').click()
    await page.getByRole('radio', { name: 'A person for each status' }).check()
  }),
  admin('groups', 'groups'),
  admin('group', 'groups', openGroup),
  admin('group-add', 'groups', async (page) => {
    await openGroup(page)
    await button(page, 'Add people').click()
    await page.getByRole('dialog').getByRole('checkbox').first().check()
  }),
  admin('imports', 'imports'),
  admin('audit', 'audit', (page) => button(page, /^More about/).click()),
  admin('firms', 'firms', undefined, 'operator'),
  admin('health', 'health', (page) => page.getByText('sweep-files').waitFor(), 'operator'),
  tracker('outbox-saved', '/targets/active', openOutbox),
  {
    name: 'outbox-offline',
    path: '/targets/active',
    person: 'dana',
    isBroken: true,
    isOffline: true,
    async prepare(page, context) {
      await cutNetwork(context)
      await create(page, 'Marlow Rail')
      await create(page, 'Northgate Clinics')
      await openOutbox(page)
    },
  },
  {
    name: 'outbox-refused',
    path: '/targets/active',
    person: 'dana',
    isBroken: true,
    async prepare(page) {
      await page.route(/\/api\/tiles$/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 409,
              json: { code: 'removed', message: 'This company was removed by a colleague.' },
            })
          : route.fallback(),
      )
      await create(page, 'Orchard Street Bakers')
      await page.getByText('Needs attention').filter({ visible: true }).first().waitFor()
      await openOutbox(page)
    },
  },
]
