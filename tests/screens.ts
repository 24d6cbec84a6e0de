// Opens the screens that each feature's `testing/pictures.ts` lists, for screenshots and axe.
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { PASSWORD, type Person, people } from './browser.ts'
import type { Picture } from './pictures.ts'

const root = join(import.meta.dirname, '..')
/** A page with fewer characters counts as empty, after TRIES checks that are TRY_AGAIN_MS apart. */
export const FEWEST = 10
const TRIES = 50
const TRY_AGAIN_MS = 200

export async function allPictures(): Promise<{ feature: string; pictures: readonly Picture[] }[]> {
  const files = globSync('features/*/testing/pictures.ts', { cwd: root }).sort()
  return Promise.all(
    files.map(async (file) => {
      const { pictures } = (await import(join(root, file))) as { pictures: readonly Picture[] }
      return { feature: basename(dirname(dirname(file))), pictures }
    }),
  )
}

/** Waits until fonts are loaded, animations have ended, and the list is visible. */
export async function settled(page: Page, screen: Picture): Promise<void> {
  // The frame appears before its page.
  await page.locator('main, form').filter({ hasText: /\S/ }).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.locator('#last-screen').waitFor({ state: 'detached' })
  // Some parts load on demand. If one never arrives, the page counts as empty.
  for (let tries = 0; tries < TRIES && (await lettersOf(page, screen)) < FEWEST; tries++)
    await page.waitForTimeout(TRY_AGAIN_MS)
  await page.evaluate(`document.fonts.ready
    .then(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
    .then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))`)
}

/**
 * Returns the number of characters on a page, without title and navigation. A page that needs a connection counts its
 * notice.
 */
export function lettersOf(page: Page, { isOffline, isBroken }: Picture): Promise<number> {
  const frame = `nav, h1, .hide${isOffline && isBroken ? '' : ', [role=status]'}`
  return page.evaluate<number>(`[...document.querySelectorAll('main, form, [role=dialog]')].map((one) => {
    const copy = one.cloneNode(true)
    for (const part of copy.querySelectorAll('${frame}')) part.remove()
    return copy.textContent.trim().length
  }).reduce((all, some) => all + some, 0)`)
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Returns a browser's stored state after the person has signed in. */
export async function stateOf(
  browser: Browser,
  settings: BrowserContextOptions,
  person: Person,
): Promise<StorageState> {
  const context = await browser.newContext(settings)
  await signIn(await context.newPage(), person)
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return state
}

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(people[person])
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.locator('main').waitFor()
  await page.getByText('All saved').filter({ visible: true }).first().waitFor()
  // Waits for a landing page: Targets, their empty state, or the page of admins and operators.
  const rows = page.locator('article').or(page.getByText('You have no'))
  await rows.or(page.locator('section[aria-label=Setup], section[aria-label=Firms]')).first().waitFor()
}
