// Files as other systems write them: no value is emptied, guessed, or converted silently.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, upload } from '#tests/imports.ts'
import { type ImportDetail, type ImportPreview, routes } from './contract.ts'
import type { PeopleMapping, TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  api.clock.now = new Date('2026-11-21T18:00:00Z')
  const firm = await api.aFirm({ domains: ['hartwell.example'] })
  admin = await api.aPerson(firm, { role: 'admin', first_name: 'Moses', last_name: 'Frase' })
})
afterAll(() => api.close())

const detailOf = async (content: string | Buffer, kind: 'targets' | 'people' = 'targets') => {
  const { body, text } = await upload(api, admin, kind, { content })
  expect(body.id, text).toBeTypeOf('string')
  return (await admin.call<ImportDetail>(routes.read, { params: { id: body.id } })).body
}
const mine = (detail: ImportDetail, change: Partial<TargetMapping> = {}): TargetMapping => {
  const suggestion = detail.suggestion as TargetMapping
  return { ...suggestion, defaults: { ...suggestion.defaults, owner: admin.actor.id }, ...change }
}
const preview = async ({ id }: ImportDetail, mapping: unknown) =>
  admin.call<ImportPreview>(routes.preview, { params: { id }, body: { mapping } })
const previewed = async (content: string | Buffer, change: Partial<TargetMapping> = {}) => {
  const detail = await detailOf(content)
  const { body, text, status } = await preview(detail, mine(detail, change))
  expect(status, text).toBe(200)
  return body
}
const refusedFile = async (id: string) =>
  (
    await api.http.inject({
      url: `/api/admin/imports/${id}/refused.csv`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
  ).body
const tileOf = async (company: string): Promise<TargetTile | undefined> =>
  (await admin.call<Tiles>(targets.list, { query: { status: 'active,completed,lost,archived' } })).body.tiles.find(
    (tile) => tile.company === company,
  )

describe('a file of rejected rows', () => {
  test('is imported without the apostrophes and the columns that its export added', async () => {
    const content =
      'Company,Contact,Phone,Created,Notes\r\nTrip,Ann A,+1 206 555 0134,32.13.2024,-see mail\r\nFine,Ben B,+1 206 555 0199,2024-03-05,ok\r\n'
    const first = await detailOf(content)
    const done = await importFile<TargetMapping>(
      api,
      admin,
      'targets',
      content,
      mine(first, {
        date_order: 'dmy',
        columns: ['company', 'contact', 'contact_phone', 'created', 'note'],
      }),
    )
    expect([done.imported, done.refused]).toEqual([1, 1])
    const file = await refusedFile(done.id)
    expect(file).toContain("'+1 206 555 0134")
    const corrected = file.replaceAll('32.13.2024', '05.03.2024')
    const again = await detailOf(corrected)
    expect(again.notices).toEqual([
      'The columns “Row” and “Reason” come from a file of rejected rows and aren’t imported.',
      'The apostrophe in front of 2 cells is left out: it only keeps spreadsheets from reading a formula.',
    ])
    const { imported } = await importFile<TargetMapping>(
      api,
      admin,
      'targets',
      corrected,
      mine(again, {
        date_order: 'dmy',
        columns: [null, null, 'company', 'contact', 'contact_phone', 'created', 'note'],
      }),
    )
    expect(imported).toBe(1)
    expect(await tileOf('Trip')).toMatchObject({ contact_phone: '+1 206 555 0134', note: '-see mail' })
  })

  test('keeps its date columns if half of the dates are invalid', async () => {
    const { suggestion } = await detailOf('Company,Created\nAlba,32.13.2024\nBrix,2024-03-05\n')
    expect(suggestion!.columns).toEqual(['company', 'created'])
    const today = await previewed('Company,Created\nAlba,2026-11-21\n')
    expect(today.results[0]!.shown.Created).toBe('Nov 21, 2026')
    const { results, notices } = await previewed('Company,Contact\nAlba,A\n')
    expect(results[0]!.shown.Created).toBe('Unknown')
    expect(notices.map(({ notice }) => notice)).toEqual([
      'No created date: it stays unknown, and the Target counts as created on no day.',
    ])
  })

  test("never offers its reason as a lost reason, and doesn't nest its own columns", async () => {
    const detail = await detailOf(
      'Row,Reason,Company,Stage,Close Date\n2,x,Alba,Closed Lost,31.12.2024\n3,y,Brix,Zzz,31.12.2024\n',
    )
    expect(detail.suggestion!.columns).toEqual([null, null, 'company', 'status', 'closed'])
    const done = await importFile<TargetMapping>(
      api,
      admin,
      'targets',
      'Row,Reason,Company,Stage,Close Date\n2,x,Alba,Closed Lost,31.12.2024\n3,y,Brix,Zzz,31.12.2024\n',
      mine(detail, { date_order: 'dmy' }),
    )
    expect([done.imported, done.refused]).toEqual([1, 1])
    expect((await refusedFile(done.id)).split('\r\n')[0]).toBe('\ufeffRow,Reason,Company,Stage,Close Date')
  })
})

describe('amounts', () => {
  test('rejects errors, counts placeholders, and names the limit for amounts that are too large', async () => {
    const { reasons, notices, counts } = await previewed(
      'Company,Contact,Amount\nAlba,A,#N/A\nBrix,B,N/A\nCora,C,-\nDune,D,"1,250,000,000.00"\nEdda,E,100\n',
    )
    expect(counts).toEqual({ imported: 3, matched: 0, refused: 2 })
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'Projected revenue: the cell holds the error “#N/A” instead of a value.',
      'The projected revenue “1,250,000,000.00” is too large. The limit is $99,999,999.99.',
    ])
    const said = notices.map(({ notice }) => notice)
    expect(said).toContain('The projected revenue “N/A” is read as no amount.')
    expect(said).toContain('The projected revenue “-” is read as no amount.')
  })

  const euros =
    'Opportunity Name,Account Name,Stage,Amount Currency,Amount,Close Date\nDeal A,Alba,Prospecting,EUR,1200.00,12/31/2026\nDeal B,Brix,Prospecting,JPY,9000000,1/15/2027\nDeal C,Cora,Prospecting,USD,900.00,1/15/2027\n'
  test('waits for a decision about other currencies', async () => {
    const detail = await detailOf(euros)
    const asked = await preview(detail, mine(detail))
    expect([asked.status, asked.text]).toEqual([
      400,
      expect.stringContaining('Choose what to do with amounts in EUR, JPY.'),
    ])
    const refused = await preview(detail, mine(detail, { other_currencies: 'refuse' }))
    expect(refused.body.counts).toMatchObject({ imported: 1, refused: 2 })
    expect(refused.body.reasons.map(({ reason }) => reason)).toContain('The won revenue is in EUR, not in dollars.')
    const taken = await preview(detail, mine(detail, { other_currencies: 'dollars' }))
    expect(taken.body.counts).toMatchObject({ imported: 3, refused: 0 })
  })

  test.each(['Amount (EUR)', 'Amount €', 'Amount in GBP'])(
    "asks about amounts if the heading is '%s'",
    async (heading) => {
      const detail = await detailOf(`Company,Contact,${heading}\nAlba,A,100\n`)
      const mapping = mine(detail, { columns: ['company', 'contact', 'projected_revenue'] })
      expect((await preview(detail, mapping)).status).toBe(400)
    },
  )
})

test('rejects totals and repeated headings with a reason', async () => {
  const { reasons } = await previewed(
    'Company,Contact,Amount\nAlba,A,100\nCompany,Contact,Amount\nBrix,B,200\nGrand Total,,300\nTotal Energies,Tom,5\n',
  )
  expect(reasons.map(({ reason, rows }) => [reason, rows])).toEqual([
    ['This row repeats the headings.', [3]],
    ['This row holds totals of other rows.', [5]],
  ])
})

test('rejects separator and title lines with a reason, but not rows with only a company', async () => {
  const { reasons, counts, results } = await previewed(
    'Company,Contact,Amount\n--- Pursued ---,,\nAlba,A,100\n--------,-----,---\nStage: Won,,\n=====,,\nBrix,,\nC-3,-,-\n',
  )
  expect(counts).toEqual({ imported: 3, matched: 0, refused: 4 })
  expect(results.filter(({ outcome }) => outcome === 'imported').map(({ row }) => row)).toEqual([3, 7, 8])
  expect(reasons.map(({ reason, rows }) => [reason, rows])).toEqual([
    ['This row looks like a title above other rows: only its first cell has a value.', [2, 5]],
    ['This row only divides others: it holds lines and no text.', [4, 6]],
  ])
})

test.each([
  [
    'Windows-1252',
    Buffer.from('Company,Contact\nCaf\u00e9,A\n', 'latin1'),
    'We read this file as Windows-1252 because it isn’t UTF-8. Check names with accents.',
  ],
  ['UTF-16', Buffer.from('\ufeffCompany,Contact\nCaf\u00e9,A\n', 'utf16le'), 'This file was read as UTF-16LE.'],
])('reads a file in %s and says so in a notice', async (_, content, notice) => {
  const detail = await detailOf(content)
  expect(detail.notices).toEqual([notice])
  expect(detail.samples).toEqual([['Caf\u00e9', 'A']])
})

test('invents no step and no date, and uses the one that a person chose', async () => {
  const content = 'Company,Contact,Next Steps,Due\nAlba,A,,\nBrix,B,Call Max,\nCora,C,Send plan,2026-12-05\n'
  const plain = await previewed(content)
  expect(plain.notices.map(({ notice }) => notice)).toContain('The next step has no date: it is added to the note.')
  expect(plain.results.map((row) => row.shown.Created)).toEqual(['Unknown', 'Unknown', 'Unknown'])
  const chosen = await previewed(content, { first_step: { description: 'Say hello', due: '2026-12-01' } })
  const said = chosen.notices.map(({ notice }) => notice)
  expect(said).toContain('No next step, so “Say hello” is used.')
  expect(said).not.toContain('The next step has no date: it is added to the note.')
  const detail = await detailOf(content)
  const half = await preview(detail, mine(detail, { first_step: { description: 'Say hello', due: null } }))
  expect(half.text).toContain('Choose both a first step and its date, or neither.')
})

describe('people as directories export them', () => {
  const shown = async (content: string) => {
    const detail = await detailOf(content, 'people')
    const { body } = await preview(detail, detail.suggestion as PeopleMapping)
    return {
      columns: detail.suggestion!.columns,
      emails: body.results.filter(({ outcome }) => outcome === 'imported').map((row) => row.shown.Email),
      reasons: body.reasons.map(({ reason, rows }) => [reason, rows]),
    }
  }
  const deactivated = 'This account is deactivated, so the person won’t be invited.'

  test("lists people deactivated in Entra and doesn't invite them", async () => {
    const found = await shown(
      'userPrincipalName,displayName,surname,mail,givenName,id,userType,jobTitle,department,accountEnabled\nkay.r@hartwell.example,"Roe, Kay",Roe,kay.r@hartwell.example,Kay,0001,Member,Partner,Tax,True\nleft.d@hartwell.example,Left Doe,Doe,left.d@hartwell.example,Left,0002,Member,,Tax,False\n',
    )
    expect(found.emails).toEqual(['kay.r@hartwell.example'])
    expect(found.reasons).toEqual([[deactivated, [3]]])
  })

  test("finds Google Workspace headings with brackets and doesn't invite suspended people", async () => {
    const found = await shown(
      "First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required],Status [READ ONLY],Last Sign In [READ ONLY]\nPat,O'Hara,Pat.OHara@hartwell.example ,****,/Tax,Active,Never logged in\nSue,Spended,sue.s@hartwell.example,****,/Tax,Suspended,2026/01/05 10:00:00\n",
    )
    expect(found.columns).toEqual(['first_name', 'last_name', 'email', null, 'group', 'active', null])
    expect(found.emails).toEqual(['pat.ohara@hartwell.example'])
    expect(found.reasons).toEqual([[deactivated, [3]]])
  })
})
