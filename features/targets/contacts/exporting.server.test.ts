// Tests the export of contacts to Excel: who gets which rows, its search, and its length.
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { routes } from '#features/contacts/contract.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let orgId: string
let dana: Client
beforeAll(async () => {
  api = await openApi()
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId)
})
afterAll(() => api.close())

/** Returns the sheet's rows, each a list of its cells. */
async function workbookOf({ token }: Client, query = '') {
  const answer = await api.http.inject({ url: `/api/contacts/export.xlsx${query}`, headers: clientHeaders(token) })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="Contacts.xlsx"')
  const sheet = Buffer.from(unzipSync(answer.rawPayload)['xl/worksheets/sheet1.xml']!).toString()
  return sheet
    .split('<row>')
    .slice(1)
    .map((row) =>
      row
        .split('<c')
        .slice(1)
        .map((cell) => (/<(?:t|v)[^>]*>([^<]*)/.exec(cell)?.[1] ?? '').replaceAll('&amp;', '&')),
    )
}

test('has what the person sees, found by the search, and is in the audit log without it', async () => {
  const create = async (given: object, person = dana) =>
    (await person.call<TargetTile>(targets.create, { body: aTarget(given) })).body
  const target = await create({
    ...{ company: 'Oak & Sons', contact: '=HYPERLINK("x") Doe', contact_email: 'jane@oak.example' },
    contact_phone: '555-0100',
  })
  const id = target.contacts![0]!.id
  const body = { title: 'CFO', emails: ['jane@oak.example', 'doe@oak.example'], note: 'Sails.' }
  await dana.call(routes.edit, { params: { id }, body })
  await dana.call(touches.create, {
    body: { kind: 'call', at: '2026-01-05T18:00:00.000Z', target_id: target.id, contacts: [{ id }] },
  })
  await create({ company: 'Elm', contact: 'Max Roe', contact_email: 'max@elm.example' })
  const other = await api.aPerson(orgId)
  await create({ company: 'Hidden', contact: 'Zoe Hidden', contact_email: 'zoe@hidden.example' }, other)
  const [heads, ...rows] = await workbookOf(dana)
  expect(heads).toEqual(['Name', 'Title', 'Company', 'Emails', 'Phones', 'Targets', 'Last touch', 'Notes'])
  expect(rows).toEqual([
    [
      ...['=HYPERLINK(&quot;x&quot;) Doe', 'CFO', 'Oak & Sons', 'jane@oak.example\ndoe@oak.example', '555-0100'],
      ...['Oak & Sons (Other)', '46027', 'Sails.'],
    ],
    ['Max Roe', '', 'Elm', 'max@elm.example', '', 'Elm (Other)', '', ''],
  ])
  expect((await workbookOf(dana, '?q=elm')).slice(1).map(([name]) => name)).toEqual(['Max Roe'])
  expect((await workbookOf(await api.aPerson(await api.aFirm()))).length).toBe(1)
  const { rows: log } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql`select actor_id, subject, details from audit_log where org_id = ${orgId} and action = 'contacts.exported'`,
  )
  expect(log).toEqual(Array.from({ length: 2 }, () => ({ actor_id: dana.actor.id, subject: '', details: {} })))
})

test('has every contact of a manager who shares most of theirs with the people they manage', async () => {
  const firmId = await api.aFirm()
  const [manager, person] = [await api.aPerson(firmId), await api.aPerson(firmId)]
  await withoutRls(api.database, async (tx) => {
    const group = randomUUID()
    await tx.sql`update orgs set access = 'yes' where id = ${firmId}`
    await tx.sql`insert into groups (org_id, id, name) values (${firmId}, ${group}, 'Tax')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firmId}, ${group}, ${manager.actor.id})`
    await tx.sql`
      insert into contacts (org_id, id, first_name, last_name, title, company, emails, phones, note, sort_key, name_key, company_key, is_private, kept_by, created_at, modified_at)
      select ${firmId}, gen_random_uuid(), 'Jane', 'Doe' || n, '', 'Oak', '{}', '{}', '', 'doe' || n || ' jane', 'x', 'oak', false, ${person.actor.id}, now(), now()
      from generate_series(1, 3500) n`
    await tx.sql`
      insert into contact_people (org_id, user_id, contact_id, seq, gone, is_shown)
      select org_id, p, id, row_number() over (), false, true
      from contacts cross join unnest(${[manager.actor.id, person.actor.id]}::uuid[]) p where org_id = ${firmId} and (p <> ${manager.actor.id} or length(last_name) < 7)`
  })
  const rows = await workbookOf(manager)
  expect(new Set(rows.slice(1).map(([name]) => name)).size).toBe(3500)
})

test('sends 20,000 contacts while the server answers other calls', { timeout: 180_000 }, async () => {
  const many = await api.aPerson(await api.aFirm())
  await withoutRls(api.database, async (tx) => {
    await tx.sql`
      insert into contacts (org_id, id, first_name, last_name, title, company, emails, phones, note, sort_key, name_key, company_key, is_private, kept_by, created_at, modified_at)
      select ${many.orgId}, gen_random_uuid(), 'Jane', 'Doe' || n, 'CFO', 'Oak', array['jane' || n || '@oak.example'], '{}', repeat('note ', 20), 'doe' || n || ' jane', 'x', 'oak', true, ${many.actor.id}, now(), now()
      from generate_series(1, 20000) n`
    await tx.sql`
      insert into contact_people (org_id, user_id, contact_id, seq, gone, is_shown)
      select org_id, ${many.actor.id}, id, row_number() over (), false, false from contacts where org_id = ${many.orgId}`
    await tx.sql`analyze contacts`
    await tx.sql`analyze contact_people`
  })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const rows = await workbookOf(many)
  delay.disable()
  expect(new Set(rows.map(([name]) => name)).size).toBe(20_001)
  // 36 ms without other load.
  expect(delay.max / 1e6).toBeLessThan(500)
})
