import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as inboxRoutes } from '#features/notifications/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { type OverlapsReport, overlapsReport } from './overlapsContract.ts'

let api: Api
let firm: ManagedFirm
let made = 0
/** Email addresses are unique, so they cause no overlap. */
const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (
    await person.call<TargetTile>(routes.create, {
      body: aTarget({ contact_email: `a${++made}@mills.example`, ...given }),
    })
  ).body
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

test('finds overlaps of colleagues at a company in any spelling, except private Targets and single ones', async () => {
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

test("names a person outside the group without a link for those who don't manage them", async () => {
  const { dana, robin, morgan, tax } = firm
  await create(dana, { company: 'Bell Harbor', contact: 'Gus Reed' })
  await create(robin, { company: 'Bell Harbor', contact: 'Hal Ford' })
  const row = (await report(morgan, tax)).rows.find(({ target }) => target === 'Bell Harbor')!
  expect(row.members.map(({ name, open }) => [name, open !== undefined])).toEqual([
    ['Dana Reyes', true],
    ['Robin Cole', false],
  ])
})

test('is separate or aligned once either person says so, and stays open after a request to join', async () => {
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

test('lets a manager of everyone involved ask them to work together once a day, and shows it', async () => {
  const { dana, lee, robin, morgan, tax } = firm
  const mine = await create(dana, { company: 'Quarry Bank', contact: 'Ida Moss' })
  const theirs = await create(lee, { company: 'Quarry Bank, Inc.', contact: 'Jo Penn' })
  const outside = await create(robin, { company: 'Quarry Bank', contact: 'Kit Lowe' })
  const alone = await create(dana, { company: 'Lone Pine', contact: 'Lu Ames' })
  const hidden = await create(lee, { company: 'Lone Pine', contact: 'Mo Bird', private: true })
  await api.caughtUp()
  const bring = async (by: Client, ...ids: string[]) =>
    (await by.call(routes.bringTogether, { body: { target_ids: ids } })).status
  const told = async () =>
    (
      await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{
            user_id: string
            text: string
            path: string
          }>`select user_id, text, path from notifications where org_id = ${firm.org} and kind = 'overlap_requests' order by text`,
      )
    ).rows
  expect(await bring(dana, mine.id, theirs.id)).toBe(403)
  expect(await bring(morgan, mine.id, outside.id)).toBe(403)
  expect(await bring(morgan, alone.id, hidden.id)).toBe(404)
  expect(await bring(morgan, mine.id, alone.id)).toBe(409)
  expect(await bring(morgan, mine.id)).toBe(400)
  const stranger = await api.aPerson(await api.aFirm())
  expect(await bring(stranger, mine.id, theirs.id)).toBe(404)
  expect(await told()).toEqual([])

  expect(await Promise.all([bring(morgan, mine.id, theirs.id), bring(morgan, theirs.id, mine.id)])).toEqual([204, 204])
  expect(await told()).toEqual(
    [
      {
        user_id: dana.actor.id,
        text: 'Morgan Hale asked you and Lee Park to work together on Quarry Bank.',
        path: `/target/${mine.id}`,
      },
      {
        user_id: lee.actor.id,
        text: 'Morgan Hale asked you and Dana Reyes to work together on Quarry Bank, Inc.',
        path: `/target/${theirs.id}`,
      },
    ].sort((a, b) => (a.text < b.text ? -1 : 1)),
  )
  const rows = (await report(morgan, tax)).rows.filter(({ target }) => target.startsWith('Quarry'))
  // All three form one overlap, which Morgan doesn't manage entirely.
  expect(rows.map(({ members, can_bring_together }) => [members.length, can_bring_together])).toEqual([[3, false]])
  await robin.call(routes.trash, { params: { id: outside.id } })
  const [row] = (await report(morgan, tax)).rows.filter(({ target }) => target.startsWith('Quarry'))
  expect(row).toMatchObject({ can_bring_together: true, state: 'unresolved' })
  expect(row!.reason).toMatch(/^Morgan Hale asked them to work together on \w{3} \d+, \d{4}\.$/)
})

test("limits a request's message to 300 characters, and lets only its manager cancel it", async () => {
  const { dana, lee, robin, morgan, tax } = firm
  const mine = await create(dana, { company: 'Tarn Metals', contact: 'Nia Cross' })
  const theirs = await create(lee, { company: 'Tarn Metals', contact: 'Oz Field' })
  await api.caughtUp()
  const target_ids = [mine.id, theirs.id]
  const bring = async (message?: string) =>
    (await morgan.call(routes.bringTogether, { body: { target_ids, ...(message !== undefined && { message }) } }))
      .status
  const cancel = async (by: Client, ids = target_ids) =>
    (await by.call(routes.undoBringTogether, { body: { target_ids: ids } })).status
  const row = async (by = morgan) => (await report(by, tax)).rows.find(({ target }) => target === 'Tarn Metals')!
  const inbox = async (person: Client) =>
    (
      await person.call<{ notifications: { path: string; details: string[] }[] }>(inboxRoutes.list, {})
    ).body.notifications
      .filter(({ path }) => target_ids.some((id) => path.endsWith(id)))
      .map(({ details }) => details)
  expect((await row()).can_undo_request).toBe(false)
  expect(await cancel(morgan)).toBe(404)
  expect(await bring('x'.repeat(301))).toBe(400)
  expect(await bring(`  ${'x'.repeat(299)}é  `)).toBe(204)
  expect(await inbox(dana)).toEqual([[`“${'x'.repeat(299)}é”`]])
  expect(await inbox(lee)).toEqual([[`“${'x'.repeat(299)}é”`]])
  // The same request again changes nothing. A different message is rejected rather than lost silently.
  expect(await bring(`${'x'.repeat(299)}é`)).toBe(204)
  expect(await bring('Please call each other.')).toBe(409)
  expect(await bring()).toBe(409)
  expect(await inbox(dana)).toHaveLength(1)
  expect(await row()).toMatchObject({ can_undo_request: true, state: 'unresolved' })

  for (const other of [dana, robin, await api.aPerson(await api.aFirm())]) expect(await cancel(other)).toBe(404)
  expect(await cancel(morgan, [mine.id, (await create(dana, { company: 'Far Off', contact: 'Pia Roe' })).id])).toBe(404)
  expect(await inbox(lee)).toHaveLength(1)
  expect(await cancel(morgan)).toBe(204)
  expect([await inbox(dana), await inbox(lee)]).toEqual([[], []])
  expect(await row()).toMatchObject({ can_undo_request: false, reason: 'No one has responded yet.' })
  expect(await cancel(morgan)).toBe(404)

  // After the cancellation they can be asked again on the same day.
  expect(await bring('Please call each other.')).toBe(204)
  expect(await inbox(dana)).toEqual([['“Please call each other.”']])
})

test('keeps other requests to the same people when one is canceled', async () => {
  const { dana, lee, morgan, tax } = firm
  const first = await create(dana, { company: 'Umber Rail', contact: 'Quin Ash' })
  const second = await create(lee, { company: 'Umber Rail', contact: 'Rae Holt' })
  await api.caughtUp()
  const other = await create(lee, { company: 'Quiet Elm', contact: 'Quin Ash' })
  await api.caughtUp()
  const bring = async (...ids: string[]) =>
    (await morgan.call(routes.bringTogether, { body: { target_ids: ids } })).status
  const told = async () =>
    (
      await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{ subject_id: string }>`
          select subject_id from notifications where org_id = ${firm.org} and kind = 'overlap_requests'
            and subject_id = any(${[first.id, second.id, other.id]}::uuid[]) order by subject_id`,
      )
    ).rows.map(({ subject_id }) => subject_id)
  expect(await bring(first.id, second.id)).toBe(204)
  expect(await bring(first.id, other.id)).toBe(204)
  expect(await told()).toHaveLength(4)
  expect((await morgan.call(routes.undoBringTogether, { body: { target_ids: [second.id, first.id] } })).status).toBe(
    204,
  )
  expect(await told()).toEqual([first.id, other.id].sort())
  expect((await report(morgan, tax)).rows.filter(({ target }) => target === 'Umber Rail')).toMatchObject([
    { can_undo_request: false },
  ])
})
