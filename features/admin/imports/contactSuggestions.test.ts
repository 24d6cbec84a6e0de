import { describe, expect, test } from 'vitest'
import { contactExportOf } from './contactAliases.ts'
import { suggestContacts } from './contactSuggestions.ts'
import type { ImportColumn } from './contract.ts'
import { applySavedMapping, savedMappingOf } from './keptMapping.ts'
import type { ContactFileField } from './mappingContract.ts'
import { contactProblems, ignoredColumns } from './mappingProblems.ts'

const aColumn = (header: string, filled = 1, samples = ['x']): ImportColumn => ({
  header,
  unnamed: false,
  filled,
  first_row: 2,
  samples,
  values: null,
  amounts: 0,
  notations: { point: 0, comma: 0, either_comma: 0, either_point: 0 },
  currencies: [],
  emails: /mail/i.test(header) && !/label|type|display/i.test(header) ? filled : 0,
  dates: { iso: 0, mdy: 0, dmy: 0, either: 0 },
})
const suggested = (headings: string[]) => {
  const { columns } = suggestContacts(
    headings.map((heading) => aColumn(heading)),
    [],
    'me',
  )
  return Object.fromEntries(columns.map((field, i) => [headings[i]!, field]))
}

const files: [name: string, columns: Record<string, ContactFileField | null>][] = [
  [
    'contacts exported from Outlook',
    {
      Title: 'title',
      'First Name': 'first_name',
      'Middle Name': null,
      'Last Name': 'last_name',
      Company: 'company',
      Department: null,
      'Business Street': null,
      'Business Fax': null,
      'Business Phone': 'phone',
      'Home Phone': 'phone_3',
      'Mobile Phone': 'phone_2',
      'E-mail Address': 'email',
      'E-mail Type': null,
      'E-mail Display Name': null,
      'E-mail 2 Address': 'email_2',
      'E-mail 3 Address': 'email_3',
      Notes: 'note',
    },
  ],
  [
    'contacts exported from Google',
    {
      Name: 'name',
      'Given Name': 'first_name',
      'Family Name': 'last_name',
      'Organization Name': 'company',
      'Organization Title': 'title',
      Notes: 'note',
      'E-mail 1 - Label': null,
      'E-mail 1 - Value': 'email',
      'E-mail 2 - Value': 'email_2',
      'Phone 1 - Label': null,
      'Phone 1 - Value': 'phone',
      'Phone 2 - Value': 'phone_2',
    },
  ],
  [
    'contacts exported from HubSpot',
    {
      'Record ID': 'external_id',
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Email: 'email',
      'Phone Number': 'phone',
      'Contact owner': 'owner',
      'Associated Company': 'company',
      'Job Title': 'title',
      'Lifecycle Stage': null,
    },
  ],
  [
    'contacts exported from Salesforce',
    {
      'Contact ID': 'external_id',
      'First Name': 'first_name',
      'Last Name': 'last_name',
      'Account Name': 'company',
      Title: 'title',
      Email: 'email',
      Phone: 'phone',
      Mobile: 'phone_2',
      'Contact Owner': 'owner',
      'Lead Source': null,
    },
  ],
  [
    'people exported from Pipedrive',
    {
      'Person - ID': 'external_id',
      'Person - Name': 'name',
      'Person - Organization': 'company',
      'Person - Email - Work': 'email',
      'Person - Email - Home': 'email_2',
      'Person - Phone - Work': 'phone',
      'Person - Phone - Mobile': 'phone_2',
      'Person - Owner': 'owner',
      'Person - Open deals': null,
    },
  ],
  [
    'connections exported from LinkedIn',
    {
      'First Name': 'first_name',
      'Last Name': 'last_name',
      URL: null,
      'Email Address': 'email',
      Company: 'company',
      Position: 'title',
      'Connected On': null,
    },
  ],
]

describe('columns of a file of contacts', () => {
  test.each(files)('are recognized in %s', (name, columns) => {
    expect(suggested(Object.keys(columns))).toEqual(columns)
    expect(contactExportOf(Object.keys(columns).map((header) => ({ header })))).toBe(name)
  })

  test('go to a field only if they hold something, and an email can be in any column', () => {
    const columns = [
      aColumn('Email', 0, []),
      { ...aColumn('Who'), emails: 1 },
      aColumn('Phone', 0, []),
      aColumn('Mobile'),
    ]
    expect(suggestContacts(columns, [], 'me')).toEqual({
      columns: [null, 'email', null, 'phone'],
      owners: {},
      defaults: { owner: 'me' },
    })
    expect(suggestContacts([aColumn('E-mail', 2, ['a@x.example ::: b@x.example'])], [], 'me').columns).toEqual([
      'email',
    ])
  })

  test('can be missing, and a full name counts for rows without its parts', () => {
    const columns = [aColumn('Name'), aColumn('First Name'), aColumn('Company')]
    const { defaults, owners } = suggestContacts(columns, [], 'me')
    expect(contactProblems({ columns: [null, null, 'company'], owners, defaults }, columns)).toEqual({
      columns: 'Choose the column with the names, email addresses, or phone numbers.',
    })
    expect(contactProblems({ columns: ['name', null, null], owners, defaults: { owner: null } }, columns)).toEqual({
      owner: 'Choose who keeps the contacts in this file, or a column with the owner.',
    })
    const mapping = { columns: ['name', 'first_name', null] as (ContactFileField | null)[], owners, defaults }
    expect(ignoredColumns(columns, mapping).map(({ header }) => header)).toEqual(['Company'])
  })

  test('are mapped as in the file before, with owners who are still there', () => {
    const [ann, bob] = ['01a227b2-d77c-712a-8047-8a1661e6f384', '01a227b2-d77c-712a-8047-8a1661e6f385']
    const columns = [aColumn('Wer'), aColumn('Mail'), aColumn('Owner')]
    const saved = savedMappingOf(
      {
        columns: ['name', 'email', 'owner'],
        owners: { ann, bob, eve: 'refuse' },
        defaults: { owner: bob },
      },
      columns,
    )
    const people = [{ id: ann, first_name: 'Ann', last_name: 'Lee', email: 'ann@x.example' }]
    expect(applySavedMapping(saved, columns, suggestContacts(columns, people, ann), people)).toEqual({
      columns: ['name', 'email', 'owner'],
      owners: { ann, eve: 'refuse' },
      defaults: { owner: ann },
    })
  })
})
