import type { Page } from '@playwright/test'
import { allSaved, cutNetwork, expect, test, WHOLE_LIST } from '#tests/browser.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function create(page: Page, company: string) {
  await page.getByRole('button', { name: 'New Target' }).first().click()
  await dialog(page).getByLabel('Company').fill(company)
  await dialog(page).getByLabel('Objective').fill('Win the first engagement')
  await dialog(page).getByLabel('First step').fill('Call them')
  await dialog(page).getByRole('button', { name: 'Create Target' }).click()
  await expect(dialog(page)).toBeHidden()
}
/** The device asks the server again when the page gets the focus. */
const look = (page: Page) => page.evaluate('window.dispatchEvent(new Event("focus"))')

test('shares a target, lets the other accept offline and both add notes and steps, and revokes it', {
  tag: ['@everyCommit', '@keptOnDevice'],
}, async ({ app, page }) => {
  await app.signIn(page, 'dana')
  await create(page, 'Quillon Harbor')
  await allSaved(page)
  await page.getByRole('link', { name: 'Quillon Harbor' }).first().click()
  await page.getByRole('tab', { name: 'Collaboration' }).click()
  await page.getByRole('button', { name: 'Share with a colleague' }).click()
  await dialog(page).getByLabel('Name').fill('ee OK')
  await dialog(page)
    .getByRole('button', { name: /Lee Okafor/ })
    .click()
  await expect(page.getByText('This User is collaborating on this Target.')).toBeVisible()
  await page.getByRole('button', { name: 'Share with a colleague' }).click()
  await dialog(page).getByLabel('Name').fill('Okafor')
  await dialog(page)
    .getByRole('button', { name: /Lee Okafor/ })
    .click()
  await expect(dialog(page).getByRole('alert')).toHaveText('You have already shared this target with Lee Okafor')
  await page.keyboard.press('Escape')
  await expect(page.getByText('This User initiated this Target.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Invitation: Lee Okafor' })).toBeVisible()
  await allSaved(page)

  const { page: lees, context } = await app.openDevice('lee')
  await lees.setViewportSize(WHOLE_LIST)
  await expect(lees.getByText('Dana Reyes invites you to pursue Quillon Harbor')).toBeVisible()
  const online = await cutNetwork(context)
  await lees.getByRole('button', { name: 'Accept Quillon Harbor' }).click()
  await expect(lees.getByRole('article', { name: 'Quillon Harbor' })).toBeVisible()
  await lees.getByRole('link', { name: 'Quillon Harbor' }).first().click()
  await expect(lees.getByText('Identify next steps').filter({ visible: true }).first()).toBeVisible()
  await lees.getByLabel('Your Note').fill('I know their counsel.')
  await lees.getByRole('button', { name: 'Save', exact: true }).click()
  await online()
  await look(lees)
  await allSaved(lees)

  await look(page)
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByText('I know their counsel.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('tab', { name: 'Collaboration' }).click()
  await page.getByRole('button', { name: 'Remove: Lee Okafor' }).click()
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No one else is working on this Target.')).toBeVisible()
  await allSaved(page)

  await lees.goto('/targets/active')
  await expect(lees.getByRole('article').first()).toBeVisible()
  await expect(lees.getByRole('article', { name: 'Quillon Harbor' })).toBeHidden({ timeout: 30_000 })
})

test('takes the target from people who decline or withdraw and returns them to where they were', async ({
  app,
  page,
}) => {
  const share = async (company: string) => {
    const made = (await app.call('dana', 'tiles', {
      company,
      goal: 'Win the first engagement',
      type: 'prospect',
      value: 'M',
      tasks: [{ description: 'Call', due: '2027-01-04' }],
    })) as { id: string }
    const { users } = (await app.call('dana', 'users')) as { users: { id: string; fullname: string }[] }
    await app.call(
      'dana',
      `tiles/${made.id}/sharewith/${users.find(({ fullname }) => fullname === 'Lee Okafor')!.id}`,
      {},
    )
    return made.id
  }
  await share('Ferrow Glass')
  const id = await share('Ostby Marine')
  await app.signIn(page, 'lee')
  await page.getByRole('button', { name: 'Decline Ferrow Glass' }).click()
  await expect(page.getByText('You declined Ferrow Glass.')).toBeVisible()
  await page.goto(`/target/${id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('tab', { name: 'Collaboration' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('article', { name: 'Ostby Marine' })).toBeHidden()
})

test('lets a manager act on a person’s targets and the person read about it', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Controls' }).click()
  await dialog(page).getByRole('button', { name: 'People' }).click()
  await page.getByRole('link', { name: /Dana Reyes/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dana Reyes' })).toBeVisible()
  const first = page.getByRole('article').first()
  const company = (await first.getByRole('heading').textContent())!.trim()
  await first.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people\/[\w-]+\/target\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await page.getByRole('button', { name: 'Lost' }).click()
  await dialog(page).getByPlaceholder('What made the difference?').fill('Timing')
  await dialog(page).getByRole('button', { name: 'Lost' }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people\/[\w-]+\?status=lost$/)
  await expect(page.getByRole('article', { name: company })).toBeVisible()

  const { page: danas } = await app.openDevice('dana')
  await expect(danas.getByRole('article').first()).toBeVisible()
  await danas.goto('/account/edit')
  await expect(danas.getByText(/Morgan Bell viewed this pipeline on/)).toBeVisible()
  await danas.goto('/targets/lost')
  await danas.getByRole('link', { name: company }).first().click()
  await danas.getByRole('tab', { name: 'Activity' }).click()
  await expect(danas.getByText('Morgan Bell lost this Target')).toBeVisible()
})
