// Moves Targets through the stages of a firm: on the board, on a Target, and in the form, offline too.
import type { Page } from '@playwright/test'
import { offeredStages } from '#core/contract/stages.ts'
import { type App, allSaved, axe, cutNetwork, expect, test } from '#tests/browser.ts'
import { clearStages } from '#tests/clearStages.ts'
import { subscribe } from '#tests/subscribe.ts'
import type { TargetTile } from '../contract.ts'

const lane = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const countIn = async (page: Page, name: string) =>
  Number((await lane(page, name).getByRole('heading', { level: 3 }).textContent())?.match(/\d+$/)?.[0])
const said = (page: Page) => page.locator('[data-board]').getByRole('status')

test('moves a Target over the board by keyboard, says where it went, and undoes it', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page)
  await page.goto('/targets/active?view=board')
  await expect(lane(page, 'No stage').getByRole('article').first()).toBeVisible()
  await expect(lane(page, 'Scoping').getByRole('article').first()).toBeVisible()
  expect(await axe(page, 'main')).toEqual([])
  const first = lane(page, 'No stage').getByRole('article').first()
  const [identified, talking] = [await countIn(page, 'Identified'), await countIn(page, 'Talking')]
  expect(Math.min(identified, talking)).toBeGreaterThan(0)
  const name = (await first.getByRole('link').textContent()) ?? ''
  await first.getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toHaveText(new RegExp(`^${name} moved to Identified, \\d+ of ${identified + 1}\\.`))
  const moved = lane(page, 'Identified').getByRole('link', { name })
  await expect(moved).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toHaveText(new RegExp(`^${name} moved to Talking, \\d+ of ${talking + 1}\\.`))
  await expect(lane(page, 'Talking').getByRole('link', { name })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(moved).toBeVisible()
  await allSaved(page)
  await page.reload()
  await expect(lane(page, 'Identified').getByRole('link', { name })).toBeVisible()
})

const proposal = offeredStages.inOrder[3]!.id
const targetsOf = async (app: App) => {
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: TargetTile[] }
  return tiles.filter(({ shared }) => shared === 'no')
}
const stageOf = async (app: App, id: string) => ((await app.call('dana', `tiles/${id}`)) as TargetTile).stage

test('moves Targets offline, even to a stage that the firm removes in the meantime', { tag: '@keptOnDevice' }, async ({
  app,
  page,
  context,
}) => {
  await subscribe(app, { stages: true })
  await app.signIn(page)
  await page.goto('/targets/active?view=board')
  const first = lane(page, 'No stage').getByRole('article').first()
  const name = (await first.getByRole('link').textContent()) ?? ''
  const id = (await first.getAttribute('data-tile'))!
  await allSaved(page)
  const reconnect = await cutNetwork(context)
  await first.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Move to stage' }).click()
  await page.getByRole('menuitemradio', { name: /^Proposal/ }).click()
  await expect(lane(page, 'Proposal').getByRole('link', { name })).toBeVisible()
  await page.reload()
  await expect(lane(page, 'Proposal').getByRole('link', { name })).toBeVisible()
  const { inOrder } = offeredStages
  const renamed = inOrder.flatMap((stage, at) =>
    at === 3 ? [] : [{ ...stage, name: at === 2 ? 'Shaping' : stage.name }],
  )
  await app.call(
    'admin',
    'admin/stages',
    { stages: renamed, instead: { [proposal]: inOrder[2]!.id }, version: 0 },
    'PUT',
  )
  await reconnect()
  await expect(lane(page, 'Shaping').getByRole('link', { name })).toBeVisible()
  await allSaved(page)
  expect(await stageOf(app, id)).toBe(inOrder[2]!.id)
})

test('shows stage, expected close, and chance on a Target, and who moved it, and keeps them when it’s closed', async ({
  app,
  page,
}) => {
  await subscribe(app, { stages: true })
  const [target] = await targetsOf(app)
  await app.signIn(page)
  await page.goto(`/target/${target!.id}`)
  await page.getByRole('button', { name: /Move to another stage/ }).click()
  await expect(page.getByRole('menuitemradio', { name: /^Proposal/ })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('menuitemradio', { name: /^Proposal/ }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Proposal/ })).toBeVisible()
  await expect(page.getByText('60% from its stage')).toBeVisible()
  await allSaved(page)
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText('You moved this to Proposal')).toBeVisible()
  expect(await axe(page)).toEqual([])
  for (const [path, body, said] of [
    ['complete', { revenue: 40_000 }, 'Won'],
    ['lost', { lost_reason: 'Timing' }, 'Lost'],
    ['archive', {}, 'On Hold'],
  ] as const) {
    await app.call('dana', `tiles/${target!.id}?action=${path}`, body)
    await expect(page.getByText(said, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Move to another stage/ })).toBeHidden()
    await expect(page.getByText('Proposal', { exact: true })).toBeVisible()
    await app.call('dana', `tiles/${target!.id}?action=work`, {})
    await expect(page.getByRole('button', { name: /^Proposal/ })).toBeVisible()
  }
})

test('reads #proposal in the quick line, offers the fields in the forms, and moves many Targets together', async ({
  app,
  page,
}) => {
  await subscribe(app, { stages: true })
  await clearStages(app)
  await app.signIn(page)
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Or write one line' }).click()
  await dialog.getByLabel('One line').fill('Quickline Mills - lunch tomorrow - $40k #proposal')
  await expect(dialog.getByText('Stage Proposal')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('article', { name: 'Quickline Mills' }).getByTitle('Stage: Proposal')).toBeVisible()
  await page.getByRole('button', { name: 'New Target' }).first().click()
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect(dialog.getByLabel(/^Expected close/)).toBeVisible()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  const tile = page.locator('[data-tile]').first()
  await tile.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  expect(await axe(page, '[data-tile] form')).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/targets/active?view=board')
  const none = lane(page, 'No stage')
  for (const at of [0, 1]) {
    await none.getByRole('article').nth(at).getByRole('link').focus()
    await page.keyboard.press('x')
  }
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('region', { name: 'Selected Targets' }).getByRole('button', { name: 'Move' }).click()
  await expect(page.getByRole('menuitemradio', { name: /^Talking/ })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('menuitemradio', { name: /^Talking/ }).click()
  await expect(page.getByText('2 Targets moved to Talking.')).toBeVisible()
  await expect(lane(page, 'Talking').getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(lane(page, 'Talking').getByRole('article')).toHaveCount(0)
})
