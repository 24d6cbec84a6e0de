// A table of a hundred thousand rows: drawn as soon as its answer is here, scrolled as a short one is, whole for who reads it otherwise.
import type { Page } from '@playwright/test'
import { axe, expect, test } from '#tests/browser.ts'

const ROWS = 100_000
const FRAMES = 120
/** Milliseconds of a screen that shows 60 frames a second. */
const FRAME = 1000 / 60

/** The report on Targets as the server answers it, its rows over and over. */
async function grow(page: Page): Promise<void> {
  await page.route('**/report/targets?**', async (route) => {
    const facts = await (await route.fetch()).json()
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      ...facts.rows[at % facts.rows.length],
      company: `Company ${at + 1}`,
    }))
    await route.fulfill({ json: { ...facts, rows } })
  })
}

test('a hundred thousand rows scroll like a few, are counted for who hears them, and go on paper in part', async ({
  app,
  page,
}) => {
  await app.signIn(page, 'morgan')
  await grow(page)
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('table[aria-rowcount] tbody[data-index]')) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows painted')))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/viewer/pipeline/targets')
  const table = page.getByRole('table', { name: 'Targets' })
  await expect(table).toHaveAttribute('aria-rowcount', String(ROWS + 1))
  const painted = await page.evaluate(() => {
    const answer = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/report/targets')) as PerformanceResourceTiming
    return performance.getEntriesByName('rows painted')[0]!.startTime - answer.responseEnd
  })
  const drawn = () => table.locator('tbody th').count()
  expect(await drawn()).toBeLessThan(60)
  expect(await axe(page)).toEqual([])

  // Processor time of the page itself: what others take of the machine is not in it.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () =>
    ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) *
    1000
  const frame = page.getByRole('region', { name: 'Targets' })
  const before = await spent()
  const frames = await frame.evaluate(
    (scrolled, count) =>
      new Promise<number[]>((resolve) => {
        const at: number[] = []
        const next = (now: number) => {
          at.push(now)
          if (at.length > count) return resolve(at.slice(1).map((time, place) => time - at[place]!))
          scrolled.scrollTop += 132
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    FRAMES,
  )
  const each = ((await spent()) - before) / FRAMES
  const middle = frames.sort((a, b) => a - b)[FRAMES / 2]!
  test.info().annotations.push({
    type: 'figures',
    description: `${painted.toFixed(0)} ms from the answer to the rows, ${each.toFixed(1)} ms of the page for a frame, ${middle.toFixed(1)} ms between frames`,
  })
  expect(each).toBeLessThan(FRAME)
  expect(await drawn()).toBeLessThan(60)

  // To the end by the keyboard; sums and head stay in sight.
  await frame.focus()
  await page.keyboard.press('End')
  const last = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: `Company ${ROWS}`, exact: true }) })
  await expect(last).toBeInViewport()
  await expect(last).toHaveAttribute('aria-rowindex', String(ROWS + 1))
  await expect(table.getByRole('columnheader', { name: 'Company' })).toBeInViewport()

  // Sorted the other way round, the last is the first.
  await page.keyboard.press('Home')
  await table.getByRole('button', { name: 'Company', exact: true }).click()
  await table.getByRole('button', { name: 'Company', exact: true }).click()
  await expect(table.locator('tbody th').first()).toHaveText(`Company ${ROWS}`)

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await drawn()).toBe(1000)
  await expect(table).toContainText('The first 1,000 of 100,000 rows.')
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(drawn).toBeLessThan(60)
})
