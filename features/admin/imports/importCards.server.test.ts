import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contact, routes as contacts } from '#features/contacts/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, undo, upload } from '#tests/imports.ts'
import { type ImportDetail, routes } from './contract.ts'
import type { ContactMapping } from './mappingContract.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
})
afterAll(() => api.close())

const card = (...inside: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...inside, 'END:VCARD', ''].join('\r\n')
const book = [
  card(
    'N:Halden;Ingrid;;Dr.;',
    'FN:Dr. Ingrid Halden',
    'ORG:Halden Shipping;Finance',
    'TITLE:CFO',
    'EMAIL;TYPE=home:i@home.example',
    'EMAIL;TYPE=pref:ingrid@halden.example',
    'TEL:+1 206 555 0134',
    'NOTE:Met at a fair\\, twice\\nCall in May',
    'UID:a1',
    'BDAY:1980-05-01',
  ),
  card('FN:Lee Park', 'EMAIL:bad@'),
  card('FN:Six Addresses', ...[1, 2, 3, 4, 5, 6].map((n) => `EMAIL:six${n}@x.example`)),
  ['BEGIN:VCARD', 'FN:Never Closed', ''].join('\r\n'),
  card('FN:Jo Doe', 'TEL:5'),
  card('FN:Jo Again', 'EMAIL:ingrid@halden.example'),
].join('')
const found = async () => (await admin.call<{ contacts: Contact[] }>(contacts.list)).body.contacts

test('imports the cards of a file, rejects damaged ones, and lists what it leaves out', async () => {
  const { body } = await upload(api, admin, 'contacts', { content: book, name: 'book.vcf' })
  const { body: detail } = await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })
  expect(detail.notices).toEqual(['This vCard file has 6 cards. Row numbers count the cards.'])
  const fields = (detail.suggestion as ContactMapping).columns
  expect(Object.fromEntries(detail.columns.map(({ header }, i) => [header, fields[i]]))).toEqual({
    'First name': 'first_name',
    'Last name': 'last_name',
    'Full name': 'name',
    Title: 'title',
    Company: 'company',
    Email: 'email',
    'Email 2': 'email_2',
    'Email 3': 'email_3',
    'Email 4': 'email_4',
    'Email 5': 'email_5',
    Phone: 'phone',
    Note: 'note',
    ID: 'external_id',
    'Name prefix': null,
    Department: null,
    Birthday: null,
    Problem: null,
  })
  await admin.call(routes.discard, { params: { id: body.id } })

  const done = await importFile<ContactMapping>(api, admin, 'contacts', book)
  expect(done).toMatchObject({ total: 6, imported: 2, matched: 1, refused: 3 })
  expect(Object.fromEntries(done.reasons.map(({ reason, rows }) => [reason, rows]))).toEqual({
    'Email: Invalid email address.': [2],
    'Email: A contact can have up to 5 email addresses.': [3],
    'This card has no end. Export it again.': [4],
  })
  expect(done.ignored.map(({ header, samples }) => [header, samples])).toEqual([
    ['Name prefix', ['Dr.']],
    ['Department', ['Finance']],
    ['Birthday', ['1980-05-01']],
    ['Problem', ['This card has no end. Export it again.']],
  ])
  expect(await found()).toMatchObject([
    { first_name: 'Jo', last_name: 'Doe', phones: ['5'] },
    {
      first_name: 'Ingrid',
      last_name: 'Halden',
      company: 'Halden Shipping',
      title: 'CFO',
      emails: ['ingrid@halden.example', 'i@home.example'],
      note: 'Met at a fair, twice\nCall in May',
    },
  ])
  await undo(admin, done.id)
  expect(await found()).toEqual([])
})

test('reads UTF-16, and says so for files that hold no contacts or belong elsewhere', async () => {
  const wide = Buffer.from(`\ufeff${card('FN:Zoë Müller')}`, 'utf16le')
  const done = await importFile(api, admin, 'contacts', wide)
  expect(await found()).toMatchObject([{ first_name: 'Zoë', last_name: 'Müller' }])
  await undo(admin, done.id)
  const said = async (kind: 'targets' | 'people' | 'contacts', content: string | Buffer, name = 'book.vcf') => {
    const { status, body } = await upload(api, admin, kind, { content, name })
    return [status, body.message]
  }
  const elsewhere = 'This is a vCard file, which holds contacts. Choose “Contacts” above and upload it again.'
  expect(await said('targets', book)).toEqual([400, elsewhere])
  expect(await said('people', book, 'book.csv')).toEqual([400, elsewhere])
  expect(await said('contacts', 'Hello')).toEqual([
    400,
    'This file doesn’t contain a contact: no line of it is BEGIN:VCARD.',
  ])
  expect(await said('contacts', card())).toEqual([400, 'This file contains no card with a value.'])
  expect(await said('contacts', Buffer.from(`BEGIN:VCARD\nFN:a\0b\nEND:VCARD`))).toEqual([
    400,
    'This file contains null characters. Export the contacts again.',
  ])
})
