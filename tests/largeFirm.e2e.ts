// Panels that choose among 2,000 people: what they render, what a key costs, and what a digest carries.
import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#tests/browser.ts'
import { type LargeFirm, largePanels, openLargeFirm, PEOPLE, signInTo } from '#tests/largeFirm.ts'

/** Options in the page at most. Without windows, there are thousands. */
const RENDERED = 40
/** Components that a key renders at most. A form's fields are among them, its people aren't. */
const PER_KEY = 700

test('renders only visible people in each panel, and a key renders no others', async ({ browser }) => {
  test.setTimeout(400_000)
  await inLargeFirm(browser, async (page, firm) => {
    for (const panel of largePanels)
      await test.step(panel.name, async () => {
        const opened = await panel.open(page, firm.url)
        for (const { name, find } of panel.fields) {
          const field = find(opened)
          await field.click()
          await expect.poll(() => listed(page), `${panel.name}, ${name}`).toBeLessThan(RENDERED)
          // The first key can load code.
          await page.keyboard.press('x')
          await page.keyboard.press('Backspace')
          await page.waitForTimeout(300)
          const before = await page.evaluate(() => (globalThis as unknown as Counted).renders)
          await page.keyboard.press('e')
          await expect(field).toHaveValue(/e$/)
          const after = await page.evaluate(() => (globalThis as unknown as Counted).renders)
          expect.soft(after - before, `${panel.name}, ${name}`).toBeLessThan(PER_KEY)
          expect.soft(await listed(page), `${panel.name}, ${name}`).toBeLessThan(RENDERED)
          await page.keyboard.press('Backspace')
        }
      })
  })
})

test('reaches each of 2,000 people with the keyboard, and saves a digest without changing its recipients', async ({
  browser,
}) => {
  test.slow()
  await inLargeFirm(browser, async (page, firm) => {
    await reachesEveryone(page, firm)
    await savesWithoutChange(page, firm)
    await choosesLargeList(page, firm)
  })
})

test('loads 50 people first, and finds each of 2,000 by name, even if they can’t be loaded again', async ({
  browser,
}) => {
  test.slow()
  await inLargeFirm(browser, async (page, firm) => {
    const limits: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/users') limits.push(searchParams.get('limit'))
    })
    const findsLast = async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type(`person${PEOPLE - 1}`)
      await expect(page.getByRole('option', { name: new RegExp(`Person${PEOPLE - 1}`) })).toBeVisible()
      await page.keyboard.press('Escape')
    }
    const opened = page.getByRole('button', { name: 'Search', exact: true })
    await page.goto(`${firm.url}/targets/active`)
    await opened.waitFor()
    await findsLast()
    expect(limits.slice(0, 5)).toEqual(['50', '500', '500', '500', '500'])
    await page.route('**/api/users*', (route) => route.abort())
    await page.reload()
    await opened.waitFor()
    await findsLast()
  })
})

async function inLargeFirm(browser: Browser, work: (page: Page, firm: LargeFirm) => Promise<void>): Promise<void> {
  const firm = await openLargeFirm()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(countRenders)
    await signInTo(page, firm)
    await work(page, firm)
  } finally {
    await firm.end()
  }
}

/** Any person can be reached with the keyboard, and by scrolling. */
async function reachesEveryone(page: Page, firm: LargeFirm): Promise<void> {
  const list = largePanels.find(({ name }) => name === 'distribution list')!
  const panel = await list.open(page, firm.url)
  await expect(panel.getByText(`and ${(PEOPLE - 20).toLocaleString('en-US')} more`)).toBeVisible()
  await panel.getByLabel('Select all 2000').uncheck()
  const field = panel.getByRole('combobox', { name: 'People' })
  await field.click()
  await page.keyboard.press('End')
  const last = page.getByRole('option').and(page.locator(`[aria-posinset="${PEOPLE}"]`))
  await expect(last).toHaveAttribute('aria-setsize', String(PEOPLE))
  await expect(last).toBeVisible()
  await expect(field).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(panel.getByText('1 contact', { exact: true })).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(panel.getByText('0 contacts', { exact: true })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-combobox-selected]')).toHaveAttribute('aria-posinset', '2')
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=option]')).toHaveCount(0)
  await expect(panel).toBeVisible()
}

type Stored = { recipients: unknown; recipient_count: number; title: string }

/** Saves a digest without opening its recipients, and after it removed one of them. */
async function savesWithoutChange(page: Page, firm: LargeFirm): Promise<void> {
  const path = `digest/${firm.digestId}`
  for (const one of [path, 'digest'])
    expect(JSON.stringify(await firm.call(one)).length, `bytes of ${one}`).toBeLessThan(20_000)
  const digest = largePanels.find(({ name }) => name === 'digest to 1,999 people')!
  const panel = await digest.open(page, firm.url)
  await panel.getByRole('textbox', { name: 'Description' }).fill('Without a look at the recipients')
  await panel.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(panel).toBeHidden()
  expect(await firm.call<Stored>(path)).toMatchObject({
    description: 'Without a look at the recipients',
    recipients: null,
    recipient_count: PEOPLE - 1,
  })
  const again = await digest.open(page, firm.url)
  await expect(again.getByText(`and ${(PEOPLE - 21).toLocaleString('en-US')} more`)).toBeVisible()
  const field = again.getByRole('combobox', { name: 'Add a list or a person' })
  await field.click()
  await page.keyboard.press('Backspace')
  await expect(again.getByRole('heading', { name: 'Recipients 1,998' })).toBeVisible()
  await page.keyboard.press('Escape')
  await again.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(again).toBeHidden()
  expect(await firm.call<Stored>(path)).toMatchObject({ recipient_count: PEOPLE - 2 })
}

/** A list of everyone has only their number until its people are needed. */
async function choosesLargeList(page: Page, firm: LargeFirm): Promise<void> {
  expect(JSON.stringify(await firm.call('distributionlist')).length).toBeLessThan(1000)
  const panel = await largePanels.find(({ name }) => name === 'new digest')!.open(page, firm.url)
  await panel.getByRole('combobox', { name: 'Add a list or a person' }).fill('All of us')
  await page.getByRole('option', { name: /All of us/ }).click()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('heading', { name: 'Recipients 2,000' })).toBeVisible()
  await panel.getByRole('button', { name: 'See the 2,000 contacts' }).click()
  const contacts = page.getByRole('dialog').last()
  await contacts.getByLabel('Search by name').fill(`Person${PEOPLE - 1}`)
  await contacts.getByRole('button', { name: `Leave out Anderson${(PEOPLE - 1) % 40} Person${PEOPLE - 1}` }).click()
  await contacts.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(panel.getByRole('heading', { name: 'Recipients 1,999' })).toBeVisible()
  await panel.getByRole('button', { name: 'Edit All of us' }).click()
  const list = page.getByRole('dialog', { name: 'Edit list' })
  await expect(list.getByText(`and ${(PEOPLE - 20).toLocaleString('en-US')} more`)).toBeVisible()
  await list.getByRole('textbox', { name: 'Name', exact: true }).fill('All of the firm')
  await list.getByRole('button', { name: 'Save' }).click()
  await expect(list).toBeHidden()
  await expect(panel.getByRole('heading', { name: 'Recipients 1,999' })).toBeVisible()
  type Lists = { distributionlists: object[] }
  expect((await firm.call<Lists>('distributionlist')).distributionlists).toMatchObject([
    { name: 'All of the firm', users: null, user_count: PEOPLE },
  ])
}

const listed = (page: Page) => page.locator('[role=option], li[aria-setsize]').count()

type Counted = { renders: number }

/** Counts rendered components by React's interface for developer tools. */
function countRenders(): void {
  type Fiber = { flags: number; child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null; type: unknown }
  const counted = globalThis as unknown as Counted & { __REACT_DEVTOOLS_GLOBAL_HOOK__: object }
  counted.renders = 0
  const visit = (fiber: Fiber, before: Fiber | null) => {
    // The flag says that the component's function ran.
    if (fiber.flags & 1 && fiber.type !== null && typeof fiber.type !== 'string') counted.renders++
    if (before && fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate)
  }
  counted.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => visit(current, current.alternate),
  }
}
