import type { Page } from '@playwright/test'
import { type App, axe, expect, refuse, test, WHOLE_LIST } from '#tests/browser.ts'

// Each test runs two browsers.
test.setTimeout(150_000)

const dialog = (page: Page) => page.getByRole('dialog')
const tile = (page: Page, company: string) => page.getByRole('article', { name: company })
const create = async (app: App, by: 'dana' | 'lee', company: string) => {
  const target = await app.call(by, 'tiles', {
    company,
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })
  return target as { id: string }
}
const choose = async (page: Page, name: string) => {
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page)
    .getByRole('button', { name: new RegExp(name) })
    .click()
}
/** Arrives live, without a reload. */
const comes = (page: Page, company: string) => expect(tile(page, company)).toBeVisible({ timeout: 15_000 })

test('hands over several targets or one, which appear for the new owner', async ({ app, page }) => {
  for (const company of ['Corvane Mills', 'Pellworth Docks', 'Quillon Yards']) await create(app, 'dana', company)
  await app.signIn(page, 'dana')
  await page.setViewportSize(WHOLE_LIST)
  const { page: lees } = await app.openDevice('lee')
  await lees.setViewportSize(WHOLE_LIST)
  await expect(lees.getByRole('article').first()).toBeVisible()
  for (const company of ['Corvane Mills', 'Pellworth Docks']) {
    await tile(page, company).hover()
    await page.getByRole('checkbox', { name: `Select ${company}` }).check({ force: true })
  }
  await page.getByRole('region', { name: 'Selected Targets' }).getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog(page)).toContainText('Hand over 2 Targets')
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await choose(page, 'Lee Okafor')
  await expect(page.getByText('Lee Okafor now owns 2 Targets.')).toBeVisible()
  await expect(tile(page, 'Corvane Mills')).toBeHidden()
  await comes(lees, 'Corvane Mills')
  await comes(lees, 'Pellworth Docks')

  await page.getByRole('link', { name: 'Quillon Yards' }).first().click()
  await page.getByRole('tab', { name: 'Collaboration' }).click()
  await page.getByRole('button', { name: 'Hand over' }).click()
  await choose(page, 'Lee Okafor')
  await expect(page.getByText('Lee Okafor now owns Quillon Yards.')).toBeVisible()
  await expect(page).toHaveURL(/\/targets\/active/)
  await comes(lees, 'Quillon Yards')
})

test("doesn't let a collaborator hand over a colleague's target", async ({ app, page }) => {
  const { id } = await create(app, 'lee', 'Ostby Marine')
  const { users } = (await app.call('lee', 'users')) as { users: { id: string; fullname: string }[] }
  const dana = users.find(({ fullname }) => fullname === 'Dana Reyes')!
  const shared = (await app.call('lee', `tiles/${id}/sharewith/${dana.id}`, {})) as {
    collaborators: { user_id: string; share_id: string }[]
  }
  const share = shared.collaborators.find(({ user_id }) => user_id === dana.id)!
  await app.call('dana', `share/${share.share_id}/accept`, {})
  await app.signIn(page, 'dana')
  await page.setViewportSize(WHOLE_LIST)
  await tile(page, 'Ostby Marine').hover()
  await page.getByRole('checkbox', { name: 'Select Ostby Marine' }).check({ force: true })
  const bar = page.getByRole('region', { name: 'Selected Targets' })
  await expect(bar.getByRole('button', { name: 'Export' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Hand over' })).toBeHidden()
})

test("lets a firm admin hand over another person's target and shows only its name", async ({ app, page }) => {
  await create(app, 'dana', 'Nordal Freight')
  await app.signIn(page, 'admin')
  const { page: lees } = await app.openDevice('lee')
  await lees.setViewportSize(WHOLE_LIST)
  await expect(lees.getByRole('article').first()).toBeVisible()
  await page.goto('/viewer/pipeline/people')
  await expect(page.getByRole('heading', { name: 'Hand over Targets of' })).toBeVisible()
  await page.getByRole('link', { name: /Dana Reyes/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dana Reyes' })).toBeVisible()
  await page.getByRole('checkbox', { name: /Nordal Freight/ }).check()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Hand over 1 Target' }).click()
  await choose(page, 'Lee Okafor')
  await expect(page.getByText('Lee Okafor now owns 1 Target.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Nordal Freight/ })).toBeHidden()
  await comes(lees, 'Nordal Freight')
})

test('shows a manager the person’s figures, and confirms a change only after the server has', async ({ app, page }) => {
  await create(app, 'dana', 'Ferrow Glass')
  await create(app, 'dana', 'Zentaur Optics')
  await page.setViewportSize(WHOLE_LIST)
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/people')
  // Dana's figures without private targets, which count only for her.
  const { user } = (await app.call('dana', 'user')) as { user: { id: string } }
  const hud = (await app.call('morgan', `user/hud?proxyUser=${user.id}`)) as {
    score: { you: { current: { score: number } } }
  }
  await page.getByRole('link', { name: /Dana Reyes/ }).click()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText(`Score ${hud.score.you.current.score}`)
  await summary.getByTitle('How your score is calculated').click()
  await dialog(page).getByRole('button', { name: 'Targets created' }).click()
  await expect(dialog(page).getByRole('link', { name: 'Ferrow Glass' })).toHaveAttribute(
    'href',
    /\/viewer\/pipeline\/people\/[\w-]+\/target\//,
  )
  await dialog(page).getByRole('button', { name: 'Close' }).click()

  const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/action=delete/, async (route) => {
    asked.resolve()
    await release.promise
    await route.continue()
  })
  const remove = async (company: string) => {
    await tile(page, company).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Remove' }).click()
  }
  await remove('Ferrow Glass')
  const said = page.getByText('Moved Ferrow Glass to Recently Deleted.')
  await asked.promise
  await expect(said).toBeHidden()
  release.resolve()
  await expect(said).toBeVisible()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people\/[\w-]+\?status=deleted$/)

  await page.unroute(/action=delete/)
  await page.getByRole('link', { name: /Pursuing/ }).click()
  await refuse(page, /action=delete/, 409, 'This Target is already Recently Deleted.')
  await remove('Zentaur Optics')
  await expect(page.getByText('This Target is already Recently Deleted.')).toBeVisible()
  await expect(page.getByText('Moved Zentaur Optics to Recently Deleted.')).toBeHidden()
})
