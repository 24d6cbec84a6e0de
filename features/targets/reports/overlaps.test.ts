// Which overlaps the report has, and how each stands.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import type { Tile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { type OverlapsReport, overlapsReport } from './overlapsContract.ts'

let api: Api
let firm: ManagedFirm
let made = 0
/** Nobody has the same address. */
const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (await person.call<Tile>(routes.create, { body: aTarget({ contact_email: `a${++made}@mills.example`, ...given }) }))
    .body
const report = async (by: Client, id: string, which?: string) => {
  await api.caughtUp()
  const input = { params: { key: 'group', id }, query: which ? { which } : {} }
  return (await by.call<OverlapsReport>(overlapsReport.routes.read, input)).body
}
const said = ({ rows }: OverlapsReport) =>
  rows.map(({ target, members, state }) => `${target}: ${members.map(({ name }) => name).join(', ')}: ${state}`)

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api)
})
afterAll(() => api.close())

test('colleagues with the same company overlap, also by another spelling; who is private or alone does not', async () => {
  const { dana, lee, robin, morgan, tax } = firm
  await create(dana, { company: 'Corvane Mills, Inc.', contact: 'Ada Lane' })
  await create(lee, { company: 'Corvane Mills', contact: 'Bo Field' })
  await create(dana, { company: 'Alone Works', contact: 'Cy Marsh' })
  await create(dana, { company: 'Hidden Works', contact: 'Di Stone', private: true })
  await create(lee, { company: 'Hidden Works', contact: 'Ed Vale' })
  await create(robin, { company: 'Elsewhere', contact: 'Flo Hart' })
  const facts = await report(morgan, tax)
  expect(said(facts)).toEqual(['Corvane Mills, Inc.: Dana Reyes, Lee Park: unresolved'])
  expect(JSON.stringify(facts)).not.toMatch(/Hidden|Di Stone/)
  expect(facts.rows[0]!.members.every(({ open }) => open)).toBe(true)
})

test('somebody outside of the group is named, and opened by nobody who does not manage them', async () => {
  const { dana, robin, morgan, tax } = firm
  await create(dana, { company: 'Bell Harbor', contact: 'Gus Reed' })
  await create(robin, { company: 'Bell Harbor', contact: 'Hal Ford' })
  const row = (await report(morgan, tax)).rows.find(({ target }) => target === 'Bell Harbor')!
  expect(row.members.map(({ name, open }) => [name, open !== undefined])).toEqual([
    ['Dana Reyes', true],
    ['Robin Cole', false],
  ])
})

test('it is separate or aligned once either has said so, and asked to join is still open', async () => {
  const { dana, lee, morgan, tax } = firm
  const make = async (company: string) => {
    await create(dana, { company, contact: `${company} One` })
    const { id } = await create(lee, { company, contact: `${company} Two` })
    await api.caughtUp()
    return (answer: string) => dana.call(routes.answerOverlap, { params: { id }, body: { answer, company } })
  }
  await (await make('Kept Apart'))('separate')
  await (await make('Made Known'))('introduction')
  await (await make('Wants In'))('join')
  const state = new Map((await report(morgan, tax)).rows.map((row) => [row.target, [row.state, row.reason]]))
  expect(state.get('Kept Apart')).toEqual(['separate', 'Dana Reyes keeps it separate.'])
  expect(state.get('Made Known')).toEqual(['aligned', 'Dana Reyes asked Lee Park for an introduction.'])
  expect(state.get('Wants In')).toEqual(['unresolved', 'Dana Reyes asked to join Lee Park.'])
  const separate = await report(morgan, tax, 'separate')
  expect([separate.rows.length, separate.counts.separate]).toEqual([1, 1])
})
