// Screens that `npm run screenshots` captures, as listed in each feature's `testing/pictures.ts`.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Person } from './browser.ts'

export type Picture = {
  name: string
  path: string
  /** Signed out if omitted. */
  person?: Person
  prepare?: (page: Page, context: BrowserContext) => Promise<unknown>
  /** Failed calls and a missing network are part of the screenshot, including their console messages. */
  isBroken?: boolean
  isOffline?: boolean
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

const as =
  (person: Person) =>
  (name: string, path: string, prepare?: Picture['prepare']): Picture => ({ name, path, person, prepare })
export const asDana = as('dana')
/** Morgan manages everyone. */
export const asMorgan = as('morgan')

/** Reloads the page with a modified response to this call, for states that take days to occur. */
export async function withAnswer<A>(page: Page, path: RegExp, change: (answer: A) => unknown): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: change(await answer.json()) })
  })
  await page.reload()
}

/** Reloads the page with a server error for this call. */
export async function withoutAnswer(page: Page, path: RegExp): Promise<void> {
  const message = 'Pursuit is starting. Please try again in a little while.'
  await page.route(path, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message } }))
  await page.reload()
  await page.getByText(message).first().waitFor()
}

/** Reloads the page until the content that the demo adds after the start is there. */
export async function untilPlaced(page: Page, what: Locator): Promise<void> {
  for (let times = 0; times < 30 && !(await what.isVisible()); times++) {
    await page.waitForTimeout(1000)
    await page.reload()
    await page.getByText(/^As of/).waitFor()
  }
}
