// The screens that `npm run screenshots` takes, as each feature's `testing/pictures.ts` lists them: where each is, who sees it, what brings it up.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Person } from './browser.ts'

export type Picture = {
  name: string
  path: string
  /** Nobody: signed out. */
  person?: Person
  prepare?: (page: Page, context: BrowserContext) => Promise<unknown>
  /** Refused calls and a missing network are part of the picture, and so are their lines in the console. */
  isBroken?: boolean
  /** Needs the app on the device. */
  isOffline?: boolean
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

export const asDana = (name: string, path: string, prepare?: Picture['prepare']): Picture => ({
  name,
  path,
  person: 'dana',
  prepare,
})

/** Loads the page anew, with what the server answers to this call changed on its way: what takes days to come about for real. */
export async function withAnswer<A>(page: Page, path: RegExp, change: (answer: A) => unknown): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: change(await answer.json()) })
  })
  await page.reload()
}

/** Loads the page anew, and the server fails to answer to this call. */
export async function withoutAnswer(page: Page, path: RegExp): Promise<void> {
  const message = 'Pursuit is starting. Please try again in a little while.'
  await page.route(path, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message } }))
  await page.reload()
  await page.getByText(message).first().waitFor()
}

/** Loads the page anew until what the demo places once the server answers is there. */
export async function untilPlaced(page: Page, what: Locator): Promise<void> {
  for (let times = 0; times < 30 && !(await what.isVisible()); times++) {
    await page.waitForTimeout(1000)
    await page.reload()
    await page.getByText(/^As of/).waitFor()
  }
}
