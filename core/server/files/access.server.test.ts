// A file's kind decides each time it is opened, and routes declare what a form can contain.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { clientHeaders } from '../testing/calls.ts'
import { aFilm, type FixtureServer, type Person, startToyServer } from '../testing/fixtureFiles.ts'
import { folderBucket } from './folder.ts'

let opened: TestDatabase
let folder: string
let toy: FixtureServer
let dana: Person
let lee: Person
let robin: Person
const film = aFilm(100_000)
const TIMES = { call: 700, checkEvery: 100, silence: 1500 }
beforeAll(async () => {
  opened = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'pursuit-access-'))
  toy = await startToyServer(opened.database, folderBucket(join(folder, 'kept')), join(folder, 'waiting'), TIMES)
  const firm = await toy.aFirm()
  dana = await toy.aPerson(firm)
  lee = await toy.aPerson(firm)
  robin = await toy.aPerson(await toy.aFirm())
})
afterAll(async () => {
  await toy.close()
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

const aClip = async (): Promise<string> => {
  const path = (await toy.begin(dana, film.length)).headers.get('location')!
  await toy.send(dana, path, 0, film)
  return (await toy.make(dana, path)).id
}
const open = (link: string, headers: Record<string, string> = {}) => toy.call(null, 'GET', link, { headers })
const statusOf = async (link: string, headers: Record<string, string> = {}) => (await open(link, headers)).status

describe('a file whose kind has an access rule', () => {
  test('opens for the people the rule allows and for no one else in any firm', async () => {
    const id = await aClip()
    const answer = await open(await toy.link(dana, id))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(film)).toBe(true)
    expect([await toy.link(lee, id), await toy.link(robin, id)]).toEqual(['404', '404'])
    toy.list.add(lee.id).add(robin.id)
    expect(await statusOf(await toy.link(lee, id))).toBe(200)
    // A file belongs to its firm, whatever the rule allows.
    expect(await toy.link(robin, id)).toBe('404')
    toy.list.clear()
    expect((await toy.call(null, 'GET', `/api/files/${id}/link`)).status).toBe(401)
  })

  test('closes right away for someone who loses access, even during a video', async () => {
    const id = await aClip()
    toy.list.add(lee.id)
    const link = await toy.link(lee, id)
    expect(await statusOf(link, { range: 'bytes=0-999' })).toBe(206)
    toy.list.delete(lee.id)
    const refused = await open(link, { range: 'bytes=1000-1999' })
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      404,
      'This link is no longer valid.',
    ])
    expect([await statusOf(link), (await toy.call(null, 'HEAD', link)).status]).toEqual([404, 404])
    toy.list.add(lee.id)
    expect(await statusOf(link, { range: 'bytes=1000-1999' })).toBe(206)
    toy.list.clear()
  })

  test("doesn't open if its session ended, was deactivated, is another one, or is missing", async () => {
    const id = await aClip()
    const guest = await toy.aPerson(dana.orgId)
    toy.list.add(guest.id)
    const link = await toy.link(guest, id)
    expect(await statusOf(link)).toBe(200)
    const own = new URL(await toy.link(dana, id), toy.origin)
    const swapped = new URL(link, toy.origin)
    swapped.searchParams.set('for', own.searchParams.get('for')!)
    expect(await statusOf(swapped.pathname + swapped.search)).toBe(404)
    swapped.searchParams.delete('for')
    expect(await statusOf(swapped.pathname + swapped.search)).toBe(404)
    await withoutRls(opened.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${guest.id}`)
    expect(await statusOf(link)).toBe(404)
    await withoutRls(opened.database, (tx) => tx.sql`update users set deactivated_at = null where id = ${guest.id}`)
    await withoutRls(opened.database, (tx) => tx.sql`delete from sessions where user_id = ${guest.id}`)
    expect(await statusOf(link)).toBe(404)
    toy.list.clear()
  })

  test('has links that last minutes and include their expiry', async () => {
    const id = await aClip()
    const answer = await toy.call(dana, 'GET', `/api/files/${id}/link`)
    const { url, until } = (await answer.json()) as { url: string; until: string }
    const minutes = (Date.parse(until) - Date.now()) / 60_000
    expect([minutes > 9, minutes <= 20, await statusOf(url)]).toEqual([true, true, 200])
    toy.clock.now = new Date(Date.parse(until) + 1000)
    expect(await statusOf(url)).toBe(404)
    toy.clock.now = null
    const later = new URL(url, toy.origin)
    later.searchParams.set('until', '99999999999')
    expect(await statusOf(later.pathname + later.search)).toBe(404)
  })

  test('stays closed if its kind no longer exists', async () => {
    const id = await aClip()
    const link = await toy.link(dana, id)
    await withoutRls(opened.database, (tx) => tx.sql`update files set kind = 'forgotten' where id = ${id}`)
    expect([await statusOf(link), await toy.link(dana, id)]).toEqual([404, '404'])
  })

  test('returns the whole length for HEAD, whatever range is requested', async () => {
    const link = await toy.link(dana, await aClip())
    const answer = await toy.call(null, 'HEAD', link, { headers: { range: 'bytes=0-9' } })
    expect([answer.status, answer.headers.get('content-length'), answer.headers.get('content-range')]).toEqual([
      200,
      '100000',
      null,
    ])
    const suffix = await open(link, { range: 'bytes=-10' })
    expect([suffix.status, suffix.headers.get('content-range')]).toEqual([206, 'bytes 99990-99999/100000'])
    expect(Buffer.from(await suffix.arrayBuffer()).equals(film.subarray(-10))).toBe(true)
  })
})

describe('a form', () => {
  const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
  const send = async (parts: [name: string, value: string | Buffer<ArrayBuffer>][]) => {
    const form = new FormData()
    for (const [name, value] of parts)
      form.append(
        name,
        typeof value === 'string' ? value : new Blob([value]),
        ...(typeof value === 'string' ? [] : [`${name}.bin`]),
      )
    const answer = await fetch(`${toy.origin}/api/toys/form`, {
      method: 'POST',
      body: form,
      headers: clientHeaders(dana.token),
    })
    return `${answer.status} ${JSON.stringify(await answer.json())}`
  }

  test('accepts the files and fields that its route declares, each within its limit', async () => {
    expect(
      await send([
        ['title', 'Two films'],
        ['clips', film],
        ['clips', aFilm(500)],
        ['cover', PNG],
      ]),
    ).toBe('200 {"title":"Two films","names":"clips.bin 100000, clips.bin 500, cover.bin 8"}')
    expect(await send([['clips', film]])).toBe('200 {"names":"clips.bin 100000"}')
    const typed = [
      ['title', '12'],
      ['seconds', '90.5'],
      ['is_public', 'true'],
      ['tags', '["one","two"]'],
    ] as [string, string][]
    expect(await send([...typed, ['clips', film]])).toBe(
      '200 {"title":"12","seconds":90.5,"is_public":true,"tags":["one","two"],"names":"clips.bin 100000"}',
    )
    expect(
      await send([
        ['seconds', 'soon'],
        ['clips', film],
      ]),
    ).toMatch(/^400 .*"seconds"/)
    expect(
      await send([
        ['else', 'x'],
        ['clips', film],
      ]),
    ).toMatch(/^400 .*"body":"The request sets a field that can’t be set."/)
    expect(await send([['title', 'No film']])).toMatch(/^400 .*This request has no file/)
    expect(
      await send([
        ['clips', film],
        ['cover', Buffer.concat([PNG, Buffer.alloc(1000)])],
      ]),
    ).toMatch(/^413/)
    expect(await send([['clips', PNG]])).toMatch(/^415 .*not a film/)
    expect(
      await send([
        ['clips', film],
        ['other', film],
      ]),
    ).toMatch(/^400 .*unexpected/)
    expect(
      await send([
        ['clips', film],
        ['cover', PNG],
        ['cover', PNG],
      ]),
    ).toMatch(/^400 .*unexpected/)
    expect(readdirSync(join(folder, 'waiting'))).toEqual([])
  })

  test('is rejected by routes that expect none', async () => {
    const form = new FormData()
    form.append('text', 'Hello')
    const answer = await fetch(`${toy.origin}/api/toys/echo`, {
      method: 'POST',
      body: form,
      headers: clientHeaders(dana.token),
    })
    expect(answer.status).toBe(400)
  })
})

describe('the time limit for receiving a call', () => {
  /** Sends headers and first bytes, then one byte at a time until it gets a response. */
  async function dawdle(head: string, first: Buffer, pause: number, bytes: number): Promise<string> {
    const { port } = new URL(toy.origin)
    const ours = Object.entries(clientHeaders(dana.token))
      .map((pair) => pair.join(': '))
      .join('\r\n')
    const socket = createConnection(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`${head}\r\nHost: localhost\r\n${ours}\r\nConnection: close\r\n\r\n`)
    socket.write(first)
    let sent = 0
    const timer = setInterval(() => {
      if (sent++ < bytes && socket.writable) socket.write('x')
    }, pause)
    let said = ''
    socket.on('data', (bytes) => {
      said += bytes
    })
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(timer)
    return said
  }

  test('is short for most calls, longer for an upload, and applies to both when nothing arrives', {
    timeout: 20_000,
  }, async () => {
    const other = await dawdle(
      'POST /api/toys/echo HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000',
      Buffer.from('{'),
      100,
      900,
    )
    expect(other).toMatch(/^HTTP\/1.1 408/)
    const path = (await toy.begin(dana, film.length + 20)).headers.get('location')!
    const head = `PATCH ${path} HTTP/1.1\r\nTus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: ${film.length + 20}`
    expect(await dawdle(head, film, 100, 20)).toMatch(/^HTTP\/1.1 204/)
    const silent = (await toy.begin(dana, film.length + 20)).headers.get('location')!
    expect(await dawdle(head.replace(path, silent), film, 100, 3)).toBe('')
    await expect.poll(() => toy.offset(dana, silent)).toBe(film.length + 3)
  })
})
