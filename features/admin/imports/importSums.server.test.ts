// Accounts for every row and dollar of any file: imported, rejected, blank, or in a column listed as ignored.
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worth } from '#core/contract/money.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, undo } from '#tests/imports.ts'
import { readMoney } from './amounts.ts'
import type { TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin', first_name: 'Moses', last_name: 'Frase' })
})
afterAll(() => api.close())

const everything = async () =>
  (await admin.call<Tiles>(targets.list, { query: { status: 'active,completed,lost,archived' } })).body.tiles

const groups = { point: ',', comma: '.' }
const decimals = { point: '.', comma: ',' }
const written = (cents: number, notation: 'point' | 'comma', isGrouped: boolean) => {
  const whole = String(Math.floor(cents / 100))
  const dollars = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, groups[notation]) : whole
  return `${dollars}${decimals[notation]}${String(cents % 100).padStart(2, '0')}`
}

const aRow = fc.record({
  company: fc.constantFrom('Halden', 'Ibsen Paper', ''),
  agent: fc.constantFrom('Moses Frase', 'moses frase', 'Nobody Known'),
  stage: fc.constantFrom('Closed Won', 'Negotiation', 'Closed Lost', 'Zzz'),
  cents: fc.integer({ min: 1, max: 9_000_000_00 }),
  isGrouped: fc.boolean(),
  /** Cells after the last heading. */
  beyond: fc.array(fc.constantFrom('', 'a remark', '7'), { maxLength: 3 }),
  /** True if the row lacks agent and stage. */
  isShort: fc.boolean(),
})
const aFile = fc.record({
  rows: fc.array(fc.oneof({ weight: 4, arbitrary: aRow }, { weight: 1, arbitrary: fc.constantFrom('', ';;;') }), {
    minLength: 1,
    maxLength: 25,
  }),
  notation: fc.constantFrom('point' as const, 'comma' as const),
  hasTitle: fc.boolean(),
  isAmountTaken: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
})

test('accounts for all rows and dollars as imported, rejected, blank, or ignored', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(aFile, async ({ rows, notation, hasTitle, isAmountTaken, lineEnd }) => {
      const filled = rows.filter((row) => typeof row !== 'string')
      fc.pre(filled.length > 0)
      const lines = rows.map((row) =>
        typeof row === 'string'
          ? row
          : Papa.unparse(
              [
                row.isShort
                  ? [row.company, written(row.cents, notation, row.isGrouped)]
                  : [row.company, written(row.cents, notation, row.isGrouped), row.agent, row.stage, ...row.beyond],
              ],
              { delimiter: ';' },
            ),
      )
      const content = [...(hasTitle ? ['Our pipeline;;;'] : []), 'Company;Amount;Agent;Stage', ...lines, ''].join(
        lineEnd,
      )

      const columnsOf = (width: number): TargetMapping['columns'] => [
        'company',
        isAmountTaken ? 'revenue' : null,
        'owner',
        'status',
        ...Array<null>(width - 4).fill(null),
      ]
      const beyond = filled.map((row) => (row.isShort ? [] : row.beyond))
      const width = 4 + Math.max(0, ...beyond.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1))
      const before = new Set((await everything()).map(({ id }) => id))
      const done = await importFile<TargetMapping>(api, admin, 'targets', content, {
        columns: columnsOf(width),
        amount_notation: notation,
        statuses: { 'closed won': 'completed', negotiation: 'active', 'closed lost': 'lost' },
      })

      expect(done.total).toBe(filled.length)
      expect(done.imported + done.refused + done.blank).toBe(rows.length)
      const tiles = (await everything()).filter(({ id }) => !before.has(id))
      expect(tiles).toHaveLength(done.imported)
      const report = await api.http.inject({
        url: `/api/admin/imports/${done.id}/refused.csv`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      const refused = Papa.parse<string[]>(report.body.slice(1), { skipEmptyLines: true }).data.slice(1)
      expect(refused).toHaveLength(done.refused)

      const cents = (dollars: number) => Math.round(dollars * 100)
      const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0)
      const all = sum(filled.map((row) => row.cents))
      const kept = sum(
        tiles.map((tile) => cents(worth(tile.status === 'completed' ? tile.revenue : tile.projected_revenue))),
      )
      const left = sum(refused.map((cells) => cents(readMoney(cells[3]!, notation)!)))
      if (isAmountTaken) expect(kept + left).toBe(all)
      else {
        expect(kept).toBe(0)
        expect(done.ignored).toContainEqual(expect.objectContaining({ header: 'Amount', filled: filled.length }))
      }
      const unnamed = done.ignored.filter((column) => column.unnamed)
      expect(sum(unnamed.map((column) => column.filled))).toBe(beyond.flat().filter((cell) => cell !== '').length)
      expect(done.notices.some((notice) => notice.includes('Our pipeline'))).toBe(hasTitle)
      await undo(admin, done.id)
    }),
    { numRuns: 25 },
  )
})
