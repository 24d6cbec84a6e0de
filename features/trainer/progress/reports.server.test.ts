import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aCurriculum, type SampleLesson } from '#tests/curriculum.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { routes as lessonRoutes } from '../lessons/contract.ts'
import { routes as sheets, type Worksheet } from '../worksheets/contract.ts'
import {
  type UserWorksheetsFacts,
  userWorksheetsReport,
  type WorksheetsFacts,
  worksheetsReport,
} from '../worksheets/reportContract.ts'
import { type ProgressFacts, progressReport } from './reportContract.ts'

let api: Api
let cut: ManagedFirm
let open: ManagedFirm
let lessons: SampleLesson[]

beforeAll(async () => {
  api = await openApi()
  lessons = await aCurriculum(api, 6)
  cut = await aManagedFirm(api)
  open = await aManagedFirm(api, 'yes')
})
afterAll(() => api.close())

const read = <F>(by: Client, report: { routes: { read: unknown } }, key: string, id: string) =>
  by.call<F>(report.routes.read as never, { params: { key, id } } as never)
const progressOf = async (by: Client, key: string, id: string) =>
  (await read<ProgressFacts>(by, progressReport, key, id)).body
const named = (rows: { group: string; first_name: string }[]) => rows.map((row) => `${row.group}: ${row.first_name}`)

test('shows a manager without org access only people in their groups, each in those groups', async () => {
  const { rows } = await progressOf(cut.morgan, 'org', cut.org)
  expect(named(rows)).toEqual(['Tax: Lee', 'Tax: Dana'])
  const { rows: inGroup } = await progressOf(cut.morgan, 'group', cut.tax)
  expect(named(inGroup)).toEqual(named(rows))
  const { rows: alone } = await progressOf(cut.morgan, 'user', cut.lee.actor.id)
  expect(named(alone)).toEqual(['Tax: Lee'])
})

test('shows everyone with org access, in each of their groups', async () => {
  const { rows } = await progressOf(open.morgan, 'org', open.org)
  expect(named(rows).sort()).toEqual([': Morgan', ': Robin', 'Litigation: Lee', 'Tax: Dana', 'Tax: Lee'])
})

test.each(['progress', 'worksheets', 'user_worksheets'])(
  '%s rejects people who manage no one, other groups, and other firms',
  async (name) => {
    const report = [progressReport, worksheetsReport, userWorksheetsReport].find((one) => one.name === name)!
    const asked = (by: Client, key: string, id: string) => read(by, report, key, id).then(({ status }) => status)
    expect(await asked(cut.robin, 'user', cut.dana.actor.id)).toBe(403)
    expect(await asked(cut.morgan, 'user', cut.robin.actor.id)).toBe(403)
    expect(await asked(cut.morgan, 'user', open.dana.actor.id)).toBe(404)
    expect(await asked(cut.morgan, 'user', 'nobody')).toBe(404)
    if (name === 'user_worksheets') return
    expect(await asked(cut.robin, 'org', cut.org)).toBe(403)
    expect(await asked(cut.morgan, 'group', cut.litigation)).toBe(403)
    expect(await asked(cut.morgan, 'group', cut.archived)).toBe(404)
    expect(await asked(cut.morgan, 'org', open.org)).toBe(404)
  },
)

test('marks a partly answered worksheet and counts the answers', async () => {
  const { worksheet, id: lesson } = lessons[2]!
  const { body } = await cut.dana.call<{ worksheets: Worksheet[] }>(sheets.list)
  const [cell] = body.worksheets.find(({ id }) => id === worksheet)!.matrix
  const fill = (value: string) =>
    cut.dana.call(sheets.fill, {
      params: { id: worksheet! },
      body: { matrix: JSON.stringify([{ name: cell!.name, value }]) },
    })
  const saidOf = async () => {
    const { worksheets, rows } = (await read<WorksheetsFacts>(cut.morgan, worksheetsReport, 'org', cut.org)).body
    const dana = rows.find(({ user_id }) => user_id === cut.dana.actor.id)!
    return [worksheets.map(({ number }) => number), dana.worksheets.map(({ completed }) => completed)]
  }
  expect(await saidOf()).toEqual([
    [3, 6],
    ['NO', 'NO'],
  ])
  await fill('A new general counsel')
  expect(await saidOf()).toEqual([
    [3, 6],
    ['YES', 'NO'],
  ])
  const own = async () =>
    (await read<UserWorksheetsFacts>(cut.morgan, userWorksheetsReport, 'user', cut.dana.actor.id)).body.rows
  expect(await own()).toMatchObject([
    { lesson_id: lesson, answered: 1, cells: 2, latest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    { number: 6, answered: 0, cells: 2, latest: null },
  ])
  await fill('')
  expect(await saidOf()).toEqual([
    [3, 6],
    ['NO', 'NO'],
  ])
})

test("opens the person's worksheets from a row for readers with permission only", async () => {
  const opened = async (by: Client, report: typeof progressReport | typeof worksheetsReport, key: string, id: string) =>
    (await read<Pick<ProgressFacts, 'rows'>>(by, report as typeof progressReport, key, id)).body.rows.map(
      ({ user_id, open }) => [user_id, open?.path],
    )
  const pathOf = ({ actor }: Client) => [actor.id, `/viewer/pipeline/user-worksheets/${actor.id}`]
  const admin = await api.aPerson(open.org, { role: 'admin' })
  for (const report of [progressReport, worksheetsReport]) {
    expect(await opened(cut.morgan, report, 'org', cut.org)).toEqual([pathOf(cut.lee), pathOf(cut.dana)])
    expect(await opened(cut.morgan, report, 'user', cut.morgan.actor.id)).toEqual([pathOf(cut.morgan)])
    // In a firm with org access, a firm admin sees everyone's progress whether or not they manage a group, and no other
    // firm's.
    const all = await opened(admin, report, 'org', open.org)
    expect([all.length, all.every(([, path]) => path)]).toEqual([6, true])
    expect((await read(admin, report as typeof progressReport, 'user', open.dana.actor.id)).status).toBe(200)
    expect((await read(admin, report as typeof progressReport, 'user', cut.dana.actor.id)).status).toBe(404)
  }
  expect((await read(admin, userWorksheetsReport, 'user', open.dana.actor.id)).status).toBe(200)
  const cutAdmin = await api.aPerson(cut.org, { role: 'admin' })
  expect((await read(cutAdmin, userWorksheetsReport, 'user', cut.dana.actor.id)).status).toBe(403)
  const { rows } = (await read<UserWorksheetsFacts>(cut.morgan, userWorksheetsReport, 'user', cut.dana.actor.id)).body
  expect(rows[0]!.open).toEqual({
    path: `/lesson/${lessons[2]!.id}?tab=worksheet&person=${cut.dana.actor.id}&from=%2Fviewer%2Fpipeline%2Fuser-worksheets%2F${cut.dana.actor.id}`,
  })
})

test('opens no worksheets from the progress report in a firm without the Viewer', async () => {
  const firm = await aManagedFirm(api)
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{viewer,on}', '"no"') where id = ${firm.org}`,
  )
  const { rows } = await progressOf(firm.morgan, 'org', firm.org)
  expect(rows.map(({ first_name, open }) => [first_name, open])).toEqual([
    ['Lee', undefined],
    ['Dana', undefined],
  ])
})

test('shows each lesson as a column: done, partly, or not started', async () => {
  const watch = (at: number, to: number) =>
    cut.dana.call(lessonRoutes.watch, {
      params: { id: lessons[at]!.id },
      query: { watched: to },
      body: { ranges: [[0, to]] },
    })
  await watch(0, 96)
  await watch(1, 40)
  const facts = await progressOf(cut.morgan, 'user', cut.dana.actor.id)
  const table = progressReport.tables[0]!
  expect(table.columns(facts).map(({ head }) => head)).toEqual([
    'Group',
    'User',
    'Latest Activity',
    'Overall Progress',
    ...lessons.map(({ title }, at) => `${at + 1}. ${title}`),
  ])
  const [row] = table.rows(facts)
  expect(row!.slice(3)).toEqual([22, 100, 40, 0, 0, 0, 0])
  expect(Object.keys(facts.definitions)).toHaveLength(10)
})
