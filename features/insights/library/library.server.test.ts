import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type ReadPdf, sanitizePdf } from '#core/server/pdf/sanitizePdf.ts'
import { anArmedPdf, aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { routes as inbox } from '#features/notifications/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { readAsSent } from '#tests/pdfs.ts'
import { type SentForm, sendForm } from '#tests/sendForm.ts'
import {
  type FoundPage,
  type ItemSection,
  type LibraryItem,
  type LibraryMark,
  libraryMessages,
  type OpenContent,
  type Tag,
} from './contract.ts'
import { type Library, routes, sortRoutes } from './routesContract.ts'
import { notifyContentReviews } from './server/reviews.ts'

let api: Api
/** These tests cover the contents of PDFs, so they use the production reader. */
let readPdf: ReadPdf
let firm: string
let admin: Client
let dana: Client
let lee: Client
let operator: Client
let section: string

beforeAll(async () => {
  api = await openApi({ means: { readPdf: (...given) => readPdf(...given) } })
  operator = await api.aPerson(await api.aFirm({ name: 'The vendor' }), { role: 'operator' })
})
afterAll(() => api.close())

beforeEach(async () => {
  readPdf = readAsSent
  api.clock.now = null
  firm = await api.aFirm()
  admin = await api.aPerson(firm, { role: 'admin', first_name: 'Alex' })
  dana = await api.aPerson(firm, { first_name: 'Dana' })
  lee = await api.aPerson(firm, { first_name: 'Lee' })
  section = (await aSection(admin, 'Tax updates')).id
})

type Refused = { message: string; code: string; errors?: Record<string, string> }
const aSection = async (who: Client, name: string) =>
  (await who.call<ItemSection>(sortRoutes.addSection, { body: { name } })).body
const aTag = async (who: Client, name: string) => (await who.call<Tag>(sortRoutes.addTag, { body: { name } })).body
const send = <T = LibraryItem>(who: Client, form: SentForm, id?: string) =>
  sendForm<T>(api.http, who.token, id ? `/api/videoinsights/${id}` : '/api/videoinsights', form)
const pdf = async (lines?: string[], name = 'guide.pdf') => ({ name, content: await aPdf(lines) })
const fieldsOf = (more: Record<string, string> = {}) => ({
  name: 'Year-end planning guide',
  section_id: section,
  content_type: 'others',
  ...more,
})
const aGuide = async (more: Record<string, string> = {}, lines?: string[], who = admin) => {
  const sent = await send(who, { fields: fieldsOf(more), file: await pdf(lines) })
  expect([sent.status, sent.body]).toMatchObject([200, {}])
  return sent.body
}
const aBlog = async (more: Record<string, string> = {}, who = admin) => {
  const sent = await send(who, {
    fields: fieldsOf({ content_type: 'blog', blog_url: 'https://example.com/one', ...more }),
  })
  expect(sent.status).toBe(200)
  return sent.body
}
const libraryOf = async (who: Client) => (await who.call<Library>(routes.library)).body
const namesOf = async (who: Client) => (await libraryOf(who)).contents.map(({ name }) => name)
const open = (url: string) => api.http.inject({ url, headers: noHeaders })
const filesOf = async () =>
  (await withoutRls(api.database, (tx) => tx.sql<{ n: number }>`select count(*)::int as n from files`)).rows[0]!.n

describe('A Library item', () => {
  test('from a PDF is sanitized, and has pages, a thumbnail, and searchable text', async () => {
    readPdf = sanitizePdf
    const sent = await send(admin, {
      fields: fieldsOf({ kind: 'guide', 'tags_id[0]': (await aTag(admin, 'Tax')).id }),
      file: { name: 'armed.pdf', content: await anArmedPdf() },
    })
    expect(sent.body).toMatchObject({
      kind: 'guide',
      content_type: 'others',
      owner: 'firm',
      everyone: true,
      reach: 3,
      tag_names: 'Tax',
      status: 'new',
    })
    expect(sent.body.pages).toBeGreaterThan(0)
    const { body } = await dana.call<OpenContent>(routes.read, { params: { id: sent.body.id } })
    const opened = await open(body.file_url)
    expect([opened.statusCode, opened.rawPayload.includes('HERE')]).toEqual([200, false])
    expect((await open(body.thumbnail_url)).headers['content-type']).toBe('image/webp')
    const guide = await aGuide({ name: 'Nexus' }, ['Remote workers create nexus in every state'])
    const found = await dana.call<{ found: FoundPage[] }>(routes.found, { query: { q: 'remote worker' } })
    expect(found.body.found).toMatchObject([{ content_id: guide.id, page: 1 }])
  })

  test('from a video has the type that its bytes show, and a recording has the given duration', async () => {
    const content = await readFile(new URL('../../trainer/demo/videos/01.mp4', import.meta.url))
    const sent = await send(admin, {
      fields: fieldsOf({ content_type: 'video', duration: '99:00' }),
      file: { name: 'film.mov', content },
    })
    expect(sent.body).toMatchObject({ kind: 'video', file_type: 'video/mp4' })
    expect(sent.body.seconds).toBeLessThan(99 * 60)
    const { body } = await dana.call<OpenContent>(routes.read, { params: { id: sent.body.id } })
    expect((await open(body.media!.urls[0]!)).statusCode).toBe(200)
    const spoken = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2000)])
    const audio = await send(admin, {
      fields: fieldsOf({ content_type: 'audio', duration: '24:10' }),
      file: { name: 'talk.mp3', content: spoken },
    })
    expect(audio.body).toMatchObject({ kind: 'podcast', seconds: 1450, duration: '24:10', file_type: 'audio/mpeg' })
  })

  test('has a re-encoded image, even from an SVG', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#15397e"/></svg>'
    const sent = await send(admin, {
      fields: fieldsOf(),
      file: await pdf(),
      thumbnail: { name: 'x.svg', content: Buffer.from(svg) },
    })
    const shown = await open(sent.body.thumbnail_url)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    const tricky = await send<Refused>(admin, {
      fields: fieldsOf(),
      file: await pdf(),
      thumbnail: { name: 'x.svg', content: Buffer.from(svg.replace('<rect', '<script>1</script><rect')) },
    })
    expect([tricky.status, tricky.body.message]).toEqual([415, expect.stringContaining('script')])
  })

  test('from an image shows a smaller one, or the original for old items, and can be replaced', async () => {
    const png = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#0a625f' } })
      .png()
      .toBuffer()
    const { body } = await send(admin, { fields: fieldsOf(), file: { name: 'night.png', content: png } })
    const small = await open(body.thumbnail_url)
    expect((await sharp(small.rawPayload).metadata()).width).toBe(1280)
    expect((await sharp((await open(body.file_url)).rawPayload).metadata()).width).toBe(2000)
    await withoutRls(
      api.database,
      (tx) => tx.sql`update contents set thumbnail_id = null, is_thumbnail_made = false where id = ${body.id}`,
    )
    const { body: shown } = await admin.call<OpenContent>(routes.read, { params: { id: body.id } })
    expect((await sharp((await open(shown.thumbnail_url)).rawPayload).metadata()).width).toBe(2000)
    const changed = await send(admin, { fields: {}, file: await pdf() }, body.id)
    expect(changed.body).toMatchObject({ file_type: 'application/pdf', pages: 1 })
    const own = new URL(changed.body.thumbnail_url, 'http://x').pathname
    expect(own).not.toBe(new URL(changed.body.file_url, 'http://x').pathname)
  })

  test.each<[string, Record<string, string>, boolean, Record<string, string>]>([
    ['no name', { name: ' \r\n ' }, true, { name: 'Required' }],
    [
      'a description beyond 300',
      { description: 'x'.repeat(301) },
      true,
      { description: 'Maximum length is 300 characters' },
    ],
    ['no file', {}, false, { file: 'Required' }],
    ['no address of a blog', { content_type: 'blog' }, false, { blog_url: 'Required' }],
    [
      'an address that runs',
      { content_type: 'blog', blog_url: 'javascript:alert(1)' },
      false,
      { blog_url: 'This isn’t a web address.' },
    ],
    ['a PDF as a video', { content_type: 'video' }, true, { file: 'Choose an MP4 video.' }],
    [
      'a section of nobody',
      { section_id: randomUUID() },
      true,
      { section_id: 'This section no longer exists. Choose another one.' },
    ],
    ['a tag of nobody', { 'tags_id[0]': randomUUID() }, true, { tags_id: 'A tag you selected no longer exists.' }],
  ])('is rejected with %s, and nothing of it is stored', async (_, more, hasFile, errors) => {
    const before = await filesOf()
    const refused = await send<Refused>(admin, { fields: fieldsOf(more), ...(hasFile && { file: await pdf() }) })
    expect([refused.status, refused.body.errors]).toEqual([400, errors])
    expect(await filesOf()).toBe(before)
    expect(await namesOf(admin)).toEqual([])
  })

  test('has its name on one line', async () => {
    expect((await aBlog({ name: ' Two\r\nlines ' })).name).toBe('Two lines')
  })

  test('is created once if it is submitted twice with the same idempotency key', async () => {
    const form = { fields: fieldsOf(), file: await pdf(), key: randomUUID() }
    const two = await Promise.all([send(admin, form), send(admin, form)])
    expect(two[0]!.body.id).toBe(two[1]!.body.id)
    expect(await namesOf(dana)).toHaveLength(1)
  })

  test('changes only in the submitted fields', async () => {
    const tag = await aTag(admin, 'Tax')
    const before = await aGuide({
      'tags_id[0]': tag.id,
      description: 'In the order of deadlines',
      expires: '2999-01-01',
    })
    const other = await aSection(admin, 'Deals')
    const moved = await send(admin, { fields: { section_id: other.id } }, before.id)
    const same = ({ section_id, revision, file_url, thumbnail_url, ...rest }: LibraryItem) => rest
    expect(same(moved.body)).toEqual(same(before))
    expect(moved.body.section_id).toBe(other.id)
    const untagged = await send(admin, { fields: { tags_id: '' } }, before.id)
    expect(untagged.body).toMatchObject({ tags_id: [], description: 'In the order of deadlines', section_id: other.id })
    const ended = await send(admin, { fields: { expires: '' } }, before.id)
    expect(ended.body.expires).toBeNull()
  })

  test('keeps its id when its file is replaced, without the text of the previous one', async () => {
    readPdf = sanitizePdf
    const before = await aGuide({}, ['An elephant'])
    const files = await filesOf()
    await send(admin, { file: await pdf(['A giraffe']) }, before.id)
    expect(await filesOf()).toBe(files)
    const found = async (q: string) =>
      (await dana.call<{ found: FoundPage[] }>(routes.found, { query: { q } })).body.found
    expect([(await found('elephant')).length, (await found('giraffe'))[0]?.content_id]).toEqual([0, before.id])
    expect((await open(before.file_url)).statusCode).toBe(404)
  })

  test('deletes its file when it becomes a link', async () => {
    const before = await aGuide()
    const refused = await send<Refused>(admin, { fields: { content_type: 'blog' } }, before.id)
    expect(refused.body.errors).toEqual({ blog_url: 'Required' })
    const files = await filesOf()
    const blog = await send(admin, { fields: { content_type: 'blog', blog_url: 'https://example.com' } }, before.id)
    expect(blog.body).toMatchObject({ file_url: '', thumbnail_url: '', pages: 0, blog_url: 'https://example.com' })
    expect(await filesOf()).toBe(files - 2)
  })

  test('rejects the second of two concurrent edits', async () => {
    const { id, revision } = await aBlog()
    const [first, later] = [
      await send(admin, { fields: { name: 'First', revision: String(revision) } }, id),
      await send<Refused>(admin, { fields: { name: 'Later', revision: String(revision) } }, id),
    ]
    expect([first.status, later.status, later.body.code]).toEqual([200, 409, 'stale'])
    expect(await namesOf(dana)).toEqual(['First'])
  })

  test("is deleted with its files and everyone's marks", async () => {
    const files = await filesOf()
    const { id } = await aGuide()
    await dana.call(routes.heart, { params: { id }, body: { favourite: true } })
    expect((await admin.call(routes.remove, { params: { id } })).status).toBe(204)
    expect(await filesOf()).toBe(files)
    expect((await dana.call<Refused>(routes.read, { params: { id } })).body.message).toBe(libraryMessages.missing)
    expect((await libraryOf(dana)).tags).toMatchObject([{ name: 'favourites', contents: 0 }])
    expect((await admin.call(routes.remove, { params: { id } })).status).toBe(404)
  })

  test("expires on its day in the firm's time zone, except for people who manage it", async () => {
    const { id, file_url } = await aGuide({ expires: '2031-03-10' })
    api.clock.now = new Date('2031-03-10T06:59:00Z')
    expect(await namesOf(dana)).toHaveLength(1)
    api.clock.now = new Date('2031-03-10T07:01:00Z')
    expect(await namesOf(dana)).toEqual([])
    expect((await dana.call(routes.read, { params: { id } })).status).toBe(404)
    expect((await libraryOf(admin)).contents).toMatchObject([{ id, is_expired: true }])
    expect(file_url).not.toBe('')
  })

  test('notifies its owner once when its review is due', async () => {
    await aBlog({ name: 'Rates', review: '2031-01-05', review_owner: dana.actor.id })
    for (const now of ['2031-01-04T12:00:00Z', '2031-01-05T16:00:00Z', '2031-01-06T16:00:00Z'])
      await notifyContentReviews(api.database, now)
    const { body } = await dana.call<{ notifications: { text: string }[] }>(inbox.list)
    expect(body.notifications.map(({ text }) => text)).toEqual(['“Rates” is due for review.'])
  })
})

describe('Access to an item', () => {
  test('lets everyone or the named people open it, and ends their links with their access', async () => {
    readPdf = sanitizePdf
    const { id } = await aGuide({ 'users_access[0]': dana.actor.id })
    expect([await namesOf(dana), await namesOf(lee)]).toEqual([['Year-end planning guide'], []])
    expect((await lee.call(routes.read, { params: { id } })).status).toBe(404)
    expect((await lee.call<{ found: FoundPage[] }>(routes.found, { query: { q: 'hello' } })).body.found).toEqual([])
    const { file_url } = (await dana.call<OpenContent>(routes.read, { params: { id } })).body
    expect((await open(file_url)).statusCode).toBe(200)
    await send(admin, { fields: { 'users_access[0]': lee.actor.id } }, id)
    expect((await open(file_url)).statusCode).toBe(404)
    const noOne = await send<Refused>(admin, { fields: { everyone: 'false' } }, id)
    expect(noOne.body.message).toBe('At least one user must be selected.')
  })

  test("lets only its firm's content managers change it", async () => {
    const { id } = await aGuide()
    const other = await api.aPerson(await api.aFirm(), { role: 'admin' })
    expect((await send(dana, { fields: fieldsOf(), file: await pdf() })).status).toBe(403)
    expect((await send(dana, { fields: { name: 'Mine' } }, id)).status).toBe(403)
    for (const route of [routes.remove, routes.readers]) {
      expect((await dana.call(route, { params: { id } })).status).toBe(403)
      expect((await other.call(route, { params: { id } })).status).toBe(404)
    }
    expect((await send(other, { fields: { name: 'Mine' } }, id)).status).toBe(404)
    expect((await other.call(routes.heart, { params: { id }, body: { favourite: true } })).status).toBe(404)
    const foreign = await send<Refused>(other, { fields: fieldsOf(), file: await pdf() })
    expect(foreign.body.errors).toHaveProperty('section_id')
  })

  test('shows only content managers who opened it', async () => {
    const { id } = await aGuide()
    await dana.call(routes.view, { params: { id } })
    const { body } = await admin.call<{ readers: { first_name: string; at: string | null }[] }>(routes.readers, {
      params: { id },
    })
    expect(body.readers[0]).toMatchObject({ first_name: 'Dana', at: expect.stringMatching(/^\d{4}-/) })
    expect(body.readers.slice(1).map(({ at }) => at)).toEqual([null, null])
  })
})

describe('Favorite', () => {
  test('belongs to one person, creates their favourites tag, and can be set by that tag', async () => {
    const tag = await aTag(admin, 'Tax')
    const { id } = await aGuide({ 'tags_id[0]': tag.id })
    const { body } = await dana.call<LibraryMark>(routes.heart, { params: { id }, body: { favourite: true } })
    expect(body).toEqual({ id, favourite: true, viewed: null })
    expect((await libraryOf(dana)).tags).toMatchObject([
      { is_favourites: true, contents: 1 },
      { name: 'Tax', contents: 1 },
    ])
    expect((await libraryOf(lee)).tags).toMatchObject([{ name: 'Tax' }])
    const own = (await lee.call<Tag>(sortRoutes.addFavourites)).body
    expect((await lee.call<Tag>(sortRoutes.addFavourites)).body.id).toBe(own.id)
    const given = await send(lee, { fields: { 'tags_id[0]': tag.id, 'tags_id[1]': own.id } }, id)
    expect(given.body).toMatchObject({ favourite: true, tag_names: 'Tax,favourites', tags_id: [tag.id] })
    const taken = await send(lee, { fields: { 'tags_id[0]': tag.id } }, id)
    expect(taken.body.favourite).toBe(false)
    expect((await send(lee, { fields: { tags_id: '' } }, id)).status).toBe(403)
    expect((await dana.call(sortRoutes.removeTag, { params: { id: own.id } })).status).toBe(403)
    expect((await admin.call(sortRoutes.removeTag, { params: { id: own.id } })).status).toBe(404)
  })

  test("reaches the person's other devices, as does opening an item", async () => {
    const { id } = await aBlog()
    const first = (await dana.call<LibraryMark>(routes.view, { params: { id } })).body
    expect(first.viewed).not.toBeNull()
    expect((await dana.call<LibraryMark>(routes.view, { params: { id } })).body.viewed).toBe(first.viewed)
    await dana.call(routes.heart, { params: { id }, body: { favourite: true } })
    expect((await libraryOf(dana)).contents).toMatchObject([{ status: 'viewed', watched: 'yes', favourite: true }])
    for (const [status, many] of [
      ['new', 0],
      ['viewed', 1],
    ] as const)
      expect(
        (await dana.call<{ contents: LibraryItem[] }>(routes.contents, { query: { status } })).body.contents,
      ).toHaveLength(many)
  })
})

describe("The vendor's items", () => {
  test('can be read and marked in every firm, and changed in none', async () => {
    readPdf = sanitizePdf
    const vendors = await aSection(operator, `Market news ${randomUUID().slice(0, 8)}`)
    const sent = await send(operator, {
      fields: { ...fieldsOf({ name: 'The market' }), section_id: vendors.id },
      file: await pdf(['A yellow submarine']),
    })
    const { id } = sent.body
    expect(sent.body.owner).toBe('bd')
    const { contents, sections } = await libraryOf(dana)
    expect(contents.find((one) => one.id === id)).toMatchObject({ owner: 'bd', reach: null })
    expect(sections.find((one) => one.id === vendors.id)).toMatchObject({ owner: 'bd', content: [id] })
    const { body } = await dana.call<OpenContent>(routes.read, { params: { id } })
    expect((await open(body.file_url)).statusCode).toBe(200)
    expect((await open(body.thumbnail_url)).statusCode).toBe(200)
    const found = await dana.call<{ found: FoundPage[] }>(routes.found, { query: { q: 'submarine' } })
    expect(found.body.found).toMatchObject([{ content_id: id }])
    expect(
      (await dana.call<LibraryMark>(routes.heart, { params: { id }, body: { favourite: true } })).body.favourite,
    ).toBe(true)
    expect((await send(admin, { fields: { name: 'Ours' } }, id)).status).toBe(403)
    expect((await send(admin, { fields: { section_id: section } }, id)).status).toBe(403)
    expect((await admin.call(routes.remove, { params: { id } })).status).toBe(404)
    expect((await admin.call(sortRoutes.removeSection, { params: { id: vendors.id } })).status).toBe(404)
    const into = await send<Refused>(admin, { fields: { ...fieldsOf(), section_id: vendors.id }, file: await pdf() })
    expect(into.body.errors).toHaveProperty('section_id')
    const { id: own } = await aBlog()
    expect((await operator.call(routes.remove, { params: { id: own } })).status).toBe(404)
    expect((await operator.call(routes.remove, { params: { id } })).status).toBe(204)
    const marks = await withoutRls(api.database, (tx) => tx.sql`select from content_marks where content_id = ${id}`)
    expect(marks.rows).toEqual([])
  })
})

describe('Section', () => {
  test.each([
    ['', 'Section Name is required'],
    ['x'.repeat(61), 'Maximum length is 60 characters'],
    ['What?', 'Name can only include letters, numbers or special characters: ": , ;"'],
    [': ; ,', 'Name can only include letters, numbers or special characters: ": , ;"'],
  ])("can't be named ‘%s’", async (name, sentence) => {
    const { status, body } = await admin.call<Refused>(sortRoutes.addSection, { body: { name } })
    expect([status, body.errors]).toEqual([400, { name: sentence }])
  })

  test('accepts letters of any language in its one-line name', async () => {
    expect((await aSection(admin, 'Fusionen: Käufer,\r\nVerkäufer; 2027')).name).toBe(
      'Fusionen: Käufer, Verkäufer; 2027',
    )
  })

  test("moves its items to the first remaining section when deleted, and the last one can't be deleted", async () => {
    const [deals, last] = [await aSection(admin, 'Deals'), await aSection(admin, 'Litigation')]
    const { id, revision } = await aBlog({ section_id: deals.id })
    await admin.call(sortRoutes.editSection, { params: { id: last.id }, body: { position: 0 } })
    expect((await admin.call(sortRoutes.removeSection, { params: { id: deals.id } })).status).toBe(204)
    const { contents, sections } = await libraryOf(dana)
    expect(contents).toMatchObject([{ id, section_id: last.id }])
    expect(sections.filter(({ owner }) => owner === 'firm').map(({ name, position }) => [name, position])).toEqual([
      ['Litigation', 0],
      ['Tax updates', 1],
    ])
    expect((await send<Refused>(admin, { fields: { name: 'Old', revision: String(revision) } }, id)).status).toBe(409)
    await admin.call(sortRoutes.removeSection, { params: { id: section } })
    const refused = await admin.call<Refused>(sortRoutes.removeSection, { params: { id: last.id } })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You can’t delete the last section. Add another one first.',
    ])
    expect((await send<Refused>(admin, { fields: { section_id: deals.id } }, id)).body.errors).toHaveProperty(
      'section_id',
    )
  })

  test('can be managed only by content managers', async () => {
    for (const [route, body] of [
      [sortRoutes.addSection, { name: 'Mine' }],
      [sortRoutes.addTag, { name: 'Mine' }],
    ] as const)
      expect((await dana.call(route, { body })).status).toBe(403)
    const other = await api.aPerson(await api.aFirm(), { role: 'admin' })
    expect((await other.call(sortRoutes.editSection, { params: { id: section }, body: { name: 'Mine' } })).status).toBe(
      404,
    )
  })
})

describe('Tag', () => {
  test('has a unique name', async () => {
    const blank = await admin.call<Refused>(sortRoutes.addTag, { body: { name: ' \n' } })
    expect(blank.body.errors).toEqual({ name: 'Tag Name is required' })
    await aTag(admin, 'Tax')
    const again = await admin.call<Refused>(sortRoutes.addTag, { body: { name: 'TAX' } })
    expect([again.status, again.body.message]).toEqual([400, 'The tag “TAX” already exists.'])
  })

  test('can be renamed and merged into another tag, but not into itself', async () => {
    const [tax, taxes, other] = [await aTag(admin, 'Tax'), await aTag(admin, 'Taxes'), await aTag(admin, 'M&A')]
    const { id } = await aBlog({ 'tags_id[0]': tax.id, 'tags_id[1]': taxes.id })
    const both = await aBlog({ 'tags_id[0]': taxes.id })
    const itself = await admin.call<Refused>(sortRoutes.editTag, { params: { id: tax.id }, body: { into: tax.id } })
    expect([itself.status, itself.body.errors]).toEqual([
      400,
      { into: 'You can’t merge a tag into itself. Choose another one.' },
    ])
    expect(
      (await admin.call<Refused>(sortRoutes.editTag, { params: { id: other.id }, body: { name: 'tax' } })).status,
    ).toBe(400)
    const merged = await admin.call<Tag>(sortRoutes.editTag, { params: { id: taxes.id }, body: { into: tax.id } })
    expect(merged.body).toMatchObject({ id: tax.id, contents: 2 })
    const { contents, tags } = await libraryOf(dana)
    expect(contents.filter((one) => [id, both.id].includes(one.id)).map((one) => one.tags_id)).toEqual([
      [tax.id],
      [tax.id],
    ])
    expect(tags.filter(({ owner }) => owner === 'firm').map(({ name }) => name)).toEqual(['M&A', 'Tax'])
    await admin.call(sortRoutes.removeTag, { params: { id: tax.id } })
    expect((await libraryOf(dana)).contents.every((one) => one.tags_id.length === 0)).toBe(true)
  })
})

describe('Rejection of ambiguous names', () => {
  const refusedFor = async (route: typeof sortRoutes.addTag | typeof sortRoutes.addSection, name: string) => {
    const { status, body } = await admin.call<Refused>(route, { body: { name } })
    return [status, body.errors?.name]
  }

  test('rejects a second section of the same name, on creation and renaming', async () => {
    const second = await aSection(admin, 'Other')
    const sentence = 'The section “Tax updates” already exists.'
    expect(await refusedFor(sortRoutes.addSection, 'tax UPDATES')).toEqual([400, sentence])
    const rename = (id: string, name: string) =>
      admin.call<Refused>(sortRoutes.editSection, { params: { id }, body: { name } })
    expect((await rename(second.id, 'Tax Updates')).body.errors).toEqual({ name: sentence })
    expect((await rename(section, 'Tax Updates')).status).toBe(200)
  })

  test('rejects a tag with a comma or the name of the favourites tag', async () => {
    expect(await refusedFor(sortRoutes.addTag, 'a,b')).toEqual([400, 'Tag Name can’t include a comma.'])
    for (const name of ['favourites', 'Favorites'])
      expect(await refusedFor(sortRoutes.addTag, name)).toEqual([400, 'Favorites have this name. Choose another.'])
  })

  test('adds https:// to the URL of a blog', async () => {
    expect((await aBlog({ blog_url: 'blog.firm.example/post' })).blog_url).toBe('https://blog.firm.example/post')
  })
})
