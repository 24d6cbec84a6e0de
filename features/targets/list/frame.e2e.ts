import { allSaved, expect, test } from '#tests/browser.ts'

/**
 * Measures how an action changes the page until it is visible: the number of React commits and the changed elements.
 */
type Seen = { commits: number; touched: string[] }

test('commits an action once before it is visible, and changes only its tile and the counts', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  // Blocks other changes, such as those by colleagues and the response to an earlier action.
  await page.route('**/api/events', (route) => route.abort())
  await page.addInitScript(watchCommits)
  await app.signIn(page)
  for (const item of ['Next week', 'On Hold']) {
    const tile = page.locator('[data-tile]').nth(1)
    await allSaved(page)
    await tile.getByRole('button', { name: /^More for/ }).click()
    if (item === 'Next week') await page.getByRole('menuitem', { name: 'Snooze' }).click()
    const choice = page.getByRole('menuitem', { name: new RegExp(`^${item}`) })
    await expect(choice).toBeVisible()
    await choice.hover()
    await page.waitForFunction(() => document.getAnimations().length === 0)
    const { commits, touched } = await choice.evaluate((element) => (globalThis as unknown as Watch).seen(element))
    expect({ item, commits }).toEqual({ item, commits: 1 })
    // The menu closes, later tiles move up, and the counts change. Nothing else on the page changes.
    expect(touched.filter((place) => !/^(menu|grid|tile|count|status)$/.test(place))).toEqual([])
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /snoozed|on hold/ })
        .first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
  }
})

test('sends an action only after the frame that shows it is painted', async ({ app, page }) => {
  // Blocks changes by others, which would fetch and send as well.
  await page.route('**/api/events', (route) => route.abort())
  await page.addInitScript(watchSending)
  await app.signIn(page)
  await page
    .locator('[data-tile]')
    .nth(1)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Snooze' }).click()
  const choice = page.getByRole('menuitem', { name: /^Next week/ })
  await choice.hover()
  const { ms } = await choice.evaluate((element) => (globalThis as unknown as Watch).sentAfter(element))
  // Waits that long because no frame is painted.
  expect(ms).toBeGreaterThanOrEqual(200)
})

type Watch = {
  seen: (choice: Element) => Promise<Seen>
  /** Milliseconds from the choice to its request while no frame is painted. */
  sentAfter: (choice: Element) => Promise<{ ms: number }>
}

/** Runs before the page's own scripts. React reports each commit to its developer tools hook. */
function watchCommits() {
  let commits = 0
  type Fiber = { child: unknown; alternate: { child: unknown } | null }
  const onCommitFiberRoot = (_: number, { current }: { current: Fiber }) => {
    if (current.child !== current.alternate?.child) commits++
  }
  const nothing = () => undefined
  const quiet = {
    checkDCE: nothing,
    onCommitFiberUnmount: nothing,
    onPostCommitFiberRoot: nothing,
    onScheduleFiberRoot: nothing,
  }
  const hook = { ...quiet, supportsFiber: true, renderers: new Map(), inject: () => 1, onCommitFiberRoot }
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })

  const placeOf = (node: Node): string => {
    const element = node instanceof Element ? node : node.parentElement
    if (!element) return 'nowhere'
    if (element.closest('[role=menu]')) return 'menu'
    if (element.closest('[data-tile]')) return 'tile'
    if (element.querySelector('[data-tile]') && element.closest('main')) return 'grid'
    if (element.closest('[role=status]')) return 'status'
    if (/^\d+$/.test(element.textContent ?? '')) return 'count'
    // Matches 'Filter these 47'.
    if (element instanceof HTMLInputElement && /^Filter these \d/.test(element.placeholder)) return 'count'
    return `${element.tagName}.${element.className}`
  }
  const seen = async (choice: Element): Promise<Seen> => {
    const touched = new Set<string>()
    const note = (records: MutationRecord[]) => {
      for (const { target } of records) touched.add(placeOf(target))
    }
    const observer = new MutationObserver(note)
    // Waits for earlier work, such as a late response, which would count as the action's.
    for (let before = -1; before !== commits; ) {
      before = commits
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    commits = 0
    ;(choice as HTMLElement).click()
    return await new Promise((resolve) =>
      requestAnimationFrame(() => {
        note(observer.takeRecords())
        observer.disconnect()
        resolve({ commits, touched: [...touched] })
      }),
    )
  }
  Object.assign(globalThis, { seen })
}

/** Runs before the page's own scripts. */
function watchSending() {
  let sent: (() => void) | null = null
  const { fetch } = globalThis
  globalThis.fetch = (address, init) => {
    if (init?.method && init.method !== 'GET') sent?.()
    return fetch(address, init)
  }
  const { requestAnimationFrame: frame } = globalThis
  const sentAfter = (choice: Element) =>
    new Promise((resolve) => {
      const begun = performance.now()
      // Holds back frames for a while, as on a slow device.
      const held: FrameRequestCallback[] = []
      globalThis.requestAnimationFrame = (work) => held.push(work)
      sent = () => {
        sent = null
        globalThis.requestAnimationFrame = frame
        for (const work of held) frame(work)
        resolve({ ms: performance.now() - begun })
      }
      ;(choice as HTMLElement).click()
    })
  Object.assign(globalThis, { sentAfter })
}
