// Uses a local server that checks each signature, or S3_TEST_ENDPOINT (with S3_TEST_KEY 'id:secret').

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { createHttp } from '#core/server/http.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { type S3Server, s3Keys, startS3 } from '#tests/s3Server.ts'
import { makeFirm } from '../testing/fixtureContext.ts'
import type { Stored } from './bucket.ts'
import { defineFileKind } from './kinds.ts'
import { linkKeyOf, type StoredLinkKey } from './linkKey.ts'
import { fileLink } from './links.ts'
import { fileRoutes } from './routes.ts'
import { s3Bucket } from './s3.ts'
import { readFileSettings } from './settings.ts'
import { openFiles } from './store.ts'
import { sweep } from './sweep.ts'

const BUCKET = 'pursuit-files'
const elsewhere = process.env.S3_TEST_ENDPOINT
let server: S3Server | undefined
let waiting: string
let opened: TestDatabase
beforeAll(async () => {
  server = elsewhere ? undefined : await startS3(BUCKET)
  waiting = mkdtempSync(join(tmpdir(), 'pursuit-s3-'))
  opened = await testDatabase()
})
afterAll(async () => {
  await server?.close()
  await opened.close()
  rmSync(waiting, { recursive: true, force: true })
})

/** A shared server needs a separate prefix. */
const run = randomUUID()
const [id = '', secret = ''] = process.env.S3_TEST_KEY?.split(':') ?? [s3Keys.id, s3Keys.secret]
const settings = (given: Record<string, string> = {}) =>
  readFileSettings({
    PURSUIT_FILES: `s3://${BUCKET}/firm files/${run}`,
    PURSUIT_FILES_ENDPOINT: elsewhere ?? server!.endpoint,
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
    ...given,
  })!
const logo = defineFileKind({
  name: 'logo',
  types: ['image/png'],
  limit: 5_000_000,
  otherType: 'Not a picture.',
  mayOpen: 'anyone with its URL',
})
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const aPicture = (bytes: number) => ({
  content: Buffer.concat([PNG, randomBytes(bytes)]),
  name: 'logo.png',
  type: 'image/png' as const,
})

test('stores a file, opens it in whole and in parts, lists it over several pages, and removes it', async () => {
  const bucket = s3Bucket(settings())
  await bucket.check()
  const { database } = opened
  const files = openFiles(database, bucket, waiting, [logo])
  const firm = await withoutRls(database, (tx) => makeFirm(tx, 'Kept far away'))
  const picture = aPicture(300_000)
  const placed = await files.place(firm, logo, picture)
  await files.change(firm, [placed], ({ keep }) => keep(placed, null))
  const orphans = await Promise.all(Array.from({ length: 6 }, () => files.place(firm, logo, aPicture(10))))
  expect(readdirSync(waiting)).toEqual([])

  const key = await withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<StoredLinkKey>`select link_key, link_sealed from orgs where id = ${firm}`
    return linkKeyOf(tx, firm, rows[0]!)
  })
  const http = await createHttp({ database, served: fileRoutes, version: 'test' })
  const url = fileLink({ orgId: firm, fileId: placed.id, key })
  const whole = await http.inject({ url })
  expect([whole.statusCode, whole.rawPayload.equals(picture.content)]).toEqual([200, true])
  const part = await http.inject({ url, headers: { range: 'bytes=100000-100099' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 100000-100099/300008'])
  expect(part.rawPayload.equals(picture.content.subarray(100_000, 100_100))).toBe(true)

  const found: Stored[] = []
  for await (const one of bucket.list()) found.push(one)
  expect(found.map(({ key }) => key).sort()).toEqual([placed, ...orphans].map((one) => `${firm}/${one.id}`).sort())
  expect(found.find(({ key }) => key.endsWith(placed.id))!.bytes).toBe(300_008)
  expect(await sweep(database, new Date(Date.now() + 60_000))).toEqual({ removed: 6, missing: 0 })
  await files.change(firm, [], ({ drop }) => drop(placed.id))
  expect(await files.read(firm, placed.id)).toBe(null)
  await http.close()
})

test('stores nothing with an invalid key and never reveals the key', async () => {
  const files = openFiles({ ...opened.database }, s3Bucket(settings({ AWS_SECRET_ACCESS_KEY: 'wrong' })), waiting)
  const problem = await files.place(randomUUID(), logo, aPicture(10)).catch((error: Error) => error.message)
  expect(problem).toMatch(/^S3 refused to keep a file: 403 (SignatureDoesNotMatch|AccessDenied)$/)
})

test.skipIf(elsewhere)(
  'retries after a temporary failure, and reports an unavailable store with a message and no leftovers',
  async () => {
    const bucket = s3Bucket(settings())
    const files = openFiles({ ...opened.database }, bucket, waiting)
    const firm = randomUUID()
    server!.failNext(503, 2)
    const picture = aPicture(100)
    const { id: fileId } = await files.place(firm, logo, picture)
    expect((await buffer((await files.read(firm, fileId))!)).equals(picture.content)).toBe(true)
    server!.failNext(500, 100)
    const down = { status: 503, code: 'unavailable' }
    await expect(files.place(firm, logo, picture)).rejects.toMatchObject(down)
    await expect(files.read(firm, fileId)).rejects.toMatchObject(down)
    server!.failNext(0, 0)
    const gone = s3Bucket({ ...settings(), endpoint: 'http://127.0.0.1:9' })
    await expect(gone.check()).rejects.toMatchObject(down)
    expect(readdirSync(waiting)).toEqual([])
  },
)

test('reports invalid settings at startup', () => {
  const says = (given: Record<string, string>) => () => settings(given)
  expect(says({ PURSUIT_FILES: 'https://example.com' })).toThrow('PURSUIT_FILES must be s3://bucket')
  expect(says({ AWS_SECRET_ACCESS_KEY: '' })).toThrow('AWS_SECRET_ACCESS_KEY too')
  expect(says({ PURSUIT_FILES_ENDPOINT: 'files.example.com' })).toThrow('PURSUIT_FILES_ENDPOINT must be an address')
  expect(readFileSettings({})).toBeUndefined()
  expect(settings({ PURSUIT_FILES: 's3://pursuit-files' }).prefix).toBe('')
})
