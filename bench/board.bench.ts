// The board in Chromium on the real app: from a move to the painted frame, with 1,000 and 10,000 Targets. Also the list
// of a firm with stages next to one without, in turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutRls } from '#core/server/database/tx.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { buildClient } from '#tools/clientBuild.mjs'
import { acted, actedInTurn, openBrowser, signedIn, type Timed, timed } from './support/devices.ts'
import { median, percentile, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'

const MOVES = 24
const ACTIONS = Number(process.env.LIST_ACTIONS ?? 40)

await buildClient(process.execPath)
const directory = mkdtempSync(join(tmpdir(), 'pursuit-bench-'))
const database = await openReady({ directory: join(directory, 'database') })
const firmOf = async (each: number, hasStages: boolean) => {
  const { orgId, members } = await fillFirm(database, { people: 1, each, isStaged: true })
  if (!hasStages)
    await withoutRls(
      database,
      (tx) =>
        tx.sql`update orgs set subscriptions = subscriptions - 'stages' - 'forecast' where id = ${orgId} returning 1`,
    )
  return members[0]!.email
}
const firms = [
  { name: '1,000', count: 1000, with: await firmOf(1000, true) },
  { name: '2,000', count: 2000, with: await firmOf(2000, true), without: await firmOf(2000, false) },
  { name: '10,000', count: 10_000, with: await firmOf(10_000, true), without: await firmOf(10_000, false) },
]
await database.close()
const server = await startServer({ directory, environment: { ...SECRET, PURSUIT_DEMO: '0' } })
const browser = await openBrowser()

for (const { name, count, ...emails } of firms) {
  const device = await signedIn(browser, server.url, emails.with, count)
  if (emails.without) {
    const pages = { with: device, without: await signedIn(browser, server.url, emails.without, count) }
    const times: Record<keyof typeof pages, Timed[]> = { with: [], without: [] }
    for (let i = 0; i < ACTIONS; i++)
      for (const which of i % 4 < 2 ? (['with', 'without'] as const) : (['without', 'with'] as const))
        times[which].push(await actedInTurn(pages[which], i))
    await pages.without.context.close()
    const of = (which: keyof typeof pages, part: keyof Timed) => median(times[which].map((one) => one[part]))
    print({
      name: `action to painted frame in the list, ${name} targets: with stages to without`,
      value: of('with', 'took') / of('without', 'took'),
      unit: '×',
      goal: { most: 1.05 },
      detail: `${of('with', 'took').toFixed(1)} to ${of('without', 'took').toFixed(1)} ms; page CPU ${of('with', 'cpu').toFixed(1)} to ${of('without', 'cpu').toFixed(1)} ms`,
    })
  }
  const { page } = device
  await page.goto(`${server.url}/targets/active?view=board`)
  await page.locator('[data-board] [data-tile]').first().waitFor()
  await page.waitForTimeout(2000)
  const ways = {
    'Shift and an arrow key': (i: number) =>
      timed(device, `bench.moveCard('${i % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'}')`),
    'the menu': (i: number) => acted(device, i % 2 === 0 ? 'Proposal' : 'Scoping', 'Move to stage'),
  }
  for (const [way, move] of Object.entries(ways)) {
    const times: Timed[] = []
    for (let i = 0; i < MOVES; i++) times.push(await move(i))
    const took = times.map((one) => one.took)
    print({
      name: `move on the board by ${way} to painted frame, ${name} targets`,
      value: median(took),
      unit: 'ms',
      ...(count === 1000 && { goal: { most: 16 } }),
      detail: `p95 ${percentile(took, 0.95).toFixed(1)} ms; page CPU ${median(times.map(({ cpu }) => cpu)).toFixed(1)} ms`,
    })
  }
  const nodes = await page.locator('[data-board] *').count()
  const cards = await page.locator('[data-board] [data-tile]').count()
  print({ name: `elements of the board, ${name} targets`, value: nodes, unit: '', detail: `${cards} cards` })
  await device.context.close()
}

await browser.close()
await server.stop()
rmSync(directory, { recursive: true, force: true })
