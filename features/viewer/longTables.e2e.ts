// Covers a table of a hundred thousand rows: it loads visible rows, scrolls like a short one, and is complete for
// assistive technology.
import type { Page } from '@playwright/test'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import { axe, expect, test } from '#tests/browser.ts'

const ROWS = 100_000
const FRAMES = 120

/** Repeats the server's response to the report on Targets. It returns pages in the requested order and filter. */
async function grow(page: Page, size: { rows: number }): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/report/targets?**', async (route) => {
    const address = new URL(route.request().url())
    const { from = '0', order = '', words = '' } = Object.fromEntries(address.searchParams)
    asked.push([from, order, words].join(' ').trim())
    address.search = ''
    const facts = await (await route.fetch({ url: `${address}?from=0` })).json()
    const all = Array.from({ length: size.rows }, (_, at) => `Company ${at + 1}`)
    const fitting = all.filter((company) => company.toLowerCase().includes(words))
    const sorted = order === '-company' ? fitting.toReversed() : fitting
    const rows = sorted.slice(Number(from), Number(from) + PAGE_ROWS).map((company, at) => ({
      ...facts.rows[at % facts.rows.length],
      company,
    }))
    await route.fulfill({ json: { ...facts, rows, count: sorted.length, from: Number(from) } })
  })
  return asked
}

/**
 * Returns the page's own CPU time per frame during scrolling, in milliseconds, which excludes other load on the
 * machine.
 */
async function frames(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () =>
    ((await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) *
    1000
  const before = await spent()
  await page.getByRole('region', { name: 'Targets' }).evaluate(
    (scrolled, count) =>
      new Promise<void>((resolve) => {
        let at = 0
        const next = () => {
          if (at++ > count) return resolve()
          scrolled.scrollTop += 132
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    FRAMES,
  )
  const each = ((await spent()) - before) / FRAMES
  await devtools.detach()
  return each
}

test('scrolls a hundred thousand rows like a few, announces their number, and prints a part', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  const size = { rows: 1000 }
  const asked = await grow(page, size)
  await page.goto('/viewer/pipeline/targets')
  await expect(page.getByRole('table', { name: 'Targets' })).toHaveAttribute('aria-rowcount', '1001')
  const few = await frames(page)
  size.rows = ROWS
  asked.length = 0
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

  const each = await frames(page)
  test.info().annotations.push({
    type: 'figures',
    description: `${painted.toFixed(0)} ms from the answer to the rows, ${each.toFixed(1)} ms of the page for a frame, with a thousand rows ${few.toFixed(1)}`,
  })
  expect(each).toBeLessThan(1.6 * few)
  expect(await drawn()).toBeLessThan(60)

  // Scrolls to the end by keyboard. Totals and header stay visible.
  await page.getByRole('region', { name: 'Targets' }).focus()
  await page.keyboard.press('End')
  const last = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: `Company ${ROWS}`, exact: true }) })
  await expect(last).toBeInViewport()
  await expect(last).toHaveAttribute('aria-rowindex', String(ROWS + 1))
  await expect(table.getByRole('columnheader', { name: 'Company' })).toBeInViewport()

  // Rows that were never visible weren't requested.
  expect(asked.length).toBeLessThan(12)

  // In descending order the last row is first, because the server sorts.
  await page.keyboard.press('Home')
  await table.getByRole('button', { name: 'Company', exact: true }).click()
  await table.getByRole('button', { name: 'Company', exact: true }).click()
  await expect(table.locator('tbody th').first()).toHaveText(`Company ${ROWS}`)
  await expect(table.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'descending')

  await page.getByRole('searchbox', { name: 'Filter by keyword' }).fill('99999')
  await expect(page.getByText('1 of 100,000 Targets')).toBeVisible()
  await expect(table.locator('tbody th')).toHaveText(['Company 99999'])
  expect(asked.at(-1)).toBe('0 -company 99999')
  await page.getByRole('searchbox', { name: 'Filter by keyword' }).fill('')
  await expect(table.locator('tbody th').first()).toHaveText(`Company ${ROWS}`)

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await drawn()).toBe(PAGE_ROWS)
  await expect(table).toContainText(`Showing the first ${PAGE_ROWS} of 100,000 rows.`)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(drawn).toBeLessThan(60)
})

test('loads the rows of a long report on demand on a phone', async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await app.signIn(page, 'morgan')
  const asked = await grow(page, { rows: ROWS })
  await page.goto('/viewer/pipeline/targets')
  const cards = page.getByRole('list', { name: 'Targets' }).getByRole('listitem')
  // Shows fifty cards at a time and one for the totals. The server gets a request once its whole page is shown.
  for (let shown = 50; shown < PAGE_ROWS; shown += 50) {
    await expect(cards).toHaveCount(shown + 1)
    await page.getByRole('button', { name: 'Show more' }).click()
  }
  await expect(cards).toHaveCount(PAGE_ROWS + 1)
  expect(asked).toEqual(['0'])
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(PAGE_ROWS + 51)
  expect(asked).toEqual(['0', String(PAGE_ROWS)])
})
