// What stories of a lesson's page share.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect } from '#tests/browser.ts'

/** Of 20 seconds. */
export const film = join(import.meta.dirname, '../../../../core/server/testing/films/film.mp4')

/** From the list to its page, by its title. */
export async function openLesson(page: Page, title: string): Promise<void> {
  await page.goto('/trainers/lessons')
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill(title)
  await page.getByRole('article').getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
}

export async function openOfFirm(page: Page, title: string): Promise<void> {
  await page.goto('/trainers/firmcontent')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
}

export const progress = (page: Page) => page.getByRole('complementary', { name: 'About this lesson' })

export const secondOf = (page: Page) =>
  page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)
/** The path of what is played. */
export const sourceOf = (page: Page) =>
  page.locator('video').evaluate((element: HTMLVideoElement) => new URL(element.src).pathname)

/** As whoever comes back to the page: what changed meanwhile is fetched. */
export const pollAgain = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

/** What another device of dana's reports of the lesson that the page shows. */
export async function playElsewhere(app: App, page: Page, ranges: [number, number][]): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const watched = ranges.at(-1)![1]
  await app.call('dana', `lessons/${id}?watched=${watched}`, { ranges, when: new Date().toISOString() })
}

/** Switches subscriptions of dana's firm. */
export async function subscribe(app: App, flags: Record<string, boolean>): Promise<void> {
  const { Org } = (await app.call('dana', 'user')) as { Org: { id: string } }
  await app.call('operator', `operator/firms/${Org.id}/subscriptions`, { flags }, 'PUT')
}
