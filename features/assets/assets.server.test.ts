import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { type ReadPdf, sanitizePdf } from '#core/server/pdf/sanitizePdf.ts'
import { anArmedPdf, aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { routes as inbox } from '#features/notifications/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { readAsSent } from '#tests/pdfs.ts'
import { type SentForm, sendAsset } from '#tests/sendAsset.ts'
import { type Asset, type AssetListPage, type AssetReader, type AssetVersion, routes } from './contract.ts'
import { notifyReviews, purgeAssetTrash } from './server/upkeep.ts'

let api: Api
/** These tests check the contents of PDFs, so they use the product's reader. */
let readPdf: ReadPdf
let firm: string
let admin: Client
let dana: Client
let lee: Client

beforeAll(async () => {
  api = await openApi({ means: { readPdf: (...given) => readPdf(...given) } })
  firm = await api.aFirm()
  admin = await api.aPerson(firm, { role: 'admin', first_name: 'Alex' })
  dana = await api.aPerson(firm, { first_name: 'Dana' })
  lee = await api.aPerson(firm, { first_name: 'Lee' })
})
afterAll(() => api.close())
beforeEach(() => {
  readPdf = readAsSent
})

type Refused = { message: string; errors?: Record<string, string> }
const send = <T = Asset>(who: Client, form: SentForm, id?: string) => sendAsset<T>(api.http, who.token, form, id)
const theFile = async (lines?: string[], name = 'plan.pdf') => ({ name, content: await aPdf(lines) })
const forPeople = (...people: Client[]) =>
  Object.fromEntries(people.map(({ actor }, at) => [`users_access[${at}]`, actor.id]))
const anAsset = async (name: string, fields: Record<string, string>, lines?: string[]) => {
  const sent = await send(admin, { fields: { name, ...fields }, file: await theFile(lines) })
  expect(sent.status).toBe(200)
  return sent.body
}
const listOf = async (who: Client, query = {}) => (await who.call<AssetListPage>(routes.mine, { query })).body
const namesOf = async (who: Client) => (await listOf(who)).assets.map(({ name }) => name)
const open = (url: string, headers = {}) => api.http.inject({ url, headers: { ...noHeaders, ...headers } })
const urlFor = async (who: Client, id: string) => (await listOf(who)).assets.find((one) => one.id === id)!.file_url
const toldOf = async (who: Client) =>
  (await who.call<{ notifications: { text: string }[] }>(inbox.list)).body.notifications.map(({ text }) => text)

describe('An uploaded asset', () => {
  test('is listed only for its audience, named after its file by default', async () => {
    readPdf = sanitizePdf
    const made = await send(admin, {
      fields: { name: ' ', ...forPeople(dana) },
      file: await theFile(['Hi'], 'BD plan 2027.pdf'),
    })
    expect(made.body).toMatchObject({
      name: 'BD plan 2027',
      versions: 1,
      pages: 1,
      everyone: false,
      reach: 1,
      uploaded_by: expect.stringContaining('Alex'),
    })
    expect(made.body.users_access).toMatchObject([{ user_id: dana.actor.id, first_name: 'Dana' }])
    expect(await namesOf(dana)).toContain('BD plan 2027')
    expect(await namesOf(lee)).not.toContain('BD plan 2027')
    expect((await listOf(dana)).assets[0]!.users_access).toEqual([])
  })

  test('can arrive in pieces, is created once, and leaves no upload behind', async () => {
    readPdf = sanitizePdf
    const content = await aPdf(['In pieces'])
    const headers = { authorization: `Bearer ${admin.token}`, 'tus-resumable': '1.0.0' }
    const begun = await api.http.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...headers,
        'upload-length': String(content.length),
        'upload-metadata': `kind ${btoa('asset')},filename ${btoa('pieces.pdf')},filetype ${btoa('application/pdf')}`,
      },
    })
    expect(begun.statusCode).toBe(201)
    const id = String(begun.headers.location).split('/').at(-1)!
    const sent = await api.http.inject({
      method: 'PATCH',
      url: `/api/uploads/${id}`,
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      payload: content,
    })
    expect(sent.statusCode).toBe(204)
    const form = { fields: { upload_id: id, ...forPeople(dana) }, key: randomUUID() }
    const first = await send(admin, form)
    expect(first.body).toMatchObject({ name: 'pieces', pages: 1 })
    expect((await send(admin, form)).body).toEqual(first.body)
    expect((await send(admin, { fields: form.fields })).status).toBe(404)
    const { rows } = await withoutRls(api.database, (tx) => tx.sql`select from files where id = ${id}`)
    expect(rows).toEqual([])
  })

  test('is opened sanitized, so nothing in it runs', async () => {
    readPdf = sanitizePdf
    const made = await send(admin, {
      fields: forPeople(dana),
      file: { name: 'armed.pdf', content: await anArmedPdf() },
    })
    const opened = await open(await urlFor(dana, made.body.id))
    expect(opened.statusCode).toBe(200)
    expect(opened.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(opened.rawPayload.includes('HERE')).toBe(false)
  })

  test.each<[string, () => Promise<SentForm>, number, string]>([
    [
      'no name and no file that gives one',
      async () => ({ fields: { name: ' ', ...forPeople(dana) }, file: await theFile([], '.pdf') }),
      400,
      'Asset name is required.',
    ],
    [
      'nobody who may open it',
      async () => ({ fields: { name: 'x' }, file: await theFile() }),
      400,
      'At least one user must be selected.',
    ],
    ['no file', async () => ({ fields: { name: 'x', ...forPeople(dana) } }), 400, 'A file must be selected.'],
    [
      'a file that is none',
      async () => ({ fields: forPeople(dana), file: { name: 'x.pdf', content: Buffer.from('PK\x03\x04') } }),
      415,
      'Only PDF files are allowed.',
    ],
    [
      'somebody of another firm',
      async () => {
        const other = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }))
        return { fields: { name: 'x', ...forPeople(dana, other) }, file: await theFile() }
      },
      400,
      'Someone you selected is no longer here.',
    ],
  ])('is rejected with %s, and leaves nothing behind', async (_, form, status, sentence) => {
    readPdf = sanitizePdf
    const filesOf = async () =>
      (await withoutRls(api.database, (tx) => tx.sql<{ n: number }>`select count(*)::int as n from files`)).rows[0]!.n
    const before = await filesOf()
    const refused = await send<Refused>(admin, await form())
    expect(refused.status).toBe(status)
    expect([refused.body.message, ...Object.values(refused.body.errors ?? {})]).toContain(sentence)
    expect(await filesOf()).toBe(before)
  })

  test('gets a sanitized name, whatever it was called', async () => {
    const name = `..\\up/\u202egnp.${'x'.repeat(300)}.pdf`
    const made = await send(admin, { fields: forPeople(dana), file: { name, content: await aPdf() } })
    expect(made.body.name.length).toBeLessThanOrEqual(200)
    expect(made.body.name).not.toMatch(/[/\\\u202e]/)
  })

  test('can’t be uploaded, edited, deleted, or inspected by others', async () => {
    const made = await anAsset('Guarded', forPeople(dana))
    expect((await send(dana, { fields: forPeople(dana), file: await theFile() })).status).toBe(403)
    expect((await send(dana, { fields: { name: 'Mine', ...forPeople(dana) } }, made.id)).status).toBe(403)
    for (const route of [routes.removeForAll, routes.versions, routes.readers])
      expect((await dana.call(route, { params: { id: made.id } })).status).toBe(403)
    expect((await dana.call(routes.all)).status).toBe(403)
    const other = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }), { role: 'admin' })
    expect((await send(other, { fields: { name: 'Mine', ...forPeople(other) } }, made.id)).status).toBe(404)
    expect((await other.call(routes.readers, { params: { id: made.id } })).status).toBe(404)
  })
})

describe('Access', () => {
  test('excludes people who left and people of other firms', async () => {
    const gone = await api.aPerson(firm)
    await withOrg(
      api.database,
      firm,
      (tx) => tx.sql`update users set deactivated_at = now() where org_id = ${firm} and id = ${gone.actor.id}`,
    )
    const stranger = await api.aPerson(await api.aFirm())
    for (const one of [gone, stranger]) {
      const { status, body } = await send<Refused>(admin, {
        fields: { name: 'Secret', ...forPeople(dana, one) },
        file: await theFile(),
      })
      expect([status, body.errors]).toEqual([400, { users_access: 'Someone you selected is no longer here.' }])
    }
    expect(await namesOf(dana)).not.toContain('Secret')
  })

  test('creates two assets for two separate requests and one for a retry', async () => {
    const file = await theFile(['Same'])
    const two = await Promise.all([1, 2].map(() => send(admin, { fields: { name: 'Twice', ...forPeople(lee) }, file })))
    expect(two.map(({ status }) => status)).toEqual([200, 200])
    const key = randomUUID()
    const again = await Promise.all(
      [1, 2].map(() => send(admin, { fields: { name: 'Once', ...forPeople(lee) }, file, key })),
    )
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    expect(again[0]!.body.id).toBe(again[1]!.body.id)
    expect((await namesOf(lee)).filter((name) => name === 'Twice' || name === 'Once')).toEqual([
      'Once',
      'Twice',
      'Twice',
    ])
  })

  test('stops the open link when it ends', async () => {
    const made = await anAsset('Confidential', forPeople(dana, lee))
    const url = await urlFor(lee, made.id)
    expect((await open(url)).statusCode).toBe(200)
    expect((await open(url, { range: 'bytes=0-9' })).statusCode).toBe(206)
    expect((await send(admin, { fields: { name: 'Confidential', ...forPeople(dana) } }, made.id)).status).toBe(200)
    expect((await open(url)).statusCode).toBe(404)
    expect((await open(url, { range: 'bytes=0-9' })).statusCode).toBe(404)
    expect(await namesOf(lee)).not.toContain('Confidential')
  })

  test('isn’t restored by a form that was opened earlier', async () => {
    const { id, revision } = await anAsset('Two editors', forPeople(dana, lee))
    const taken = { name: 'Two editors', ...forPeople(dana), revision: String(revision) }
    const edited = await send(admin, { fields: taken }, id)
    expect([edited.status, edited.body.revision]).toEqual([200, revision + 1])
    const late = { fields: { name: 'Renamed', ...forPeople(dana, lee), revision: String(revision) } }
    const refused = await send<Refused>(admin, { ...late, file: await theFile(['Other']) }, id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Someone else changed this asset in the meantime. Review the latest version.',
    ])
    expect(await namesOf(lee)).not.toContain('Two editors')
    expect((await listOf(dana)).assets.find((one) => one.id === id)).toMatchObject({ name: 'Two editors', versions: 1 })
    const both = ['One', 'Other'].map((name) =>
      send(admin, { fields: { ...taken, name, revision: String(revision + 1) } }, id),
    )
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('follows a group’s current members, and includes newcomers for everyone', async () => {
    const group = await withOrg(api.database, firm, async (tx) => {
      const { rows } = await tx.sql<{
        id: string
      }>`insert into groups (org_id, id, name) values (${firm}, gen_random_uuid(), 'Tax') returning id`
      await tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm}, ${rows[0]!.id}, ${lee.actor.id})`
      return rows[0]!.id
    })
    const ofGroup = await anAsset('For Tax', { 'groups_access[0]': group })
    expect(ofGroup).toMatchObject({ reach: 1, groups_access: [{ id: group, name: 'Tax' }] })
    await anAsset('For all', { everyone: 'true' })
    expect(await namesOf(lee)).toEqual(expect.arrayContaining(['For Tax', 'For all']))
    expect(await namesOf(dana)).not.toContain('For Tax')
    const late = await api.aPerson(firm, { first_name: 'Late' })
    expect(await namesOf(late)).toEqual(['For all'])
    await withOrg(api.database, firm, (tx) => tx.sql`delete from group_members where user_id = ${lee.actor.id}`)
    expect(await namesOf(lee)).not.toContain('For Tax')
  })

  test('notifies new readers once', async () => {
    const made = await anAsset('Fee table', forPeople(dana))
    expect((await toldOf(dana)).filter((text) => text.includes('“Fee table”'))).toHaveLength(1)
    await send(admin, { fields: { name: 'Fee table', ...forPeople(dana, lee) } }, made.id)
    expect((await toldOf(dana)).filter((text) => text.includes('“Fee table”'))).toHaveLength(1)
    expect((await toldOf(lee)).filter((text) => text.includes('“Fee table”'))).toHaveLength(1)
  })
})

describe('A replaced file', () => {
  test('keeps its link, notifies previous readers, and can be restored', async () => {
    readPdf = sanitizePdf
    const made = await anAsset('Engagement letter', forPeople(dana, lee), ['The first text'])
    const url = await urlFor(dana, made.id)
    await open(url)
    const fields = { name: 'Engagement letter', ...forPeople(dana, lee) }
    const next = await send(admin, { fields, file: await theFile(['The second text', 'and more']) }, made.id)
    expect(next.body).toMatchObject({ versions: 2, pages: 2 })
    expect((await open(url)).rawPayload.length).not.toBe(0)
    expect(await toldOf(dana)).toContain('“Engagement letter” has a new version.')
    expect(await toldOf(lee)).not.toContain('“Engagement letter” has a new version.')
    const versions = async () =>
      (await admin.call<{ versions: AssetVersion[] }>(routes.versions, { params: { id: made.id } })).body.versions
    expect((await versions()).map(({ version, pages, is_current }) => [version, pages, is_current])).toEqual([
      [2, 2, true],
      [1, 1, false],
    ])
    const params = { id: made.id, n: '1' }
    expect((await admin.call<Asset>(routes.restore, { params })).body).toMatchObject({ versions: 3, pages: 1 })
    expect((await versions())[0]).toMatchObject({ version: 3, restored_from: 1, is_current: true })
    expect((await listOf(lee, { q: 'first' })).found).toMatchObject([{ asset_id: made.id, page: 1 }])
    expect((await listOf(lee, { q: 'second' })).found).toEqual([])
  })

  test('shows earlier versions only to people who manage it', async () => {
    const made = await anAsset('Rates', forPeople(dana))
    await send(admin, { fields: { name: 'Rates', ...forPeople(dana) }, file: await theFile(['new']) }, made.id)
    const { versions } = (await admin.call<{ versions: AssetVersion[] }>(routes.versions, { params: { id: made.id } }))
      .body
    expect((await open(versions[1]!.url)).statusCode).toBe(200)
    const fileId = versions[1]!.url.split('?')[0]!.split('/').at(-1)!
    const asked = await api.http.inject({
      url: `/api/files/${fileId}/link?version=1`,
      headers: { authorization: `Bearer ${dana.token}` },
    })
    expect(asked.statusCode).toBe(404)
  })

  test('lists who opened which version and who didn’t', async () => {
    const made = await anAsset('Style of our letters', forPeople(dana, lee))
    await open(await urlFor(dana, made.id))
    const { readers } = (await admin.call<{ readers: AssetReader[] }>(routes.readers, { params: { id: made.id } })).body
    expect(readers.map(({ first_name, version }) => [first_name, version])).toEqual([
      ['Dana', 1],
      ['Lee', null],
    ])
    expect((await listOf(dana)).assets.find(({ id }) => id === made.id)!.opened).toBe(1)
  })
})

describe('The search', () => {
  test('finds the page and surrounding text only in assets the person can open', async () => {
    readPdf = sanitizePdf
    const made = await anAsset('Conflicts', forPeople(dana), [
      'Nothing here',
      'Check the escalation of conflicts with the partner',
    ])
    const found = (await listOf(dana, { q: 'escalations' })).found
    expect(found).toMatchObject([{ asset_id: made.id, page: 2 }])
    expect(found[0]!.snippet).toContainEqual({ text: 'escalation', is_hit: true })
    expect((await listOf(lee, { q: 'escalations' })).found).toEqual([])
    expect((await admin.call<AssetListPage>(routes.all, { query: { q: 'escalations' } })).body.found).toHaveLength(1)
    expect((await listOf(dana, { q: 'conf' })).assets.map(({ name }) => name)).toContain('Conflicts')
    const other = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }), { role: 'admin' })
    expect((await other.call<AssetListPage>(routes.all, { query: { q: 'escalations' } })).body.found).toEqual([])
    for (const q of ["'", '"', '<->', '!', '%', ':*', '\\'])
      expect((await dana.call(routes.mine, { query: { q } })).status).toBe(200)
  })
})

describe('A deleted asset', () => {
  test('stays on other people’s lists and opens there when removed from one list', async () => {
    const made = await anAsset('Seminar', forPeople(dana, lee))
    expect((await dana.call(routes.remove, { params: { id: made.id } })).status).toBe(204)
    expect(await namesOf(dana)).not.toContain('Seminar')
    expect(await namesOf(lee)).toContain('Seminar')
    expect((await dana.call(routes.putBack, { params: { id: made.id } })).status).toBe(200)
    expect(await namesOf(dana)).toContain('Seminar')
    await dana.call(routes.remove, { params: { id: made.id } })
    for (const people of [[lee], [dana, lee]])
      expect((await send(admin, { fields: { name: 'Seminar', ...forPeople(...people) } }, made.id)).status).toBe(200)
    expect(await namesOf(dana)).toContain('Seminar')
  })

  test('loses links when deleted for everyone, and its files after 30 days in the trash', async () => {
    const made = await anAsset('Old', forPeople(dana))
    const url = await urlFor(dana, made.id)
    expect((await admin.call(routes.removeForAll, { params: { id: made.id } })).status).toBe(204)
    expect((await open(url)).statusCode).toBe(404)
    const trash = async () =>
      (await admin.call<AssetListPage>(routes.all, { query: { trash: 'yes' } })).body.assets.map(({ name }) => name)
    expect(await trash()).toEqual(['Old'])
    expect((await admin.call(routes.bringBack, { params: { id: made.id } })).status).toBe(200)
    expect((await open(url)).statusCode).toBe(200)
    await admin.call(routes.removeForAll, { params: { id: made.id } })
    await purgeAssetTrash(api.database, new Date(Date.now() + 29 * 86_400_000).toISOString())
    expect(await trash()).toEqual(['Old'])
    await purgeAssetTrash(api.database, new Date(Date.now() + 31 * 86_400_000).toISOString())
    expect(await trash()).toEqual([])
    const fileId = url.split('?')[0]!.split('/').at(-1)!
    const { rows } = await withoutRls(api.database, (tx) => tx.sql`select from files where id = ${fileId}`)
    expect(rows).toEqual([])
  })
})

test('notifies an owner once when the review is due', async () => {
  await anAsset('To review', { ...forPeople(dana), owner_id: lee.actor.id, review_on: '2020-01-01' })
  await notifyReviews(api.database, new Date().toISOString())
  await notifyReviews(api.database, new Date().toISOString())
  expect((await toldOf(lee)).filter((text) => text === '“To review” is due for review.')).toHaveLength(1)
})
