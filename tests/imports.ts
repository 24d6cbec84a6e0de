// Test helpers for imports: send a file as a browser does, and wait for the result.
import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { ErrorBody } from '#core/contract/errors.ts'
import { addressOf } from '#core/contract/route.ts'
import type { Reply } from '#core/server/testing/calls.ts'
import {
  type Import,
  type ImportDetail,
  type ImportKind,
  type ImportPreview,
  routes,
} from '#features/admin/imports/contract.ts'
import type { Mapping } from '#features/admin/imports/mappingContract.ts'
import type { Api, Client } from './api.ts'

export type File = { content: string | Buffer; name?: string; key?: string /** Only for a workbook. */; sheet?: string }

export async function upload(
  api: Api,
  admin: Client,
  kind: ImportKind,
  { content, name = 'pipeline.csv', key = randomUUID(), sheet }: File,
): Promise<Reply<Import & ErrorBody>> {
  const boundary = '----pursuit'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  const response = await api.http.inject({
    method: 'POST',
    url: addressOf(routes.upload, { query: { kind, sheet } }),
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'idempotency-key': key,
    },
    payload,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers, text: response.body }
}

export async function settled(admin: Client, id: string): Promise<ImportDetail> {
  return vi.waitFor(
    async () => {
      const { body } = await admin.call<ImportDetail>(routes.read, { params: { id } })
      expect(['running', 'undoing']).not.toContain(body.state)
      return body
    },
    { timeout: 50_000, interval: 20 },
  )
}

/** Uploads a file of Targets and returns what its screen shows before the import. */
export async function uploadedDetail(api: Api, admin: Client, content: string | Buffer): Promise<ImportDetail> {
  const { status, body, text } = await upload(api, admin, 'targets', { content })
  expect(status, text).toBe(200)
  return (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
}

/** Returns the preview of a mapping, or the error. */
export const previewOf = async (admin: Client, { id }: Import, mapping: Mapping) =>
  (await admin.call<ImportPreview & { message: string }>(routes.preview, { params: { id }, body: { mapping } })).body

/** Runs an import to its end. */
export async function runImport(admin: Client, { id }: Import, mapping: Mapping): Promise<ImportDetail> {
  const { status, text } = await admin.call(routes.run, { params: { id }, body: { mapping } })
  expect(status, text).toBe(200)
  return settled(admin, id)
}

/** Uploads a file, changes the suggested mapping, and runs the import to its end. */
export async function importFile<M extends Mapping>(
  api: Api,
  admin: Client,
  kind: ImportKind,
  content: string | Buffer,
  change: Partial<M> = {},
): Promise<ImportDetail> {
  const { status, body, text } = await upload(api, admin, kind, { content })
  expect(status, text).toBe(200)
  const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
  return runImport(admin, body, { ...suggestion, ...change } as M)
}

export async function undo(admin: Client, id: string): Promise<ImportDetail> {
  const reply = await admin.call(routes.undo, { params: { id } })
  expect(reply.status, reply.text).toBe(200)
  return settled(admin, id)
}
