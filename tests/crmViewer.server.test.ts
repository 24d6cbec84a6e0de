// Compares every figure of an imported pipeline in the Viewer with the file. The rows are every 29th of a public data
// set.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { TargetMapping } from '#features/admin/imports/mappingContract.ts'
import { type Api, type Client, openApi } from './api.ts'
import { compared, dealsIn, type ImportedFirm, moved } from './crmFigures.ts'
import { importFile } from './imports.ts'

const fileOf = (name: string) => readFileSync(new URL(`./crm/${name}.csv`, import.meta.url), 'utf8')
const [teams, pipeline] = [fileOf('sales_teams'), fileOf('sales_pipeline')]
/** Column 'product', which replaces a missing contact. */
const PRODUCT = 2

let api: Api
let admin: Client
let firm: ImportedFirm
beforeAll(async () => {
  api = await openApi()
  api.clock.now = new Date('2026-11-21T18:00:00Z')
  const id = await api.aFirm({ domains: ['crm.example'] })
  admin = await api.aPerson(id, { role: 'admin' })
  await importFile(api, admin, 'people', teams)
  const done = await importFile<TargetMapping>(api, admin, 'targets', moved(pipeline), { stand_in: PRODUCT })
  expect(done).toMatchObject({ state: 'done', refused: 0 })
  firm = await withoutRls(api.database, async (tx) => {
    const board = newId()
    await tx.sql`update orgs set access = 'yes' where id = ${id}`
    await tx.sql`insert into groups (org_id, id, name) values (${id}, ${board}, 'Board')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${id}, ${board}, ${admin.actor.id})`
    const name = sql<string>`trim(u.first_name || ' ' || u.last_name)`
    const { rows: groups } = await tx.sql<{ id: string; name: string }>`
      select m.group_id as id, ${name} as name from group_managers m join users u on u.org_id = m.org_id and u.id = m.user_id
      where m.org_id = ${id}`
    const { rows: people } = await tx.sql<{ id: string; name: string }>`
      select u.id, ${name} as name from users u where u.org_id = ${id}`
    const byName = (rows: typeof groups) => new Map(rows.map((row) => [row.name, row.id]))
    return { id, groups: byName(groups), people: byName(people) }
  })
}, 60_000)
afterAll(() => api.close())

test('shows the file’s figures for the firm, each group, and each person, by year and quarter', async () => {
  const deals = dealsIn(pipeline, teams)
  const figures = await compared(
    async <T>(...asked: Parameters<Client['call']>) => {
      const { status, body, text } = await admin.call<T>(...asked)
      expect(status, text).toBe(200)
      return body
    },
    firm,
    deals,
  )
  expect(figures.filter(({ file, viewer }) => file !== viewer)).toEqual([])
  const of = (label: string) => figures.find((one) => one.label === label)?.viewer
  const won = pipeline.split('\n').filter((line) => line.includes(',Won,'))
  expect(of('The firm, the year: won, deals')).toBe(won.length)
  expect(of('The firm, the year: won, dollars')).toBe(
    won.reduce((all, line) => all + Number(line.split(',').at(-1)), 0),
  )
  const quarters = [1, 2, 3, 4].map((n) => Number(of(`The firm, quarter ${n}: won, deals`)))
  expect(Math.min(...quarters)).toBeGreaterThan(0)
  expect(quarters.reduce((all, n) => all + n, 0)).toBe(won.length)
}, 60_000)
