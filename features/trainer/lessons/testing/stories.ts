import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect } from '#tests/browser.ts'

/** A video of 20 seconds. */
export const film = join(import.meta.dirname, '../../../../core/server/testing/films/film.mp4')

/** Opens a lesson by title from the list. */
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
/** Returns the path of the playing video. */
export const sourceOf = (page: Page) =>
  page.locator('video').evaluate((element: HTMLVideoElement) => new URL(element.src).pathname)

/** Simulates a return to the page, which fetches changes. */
export const pollAgain = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

/** Sends a report from another of Dana's devices, about the lesson shown on the page. */
export async function playElsewhere(app: App, page: Page, ranges: [number, number][]): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const watched = ranges.at(-1)![1]
  await app.call('dana', `lessons/${id}?watched=${watched}`, { ranges, when: new Date().toISOString() })
}
