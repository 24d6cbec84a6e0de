// Checks the referrals report against known Targets and referrals, with its rows, circles, and what no one else may see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CameFrom } from '#core/contract/referrals.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as contacts } from '#features/contacts/contract.ts'
import { erasureRoutes } from '#features/contacts/erasureContract.ts'
import { referralRoutes } from '#features/contacts/referrals/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { type ReferralsReport, referralsReport } from './contract.ts'
import { type ReferralRows, referralRowsReport } from './rowsContract.ts'
import { sourceFigures, writeWhichSource } from './rowsPaths.ts'

let api: Api
let firm: ManagedFirm
let harold: string
let ana: string

const contact = async (who: Client, first_name: string, last_name: string) =>
  (await who.call<{ id: string }>(contacts.create, { body: { first_name, last_name } })).body.id
const create = async (who: Client, came_from: CameFrom | null, given: Parameters<typeof aTarget>[0] = {}) =>
  (await who.call<TargetTile>(targets.create, { body: aTarget({ contact_email: '', ...given, came_from }) })).body
const win = (who: Client, { id }: TargetTile, revenue: number) =>
  who.call(targets.complete, { params: { id }, body: { revenue } })
const give = (who: Client, id: string, body: Record<string, unknown>) =>
  who.call(referralRoutes.give, { params: { id }, body })

const asTax = () => ({ key: 'group' as const, id: firm.tax })
const asDana = () => ({ key: 'user' as const, id: firm.dana.actor.id })
type Scope = { key: 'org' | 'group' | 'user'; id: string }
const report = async (scope: Scope, query: Record<string, unknown> = {}, who = firm.morgan) =>
  (await who.call<ReferralsReport>(referralsReport.routes.read, { params: scope, query })).body
const linesOf = async (scope: Scope, which: string, query: Record<string, unknown> = {}, who = firm.morgan) =>
  (await who.call<ReferralRows>(referralRowsReport.routes.read, { params: scope, query: { which, ...query } })).body
const shown = ({ rows }: ReferralsReport) =>
  rows.map(({ name, received, won, revenue, sent, worked, last_touch }) => {
    return [name, received, won, revenue, sent, worked, last_touch]
  })

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api)
  const { dana, lee } = firm
  api.clock.now = new Date('2026-11-20T20:00:00Z')
  harold = await contact(dana, 'Harold', 'Finch')
  await win(dana, await create(dana, { contact_id: harold }, { company: 'Oyelaran Foods', contact: 'Ola' }), 48_000)
  await win(dana, await create(dana, { contact_id: harold }, { company: 'Marsh & Co', contact: 'Ida' }), -1)
  const open = await create(
    dana,
    { contact_id: harold },
    { company: 'Ferro Logistics', contact: 'Ana Rao', contact_email: 'ana@ferro.example' },
  )
  ana = open.contacts![0]!.id
  // A circle: Harold sent Ana, and Ana sent a Target whose first contact is Harold.
  const back = await create(dana, { contact_id: ana }, { company: 'Finch Partners', contact: '' })
  await dana.call(targets.addContact, { params: { id: back.id }, body: { contact_id: harold } })
  await create(lee, { source: 'Conference' }, { company: 'Kestrel Bank', contact: 'Bo' })
  await create(lee, { user_id: dana.actor.id }, { company: 'Alder Rail', contact: 'Cy' })
  const gone = await create(lee, { source: 'Conference' }, { company: 'Gone', contact: 'Di' })
  await lee.call(targets.trash, { params: { id: gone.id } })
  await create(lee, { source: 'Website' }, { company: 'Secret', contact: 'Ed', private: true })
  const hidden = await contact(lee, 'Hidden', 'Henry')
  await create(lee, { contact_id: hidden }, { company: 'Also secret', contact: 'Fay', private: true })
  await give(lee, hidden, { about: 'A secret favor', day: '2026-10-01' })
  await give(dana, harold, { about: 'The Moore family’s estate plan', day: '2026-05-02', outcome: 'work' })
  await give(dana, harold, { about: 'A lease', day: '2026-06-02' })
  await dana.call(touches.create, {
    body: { kind: 'call', at: '2026-04-03T18:00:00Z', contacts: [{ id: harold }] },
  })
})
afterAll(() => api.close())

describe('the referrals report', () => {
  test('counts each source of a group, the most received first', async () => {
    const found = await report(asTax())
    expect(shown(found)).toEqual([
      ['Harold Finch', 3, 2, 48_000, 2, 1, '2026-04-03'],
      ['Ana Rao', 1, 0, 0, 0, 0, null],
      ['Conference', 1, 0, 0, null, null, null],
      ['Dana Reyes', 1, 0, 0, null, null, null],
    ])
    expect(found.total).toEqual({ received: 6, won: 2, revenue: 48_000, sent: 2 })
    expect(found.rows.map(({ circle }) => circle)).toEqual([['Ana Rao'], ['Harold Finch'], null, null])
  })

  test('has as many rows behind each figure as the figure says', async () => {
    for (const scope of [asTax(), asDana()])
      for (const row of (await report(scope)).rows)
        for (const figure of sourceFigures) {
          const value = row[figure]
          if (value === null) continue
          const lines = await linesOf(scope, writeWhichSource({ ...row, figure }))
          const is = figure === 'revenue' ? lines.total.revenue : lines.count
          expect([row.name, figure, is, lines.rows.length]).toEqual([row.name, figure, value, lines.count])
        }
  })

  test('shows what rows are, and leads to them', async () => {
    const lines = await linesOf(asTax(), `contact.${harold}.received`)
    expect(lines.figure).toBe('Received, Harold Finch')
    expect(lines.rows.map(({ name, person, state, revenue }) => [name, person, state, revenue]).toSorted()).toEqual([
      ['Ferro Logistics', 'Dana Reyes', 'Pursuing', null],
      ['Marsh & Co', 'Dana Reyes', 'Won', 0],
      ['Oyelaran Foods', 'Dana Reyes', 'Won', 48_000],
    ])
    const sent = await linesOf(asTax(), `contact.${harold}.sent`)
    expect(sent.rows.map(({ name, day, state }) => [name, day, state])).toEqual([
      ['A lease', '2026-06-02', 'No answer yet'],
      ['The Moore family’s estate plan', '2026-05-02', 'Became work'],
    ])
  })

  test('sorts, searches, and pages in the database', async () => {
    const names = async (query: Record<string, unknown>) => (await report(asTax(), query)).rows.map(({ name }) => name)
    expect(await names({ order: 'name' })).toEqual(['Ana Rao', 'Conference', 'Dana Reyes', 'Harold Finch'])
    expect(await names({ order: '-revenue' })).toContain('Harold Finch')
    expect(await names({ words: 'HAROLD' })).toEqual(['Harold Finch'])
    expect(await names({ from: 2, order: 'name' })).toEqual(['Dana Reyes', 'Harold Finch'])
  })

  test('tells nothing of private Targets and their contacts, but counts them for their owner', async () => {
    const text = JSON.stringify([await report(asTax()), await report({ key: 'user', id: firm.lee.actor.id })])
    for (const word of ['Secret', 'Henry', 'Website', 'favor']) expect(text).not.toContain(word)
    const hidden = (await report(asTax())).rows.length
    for (const which of ['source.Website.received', 'contact.00000000-0000-4000-8000-000000000001.sent', 'nonsense'])
      expect((await linesOf(asTax(), which)).rows ?? []).toEqual([])
    const { rows } = await withoutRls(
      api.database,
      (tx) => tx.sql<{ id: string }>`select id from contacts where last_name = 'Henry'`,
    )
    for (const figure of sourceFigures) {
      const lines = await linesOf(asTax(), `contact.${rows[0]!.id}.${figure}`)
      expect([lines.rows, JSON.stringify(lines).includes('Henry')]).toEqual([[], false])
    }
    expect(hidden).toBe(4)
  })

  test('leaves an erased contact with its sums, as someone no longer kept', async () => {
    const before = (await report(asDana())).rows.find(({ id }) => id === ana)!
    const target = await create(firm.dana, { contact_id: ana }, { company: 'Kept', contact: 'Gil' })
    const admin = await api.aPerson(firm.org, { role: 'admin' })
    expect((await admin.call(erasureRoutes.eraseAddress, { body: { email: 'ana@ferro.example' } })).status).toBe(200)
    const after = (await report(asDana())).rows.find(({ id }) => id === ana)!
    expect([after.name, after.received]).toEqual(['someone no longer kept', before.received + 1])
    const { body } = await firm.dana.call<TargetTile>(targets.read, { params: { id: target.id } })
    expect(body.came_from).toEqual({ contact_id: ana, name: 'someone no longer kept' })
    expect(JSON.stringify(body)).not.toContain('Ana Rao')
  })
})
