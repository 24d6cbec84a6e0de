// Only complete files are stored, and a crash leaves only what the cleanup removes.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { createHttp } from '#core/server/http.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { isFull } from '#tests/scope.ts'
import { makeFirm } from '../testing/fixtureContext.ts'
import type { FileStore } from './bucket.ts'
import { folderBucket } from './folder.ts'
import { defineFileKind } from './kinds.ts'
import { linkKeyOf, type StoredLinkKey } from './linkKey.ts'
import { fileLink } from './links.ts'
import { byteRange } from './ranges.ts'
import { receiveStream } from './receive.ts'
import { fileRoutes } from './routes.ts'
import { filesOf, openFiles } from './store.ts'
import { sweep } from './sweep.ts'
import { detectFileType } from './types.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const aPicture = (bytes = 5000) => ({
  content: Buffer.concat([PNG, randomBytes(bytes - PNG.length)]),
  name: 'Firm – “Logo”.png',
  type: 'image/png' as const,
})
const logo = defineFileKind({
  name: 'logo',
  types: ['image/png'],
  limit: 5_000_000,
  otherType: 'Not a picture.',
  mayOpen: 'anyone with its URL',
})
const soon = () => new Date(Date.now() + 60_000)

let api: { database: Database; http: Awaited<ReturnType<typeof createHttp>> }
let opened: TestDatabase
let firm: string
let folder: string
beforeAll(async () => {
  opened = await testDatabase()
  const { database } = opened
  folder = mkdtempSync(join(tmpdir(), 'pursuit-store-'))
  openFiles(database, folderBucket(join(folder, 'all')), join(folder, 'all-waiting'), [logo])
  api = { database, http: await createHttp({ database, served: fileRoutes, version: 'test' }) }
  firm = await aFirm('Hartwell & Stone LLP')
})
afterAll(async () => {
  await api.http.close()
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

const aFirm = (name: string) => withoutRls(api.database, (tx) => makeFirm(tx, name))
const keep = async (content = aPicture()) => {
  const files = filesOf(api.database)
  const placed = await files.place(firm, logo, content)
  await files.change(firm, [placed], ({ keep }) => keep(placed, null))
  return placed
}
const linkOf = async (fileId: string, given: { days?: number; now?: number } = {}) => {
  const key = await withoutRls(api.database, async (tx) => {
    const { rows } = await tx.sql<StoredLinkKey>`select link_key, link_sealed from orgs where id = ${firm}`
    return linkKeyOf(tx, firm, rows[0]!)
  })
  return fileLink({ orgId: firm, fileId, key }, given)
}
const get = (url: string, headers: Record<string, string> = {}) => api.http.inject({ url, headers })
const rows = async () =>
  (await withOrg(api.database, firm, (tx) => tx.sql<{ id: string }>`select id from files order by id`)).rows
const lying = async (bucket: FileStore) => {
  const keys: string[] = []
  for await (const { key } of bucket.list()) keys.push(key)
  return keys.sort()
}

describe('the type of a file', () => {
  test('is detected from its bytes', () => {
    const told = (text: string) => detectFileType(Buffer.from(text, 'latin1'))
    expect(told('\x89PNG\r\n\x1a\n…')).toBe('image/png')
    expect(told('\xff\xd8\xff\xe0')).toBe('image/jpeg')
    expect(told('RIFF\x10\0\0\0WEBPVP8 ')).toBe('image/webp')
    expect(told('GIF89a')).toBe('image/gif')
    expect(told('%PDF-1.7')).toBe('application/pdf')
    expect(told(' %PDF-1.7')).toBe(null)
    expect(told('\0\0\0\x20ftypisom')).toBe('video/mp4')
    expect(told('<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg PUBLIC "a" "b">\n<svg xmlns="x">')).toBe(
      'image/svg+xml',
    )
    expect(told('<svg:svg xmlns:svg="x">')).toBe('image/svg+xml')
    for (const other of [
      '',
      '<html><svg>',
      '<!-- <svg>',
      'alert(1)',
      '#!/bin/sh',
      'MZ',
      '<svgx>',
      'GIF',
      '<?php echo 1 ?><b>',
    ])
      expect([other, told(other)]).toEqual([other, null])
  })

  test('is checked on the first bytes, however small the chunks, and rejected files leave nothing behind', async () => {
    const waiting = join(folder, 'waiting')
    const rules = { ...logo, limit: 3000, otherType: 'Not this.' }
    const inPieces = (content: Buffer, size: number) =>
      Readable.from(
        (function* () {
          for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
        })(),
      )
    const received = await receiveStream(waiting, inPieces(aPicture(3000).content, 3), '../../etc/"logo".png', rules)
    expect(received).toMatchObject({ type: 'image/png', bytes: 3000, name: 'logo.png' })
    await received.discard()
    const refused = async (content: Buffer) =>
      receiveStream(waiting, inPieces(content, 100), 'logo.png', rules).then(
        () => 'kept',
        (error) => `${error.status} ${error.message}`,
      )
    expect(await refused(aPicture(3001).content)).toBe('413 This file is larger than 0 MB.')
    expect(await refused(Buffer.from('<script>alert(1)</script>'))).toBe('415 Not this.')
    expect(await refused(Buffer.from('\xff\xd8\xff', 'latin1'))).toBe('415 Not this.')
    expect(await refused(Buffer.alloc(0))).toBe('415 This file is empty.')
    const broken = new Readable({
      read() {
        this.push(PNG)
        this.destroy(new Error('The client went away.'))
      },
    })
    await expect(receiveStream(waiting, broken, 'x', rules)).rejects.toThrow('went away')
    expect(readdirSync(waiting)).toEqual([])
  })
})

describe('a link', () => {
  test('opens the exact bytes, with headers that block all execution', async () => {
    const picture = aPicture()
    const { id } = await keep(picture)
    const answer = await get(await linkOf(id), { 'accept-encoding': 'gzip' })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(picture.content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '5000',
      'content-disposition': `inline; filename="Firm _ _Logo_.png"; filename*=UTF-8''Firm%20%E2%80%93%20%E2%80%9CLogo%E2%80%9D.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'accept-ranges': 'bytes',
    })
    expect(answer.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    expect(answer.headers['content-encoding']).toBeUndefined()
    const head = await api.http.inject({ method: 'HEAD', url: await linkOf(id) })
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '5000', 0])
  })

  test("expires, can't be altered in any part, and always fails with the same response", async () => {
    const { id } = await keep()
    const { id: other } = await keep()
    const good = await linkOf(id)
    const elsewhere = await aFirm('Brook & Vale')
    for (const bad of [
      await linkOf(id, { days: 1, now: Date.now() - 3 * 24 * 3600_000 }),
      good.replace(id, other),
      good.replace(firm, elsewhere),
      good.replace(/until=\d+/, 'until=99999999999'),
      good.replace(/sig=.*/, 'sig='),
      good.replace(/sig=.*/, `sig=${'A'.repeat(43)}`),
    ]) {
      const answer = await get(bad)
      expect([bad, answer.statusCode, answer.json().message]).toEqual([bad, 404, 'This link is no longer valid.'])
    }
    expect((await get(good)).statusCode).toBe(200)
    expect(await linkOf(id, { now: Date.UTC(2026, 10, 21, 9) })).toBe(
      await linkOf(id, { now: Date.UTC(2026, 10, 21, 21) }),
    )
  })

  test('supports ranges: 206, 416, If-Range, and content that the client already has', async () => {
    const picture = aPicture(1000)
    const { id } = await keep(picture)
    const link = await linkOf(id)
    const tag = (await get(link)).headers.etag as string
    const part = async (headers: Record<string, string>) => {
      const { statusCode, headers: said, rawPayload } = await get(link, headers)
      return [statusCode, said['content-range'], rawPayload.length]
    }
    expect(await part({ range: 'bytes=0-99' })).toEqual([206, 'bytes 0-99/1000', 100])
    expect((await get(link, { range: 'bytes=10-19' })).rawPayload.equals(picture.content.subarray(10, 20))).toBe(true)
    expect(await part({ range: 'bytes=990-' })).toEqual([206, 'bytes 990-999/1000', 10])
    expect(await part({ range: 'bytes=-1' })).toEqual([206, 'bytes 999-999/1000', 1])
    expect(await part({ range: 'bytes=900-5000' })).toEqual([206, 'bytes 900-999/1000', 100])
    expect(await part({ range: 'bytes=1000-' })).toEqual([416, 'bytes */1000', 0])
    expect(await part({ range: 'bytes=9-1' })).toEqual([200, undefined, 1000])
    expect(await part({ range: 'bytes=0-1,5-6' })).toEqual([200, undefined, 1000])
    expect(await part({ range: 'bytes=0-99', 'if-range': tag })).toEqual([206, 'bytes 0-99/1000', 100])
    expect(await part({ range: 'bytes=0-99', 'if-range': '"another"' })).toEqual([200, undefined, 1000])
    expect(await part({ 'if-none-match': tag })).toEqual([304, undefined, 0])
    expect(byteRange(0, '"t"', { range: 'bytes=0-' })).toEqual({ status: 416 })
    expect(byteRange(10, '"t"', { range: 'bytes=-0' })).toEqual({ status: 416 })
    expect(byteRange(10, '"t"', { range: 'lines=1-2' })).toEqual({ status: 200 })
  })
})

describe('a file and its row', () => {
  test('are stored together or not at all', async () => {
    const files = filesOf(api.database)
    const [before, there] = [await rows(), await lying(files.bucket)]
    const placed = await files.place(firm, logo, aPicture())
    await expect(
      files.change(firm, [placed], async ({ keep }) => {
        await keep(placed, null)
        throw new Error('The change failed.')
      }),
    ).rejects.toThrow('The change failed.')
    expect([await rows(), await lying(files.bucket)]).toEqual([before, there])
    const kept = await keep()
    await files.change(firm, [], ({ drop }) => drop(kept.id))
    expect([await rows(), await lying(files.bucket)]).toEqual([before, there])
    expect(await get(await linkOf(kept.id)).then(({ statusCode }) => statusCode)).toBe(404)
  })

  test('the cleanup removes bytes without a row after a day and marks rows without bytes', async () => {
    const files = filesOf(api.database)
    const kept = await keep()
    const orphan = await files.place(firm, logo, aPicture())
    expect((await sweep(api.database)).removed).toBe(0)
    expect(await sweep(api.database, soon())).toEqual({ removed: 1, missing: 0 })
    expect(await files.read(firm, orphan.id)).toBe(null)
    const content = await buffer((await files.read(firm, kept.id))!)
    await files.bucket.remove(`${firm}/${kept.id}`)
    expect(await sweep(api.database)).toEqual({ removed: 0, missing: 1 })
    expect((await get(await linkOf(kept.id))).json().message).toMatch(/missing from the file store/)
    const again = await files.place(firm, logo, { ...aPicture(), content })
    execFileSync('mv', [join(files.bucket.place, firm, again.id), join(files.bucket.place, firm, kept.id)])
    expect(await sweep(api.database)).toEqual({ removed: 0, missing: 0 })
    expect((await get(await linkOf(kept.id))).rawPayload.equals(content)).toBe(true)
  })

  test.each(isFull ? ['writing', 'placed', 'in the transaction', 'committed'] : ['in the transaction'])(
    'a server killed (-9) when a file is %s leaves only what the cleanup removes',
    async (moment) => {
      const directory = mkdtempSync(join(tmpdir(), 'pursuit-killed-'))
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../../../tests/fileKill.ts'), directory, moment],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const said = await wordsOf(child)
      expect([said.trim().split(' ')[0], child.signalCode]).toEqual(['kept', 'SIGKILL'])
      const [, orgId, first] = said.trim().split(' ') as [string, string, string]
      const database = await openDatabase({ directory: join(directory, 'database') })
      const files = openFiles(database, folderBucket(join(directory, 'kept')), join(directory, 'waiting'))
      await sweep(database, soon())
      const { rows: left } = await withOrg(database, orgId, (tx) => tx.sql<{ id: string }>`select id from files`)
      expect(await lying(files.bucket)).toEqual(left.map(({ id }) => `${orgId}/${id}`))
      expect(readdirSync(join(directory, 'waiting'))).toEqual([])
      // After the commit only the new file exists, before it only the old one.
      expect([left.length, left[0]!.id === first]).toEqual([1, moment !== 'committed'])
      expect((await buffer((await files.read(orgId, left[0]!.id))!)).length).toBeGreaterThan(1000)
      await database.close()
      rmSync(directory, { recursive: true, force: true })
    },
    120_000,
  )
})

describe('a full disk', () => {
  const full = async (bucket: FileStore, waiting: string) => {
    const files = openFiles({ ...api.database }, bucket, waiting)
    return files.place(firm, logo, aPicture(600_000)).then(
      () => 'kept',
      (error) => `${error.status} ${error.code}`,
    )
  }
  test('in the middle of a file produces a message and leaves nothing behind', async () => {
    const whole = folderBucket(join(folder, 'kept'))
    const half: FileStore = {
      ...whole,
      write: (key, path, file) =>
        whole.write(key, path, file).then(async () => {
          await whole.remove(key)
          const { noDiskSpace: noRoom } = await import('./bucket.ts')
          throw noRoom()
        }),
    }
    expect(await full(half, join(folder, 'w'))).toBe('503 no_room')
    expect([await lying(whole), readdirSync(join(folder, 'w'))]).toEqual([[], []])
  })

  const tiny = join(tmpdir(), `pursuit-tiny-${process.pid}`)
  const canMount = (() => {
    try {
      mkdirSync(tiny, { recursive: true })
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', tiny], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })()
  test.runIf(canMount)(
    'on a real mount produces a message, both where uploads wait and where files are stored',
    async () => {
      expect(await full(folderBucket(join(folder, 'kept')), join(tiny, 'waiting'))).toBe('503 no_room')
      expect(readdirSync(join(tiny, 'waiting'))).toEqual([])
      expect(await full(folderBucket(join(tiny, 'kept')), join(folder, 'w'))).toBe('503 no_room')
      expect(await lying(folderBucket(join(tiny, 'kept')))).toEqual([])
      expect(readdirSync(join(folder, 'w'))).toEqual([])
    },
  )
  afterAll(() => {
    if (canMount) execFileSync('umount', ['-l', tiny], { stdio: 'ignore' })
    if (existsSync(tiny)) rmSync(tiny, { recursive: true, force: true })
  })
})

async function wordsOf(child: ChildProcess): Promise<string> {
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await new Promise((resolve) => child.once('close', resolve))
  return said
}
