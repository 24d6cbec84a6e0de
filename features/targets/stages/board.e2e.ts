// The board: every way to move a card, filters in its address, phones, and every width.
import type { Locator, Page } from '@playwright/test'
import { offeredStages } from '#core/contract/stages.ts'
import { type App, allSaved, axe, expect, test } from '#tests/browser.ts'
import { clearStages } from '#tests/clearStages.ts'
import { faultsAtEveryWidth, layoutFaults } from '#tests/layout.ts'
import { subscribe } from '#tests/subscribe.ts'

const lane = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const said = (page: Page) => page.locator('[data-board]').getByRole('status')
const cards = (within: Locator) => within.getByRole('article')
const [identified, talking] = offeredStages.inOrder.map(({ id }) => id) as [string, string]

const LONG = [
  'Identified',
  'Erstgespräch mit Vertretern der Rechtsab',
  'Scoping',
  'Proposal has been sent to the whole boar',
  '与客户讨论范围并确认预算以及时间表的阶段等待对方最终批准之后签署合同',
  'مناقشة النطاق والميزانية مع العميل الآن',
  'Agreed',
  'Waiting for countersignature of the GC o',
]
const eightStages = (app: App) =>
  app.call(
    'admin',
    'admin/stages',
    {
      stages: LONG.map((name, at) => ({
        id: offeredStages.inOrder[at]?.id ?? `10000000-0000-4000-8000-00000000000${at}`,
        name,
        meaning: '',
        chance: 10 * at,
      })),
      instead: {},
      version: 0,
    },
    'PUT',
  )

async function open(app: App, page: Page, path = '/targets/active?view=board') {
  await app.signIn(page)
  await page.goto(path)
  await expect(cards(page.locator('[data-board]')).first()).toBeVisible()
}

test('is worked with the keyboard alone: reach a card, move it, open it, and come back to it', async ({
  app,
  page,
}) => {
  await subscribe(app, { stages: true })
  await clearStages(app)
  await open(app, page)
  const first = cards(lane(page, 'No stage')).first().getByRole('link')
  await first.focus()
  await page.keyboard.press('ArrowDown')
  const second = cards(lane(page, 'No stage')).nth(1).getByRole('link')
  await expect(second).toBeFocused()
  const name = (await second.textContent()) ?? ''
  // The keys don't wait for each other.
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  const amount = '(\\$[\\d.]+(k|mm)?)(, \\d+ without an amount)?'
  await expect(said(page)).toHaveText(new RegExp(`^${name} moved to Talking, 1 of 1\\. 1 Target, ${amount}\\.$`))
  const moved = lane(page, 'Talking').getByRole('link', { name })
  await expect(moved).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(moved).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('k')
  await expect(page.locator('[data-board] article a:focus')).toBeVisible()
  await moved.focus()
  for (const stage of ['Scoping', 'Proposal', 'Agreed']) {
    await page.keyboard.press('Shift+ArrowRight')
    await expect(said(page)).toContainText(`moved to ${stage}, 1 of 1.`)
  }
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toHaveText('This is the last stage.')
})

test('moves a card from its menu, which closes, and keeps the focus on the card', async ({ app, page }) => {
  await subscribe(app, { stages: true })
  await clearStages(app)
  await open(app, page)
  const card = cards(lane(page, 'No stage')).first()
  const name = (await card.getByRole('link').textContent()) ?? ''
  await card.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Move to stage' }).click()
  expect(await axe(page, '[role="menu"]')).toEqual([])
  await page.getByRole('menuitemradio', { name: /^Scoping/ }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(lane(page, 'Scoping').getByRole('link', { name })).toBeFocused()
  await expect(said(page)).toContainText(`${name} moved to Scoping, 1 of 1.`)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(said(page)).toContainText(`${name} moved to No stage`)
})

test('drags a card to a column, and scrolls to columns that are out of view', async ({ app, page }) => {
  await subscribe(app, { stages: true })
  await clearStages(app)
  await eightStages(app)
  await page.setViewportSize({ width: 900, height: 800 })
  await open(app, page)
  const card = cards(lane(page, 'No stage')).first()
  const name = (await card.getByRole('link').textContent()) ?? ''
  // Scrolling the page between pressing and moving would drag the card below the mouse.
  await lane(page, 'Identified').scrollIntoViewIfNeeded()
  await card.dragTo(lane(page, 'Identified'))
  await expect(lane(page, 'Identified').getByRole('link', { name })).toBeVisible()
  const last = lane(page, 'Waiting for')
  await expect(last).not.toBeInViewport()
  const box = (await cards(lane(page, 'Identified')).first().boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  const board = (await page.locator('[data-board]').boundingBox())!
  await page.mouse.move(board.x + board.width / 2, board.y + 300, { steps: 5 })
  await page.mouse.move(board.x + board.width - 8, board.y + 300, { steps: 5 })
  await expect(last).toBeInViewport({ ratio: 0.95 })
  await page.mouse.up()
  await expect(last.getByRole('link', { name })).toBeVisible()
  await expect(said(page)).toContainText(`${name} moved to Waiting for`)
})

test('opens with the filters of a shared address, like the list', async ({ app, page }) => {
  await subscribe(app, { stages: true })
  await clearStages(app)
  await open(app, page)
  const name = (await cards(lane(page, 'No stage')).first().getByRole('link').textContent()) ?? ''
  await cards(lane(page, 'No stage')).first().getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(lane(page, 'Identified').getByRole('link', { name })).toBeVisible()
  await allSaved(page)
  await page.goto(`/targets/active?view=board&stage=${identified},${talking}`)
  await expect(cards(page.locator('[data-board]'))).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Filter, 2 chosen' })).toBeVisible()
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  await expect(page).toHaveURL(/view=list/)
  await expect(page).toHaveURL(new RegExp(`stage=${identified}`))
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('radio', { name: 'Board' }).check({ force: true })
  // A card that its filter no longer shows leaves the board, and the focus isn't lost.
  await page.goto(`/targets/active?view=board&stage=${identified},none`)
  await lane(page, 'Identified').getByRole('link', { name }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.locator('[data-board]').getByRole('link', { name })).toBeHidden()
  await expect(page.locator('[data-board] article a:focus')).toBeVisible()
})

test('shows one column on a phone, which one, and the next by a swipe or a button', async ({ app, browser }) => {
  await subscribe(app, { stages: true })
  await eightStages(app)
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 320, height: 720 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await open(app, page)
  expect(await axe(page, 'main')).toEqual([])
  await expect(lane(page, 'No stage')).toBeInViewport()
  await expect(lane(page, 'Identified')).not.toBeInViewport()
  await expect(page.getByText('1 of 9')).toBeVisible()
  await page.getByRole('button', { name: 'Show Identified' }).click()
  await expect(page.getByText('2 of 9')).toBeVisible()
  await expect(lane(page, 'Identified')).toBeInViewport({ ratio: 0.5 })
  await page.locator('[data-board]').evaluate((board) => board.scrollBy(board.clientWidth, 0))
  await expect(page.getByText('3 of 9')).toBeVisible()
  expect((await layoutFaults(page, true)).filter((fault) => /Show |More for/.test(fault))).toEqual([])
})

test('never overlaps controls or cuts labels at any width, with eight long names', async ({ app, page }) => {
  test.slow()
  await subscribe(app, { stages: true })
  await eightStages(app)
  await page.setViewportSize({ width: 1440, height: 560 })
  await open(app, page)
  expect(await faultsAtEveryWidth(page)).toEqual([])
})
