import { expect, test } from 'vitest'
import { peopleIn } from './addressList.ts'

const jane = { name: 'Jane Doe', address: 'jane@acme.example' }
const john = { name: 'John Roe', address: 'john@acme.example' }

test.each([
  ['Jane Doe <jane@acme.example>', [jane]],
  ['"Doe, Jane" <jane@acme.example>', [jane]],
  ['Doe, Jane <jane@acme.example>', [jane]],
  ['Jane Doe [mailto:jane@acme.example]', [jane]],
  ['Jane Doe <mailto:jane@acme.example>', [jane]],
  ['Jane Doe <jane@acme.example<mailto:jane@acme.example>>', [jane]],
  ['jane@acme.example (Jane Doe)', [jane]],
  ['*Jane Doe* <jane@acme.example>', [jane]],
  ["'Jane Doe' <jane@acme.example>", [jane]],
  ['Jane Doe (Acme) <jane@acme.example>', [jane]],
  ['Jane Doe<jane@acme.example>', [jane]],
  ['jane@acme.example <jane@acme.example>', [{ ...jane, name: '' }]],
  ['Jane Doe <jane@acme.example>; John Roe <john@acme.example>', [jane, john]],
  ['Jane Doe <jane@acme.example>, John Roe <john@acme.example>', [jane, john]],
  ['Doe, Jane <jane@acme.example>, Roe, John <john@acme.example>', [jane, john]],
  ['Jane Doe <jane@acme.example>; jane@acme.example;', [jane]],
  [
    '\'jane@acme.example\'; "john@acme.example"',
    [
      { ...jane, name: '' },
      { ...john, name: '' },
    ],
  ],
])('It reads the people in %s', (written, people) => {
  expect(peopleIn(written)).toEqual({ people, names: [] })
})

test.each([
  ['Jane Doe', ['Jane Doe']],
  ['Doe, Jane', ['Jane Doe']],
  ['Jane Doe; John Roe', ['Jane Doe', 'John Roe']],
  ['Doe, Jane; Roe, John', ['Jane Doe', 'John Roe']],
  ['Jane Doe, John Roe', ['Jane Doe', 'John Roe']],
  ['Jane Doe </O=FIRM/OU=GROUP (X23)/CN=RECIPIENTS/CN=JDOE>', ['Jane Doe']],
  ['Jane Doe [/O=FIRM/CN=JDOE]', ['Jane Doe']],
  ['Jane Doe <IMCEAEX-_O=FIRM_CN=JDOE@firm.example>', ['Jane Doe']],
  ['Doe, Jane (Acme, Legal)', ['Jane Doe']],
  ['', []],
  ['---', []],
])('It reads the names in %j', (written, names) => {
  expect(peopleIn(written)).toEqual({ people: [], names })
})

test.each([
  'Assistant <help@acme.example> on behalf of Jane Doe <jane@acme.example>',
  'help@acme.example Im Auftrag von Jane Doe <jane@acme.example>',
  'help@acme.example De la part de Jane Doe <jane@acme.example>',
  'help@acme.example En nombre de Jane Doe <jane@acme.example>',
])('It puts the author before the assistant: %s', (written) => {
  expect(peopleIn(written).people.map(({ address }) => address)).toEqual(['jane@acme.example', 'help@acme.example'])
})

test('It reads at most two hundred people', () => {
  const many = Array.from({ length: 900 }, (_, at) => `p${at}@acme.example`).join('; ')
  expect(peopleIn(many).people).toHaveLength(200)
})
