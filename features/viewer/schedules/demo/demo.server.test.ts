// Checks the demo's scheduled report: on Mondays, its recipients, and never due on the current day.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn, weekdayOf } from '#core/contract/dates.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { dueSchedules } from '#core/server/recurring/due.ts'
import { openSession } from '#core/server/sessions.ts'
import { callerOf } from '#core/server/testing/calls.ts'
import { type Api, openApi } from '#tests/api.ts'
import { product } from '#tests/flags.ts'
import { routes, type Schedule } from '../contract.ts'
import { reportMail } from '../server/rows.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
  await makeDemo(api.database, product)
}, 120_000)
afterAll(() => api.close())

const as = async (email: string) => {
  const { rows } = await api.database.pool.query<{ org_id: string; id: string }>(
    'select org_id, id from users where email = $1',
    [email],
  )
  const { org_id, id } = rows[0]!
  return callerOf(api.http, await withoutRls(api.database, (tx) => openSession(tx, org_id, id)))
}

test("sends Morgan her group's overview on Mondays, hidden from Lee", async () => {
  const morgan = await as('morgan@hartwell.example')
  const { body } = await morgan<{ schedules: Schedule[] }>(routes.list)
  expect(body.schedules).toHaveLength(1)
  const [one] = body.schedules
  expect(one).toMatchObject({ code: 'overview', state: 'on', weekday: 1, format: 'both', about: { key: 'group' } })
  expect(weekdayOf(one!.next_run!.slice(0, 10))).toBe('Monday')
  expect(one!.next_run!.slice(0, 10) > dayIn(one!.zone, new Date())).toBe(true)
  expect(one!.last_run).toMatchObject({ sent: 1, people: 1 })
  const lee = await as('lee@hartwell.example')
  expect((await lee<{ schedules: Schedule[] }>(routes.list)).body.schedules).toEqual([])
  expect(await dueSchedules(api.database, reportMail, new Date().toISOString())).toEqual([])
  const queued = await withoutRls(api.database, (tx) => tx.sql`select from outgoing where occasion like 'report:%'`)
  expect(queued.rows).toEqual([])
}, 60_000)
