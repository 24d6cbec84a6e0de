import { expect, test } from 'vitest'
import { eraserOf, wordsOfPerson } from './erasedText.ts'

const jane = {
  ids: ['c1'],
  names: ['Jané Quill-Doe', 'Cher'],
  emails: ['jane@client.example'],
  phones: ['+1 555 010 0199', '1234'],
}
const { text, value, isNamedIn } = eraserOf(jane)
const gone = 'someone no longer kept'

test('replaces the full name, addresses, and numbers in a text, however they are written', () => {
  expect(text('Call jané  QUILL-DOE at +1 555 010 0199 or JANE@client.example.')).toBe(
    `Call ${gone} at ${gone} or ${gone}.`,
  )
  expect(text('Quill-Doe, Jané: <jane@client.example>')).toBe(`${gone}: <${gone}>`)
})

test('leaves texts that only contain the same letters', () => {
  for (const other of [
    'mary-jane@client.example',
    'jane@client.example.org',
    'jane@client.example-two.com',
    'Jané Quill-Doering',
    'Cherry and Cher',
    'Room 1234, +1 555 010 01990',
    'Jané',
  ])
    expect(text(other)).toBe(other)
})

test('says whether a text names the person by a part of the name alone', () => {
  expect(['Lunch with Jané', 'cher called', 'jane@client.example', 'Cherry pie'].map(isNamedIn)).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('empties the contact in a document, and leaves other people', () => {
  const other = {
    id: 'c2',
    first_name: 'Max',
    last_name: 'Roe',
    emails: ['max@client.example'],
    note: 'Knows Jané Quill-Doe',
  }
  expect(
    value({
      id: 't1',
      contact: 'Cher',
      company: 'Cher',
      contact_email: 'Jane@Client.example',
      contacts: [{ id: 'c1', name: 'J.', role: 'Other', first: true, email: 'x@y.example', phone: '1' }, other],
      list: ['jane@client.example', 'max@client.example'],
      others: [{ name: 'J', address: 'jane@client.example' }],
    }),
  ).toEqual({
    id: 't1',
    contact: gone,
    company: 'Cher',
    contact_email: '',
    contacts: [
      { id: 'c1', name: gone, role: 'Other', first: true, email: '', phone: '' },
      { ...other, note: `Knows ${gone}` },
    ],
    list: ['max@client.example'],
    others: [],
  })
  expect(value({ contact_id: 'c1', name: 'J.', role: 'Other', contact: { first_name: 'J' } })).toEqual({
    contact_id: 'c1',
    name: gone,
    role: 'Other',
  })
  expect(
    value({
      direction: 'in',
      contacts: [{ id: 'c1', name: 'J.' }],
      subject: 'Hi',
      text: 'Yes',
      attachments: [{ name: 'a' }],
    }),
  ).toEqual({ direction: 'in', contacts: [{ id: 'c1', name: gone }], subject: '', text: '', attachments: [] })
})

test('lists words as texts and as JSON have them', () => {
  expect(wordsOfPerson({ ids: [], names: ['Zoë "Z" Quill'], emails: [], phones: [] })).toEqual([
    'Zoë "Z" Quill',
    'Zoë \\"Z\\" Quill',
    'Quill, Zoë "Z"',
    'Quill, Zoë \\"Z\\"',
  ])
})
