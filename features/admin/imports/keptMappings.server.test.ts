// Choices for a file survive a reload, and the next file with its headings is mapped alike until someone deletes the
// mapping.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, upload } from '#tests/imports.ts'
import { type ImportDetail, routes } from './contract.ts'
import type { TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
let other: Client
let stranger: Client
beforeAll(async () => {
  api = await openApi()
  const firm = await api.aFirm()
  admin = await api.aPerson(firm, { role: 'admin', first_name: 'Moses', last_name: 'Frase' })
  other = await api.aPerson(firm, { role: 'admin', first_name: 'Anna', last_name: 'Snelling' })
  stranger = await api.aPerson(await api.aFirm(), { role: 'admin' })
})
afterAll(() => api.close())

const file = (...rows: string[]) => ['Wer;Was;Lage', ...rows].join('\n')
const detailOf = async (who: Client, content: string) => {
  const { body } = await upload(api, who, 'targets', { content })
  return read(who, body.id)
}
const read = async (who: Client, id: string) => (await who.call<ImportDetail>(routes.read, { params: { id } })).body

test('keeps a draft with its step over a reload, only until the import starts', async () => {
  const detail = await detailOf(admin, file('Moses Frase;Halden;heiss'))
  const params = { id: detail.id }
  expect([detail.draft, detail.remembered]).toEqual([null, null])
  const mapping = { ...(detail.suggestion as TargetMapping), columns: ['owner', 'company', null] }
  expect((await admin.call(routes.keepDraft, { params, body: { mapping, step: 'Values' } })).status).toBe(204)
  expect((await read(other, detail.id)).draft).toEqual({ mapping, step: 'Values' })
  expect(
    (await admin.call(routes.keepDraft, { params, body: { mapping: { columns: 1 }, step: 'Values' } })).status,
  ).toBe(400)
  expect((await stranger.call(routes.keepDraft, { params, body: { mapping, step: 'Values' } })).status).toBe(404)
  await admin.call(routes.run, { params, body: { mapping } })
  expect((await admin.call(routes.keepDraft, { params, body: { mapping, step: 'Values' } })).status).toBe(409)
})

test('ignores a draft older than the last from the same page, but not from another page', async () => {
  const { id, suggestion } = await detailOf(admin, file('Moses Frase;Halden;heiss'))
  const keep = (status: string, order: { page: string; number: number }) => {
    const mapping = { ...(suggestion as TargetMapping), statuses: { heiss: status } }
    return admin.call(routes.keepDraft, { params: { id }, body: { mapping, step: 'Values', order } })
  }
  const kept = async () => ((await read(admin, id)).draft!.mapping as TargetMapping).statuses.heiss
  const [page, another] = [randomUUID(), randomUUID()]
  await keep('active', { page, number: 2 })
  expect((await keep('archived', { page, number: 1 })).status).toBe(204)
  expect(await kept()).toBe('active')
  await keep('archived', { page: another, number: 1 })
  expect(await kept()).toBe('archived')
})

test('maps the next file with the same headings alike, names its author, and stops once forgotten', async () => {
  await importFile<TargetMapping>(api, admin, 'targets', file('Moses Frase;Halden;heiss'), {
    columns: ['owner', 'company', 'status'],
    statuses: { heiss: 'active' },
  })
  const next = await detailOf(other, ['Lage;Wer;Was;Neu', 'heiss;Moses Frase;Ibsen;x'].join('\n'))
  expect(next.remembered).toMatchObject({ file_name: 'pipeline.csv', by: 'Moses Frase' })
  expect(next.suggestion).toMatchObject({
    columns: ['status', 'owner', 'company', null],
    statuses: { heiss: 'active' },
  })

  // Another firm can't see or delete it.
  expect((await detailOf(stranger, file('Moses Frase;Halden;heiss'))).remembered).toBeNull()
  expect((await stranger.call(routes.forget, { params: { id: next.id } })).status).toBe(404)

  const again = await importFile<TargetMapping>(
    api,
    other,
    'targets',
    ['Wer;Was;Lage', 'Moses Frase;Jensen;heiss'].join('\n'),
    {
      statuses: { heiss: 'archived' },
    },
  )
  expect(again.imported).toBe(1)
  const after = await detailOf(admin, file('Moses Frase;Halden;heiss'))
  expect(after).toMatchObject({ remembered: { by: 'Anna Snelling' }, suggestion: { statuses: { heiss: 'archived' } } })

  expect((await admin.call(routes.forget, { params: { id: after.id } })).status).toBe(204)
  const forgotten = await read(admin, after.id)
  expect(forgotten).toMatchObject({ remembered: null, draft: null })
  expect((forgotten.suggestion as TargetMapping).statuses).toEqual({})
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        subject: string
      }>`select subject from audit_log where org_id = ${admin.orgId} and action = 'import.forgotten'`,
  )
  expect(rows).toEqual([{ subject: 'pipeline.csv' }])
})
