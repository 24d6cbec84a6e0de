import type { Page } from '@playwright/test'
import { allSaved, expect, test, WHOLE_LIST, waitForServiceWorker } from './browser.ts'

// Each test starts two browser processes.
test.setTimeout(150_000)

const tile = (page: Page, company: string) => page.getByRole('article', { name: company })

async function startTarget(page: Page, company: string) {
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill(company)
  return dialog
}

async function finish(dialog: ReturnType<Page['getByRole']>) {
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByLabel('First step').fill('Call them')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await expect(dialog).toBeHidden()
}

test('shows a change on another device without a reload, even after a server outage', {
  tag: ['@keptOnDevice', '@ownServer'],
}, async ({ app }) => {
  const [one, other] = [await app.openDevice('dana'), await app.openDevice('dana')]
  await other.page.setViewportSize(WHOLE_LIST)
  await waitForServiceWorker(other.page)
  await finish(await startTarget(one.page, 'Ardent Mills'))
  await expect(tile(other.page, 'Ardent Mills')).toBeVisible({ timeout: 10_000 })
  await app.restart()
  await finish(await startTarget(one.page, 'Bluefin Labs'))
  // Sooner than the engine's own polling.
  await expect(tile(other.page, 'Bluefin Labs')).toBeVisible({ timeout: 30_000 })
})

test('offers to join a colleague’s company, and the colleague sees the request', async ({ app }) => {
  const [dana, lee] = [await app.openDevice('dana'), await app.openDevice('lee')]
  await finish(await startTarget(dana.page, 'Zentaur Optics'))
  await expect(tile(dana.page, 'Zentaur Optics')).toBeVisible()
  await allSaved(dana.page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: { company: string }[] }
  expect(tiles.map(({ company }) => company)).toContain('Zentaur Optics')

  const dialog = await startTarget(lee.page, 'Zentaur Optics, Inc.')
  const hint = dialog.getByRole('status', { name: 'Potential Overlaps' })
  await expect(hint).toContainText('is pursuing Zentaur Optics')
  await hint.getByRole('button', { name: 'Ask to join' }).click()
  await expect(hint).toContainText('Request sent.')
  await finish(dialog)

  await expect(tile(dana.page, 'Zentaur Optics').getByTitle('Potential Overlaps')).toBeVisible({ timeout: 10_000 })
  await dana.page.getByRole('link', { name: 'Zentaur Optics' }).first().click()
  await dana.page.getByRole('tab', { name: 'Collaboration' }).click()
  await expect(dana.page.getByText(/asks to join/)).toBeVisible()
  await dana.page.getByRole('button', { name: 'Invite: Lee Okafor' }).click()
  await expect(dana.page.getByText(/asks to join/)).toBeHidden()
  await expect(lee.page.getByText('Dana Reyes invites you to pursue Zentaur Optics')).toBeVisible({ timeout: 15_000 })
})
