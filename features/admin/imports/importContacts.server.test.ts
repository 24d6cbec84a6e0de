import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { type Contact, type ContactEvent, routes as contacts } from '#features/contacts/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, settled, undo, upload } from '#tests/imports.ts'
import { type Import, type ImportDetail, type ImportPreview, routes } from './contract.ts'
import type { ContactMapping } from './mappingContract.ts'

let api: Api
let admin: Client
let moses: Client
let anna: Client
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Each test works in its own firm. */
async function aFirm() {
  const firm = await api.aFirm()
  admin = await api.aPerson(firm, { role: 'admin', first_name: 'Alex', last_name: 'Admin' })
  moses = await api.aPerson(firm, { first_name: 'Moses', last_name: 'Frase' })
  anna = await api.aPerson(firm, { first_name: 'Anna', last_name: 'Snelling' })
}
const header =
  'First Name,Last Name,Company,Job Title,E-mail Address,E-mail 2 Address,Mobile Phone,Owner,Notes,Contact ID'
const file = (...rows: string[]) => [header, ...rows].join('\n')
const seenBy = async (client: Client, q = '') =>
  (await client.call<{ contacts: Contact[] }>(contacts.list, { query: q ? { q } : {} })).body.contacts
const namesSeenBy = async (client: Client) => (await seenBy(client)).map(({ last_name }) => last_name)
const importContacts = (content: string, change: Partial<ContactMapping> = {}) =>
  importFile<ContactMapping>(api, admin, 'contacts', content, change)

async function previewOf(content: string, change: Partial<ContactMapping> = {}): Promise<ImportPreview> {
  const { body } = await upload(api, admin, 'contacts', { content })
  const params = { id: body.id }
  const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params })).body
  const preview = await admin.call<ImportPreview>(routes.preview, {
    params,
    body: { mapping: { ...suggestion, ...change } },
  })
  expect(preview.status, preview.text).toBe(200)
  await admin.call(routes.discard, { params })
  return preview.body
}

describe('a file of contacts', () => {
  const rows = () => [
    'Ingrid,Halden,Halden Shipping,CFO,ingrid@halden.example,i.halden@home.example,+1 206 555 0134,Moses Frase,"Met at a fair, twice",c1',
    'Lee,Park,,,lee@park.example,,,,,c2',
    ',,Nobody & Co,,,,,Anna Snelling,,c3',
    'Bad,Address,,,bad@,,,Anna Snelling,,c4',
    `Long,${'N'.repeat(101)},,,,,,Anna Snelling,,c5`,
    'No,Owner,,,,,,Nobody Known,,c6',
    'Same,Id,,,,,,Anna Snelling,,c1',
    'Six,Addresses,,,a@six.example;b@six.example;c@six.example;d@six.example;e@six.example;f@six.example,,,Anna Snelling,,c7',
  ]
  test('is previewed, imported for its owners, reported, and undone without a trace', async () => {
    await aFirm()
    const { body: uploaded } = await upload(api, admin, 'contacts', { content: file(...rows()) })
    const params = { id: uploaded.id }
    const { body: detail } = await admin.call<ImportDetail>(routes.read, { params })
    const suggestion = detail.suggestion as ContactMapping
    expect(suggestion.columns).toEqual([
      'first_name',
      'last_name',
      'company',
      'title',
      'email',
      'email_2',
      'phone',
      'owner',
      'note',
      'external_id',
    ])
    expect(suggestion.defaults.owner).toBe(admin.actor.id)
    const preview = (await admin.call<ImportPreview>(routes.preview, { params, body: { mapping: suggestion } })).body
    expect(preview.counts).toEqual({ imported: 2, matched: 0, refused: 6 })
    expect(preview.results[0]).toMatchObject({
      row: 2,
      shown: { Name: 'Ingrid Halden', Company: 'Halden Shipping', Owner: 'Moses Frase' },
    })
    expect(await seenBy(moses)).toEqual([])

    await admin.call(routes.run, { params, body: { mapping: suggestion } })
    const done = await settled(admin, uploaded.id)
    expect(done).toMatchObject({ state: 'done', imported: 2, matched: 0, refused: 6 })
    expect(done.parts).toEqual([{ label: 'Contacts', count: 2 }])
    expect(Object.fromEntries(done.reasons.map(({ reason, rows }) => [reason, rows]))).toEqual({
      'First name: Please complete this field.': [4],
      'Email: Invalid email address.': [5],
      'Last name: Maximum length is 100 characters.': [6],
      '“Nobody Known” isn’t matched to a person in the firm.': [7],
      'The ID “c1” is already used in an earlier row.': [8],
      'Email: A contact can have up to 5 email addresses.': [9],
    })
    const [halden] = await seenBy(moses)
    expect(halden).toMatchObject({
      first_name: 'Ingrid',
      title: 'CFO',
      emails: ['ingrid@halden.example', 'i.halden@home.example'],
      phones: ['+1 206 555 0134'],
      note: 'Met at a fair, twice',
      targets: [],
    })
    expect(await namesSeenBy(admin)).toEqual(['Park'])
    expect(await seenBy(anna)).toEqual([])
    expect((await seenBy(moses, 'halden.example')).length).toBe(1)
    const { events } = (await moses.call<{ events: ContactEvent[] }>(contacts.history, { params: { id: halden!.id } }))
      .body
    expect(events).toMatchObject([{ kind: 'contactImported', name: 'Alex Admin', data: { file: 'pipeline.csv' } }])

    const { body: feed } = await moses.call<Feed>(feedRoutes.changes)
    expect(await undo(admin, uploaded.id)).toMatchObject({ state: 'undone', kept: 0, parts: [] })
    for (const client of [admin, moses]) expect(await seenBy(client)).toEqual([])
    const after = `contacts:${feed.collections.contacts!.cursor}`
    const { body: later } = await moses.call<Feed>(feedRoutes.changes, { query: { after } })
    expect(later.collections.contacts!.gone).toEqual([halden!.id])
    expect((await importContacts(file(...rows()))).imported).toBe(2)
  })

  test('imports a corrected row of the file of rejected rows', async () => {
    await aFirm()
    const done = await importContacts(file('Bad,Address,,,bad@,,,,,c1', 'Good,Address,,,good@x.example,,,,,c2'))
    const { body: text } = await api.http.inject({
      url: `/api/admin/imports/${done.id}/refused.csv`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(text).toContain('2,Email: Invalid email address.,Bad,Address')
    const again = await importContacts(text.replace('bad@', 'bad@x.example').slice(1))
    expect(again).toMatchObject({ imported: 1, matched: 0, refused: 0 })
    expect(await namesSeenBy(admin)).toEqual(['Address', 'Address'])
  })

  test('can be canceled, and its imported rows stay and can be undone', async () => {
    await aFirm()
    const { body } = await upload(api, admin, 'contacts', {
      content: file(...Array.from({ length: 3000 }, (_, i) => `Jo,Number${i},,,jo${i}@x.example,,,,,`)),
    })
    const params = { id: body.id }
    const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params })).body
    await admin.call(routes.run, { params, body: { mapping: suggestion } })
    expect((await admin.call<Import>(routes.cancel, { params })).body.state).toBe('cancelled')
    const { imported, total } = await settled(admin, body.id)
    expect(imported).toBeLessThan(total)
    expect((await undo(admin, body.id)).kept).toBe(0)
    expect(await seenBy(admin)).toEqual([])
  })

  test('imports an ID once, even if Targets use it too', async () => {
    await aFirm()
    const content = file('Jo,Doe,,,jo@x.example,,,,,77')
    await importFile(api, admin, 'targets', 'id,company\n77,Halden', {
      defaults: { owner: admin.actor.id, status: 'active', type: 'prospect', value: 'M', goal: 'Goal' },
    } as object)
    expect(await importContacts(content)).toMatchObject({ imported: 1, refused: 0 })
    const again = await importContacts(content)
    expect(again.reasons.map(({ reason }) => reason)).toEqual(['The ID “77” was already imported.'])
  })
})

describe('a contact that is already here', () => {
  const ingrid = ({ owner = '', company = '', title = '' } = {}) =>
    file(`Ingrid,Halden,${company},${title},ingrid@halden.example,,,${owner},,`)

  test('is matched by its address or by name and company, isn’t changed, and the preview says so', async () => {
    await aFirm()
    await moses.call(contacts.create, { body: { last_name: 'unrelated' } })
    await admin.call(contacts.create, {
      body: { first_name: 'Ingrid', last_name: 'Halden', company: 'Halden', emails: ['Ingrid@halden.example'] },
    })
    await admin.call(contacts.create, { body: { first_name: 'Lee', last_name: 'Park', company: 'Park Mills' } })
    const content = file(
      'Ingrid,Halden,Halden,CFO,ingrid@HALDEN.example,,,,,',
      'Ingrid,Halden,Halden,,ingrid@halden.example,,,,,',
      'Lee,Park,Park Mills Inc.,,lee@park.example,,,,,',
      'Ingrid,Halden,Halden,,other@halden.example,,,,,',
    )
    const preview = await previewOf(content)
    expect(preview.counts).toEqual({ imported: 1, matched: 3, refused: 0 })
    expect(preview.notices).toEqual([
      { notice: 'Already here: its fields weren’t changed. The file has other values.', count: 2 },
    ])
    const done = await importContacts(content)
    expect(done).toMatchObject({ imported: 1, matched: 3, refused: 0 })
    expect(done.notices).toContain('2 rows: Already here: its fields weren’t changed. The file has other values.')
    const [first, second, park] = await seenBy(admin)
    expect([first!.title, second!.title, park!.emails]).toEqual(['', '', []])
    // Matched contacts weren't made, so they stay.
    await undo(admin, done.id)
    expect(await namesSeenBy(admin)).toEqual(['Halden', 'Park'])
  })

  test('is imported once if the file has it twice', async () => {
    await aFirm()
    const content = file(
      'Ingrid,Halden,,,ingrid@halden.example,,,Moses Frase,,',
      'Ingrid,Halden,,CFO,INGRID@halden.example,,,Moses Frase,,',
      'I.,Halden,,,ingrid@halden.example,,,Anna Snelling,,',
    )
    const preview = await previewOf(content)
    expect(preview.counts).toEqual({ imported: 2, matched: 1, refused: 0 })
    expect(preview.notices).toEqual([
      { notice: 'An earlier row has the same contact. The other values of this row aren’t imported.', count: 1 },
    ])
    expect(await importContacts(content)).toMatchObject({ imported: 2, matched: 1 })
    // Each owner gets their own, as neither sees the other's.
    expect(await seenBy(moses)).toMatchObject([{ first_name: 'Ingrid', title: '' }])
    expect(await seenBy(anna)).toMatchObject([{ first_name: 'I.' }])
    expect(await importContacts(content)).toMatchObject({ imported: 0, matched: 3 })
  })

  test('finds an earlier row beyond the first page of the preview', async () => {
    await aFirm()
    const many = Array.from({ length: 1200 }, (_, i) => `Jo,Number${i},,,jo${i}@x.example,,,,,`)
    const preview = await previewOf(file(...many, 'Jo,Again,,,jo5@x.example,,,,,'))
    expect(preview.counts).toEqual({ imported: 1200, matched: 1, refused: 0 })
  })

  test('is matched by its address on a colleague’s Target, without a word about its values', async () => {
    await aFirm()
    await moses.call(targets.create, {
      body: aTarget({ company: 'Halden', contact: 'Ingrid Halden', contact_email: 'ingrid@halden.example' }),
    })
    const notice =
      'Already here: its fields weren’t changed. People who don’t see this contact yet see it once it’s on one of their Targets.'
    for (const values of [{ title: 'CFO' }, { company: 'Halden' }])
      for (const owner of ['', 'Moses Frase', 'Anna Snelling'])
        expect(await previewOf(ingrid({ owner, ...values }))).toMatchObject({
          counts: { imported: 0, matched: 1, refused: 0 },
          notices: [{ notice, count: 1 }],
        })
  })

  test('isn’t found on a private Target, nor among those that its owner typed', async () => {
    await aFirm()
    await moses.call(targets.create, {
      body: aTarget({
        company: 'Halden',
        contact: 'Ingrid Halden',
        contact_email: 'ingrid@halden.example',
        private: true,
      }),
    })
    await moses.call(contacts.create, {
      body: { first_name: 'Lee', last_name: 'Park', company: 'Park', emails: ['lee@park.example'] },
    })
    const content = file(
      ...['', 'Moses Frase', 'Anna Snelling'].flatMap((owner) => [
        `Ingrid,Halden,Halden,CFO,ingrid@halden.example,,,${owner},,`,
        `Lee,Park,Park,,lee@park.example,,,${owner},,`,
        `Lee,Park,Park,,,,,${owner},,`,
      ]),
    )
    const preview = await previewOf(content)
    expect(preview.counts).toEqual({ imported: 6, matched: 3, refused: 0 })
    expect(preview.notices).toEqual([
      { notice: 'An earlier row has the same contact, so it’s imported once.', count: 3 },
    ])
    const done = await importContacts(content)
    expect(done).toMatchObject({ imported: 6, matched: 3, refused: 0 })
    const mine = await seenBy(moses)
    expect(mine.map(({ title, targets: its }) => [title, its.length]).toSorted()).toEqual([
      ['', 0],
      ['', 0],
      ['', 1],
      ['CFO', 0],
    ])
    await undo(admin, done.id)
    expect(await seenBy(moses)).toHaveLength(2)
  })

  test('isn’t found in another firm', async () => {
    await aFirm()
    await importContacts(ingrid())
    await aFirm()
    expect(await importContacts(ingrid())).toMatchObject({ imported: 1, matched: 0 })
  })
})

test('keeps contacts that someone has used when it is undone, and says why', async () => {
  await aFirm()
  const done = await importContacts(
    file(
      ...['Target', 'Edited', 'Merged', 'Into', 'Unused'].map(
        (name) => `Jo,${name},,,${name}@x.example,,,Moses Frase,,`,
      ),
    ),
  )
  const all = await seenBy(moses)
  const idOf = (name: string) => all.find(({ last_name }) => last_name === name)!.id
  const { body: tile } = await moses.call<TargetTile>(targets.create, {
    body: aTarget({ company: 'Halden', contact: '' }),
  })
  await moses.call(targets.addContact, {
    params: { id: tile.id },
    body: { contact_id: idOf('Target'), role: 'Other' },
  })
  await moses.call(contacts.edit, { params: { id: idOf('Edited') }, body: { title: 'CEO' } })
  await moses.call(contacts.merge, { params: { id: idOf('Merged') }, body: { into: idOf('Into') } })
  const undone = await undo(admin, done.id)
  expect(undone).toMatchObject({ state: 'undone', imported: 5, kept: 4 })
  expect(undone.reasons).toMatchObject([
    { reason: 'Someone has used this contact since it was imported, so it was kept.', rows: [2, 3, 4, 5] },
  ])
  const left = await namesSeenBy(moses)
  expect(left.filter((name) => all.some(({ last_name }) => last_name === name))).toEqual(['Edited', 'Into', 'Target'])
})

test('keeps a contact with a touch when it is undone', async () => {
  await aFirm()
  const done = await importContacts(file('Jo,Called,,,jo@x.example,,,Moses Frase,,'))
  const [jo] = await seenBy(moses)
  const logged = await moses.call(touches.create, {
    body: { kind: 'call', at: new Date().toISOString(), contacts: [{ id: jo!.id }] },
  })
  expect(logged.status).toBe(200)
  expect(await undo(admin, done.id)).toMatchObject({ kept: 1 })
})

test('asks who keeps the contacts, and rejects mappings that don’t fit', async () => {
  await aFirm()
  const { body } = await upload(api, admin, 'contacts', { content: 'Name,Email\nJo Doe,jo@x.example\n' })
  const params = { id: body.id }
  const { suggestion } = (await admin.call<ImportDetail>(routes.read, { params })).body
  const run = (change: object) =>
    admin.call<{ errors: Record<string, string> }>(routes.run, {
      params,
      body: { mapping: { ...suggestion, ...change } },
    })
  expect((await run({ defaults: { owner: null } })).body.errors).toHaveProperty('owner')
  expect((await run({ columns: ['company', null] })).body.errors).toHaveProperty('columns')
  expect((await run({ columns: ['goal', null] })).status).toBe(400)
  const stranger = await api.aPerson(await api.aFirm())
  expect((await run({ defaults: { owner: stranger.actor.id } })).body.errors).toHaveProperty('owners')
  expect((await upload(api, moses, 'contacts', { content: 'Name\nJo\n' })).status).toBe(403)
})
