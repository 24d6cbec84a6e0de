import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { type AnyRoute, addressOf } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { routes as account } from '#features/account/ownContract.ts'
import { peopleRoutes as people } from '#features/admin/people/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { pagesOfPdf } from '#tests/readers.ts'
import { isFull } from '#tests/scope.ts'
import { type Answering, routes, type Worksheet, type WorksheetHistory, type WorksheetText } from './contract.ts'
import { saveWorksheet } from './server/editing.ts'

let api: Api
let firm: string
let morgan: Client
const category = randomUUID()
const text: WorksheetText = {
  instructions: 'Choose three Targets.',
  questions: [{ text: 'What changed?' }, { text: 'What is next?' }],
  parameters: [{ text: 'Client 1' }, { text: 'Client 2' }],
}

beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  morgan = await api.aPerson(firm, { first_name: 'Morgan', last_name: 'Lee' })
  await withoutRls(
    api.database,
    (tx) => tx.sql`insert into lesson_categories (id, name, position) values (${category}, 'Choosing', 1)`,
  )
})
afterAll(() => api.close())

let made = 0
async function aWorksheet(state: 'published' | 'draft' | 'archived' = 'published') {
  const lesson = randomUUID()
  const number = ++made
  return withoutRls(api.database, async (tx) => {
    await tx.sql`insert into lessons (id, category_id, number, title, handle, seconds, state, position, published_at, archived_at)
      values (${lesson}, ${category}, ${number}, ${`Lesson ${number}`}, ${`lesson-${number}`}, 60, ${state}, ${number},
        case when ${state} <> 'draft' then now() end, case when ${state} = 'archived' then now() - interval '1 hour' end)`
    const { id } = await saveWorksheet(tx, lesson, text)
    return { id, lesson }
  })
}
const edit = (lesson: string, given: WorksheetText) =>
  withoutRls(api.database, (tx) => saveWorksheet(tx, lesson, given))
const aLearner = async () => {
  const person = await api.aPerson(firm)
  const group = randomUUID()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into groups (org_id, id, name) values (${firm}, ${group}, ${group})`
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm}, ${group}, ${person.actor.id})`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm}, ${group}, ${morgan.actor.id})`
  })
  return person
}

type Fill = { name: string; value: string }[]
const fill = (by: Client, id: string, cells: Fill | string, more: object = {}) =>
  by.call<Worksheet>(routes.fill, {
    params: { id },
    body: { matrix: typeof cells === 'string' ? cells : JSON.stringify(cells), ...more },
  })
const one = async (by: Client, id: string) =>
  (await by.call<{ worksheets: Worksheet[] }>(routes.list)).body.worksheets.find((sheet) => sheet.id === id)
const valuesOf = (sheet: Worksheet | undefined) =>
  Object.fromEntries((sheet?.matrix ?? []).map(({ name, value }) => [name, value]))
const historyOf = async (by: Client, id: string, query = {}) =>
  (await by.call<WorksheetHistory>(routes.history, { params: { id }, query })).body.history

test('lists a worksheet with its cells, which are empty at first', async () => {
  const { id, lesson } = await aWorksheet()
  const dana = await aLearner()
  expect(await one(dana, id)).toEqual({
    id,
    lesson_id: lesson,
    complete: 'no',
    instructions: 'Choose three Targets.',
    download: `/api/worksheets/${id}/download`,
    questions: ['What changed?', 'What is next?'],
    parameters: ['Client 1', 'Client 2'],
    matrix: [
      { name: 'p1.q1', value: '', question: 'What changed?', parameter: 'Client 1', at: null },
      { name: 'p1.q2', value: '', question: 'What is next?', parameter: 'Client 1', at: null },
      { name: 'p2.q1', value: '', question: 'What changed?', parameter: 'Client 2', at: null },
      { name: 'p2.q2', value: '', question: 'What is next?', parameter: 'Client 2', at: null },
    ],
    version: 1,
    answers: [],
    comments: [],
    returned: null,
  })
})

test('changes only the named cells, keeps the later value, and moves the earlier one to the history', async () => {
  const { id } = await aWorksheet()
  const dana = await aLearner()
  await fill(dana, id, [{ name: 'p1.q1', value: 'A new CFO' }])
  await fill(dana, id, [{ name: 'p2.q2', value: 'Call on Monday' }])
  const last = await fill(dana, id, [{ name: 'p1.q1', value: 'A new general counsel' }])
  const values = { 'p1.q1': 'A new general counsel', 'p1.q2': '', 'p2.q1': '', 'p2.q2': 'Call on Monday' }
  expect(valuesOf(last.body)).toEqual(values)
  expect(valuesOf(await one(dana, id))).toEqual(values)
  expect((await historyOf(dana, id)).map(({ value, is_current, question }) => [value, is_current, question])).toEqual([
    ['A new general counsel', true, 'What changed?'],
    ['Call on Monday', true, 'What is next?'],
    ['A new CFO', false, 'What changed?'],
  ])
})

test('loses nothing with twenty concurrent requests to different cells and the same one', async () => {
  const { id } = await aWorksheet()
  const dana = await aLearner()
  const names = ['p1.q1', 'p1.q2', 'p2.q1', 'p2.q2']
  await Promise.all(Array.from({ length: 20 }, (_, i) => fill(dana, id, [{ name: names[i % 4]!, value: `${i}` }])))
  const history = await historyOf(dana, id)
  expect(history.map(({ value }) => Number(value)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i),
  )
  const current = Object.fromEntries(
    history.filter(({ is_current }) => is_current).map(({ name, value }) => [name, value]),
  )
  expect(valuesOf(await one(dana, id))).toEqual(current)
})

test('ignores an unchanged answer, and completes a worksheet once all cells are answered', async () => {
  const { id } = await aWorksheet()
  const dana = await aLearner()
  const all = ['p1.q1', 'p1.q2', 'p2.q1', 'p2.q2'].map((name) => ({ name, value: 'Yes' }))
  expect((await fill(dana, id, all)).body.complete).toBe('yes')
  await fill(dana, id, all)
  expect(await historyOf(dana, id)).toHaveLength(4)
  expect((await fill(dana, id, [{ name: 'p1.q1', value: '' }])).body.complete).toBe('no')
})

test('finds answers by their days, in the order of writing and with their device', async () => {
  const { id } = await aWorksheet()
  const dana = await aLearner()
  await fill(dana, id, [{ name: 'p1.q1', value: 'In March' }], { when: '2026-03-31T20:00:00.000Z' })
  await fill(dana, id, [{ name: 'p1.q1', value: 'In April' }], { when: '2026-04-01T20:00:00.000Z' })
  const march = await historyOf(dana, id, { from: '2026-03-01', to: '2026-03-31' })
  expect(march.map(({ value, day, at }) => [value, day, at])).toEqual([
    ['In March', '2026-03-31', '2026-03-31T20:00:00.000Z'],
  ])
})

test("doesn't date an answer in the future if the device's clock is ahead", async () => {
  const { id } = await aWorksheet()
  const dana = await aLearner()
  await fill(dana, id, [{ name: 'p1.q1', value: 'Soon' }], { when: '2099-01-01T00:00:00.000Z' })
  const [line] = await historyOf(dana, id)
  expect(Date.parse(line!.at)).toBeLessThanOrEqual(Date.now())
})

describe('Worksheet version', () => {
  test('changes in place without answers, and otherwise is replaced with the old answers preserved', async () => {
    const { id, lesson } = await aWorksheet()
    const dana = await aLearner()
    expect(await edit(lesson, { ...text, instructions: 'Choose two.' })).toEqual({ id, version: 1, isNew: false })
    await fill(dana, id, [{ name: 'p1.q1', value: 'Written before' }])
    expect(await edit(lesson, { ...text, instructions: 'Choose two.' })).toEqual({ id, version: 1, isNew: false })
    const next = { ...text, questions: [{ text: 'Who decides?' }, { key: 'q1', text: 'What has changed?' }] }
    expect(await edit(lesson, next)).toEqual({ id, version: 2, isNew: true })
    const sheet = await one(dana, id)
    expect(sheet).toMatchObject({ version: 2, questions: ['Who decides?', 'What has changed?'] })
    expect(valuesOf(sheet)).toEqual({ 'p1.q3': '', 'p1.q1': '', 'p2.q3': '', 'p2.q1': '' })
    expect(sheet?.answers).toMatchObject([{ version: 1, name: 'p1.q1', value: 'Written before' }])
    expect(await historyOf(dana, id)).toMatchObject([
      { version: 1, question: 'What changed?', value: 'Written before' },
    ])
  })

  test('keeps an answer that an offline device wrote into an older one', async () => {
    const { id, lesson } = await aWorksheet()
    const [dana, lee] = [await aLearner(), await aLearner()]
    await fill(lee, id, [{ name: 'p1.q1', value: 'Lee' }])
    await edit(lesson, { ...text, questions: [{ key: 'q2', text: 'What is next?' }] })
    const late = await fill(dana, id, [{ name: 'p1.q1', value: 'Late' }], { version: 1 })
    expect(late.status).toBe(200)
    expect(late.body.answers).toMatchObject([{ version: 1, name: 'p1.q1', value: 'Late' }])
    expect((await fill(dana, id, [{ name: 'p1.q1', value: 'Late' }])).status).toBe(400)
  })
})

describe('Manager', () => {
  test('reads, comments, and returns, with a notice, and the next answer ends the return', async () => {
    const { id } = await aWorksheet()
    const dana = await aLearner()
    await fill(dana, id, [{ name: 'p1.q1', value: 'No one yet' }])
    const asDana = { query: { userid: dana.actor.id } }
    const seen = await morgan.call<{ worksheets: Worksheet[] }>(routes.list, asDana)
    expect(valuesOf(seen.body.worksheets.find((sheet) => sheet.id === id))['p1.q1']).toBe('No one yet')
    const said = await morgan.call<Worksheet>(routes.comment, {
      params: { id },
      body: { user_id: dana.actor.id, text: 'Take Hannah.', return: true, name: 'p1.q1' },
    })
    expect(said.status).toBe(200)
    const sheet = await one(dana, id)
    expect(sheet?.comments).toMatchObject([
      { name: 'p1.q1', text: 'Take Hannah.', is_return: true, by: { id: morgan.actor.id, first_name: 'Morgan' } },
    ])
    expect(sheet?.returned).not.toBeNull()
    expect(await inboxOf(dana)).toEqual([
      expect.stringMatching(/^Morgan Lee returned your answers in the worksheet Lesson \d+\.$/),
    ])
    expect((await fill(dana, id, [{ name: 'p1.q1', value: 'Hannah' }])).body.returned).toBeNull()
    const reply = { params: { id }, body: { user_id: dana.actor.id, text: 'I will.' } }
    expect((await dana.call<Worksheet>(routes.comment, reply)).body.comments).toHaveLength(2)
    expect(await inboxOf(morgan)).toEqual([expect.stringMatching(/ answered your comment on the worksheet /)])
  })

  test("is alone in reading and commenting, can't return their own answers, and gets replies only to comments", async () => {
    const { id } = await aWorksheet()
    const [dana, lee] = [await aLearner(), await aLearner()]
    await fill(dana, id, [{ name: 'p1.q1', value: 'Mine' }])
    const body = { user_id: dana.actor.id, text: 'Hm.' }
    expect((await lee.call(routes.comment, { params: { id }, body })).status).toBe(403)
    expect((await lee.call(routes.list, { query: { userid: dana.actor.id } })).status).toBe(403)
    expect((await lee.call(routes.history, { params: { id }, query: { userid: dana.actor.id } })).status).toBe(403)
    expect((await dana.call(routes.comment, { params: { id }, body })).status).toBe(409)
    expect(
      (await dana.call(routes.comment, { params: { id }, body: { ...body, return: true } })).status,
    ).toBeGreaterThan(400)
    const forged = await api.http.inject({
      method: 'POST',
      url: addressOf(routes.fill, { params: { id } }),
      headers: { ...clientHeaders(morgan.token), 'x-proxy-for': dana.actor.id },
      payload: { matrix: JSON.stringify([{ name: 'p1.q1', value: 'Forged' }]) },
    })
    expect(forged.statusCode).toBe(403)
    expect(valuesOf(await one(dana, id))['p1.q1']).toBe('Mine')
  })
})

test('includes firm admins with org access for reading, but not for commenting', async () => {
  const { id } = await aWorksheet()
  const [open, closed] = [await api.aFirm({ access: 'yes' }), await api.aFirm({ access: 'no' })]
  for (const [org, status] of [
    [open, 200],
    [closed, 403],
  ] as const) {
    const [dana, admin] = [await api.aPerson(org), await api.aPerson(org, { role: 'admin' })]
    await fill(dana, id, [{ name: 'p1.q1', value: 'Mine' }])
    const query = { userid: dana.actor.id }
    const read = await admin.call<{ worksheets: Worksheet[] }>(routes.list, { query })
    expect([read.status, read.text.includes('Mine')]).toEqual([status, status === 200])
    expect((await admin.call(routes.file, { params: { id }, query })).status).toBe(status)
    const body = { user_id: dana.actor.id, text: 'Hm.' }
    expect((await admin.call(routes.comment, { params: { id }, body })).status).toBe(403)
  }
})

test('sees their own people, admins with org access everyone, except people who left', async () => {
  const readable = async (who: Client) => {
    const { status, body } = await who.call<{ people: Answering[] }>(routes.people)
    return status === 200 ? body.people : status
  }
  const { id } = await aWorksheet()
  const [dana, gone] = [await aLearner(), await aLearner()]
  await fill(dana, id, [{ name: 'p1.q1', value: 'Mine' }])
  const admin = await api.aPerson(firm, { role: 'admin' })
  await admin.call(people.deactivate, { params: { id: gone.actor.id }, body: { hand_over: {} } })
  const of = (list: Answering[] | number, { actor }: Client) => (list as Answering[]).find((one) => one.id === actor.id)
  const mine = await readable(morgan)
  expect(of(mine, dana)).toMatchObject({ answered: 1, is_managed: true })
  for (const other of [gone, admin, morgan]) expect(of(mine, other)).toBeUndefined()
  expect((await morgan.call(routes.list, { query: { userid: gone.actor.id } })).status).toBe(403)
  expect(await readable(dana)).toBe(403)
  expect(await readable(admin)).toBe(403)

  const open = await api.aFirm({ access: 'yes' })
  const [robin, chief, left] = [
    await api.aPerson(open),
    await api.aPerson(open, { role: 'admin' }),
    await api.aPerson(open),
  ]
  await chief.call(people.deactivate, { params: { id: left.actor.id }, body: { hand_over: {} } })
  expect(await readable(chief)).toEqual([
    expect.objectContaining({ id: robin.actor.id, answered: 0, is_managed: false }),
  ])
  expect(await readable(robin)).toBe(403)
  expect((await chief.call(routes.list, { query: { userid: left.actor.id } })).status).toBe(404)
  expect((await chief.call(routes.list, { query: { userid: dana.actor.id } })).status).toBe(404)
})

test('makes an edit of a worksheet wait for a concurrent answer and preserve its version', async () => {
  const { id, lesson } = await aWorksheet()
  const dana = await aLearner()
  const replies = await Promise.all([
    fill(dana, id, [{ name: 'p1.q1', value: 'On its way' }], { version: 1 }),
    edit(lesson, { ...text, questions: [{ text: 'Another one' }] }),
  ])
  const [{ status }, { isNew }] = replies
  const sheet = await one(dana, id)
  // Either order is fine: the answer is stored in its version or rejected because the cell no longer exists.
  if (status === 200) expect(sheet?.answers).toMatchObject([{ version: 1, value: 'On its way' }])
  else expect(status).toBe(400)
  if (isNew) expect(sheet?.version).toBe(2)
})

test("exports a person's answers with their data and deletes them when the person is erased", async () => {
  const { id } = await aWorksheet()
  const admin = await api.aPerson(firm, { role: 'admin' })
  const [dana, lee] = [await aLearner(), await aLearner()]
  for (const person of [dana, lee]) await fill(person, id, [{ name: 'p1.q1', value: `Words of ${person.actor.id}` }])
  const { text } = await dana.call(account.myData)
  expect(text).toContain(`Words of ${dana.actor.id}`)
  expect(text).not.toContain(`Words of ${lee.actor.id}`)
  const params = { id: dana.actor.id }
  expect((await admin.call(people.deactivate, { params, body: { hand_over: {} } })).status).toBe(200)
  expect((await admin.call(people.erase, { params })).status).toBe(200)
  const left = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        value: string
      }>`select value from worksheet_writings where worksheet_id = ${id} union all select value from worksheet_cells where worksheet_id = ${id}`,
  )
  expect(new Set(left.rows.map(({ value }) => value))).toEqual(new Set([`Words of ${lee.actor.id}`]))
})

describe('Invalid worksheet input that changes and reveals nothing', () => {
  const bad: [string, string | Fill, RegExp][] = [
    ['no JSON', '{', /no list|array/i],
    ['no list', '{"name":"p1.q1","value":"x"}', /array|no list/i],
    ['an empty list', [], /./],
    [
      'a foreign cell',
      [
        { name: 'p1.q1', value: 'x' },
        { name: 'p7.q1', value: 'x' },
      ],
      /Unknown worksheet cell/,
    ],
    ['a made-up name', [{ name: '__proto__', value: 'x' }], /Unknown worksheet cell/],
    ['a megabyte in a cell', [{ name: 'p1.q1', value: 'x'.repeat(1_000_000) }], /too many changes|1 MB|large|Maximum/i],
    ['too much for a cell', [{ name: 'p1.q1', value: 'x'.repeat(5001) }], /Maximum length is 5000 characters/],
    ['a number', '[{"name":"p1.q1","value":7}]', /./],
    ['more than a cell has', '[{"name":"p1.q1","value":"x","user_id":"y"}]', /./],
  ]
  test.each(bad)('%s', async (_, cells, why) => {
    const { id } = await aWorksheet()
    const dana = await aLearner()
    const reply = await fill(dana, id, cells)
    expect([400, 413]).toContain(reply.status)
    expect(reply.text).toMatch(why)
    expect(await historyOf(dana, id)).toEqual([])
  })

  test("hides a draft's worksheet, and makes one of an archived lesson read-only", async () => {
    const dana = await aLearner()
    const draft = await aWorksheet('draft')
    expect((await fill(dana, draft.id, [{ name: 'p1.q1', value: 'x' }])).status).toBe(404)
    const archived = await aWorksheet('archived')
    expect(await one(dana, archived.id)).toBeUndefined()
    const late = await fill(dana, archived.id, [{ name: 'p1.q1', value: 'x' }])
    expect([late.status, late.text]).toEqual([409, expect.stringMatching(/archived/)])
    const before = new Date(Date.now() - 7_200_000).toISOString()
    expect((await fill(dana, archived.id, [{ name: 'p1.q1', value: 'In time' }], { when: before })).status).toBe(200)
    expect(valuesOf(await one(dana, archived.id))['p1.q1']).toBe('In time')
  })

  test("closes a firm's answers to other firms", async () => {
    const { id } = await aWorksheet()
    const dana = await aLearner()
    await fill(dana, id, [{ name: 'p1.q1', value: 'Secret' }])
    const stranger = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }), { role: 'admin' })
    expect(JSON.stringify(await one(stranger, id))).not.toContain('Secret')
    expect(await historyOf(stranger, id)).toEqual([])
    const body = { user_id: dana.actor.id, text: 'Hello' }
    expect((await stranger.call(routes.comment, { params: { id }, body })).status).toBe(404)
  })
})

test.runIf(isFull)(
  'prints the longest answers, earlier versions, and space for handwriting without losing anything',
  async () => {
    const { id, lesson } = await aWorksheet()
    const dana = await aLearner()
    const long = Array.from({ length: 700 }, (_, i) => `word${i}`)
      .join(' ')
      .slice(0, 5000)
    await fill(dana, id, [
      { name: 'p1.q1', value: long },
      { name: 'p2.q2', value: 'The last cell' },
    ])
    await edit(lesson, { ...text, instructions: 'Written anew.' })
    const pagesOf = async (route: AnyRoute, query?: object) => {
      const { body } = await dana.call<FileAnswer>(route, { params: { id }, ...(query && { query: { ...query } }) })
      expect(body).toMatchObject({ error: '', type: 'pdf' })
      return (await pagesOfPdf(Buffer.from(body.file, 'base64'))).join('\n')
    }
    const [now, before, empty] = [
      await pagesOf(routes.file),
      await pagesOf(routes.file, { version: 1 }),
      await pagesOf(routes.download),
    ]
    expect(now).toContain('Written anew.')
    expect(now).not.toContain('word1')
    expect(before).toContain('Choose three Targets.')
    const words = long.split(' ')
    expect(words.filter((word) => !before.includes(word))).toEqual([])
    expect(before).toContain('The last cell')
    expect(empty).toContain('2. What is next?')
    expect(empty).not.toContain('The last cell')
    expect((await dana.call(routes.file, { params: { id }, query: { version: 9 } })).status).toBe(404)
  },
)

async function inboxOf(person: Client): Promise<string[]> {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        text: string
      }>`select text from notifications where user_id = ${person.actor.id} and kind = 'worksheet_comment' order by created_at desc limit 1`,
  )
  return rows.map(({ text }) => text)
}
