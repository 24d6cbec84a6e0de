// Invalid input to the Library and to cards: each gets a message, and changes without effect reach no device.
import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type SentForm, sendForm } from '#tests/sendForm.ts'
import { type AuthoredInsight, routes as cards } from '../cards/contract.ts'
import {
  contentMarks,
  type FoundPage,
  type ItemSection,
  type LibraryItem,
  type LibraryMark,
  type Tag,
} from './contract.ts'
import { type Library, routes, sortRoutes } from './routesContract.ts'

let api: Api
let admin: Client
let dana: Client
let section: string
beforeAll(async () => {
  api = await openApi()
  const firm = await api.aFirm()
  admin = await api.aPerson(firm, { role: 'admin' })
  dana = await api.aPerson(firm)
  section = (await admin.call<ItemSection>(sortRoutes.addSection, { body: { name: 'Tax updates' } })).body.id
})
afterAll(() => api.close())

type Refused = { message: string; errors?: Record<string, string> }
const send = <T = LibraryItem & Refused>(form: SentForm, id?: string) =>
  sendForm<T>(api.http, admin.token, id ? `/api/videoinsights/${id}` : '/api/videoinsights', form)
const aBlog = (fields: Record<string, string> = {}) =>
  send({
    fields: { name: 'Rates', section_id: section, content_type: 'blog', blog_url: 'https://blog.example', ...fields },
  })
const contentsThere = async () => (await admin.call<Library>(routes.library)).body.contents.length

const LONG = 'x'.repeat(10_000)
const TRICKY = 'Deals\r\nBcc: all@x.example\u2028and\u0085more\u0000 \u202egnp.exe\u2066'
const PLAIN = 'Deals Bcc: all@x.example and more gnp.exe'

describe('Text input', () => {
  test('is reduced to one line without invisible characters in items, tags, and cards', async () => {
    expect((await aBlog({ name: TRICKY })).body.name).toBe(PLAIN)
    expect((await admin.call<Tag>(sortRoutes.addTag, { body: { name: TRICKY } })).body.name).toBe(PLAIN)
    const named = await admin.call<ItemSection>(sortRoutes.addSection, { body: { name: 'Tax\u2028\u202e2027\u0000' } })
    expect(named.body.name).toBe('Tax 2027')
    const today = dayIn(DEFAULT_ZONE, new Date())
    const body = {
      category: TRICKY.slice(0, 30),
      observation: TRICKY,
      suggestion: 'Use it.',
      begins: today,
      ends: today,
    }
    const { insights } = (await admin.call<{ insights: AuthoredInsight[] }>(cards.write, { body })).body
    expect(insights[0]).toMatchObject({ category: 'Deals Bcc: all@x.example and', observation: PLAIN })
  })

  test.each([
    ['name', { name: LONG }, 'Maximum length is 200 characters'],
    ['description', { description: LONG }, 'Maximum length is 300 characters'],
    ['blog_url', { blog_url: `https://blog.example/${LONG}` }, 'Maximum length is 2000 characters'],
    ['blog_url', { blog_url: 'https://user:secret@blog.example/' }, 'This isn’t a web address.'],
    ['blog_url', { blog_url: 'data:text/html,x' }, 'This isn’t a web address.'],
    ['event_at', { event_at: '2027-02-30 09:00' }, 'Choose a date and time.'],
    ['event_at', { event_at: '2027-01-11 25:61' }, 'Choose a date and time.'],
    ['event_at', { event_at: '9999-12-31 23:59' }, 'Choose a date and time.'],
    ['expires', { expires: '2027-02-30' }, 'Choose a date.'],
    ['review', { review: '0000-01-01' }, 'Choose a date.'],
  ])('is rejected in %s with a message, and nothing is stored: %j', async (field, wrong, sentence) => {
    const before = await contentsThere()
    const { status, body } = await aBlog(wrong as Record<string, string>)
    expect([status, body.errors]).toEqual([400, { [field]: sentence }])
    expect(await contentsThere()).toBe(before)
  })

  test("that can't be searched for returns no results and no error", async () => {
    for (const q of ['\u0000', 'tax\u0000law', `'"(&|!*:`, '\u202e', '😀'.repeat(50)]) {
      const { status, body } = await dana.call<{ found: FoundPage[] }>(routes.found, { query: { q } })
      expect([q, [200, 400].includes(status), body.found ?? []]).toEqual([q, true, []])
    }
  })
})

describe('Image uploads', () => {
  test('of 40,000 × 40,000 pixels are rejected before decoding, and nothing of the item is stored', async () => {
    const header = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const content = Buffer.from(header)
    content.writeUInt32BE(40_000, 16)
    content.writeUInt32BE(40_000, 20)
    const crc = crc32(content.subarray(12, 29))
    content.writeUInt32BE(crc, 29)
    const before = await contentsThere()
    const fields = { name: 'Huge', section_id: section, content_type: 'blog', blog_url: 'https://blog.example' }
    const { status, body } = await send({ fields, thumbnail: { name: 'huge.png', content } })
    expect([Math.floor(status / 100), body.message]).toEqual([4, expect.stringMatching(/large|pixels|big/i)])
    expect(await contentsThere()).toBe(before)
  })
})

describe('A change without effect', () => {
  test('sends nothing to devices when a heart or a first opening is repeated', async () => {
    const { id, revision } = (await aBlog()).body
    const cursor = async () =>
      (await dana.call<Feed>(feedRoutes.changes, { query: { after: contentMarks.name } })).body.collections[
        contentMarks.name
      ]!.cursor
    const heart = (favourite: boolean) => dana.call<LibraryMark>(routes.heart, { params: { id }, body: { favourite } })
    const start = await cursor()
    expect((await heart(false)).body).toEqual({ id, favourite: false, viewed: null })
    expect(await cursor()).toBe(start)
    await heart(true)
    const given = await cursor()
    expect(given).not.toBe(start)
    expect((await heart(true)).body.favourite).toBe(true)
    expect(await cursor()).toBe(given)
    const first = (await dana.call<LibraryMark>(routes.view, { params: { id } })).body
    expect(first.favourite).toBe(true)
    const opened = await cursor()
    expect(opened).not.toBe(given)
    expect((await dana.call<LibraryMark>(routes.view, { params: { id } })).body).toEqual(first)
    expect(await cursor()).toBe(opened)
    await heart(false)
    expect((await dana.call<LibraryMark>(routes.view, { params: { id } })).body).toEqual({ ...first, favourite: false })
    expect((await admin.call<Library>(routes.library)).body.contents.find((one) => one.id === id)).toMatchObject({
      revision,
    })
  })

  test("doesn't include opening again, which updates the time that content managers see", async () => {
    const { id } = (await aBlog()).body
    const lastOf = async () =>
      (
        await admin.call<{ readers: { user_id: string; at: string | null }[] }>(routes.readers, { params: { id } })
      ).body.readers.find(({ user_id }) => user_id === dana.actor.id)!.at
    await dana.call(routes.view, { params: { id } })
    const first = await lastOf()
    api.clock.now = new Date(Date.now() + 3_600_000)
    await dana.call(routes.view, { params: { id } })
    api.clock.now = null
    expect((await lastOf())! > first!).toBe(true)
  })
})

test('rejects an item in a deleted section and a merge into a deleted tag', async () => {
  const other = (await admin.call<ItemSection>(sortRoutes.addSection, { body: { name: 'Going' } })).body
  await admin.call(sortRoutes.removeSection, { params: { id: other.id } })
  expect((await aBlog({ section_id: other.id })).body.errors).toEqual({
    section_id: 'This section no longer exists. Choose another one.',
  })
  const into = await admin.call<Refused>(sortRoutes.editTag, {
    params: { id: (await admin.call<Tag>(sortRoutes.addTag, { body: { name: 'Left' } })).body.id },
    body: { into: randomUUID() },
  })
  expect([into.status, into.body.message]).toEqual([404, 'We couldn’t find this tag.'])
  const past = {
    category: 'C',
    observation: 'O',
    suggestion: 'S',
    begins: '0000-01-01',
    ends: addDays('2027-01-01', 1),
  }
  const written = await admin.call<Refused>(cards.write, { body: past })
  expect([written.status, written.body.errors]).toEqual([400, { begins: 'Choose a date.' }])
})
