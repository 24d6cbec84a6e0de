import type { Page } from '@playwright/test'
import { cutNetwork } from '#tests/browser.ts'
import { asDana, asMorgan, button, type Picture } from '#tests/pictures.ts'

const menu = async (page: Page, item: string) => {
  await button(page, /^More for /).click()
  if (item === 'Choose a date') await page.getByRole('menuitem', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await page.getByRole('dialog').waitFor()
}
const detail = (tab?: string) => async (page: Page) => {
  await page.locator('article h3 a').first().click()
  await page.getByRole('tab', { name: /^Notes/ }).waitFor()
  if (tab) await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
}
const openDanas = async (page: Page) => {
  await page.getByRole('link', { name: /Dana Reyes/ }).click()
  await page.locator('article').first().waitFor()
}
const openOutbox = async (page: Page) => {
  await button(page, /saved|waiting|offline|needs attention/i).click()
  await page.getByRole('heading', { name: /pending|saved/i }).waitFor()
}
const create = async (page: Page, company: string) => {
  await button(page, 'New Target').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill(company)
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const company = async (page: Page) => {
  await button(page, /^More for /).click()
  await page.getByRole('menuitem', { name: 'Company page' }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
}

/** Makes a change from another client. */
const send = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const { token } = JSON.parse(localStorage.getItem('session') ?? '{}')
      const answer = await fetch(`/api/${path}`, {
        method: method!,
        headers: {
          authorization: `Bearer ${token}`,
          'x-client': 'web',
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: body!,
      })
      return answer.json()
    },
    [method, path, JSON.stringify(body)],
  ) as Promise<{ id: string }>

/** Overwrites a note that this device hadn't seen. */
const changeTwice = async (page: Page) => {
  await detail()(page)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  for (const note of ['Asked for references from two banks.', 'Wants to meet their new counsel first.'])
    await send(page, 'PUT', `tiles/${id}`, { note, base: { note: '-' } })
  await page.evaluate('window.dispatchEvent(new Event("focus"))')
  await button(page, 'Show earlier text').click()
}

/** Creates a company with data in every section. */
const fullCompany = async (page: Page) => {
  const name = 'Northlight Mutual Insurance of the Pacific Northwest, Inc.'
  const one = { company: name, type: 'client', value: 'M', goal: 'Win the first engagement' }
  const step = (description: string, due: string) => ({ tasks: [{ description, due, help: '' }] })
  const made = [
    ['Harold Underhill', 'Send the memo on reinsurance treaties', '2027-01-01', 145_000],
    ['María de los Ángeles Fernández-Villaverde', 'Ask who decides about outside counsel', '2027-02-01', 38_500],
    ['Kim Osei', 'Lunch', '2027-03-01', 1_250_000],
    ['', 'Find out whom to call', '2027-04-01', -1],
  ] as const
  const path = `/company/${encodeURIComponent(name)}`
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Created for the first of these screenshots.
  const isMade = await page.getByRole('heading', { name: 'History' }).isVisible()
  for (const [contact, description, due, projected_revenue] of isMade ? [] : made) {
    const contact_email =
      contact && `${contact.split(' ')[0]!.normalize('NFKD').replace(/\P{L}/gu, '')}@northlight.example`
    const contact_phone = contact === 'Kim Osei' ? 'ask the front desk' : contact && '+1 (206) 555-0134 ext. 12'
    const given = { ...one, contact, contact_email, contact_phone, projected_revenue, ...step(description, due) }
    const { id } = await send(page, 'POST', 'tiles', given)
    if (contact === 'Kim Osei') await send(page, 'POST', `tiles/${id}?action=complete`, { revenue: 1_100_000 })
    if (contact === '') await send(page, 'POST', `tiles/${id}?action=lost`, { lost_reason: 'Timing' })
  }
  await page.goto(path)
  await page.getByText('Find out whom to call').first().waitFor()
  await page.getByText('Kim Osei').first().waitFor()
}

/** Screenshots that change data on the device come last. */
export const pictures: readonly Picture[] = [
  asDana('tracker-pursuing', '/targets/active'),
  asDana('tracker-won', '/targets/completed'),
  asDana('tracker-lost', '/targets/lost'),
  asDana('tracker-hold', '/targets/archived'),
  asDana('tracker-deleted', '/targets/deleted'),
  asDana('tracker-filtered', '/targets/active', (page) => button(page, /Overdue/).click()),
  asDana('tracker-board', '/targets/active?view=board', (page) =>
    page.locator('[data-board] article').first().waitFor(),
  ),
  asDana('tracker-filter', '/targets/active', async (page) => {
    await button(page, /filter/i).click()
    await page.getByText('Proposal', { exact: true }).first().waitFor()
  }),
  asDana('tracker-nothing-found', '/targets/active', async (page) => {
    await page.getByLabel('Search these Targets').fill('nobody has this name')
    await page.getByText('No Targets match your search terms.').waitFor()
  }),
  { name: 'tracker-empty', path: '/targets/active', person: 'admin' },
  asDana('tile-menu', '/targets/active', async (page) => {
    await button(page, /^More for /).click()
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  }),
  asDana('figure-score', '/targets/active', async (page) => {
    await page.getByTitle('How your score is calculated').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Steps completed on time' }).click()
    await dialog.getByRole('listitem').first().waitFor()
  }),
  asDana('controls', '/targets/active', async (page) => {
    const isNarrow = (page.viewportSize()?.width ?? 0) < 992
    if (isNarrow) await button(page, /^Sort and filter/).click()
    await button(page, /^Controls/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show the Targets' }).waitFor()
  }),
  asDana('report-rows', '/targets/active', async (page) => {
    const isNarrow = (page.viewportSize()?.width ?? 0) < 992
    if (isNarrow) await button(page, /^Sort and filter/).click()
    await button(page, /^Controls/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('What these numbers mean').click()
    await dialog.getByRole('button', { name: 'Show the Targets' }).click()
    await dialog.getByRole('button', { name: 'Hide the Targets' }).scrollIntoViewIfNeeded()
  }),
  asDana('figure-won', '/targets/active', async (page) => {
    await page.getByTitle('Revenue won this year').click()
    await page.getByRole('button', { name: 'Set year-to-date revenue' }).click()
  }),
  asDana('figure-projected', '/targets/active', async (page) => {
    await page
      .getByTitle(/projected/i)
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  }),
  asDana('tile-edit', '/targets/active', async (page) => {
    await button(page, /^More for /).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).waitFor()
  }),
  asDana('dialog-create', '/targets/active', async (page) => {
    await button(page, 'New Target').click()
    await page.getByRole('dialog').getByLabel('Company').waitFor()
  }),
  asDana('dialog-create-more', '/targets/active', async (page) => {
    await button(page, 'New Target').click()
    await page.getByRole('dialog').getByRole('button', { name: 'More' }).click()
  }),
  asDana('dialog-create-errors', '/targets/active', async (page) => {
    await button(page, 'New Target').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create Target' }).click()
    await page.getByText('Please complete this field').first().waitFor()
  }),
  asDana('dialog-next-step', '/targets/active', async (page) => {
    await button(page, /^Done\? Take the Next Step/).click()
    await page.getByRole('dialog').waitFor()
  }),
  asDana('dialog-log-touch', '/targets/active', async (page) => {
    await button(page, /^More for /).click()
    await page.getByRole('menuitem', { name: /log a touch$/ }).click()
    await page.getByRole('dialog').getByLabel('What happened?').fill('called yesterday 20 min about the fees')
  }),
  asDana('tile-menu', '/targets/active', async (page) => {
    await button(page, /^More for /).click()
    await page.getByRole('menuitem', { name: /log a touch$/ }).waitFor()
  }),
  asDana('dialog-won', '/targets/active', (page) => menu(page, 'Won')),
  asDana('dialog-lost', '/targets/active', (page) => menu(page, 'Lost')),
  asDana('dialog-date', '/targets/active', (page) => menu(page, 'Choose a date')),
  asDana('detail-notes', '/targets/active', detail()),
  asDana('detail-activity', '/targets/active', detail('Activity')),
  asDana('detail-collaboration', '/targets/active', detail('Collaboration')),
  asDana('company', '/targets/active', company),
  asDana('company-empty', '/company/Nobody%20Knows%20Ltd', (page) =>
    page.getByText('You don’t have any Targets at Nobody Knows Ltd.').waitFor(),
  ),
  {
    name: 'company-offline',
    path: '/targets/active',
    person: 'dana',
    isBroken: true,
    isOffline: true,
    async prepare(page, context) {
      await page.locator('article').first().waitFor()
      await cutNetwork(context)
      await company(page)
      await page.getByText(/^You’re offline\./).waitFor()
    },
  },
  asDana('sort-menu', '/targets/active', async (page) => {
    const isNarrow = (page.viewportSize()?.width ?? 0) < 992
    await button(page, isNarrow ? /^Sort and filter/ : /^Sort:/).click()
    await page.getByText('Created', { exact: true }).first().waitFor()
  }),
  asMorgan('manager-list', '/viewer/pipeline/people', openDanas),
  asMorgan('manager-target', '/viewer/pipeline/people', async (page) => {
    await openDanas(page)
    await detail()(page)
  }),
  asDana('outbox-saved', '/targets/active', openOutbox),
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
  asDana('detail-changed-twice', '/targets/active', changeTwice),
  asDana('company-full', '/targets/active', fullCompany),
]
