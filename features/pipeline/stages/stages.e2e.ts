// Admin → Pipeline: order, removal, and two admins at the same time.
import type { Page } from '@playwright/test'
import { offeredStages, type Stages } from '#core/contract/stages.ts'
import { type App, axe, expect, test } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'

const stageNames = (page: Page) => page.getByLabel('Name', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save stages' }).click()
const stagesOf = (app: App) => app.call('admin', 'firms/stages') as Promise<Stages>
const namesOf = async (app: App) => (await stagesOf(app)).inOrder.map(({ name }) => name)

async function open(app: App, page: Page) {
  await subscribe(app, { stages: true })
  await app.signIn(page, 'admin')
  await page.goto('/admin/pipeline')
  await expect(stageNames(page)).toHaveCount(5)
}

test('orders stages by keys, and asks where the Targets of a removed one go', async ({ app, page }) => {
  await open(app, page)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: /^Move Agreed, 5 of 5/ }).press('ArrowUp')
  await expect(page.getByRole('button', { name: /^Move Agreed, 4 of 5/ })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Scoping' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove “Scoping”' })
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await dialog.getByLabel('Its Targets go to').selectOption('Talking')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await save(page)
  await expect(page.getByText('Stages saved.')).toBeVisible()
  const { inOrder, removed } = await stagesOf(app)
  expect(inOrder.map(({ name }) => name)).toEqual(['Identified', 'Talking', 'Agreed', 'Proposal'])
  expect(removed).toEqual([
    { id: offeredStages.inOrder[2]!.id, name: 'Scoping', instead: offeredStages.inOrder[1]!.id },
  ])
  await expect(page.getByText('Someone else changed')).toBeHidden()
})

for (const isLive of [true, false])
  test(`keeps what the second of two admins typed, ${isLive ? 'and shows what the first saved' : 'even if it learns of the first on saving'}`, async ({
    app,
    page,
  }) => {
    await open(app, page)
    // Neither the stages nor the session that announces them are read until the form is saved.
    const reads = /\/api\/(user|firms\/stages)$/
    if (!isLive) await page.route(reads, (route) => route.abort())
    await stageNames(page).nth(1).fill('Meeting')
    await page.getByLabel('Chance', { exact: true }).nth(1).fill('101')
    await save(page)
    await expect(page.getByText('Enter a whole number from 0 to 100.')).toBeVisible()
    await page.getByLabel('Chance', { exact: true }).nth(1).fill('30')
    const theirs = offeredStages.inOrder.map((stage, at) => (at === 3 ? { ...stage, name: 'Pitched' } : stage))
    await app.call('admin', 'admin/stages', { stages: theirs, instead: {}, version: 0 }, 'PUT')
    if (!isLive) {
      await save(page)
      await expect(page.getByText('Someone else changed this pipeline in the meantime.')).toBeVisible()
      // Before that, a read of its own could already show theirs, and saving would take both.
      await page.route(/\/api\/admin\/stages$/, async (route) => {
        const response = await route.fetch()
        await page.unroute(reads)
        await route.fulfill({ response })
      })
      await save(page)
    }
    const alert = page.getByRole('alert').filter({ hasText: 'Someone else changed the stages in the meantime.' })
    await expect(alert).toBeVisible()
    await expect(stageNames(page).nth(1)).toHaveValue('Meeting')
    await expect(stageNames(page).nth(3)).toHaveValue('Pitched')
    expect(await namesOf(app)).toContain('Talking')
    await save(page)
    await expect(page.getByText('Stages saved.')).toBeVisible()
    await expect(alert).toBeHidden()
    expect(await namesOf(app)).toEqual(['Identified', 'Meeting', 'Scoping', 'Pitched', 'Agreed'])
  })
