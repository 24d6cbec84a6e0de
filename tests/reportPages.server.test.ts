// Checks that report pages add up to the whole in any order, and that searches find what reading would.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { PAGE_ROWS, type PagedFacts } from '#core/contract/viewerReport.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { type GrownFirm, growFirm } from '#tests/grownFirm.ts'
import { product } from './flags.ts'

const NOW = new Date().toISOString()
let made: TestDatabase
let firm: GrownFirm

beforeAll(async () => {
  made = await testDatabase()
  firm = await growFirm(made.database, { people: 28, each: 60, days: 60, lessons: 1, inGroup: 8 })
}, 120_000)
afterAll(() => made.close())

type Asked = { from?: number; order?: string; words?: string; which?: string }
type Facts = PagedFacts & { rows: Record<string, unknown>[] }

const read = (name: string, asked: Asked) =>
  withOrg(made.database, firm.org, async (tx) => {
    const { facts } = product.viewerReports.find(({ report }) => report.name === name)!
    const session = {
      actor: firm.manager,
      user: { settings: {} },
      org: { id: firm.org, name: '', zone: DEFAULT_ZONE, access: 'yes' },
    } as SignedInSession
    return (await facts(tx, session, { key: 'org', id: firm.org, ...asked }, NOW)) as unknown as Facts
  })

async function allPages(name: string, asked: Asked): Promise<{ rows: Facts['rows']; counts: Set<number> }> {
  const rows: Facts['rows'] = []
  const counts = new Set<number>()
  for (;;) {
    const page = await read(name, { ...asked, from: rows.length })
    expect(page.from).toBe(rows.length)
    counts.add(page.count)
    rows.push(...page.rows)
    if (page.rows.length < PAGE_ROWS) return { rows, counts }
  }
}

const bytes = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()
const orders = {
  targets: [
    ...['company', 'contact', 'owner', 'shared_with', 'type', 'value'],
    ...['status', 'step', 'due', 'created', 'projected', 'won'],
  ],
  clients: ['companies', 'contact', 'objectives', 'steps'],
  overlaps: ['target', 'state'],
}
const each = Object.entries(orders).flatMap(([name, keys]) =>
  [undefined, ...keys, ...keys.map((key) => `-${key}`)].map((order) => [name, order] as const),
)

test.each(each)('pages %s by %s completely, with each row once', async (name, order) => {
  const whole = await read(name, {})
  expect(whole.rows.length).toBeGreaterThan(PAGE_ROWS)
  const { rows, counts } = await allPages(name, order ? { order } : {})
  expect([...counts]).toEqual([whole.rows.length])
  expect(bytes(rows)).toEqual(bytes(whole.rows))
})

test('sorts empty values last in both directions, and dollars and days by value', async () => {
  const valuesOf = async (order: string, key: string) =>
    (await allPages('targets', { order })).rows.map((row) => row[key])
  for (const [order, key] of [
    ['due', 'due'],
    ['won', 'won'],
    ['projected', 'projected'],
    ['created', 'created'],
  ] as const) {
    for (const turn of ['', '-']) {
      const found = await valuesOf(turn + order, key)
      const known = found.filter((value) => value !== null) as (string | number)[]
      expect(found.slice(0, known.length)).toEqual(known)
      const sorted = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(known).toEqual(turn ? sorted.toReversed() : sorted)
    }
  }
})

test('searches all pages by row content and totals the matching rows', async () => {
  const whole = await read('targets', {})
  const has = (row: Facts['rows'][number], word: string) =>
    [row.company, row.contact, row.owner, row.step, row.status, ...(row.shared_with as string[])].some((text) =>
      String(text).toLowerCase().includes(word),
    )
  for (const word of ['halden 7', 'person 0011', 'on hold', 'engagement letter', 'nothing of the kind', '%', "o'"]) {
    const found = await allPages('targets', { words: ` ${word.toUpperCase()} ` })
    const expected = whole.rows.filter((row) => has(row, word))
    expect([word, bytes(found.rows)]).toEqual([word, bytes(expected)])
    const { total } = (await read('targets', { words: word, from: 0 })) as unknown as { total: { projected: number } }
    expect(total.projected).toBe(expected.reduce((sum, row) => sum + Math.max(0, Number(row.projected ?? 0)), 0))
  }
  const clients = await read('clients', {})
  const found = await allPages('clients', { words: 'halden 11' })
  expect(bytes(found.rows)).toEqual(
    bytes(clients.rows.filter(({ companies }) => String(companies).includes('Halden 11'))),
  )
})

test('filters the pages by overlap state and keeps the counts of all', async () => {
  const all = await read('overlaps', { from: 0 })
  const none = await read('overlaps', { from: 0, which: 'separate' })
  expect([none.count, none.rows]).toEqual([0, []])
  expect((none as unknown as { counts: object }).counts).toEqual((all as unknown as { counts: object }).counts)
})

test('returns an empty page beyond the last row and rejects an unknown sort order', async () => {
  for (const name of Object.keys(orders)) {
    const behind = await read(name, { from: 9_000_000 })
    expect([behind.rows, behind.count > PAGE_ROWS]).toEqual([[], true])
    await expect(read(name, { from: 0, order: 'constructor' })).rejects.toMatchObject({ status: 400 })
    await expect(read(name, { from: 0, order: "company'; drop table targets; --" })).rejects.toMatchObject({
      status: 400,
    })
  }
})
