// The figures of a card must equal those of the reports.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_ZONE, instantOf } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { defineFeature } from '#core/server/feature.ts'
import type { TargetMapping } from '#features/admin/imports/mappingContract.ts'
import { type Overview, overviewReport } from '#features/targets/reports/overviewContract.ts'
import { type TargetsReport, targetsReport } from '#features/targets/reports/targetsContract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile } from '#tests/imports.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { type Insight, routes } from './contract.ts'
import { formatSteps } from './ruleLabels.ts'
import { cardPorts, makeCards, type Ports } from './server/making.ts'

let api: Api
let firm: ManagedFirm
let ports: Ports
/** By owner and rule. */
let cards: Map<string, Insight>

const listening = defineFeature({
  name: 'listening',
  needs: cardPorts,
  routes: (given) => {
    ports = given
    return []
  },
})
const on = (day: string) => {
  api.clock.now = new Date(`${day}T20:00:00Z`)
}
const MORNING = '2027-03-20'

beforeAll(async () => {
  api = await openApi({ also: [listening] })
  firm = await aManagedFirm(api, 'yes')
  const { morgan, dana, robin } = firm
  const create = async (person: Client, company: string, due: string, more = {}) => {
    const given = { company, contact: '', contact_email: '', tasks: [{ description: 'a', due, help: '' }], ...more }
    return (await person.call<{ id: string }>(targets.create, { body: aTarget(given) })).body.id
  }
  const step = (id: string, due: string) =>
    dana.call(targets.takeStep, { body: { tile_id: id, description: 'Next', due, help: '' } })
  on('2026-08-20')
  const won = await create(morgan, 'Orme Mills', '2026-08-30')
  await morgan.call(targets.complete, { params: { id: won }, body: { revenue: 62_500 } })
  on('2027-02-03')
  const busy = await create(dana, 'Bastion Group', '2027-02-04', { value: 'L', projected_revenue: 10_000 })
  await create(morgan, 'Quill Bank', '2027-03-19', { projected_revenue: 33_000 })
  await create(morgan, 'Zephyr Foods', '2027-03-01', { projected_revenue: -1 })
  await create(morgan, 'Private Holdings', '2027-03-02', { private: true, projected_revenue: 5_000 })
  for (const day of ['05', '08', '11', '20', '21', '27']) {
    on(`2027-02-${day}`)
    await step(busy, '2027-02-28')
  }
  // Daylight saving time starts on Mar 14.
  on('2027-03-13')
  await step(busy, '2027-03-20')
  on('2027-03-14')
  await step(busy, '2027-03-30')
  // Imported Targets have no step.
  const { state } = await importFile<TargetMapping>(
    api,
    await api.aPerson(firm.org, { role: 'admin' }),
    'targets',
    `Company,Owner,Value,Projected revenue\nHadley,${robin.email},High,71000\nTarn,${robin.email},Medium,27000\n`,
  )
  expect(state).toBe('done')
  const morning = instantOf(DEFAULT_ZONE, `${MORNING} 05:00:00`)
  api.clock.now = new Date(morning)
  const night = await makeCards(api.database, firm.org, morning, ports)
  while ((await night.next(5)).isLeft);
  const found = await Promise.all(
    [morgan, dana, robin].map(async (person) => {
      const { body } = await person.call<{ insights: Insight[] }>(routes.all)
      return body.insights.map((card) => [`${person.actor.first_name}: ${card.code}`, card] as const)
    }),
  )
  cards = new Map(found.flat())
}, 60_000)
afterAll(() => api.close())

const read = async <F>(report: { routes: { read: unknown } }, person: Client, query: object) => {
  const params = { key: 'user', id: person.actor.id }
  return (await firm.morgan.call<F>(report.routes.read as never, { params, query } as never)).body
}
const days = { start: '2027-02-18', end: '2027-03-19' }
test.each([
  ['morgan', 'overdue', { due: 'overdue' }, 3],
  ['robin', 'high_without_step', { due: 'none', value: 'H' }, 1],
  ['robin', 'revenue_without_step', { due: 'none', value: 'M' }, 1],
] as const)(
  'counts and sums the same Targets as the report for the card of %s on %s',
  async (who, code, query, many) => {
    const person = firm[who]
    const { count, total } = await read<TargetsReport>(targetsReport, person, { ...days, status: 'active', ...query })
    expect(count).toBe(many)
    const card = cards.get(`${person.actor.first_name}: ${code}`)!
    expect(card.because).toHaveLength(count)
    expect(card.data_value).toBe(formatAmount(total.projected))
  },
)

test('counts the same steps as the overview for this month and the last on the pace card', async () => {
  const stepsIn = async (start: string, end: string) =>
    (await read<Overview>(overviewReport, firm.dana, { start, end })).total.total_steps
  const [now, before] = [await stepsIn('2027-03-01', '2027-03-19'), await stepsIn('2027-02-01', '2027-02-20')]
  expect([now, before]).toEqual([2, 4])
  const { because, data_value } = cards.get('Dana: pace')!
  expect(because.map(({ value }) => value)).toEqual([formatSteps(now), formatSteps(before)])
  expect(data_value).toBe(`${Math.round((100 * now) / before)}%`)
})

test("shows the overview's revenue on the card about a won client", async () => {
  const { total } = await read<Overview>(overviewReport, firm.morgan, { start: '2026-08-01', end: '2026-09-30' })
  expect(total.total_revenue).toBe(62_500)
  expect(cards.get('Morgan: silent_since_won')!.data_value).toBe(formatAmount(total.total_revenue))
})
