// Imports who Targets came from: entries of the firm's list, colleagues, known contacts, and new ones.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Contact, routes as contacts } from '#features/contacts/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, previewOf, runImport, undo, uploadedDetail } from '#tests/imports.ts'
import { type ImportDetail, type ImportPreview, type ImportSources, routes } from './contract.ts'
import type { TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
let moses: Client
let lee: Client
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await api.aPerson(await api.aFirm(), { role: 'admin', first_name: 'Alex', last_name: 'Admin' })
  moses = await api.aPerson(admin.orgId, { first_name: 'Moses', last_name: 'Frase' })
  lee = await api.aPerson(admin.orgId, { first_name: 'Lee', last_name: 'Okafor' })
})

const salesforce = (...rows: [company: string, source: string, owner?: string, contact?: string, email?: string][]) =>
  [
    'Opportunity ID,Opportunity Name,Account Name,Primary Contact,Contact: Email,Opportunity Owner,Stage,Amount,Type,Lead Source,Created Date',
    ...rows.map(
      ([company, source, owner = 'Moses Frase', contact = '', email = ''], i) =>
        `006${i},Audit,${company},${contact},${email},${owner},Prospecting,1000,Partner,"${source}",2026-09-01`,
    ),
  ].join('\n')

const detailOf = (content: string) => uploadedDetail(api, admin, content)
const mappingIn = (detail: ImportDetail) => detail.suggestion as TargetMapping
const preview = (detail: ImportDetail, mapping: TargetMapping) => previewOf(admin, detail, mapping)
const run = (detail: ImportDetail, mapping: TargetMapping) => runImport(admin, detail, mapping)
const valuesOf = async (detail: ImportDetail) => {
  const column = mappingIn(detail).columns.indexOf('came_from')
  return (await admin.call<ImportSources>(routes.sources, { params: { id: detail.id }, query: { column } })).body
}
const tilesOf = async (who = moses) =>
  (await who.call<Tiles>(targets.list, { query: { status: 'active' } })).body.tiles.toSorted((a, b) =>
    a.company.localeCompare(b.company),
  )
const sourcesOf = async (who = moses) =>
  Object.fromEntries((await tilesOf(who)).map(({ company, came_from }) => [company, came_from ?? null]))
const idIn = (came_from: TargetTile['came_from']) =>
  came_from && 'contact_id' in came_from ? came_from.contact_id : ''
const aContact = async (who: Client, name: string, more: object = {}) => {
  const [first_name, last_name] = name.split(' ')
  return (await who.call<Contact>(contacts.create, { body: { first_name, last_name, ...more } })).body.id
}
const contactsOf = async (who: Client) =>
  (await who.call<{ contacts: Contact[] }>(contacts.list)).body.contacts
    .map(({ first_name, last_name, emails }) => `${first_name} ${last_name}`.trim() || emails[0])
    .toSorted()
const reasonsOf = ({ reasons }: Pick<ImportPreview, 'reasons'>) => reasons.map(({ reason }) => reason).toSorted()
const noticesOf = ({ notices }: ImportPreview) =>
  notices.map(({ notice }) => notice).filter((notice) => /source|private/.test(notice))
const query = async (text: string, values: unknown[] = []) => (await api.database.pool.query(text, values)).rows

describe('a source', () => {
  test('is an entry of the list, a colleague, or a contact that the admin sees, and nothing is guessed', async () => {
    const harold = await aContact(admin, 'Harold Finch', { emails: ['harold@finch.example'] })
    await aContact(admin, 'Ann Lee')
    await aContact(admin, 'Ann Lee')
    await aContact(lee, 'Joan Marsh', { emails: ['joan@marsh.example'] })
    const detail = await detailOf(
      salesforce(
        ['Adatum', ' CONFERENCE '],
        ['Bellows', 'lee okafor'],
        ['Cohen', lee.email.toUpperCase()],
        ['Contoso', 'Finch, Harold', 'Alex Admin'],
        ['Datum', 'HAROLD@finch.example'],
        ['Elm', 'Ann Lee'],
        ['Fabrikam', 'Joan Marsh'],
        ['Graphic', 'joan@marsh.example'],
        ['Halden', 'n/a'],
        ['Ibsen', ''],
      ),
    )
    const mapping = mappingIn(detail)
    expect(mapping.columns).toEqual(
      'external_id goal company contact contact_email owner status revenue type came_from created'.split(' '),
    )
    expect(mapping.types).toEqual({ partner: 'refsource' })
    expect([mapping.sources, mapping.other_sources]).toEqual([{}, null])
    const { listed, counts, others } = await valuesOf(detail)
    expect(Object.fromEntries(listed.map(({ value, kind, name }) => [value, [kind, name]]))).toEqual({
      CONFERENCE: ['entry', 'Conference'],
      'lee okafor': ['colleague', 'Lee Okafor'],
      [lee.email.toUpperCase()]: ['colleague', 'Lee Okafor'],
      'Finch, Harold': ['contact', 'Harold Finch'],
      'HAROLD@finch.example': ['contact', 'Harold Finch'],
      'Ann Lee': ['several', ''],
      // A private contact of a colleague is never found.
      'Joan Marsh': ['unknown', ''],
      'joan@marsh.example': ['unknown', ''],
      'n/a': ['none', ''],
    })
    expect([counts, others]).toEqual([
      { entry: 1, colleague: 2, contact: 2, none: 1, several: 1, unknown: 2 },
      { values: 0, rows: 0 },
    ])

    const said = await preview(detail, mapping)
    expect(said.counts).toMatchObject({ imported: 7, refused: 3 })
    expect(reasonsOf(said)).toEqual([
      'Several contacts are called “Ann Lee.” Choose what this source means, or write an email address instead.',
      'The source “Joan Marsh” isn’t in your firm’s list, a colleague, or a contact that you see.',
      'The source “joan@marsh.example” isn’t in your firm’s list, a colleague, or a contact that you see.',
    ])
    expect(noticesOf(said)).toEqual([
      'The contact “HAROLD@finch.example” is private so far. People on these Targets will see it.',
      'The source “n/a” is read as none.',
    ])
    expect(said.made).toEqual([])
    expect(said.results[0]!.shown['Came from']).toBe('Conference')
    await run(detail, mapping)
    expect(await sourcesOf()).toEqual({
      Adatum: { source: 'Conference' },
      Bellows: { user_id: lee.actor.id, name: 'Lee Okafor' },
      Cohen: { user_id: lee.actor.id, name: 'Lee Okafor' },
      Datum: { contact_id: harold, name: 'Harold Finch' },
      Halden: null,
      Ibsen: null,
    })
    expect(await sourcesOf(admin)).toEqual({ Contoso: { contact_id: harold, name: 'Harold Finch' } })
    expect(await contactsOf(moses)).toEqual(['Harold Finch'])
  })

  test('can be a colleague who left', async () => {
    await query('update users set deactivated_at = now() where id = $1', [lee.actor.id])
    await importFile(api, admin, 'targets', salesforce(['Adatum', 'Lee Okafor']))
    expect(await sourcesOf()).toEqual({ Adatum: { user_id: lee.actor.id, name: 'Lee Okafor' } })
  })

  test('means what a person chose, and the preview names what is made and left out', async () => {
    const detail = await detailOf(
      salesforce(
        ['Adatum', 'Harold Finch'],
        ['Bellows', 'Finch, Harold', 'Lee Okafor'],
        ['Cohen', 'joan@marsh.example'],
        ['Contoso', 'Google Ads'],
        ['Datum', 'Trade show'],
        ['Elm', 'Spam'],
        ['Fabrikam', 'Lee Okafor'],
        ['Graphic', 'Cold call'],
        ['Halden', '???'],
        ['Ibsen', `Very ${'long '.repeat(30)}name`],
      ),
    )
    const mapping: TargetMapping = {
      ...mappingIn(detail),
      sources: {
        'google ads': 'none',
        'trade show': 'source:Conference',
        spam: 'refuse',
        'lee okafor': 'source:Directory',
        'cold call': 'none',
      },
      other_sources: 'new',
    }
    const said = await preview(detail, mapping)
    expect(said.made).toEqual([
      '2 new contacts that sent Targets: Harold Finch and joan@marsh.example. People on these Targets see them.',
    ])
    expect(noticesOf(said)).toEqual([
      'The source “Google Ads” isn’t imported, as you chose.',
      'The source “Cold call” isn’t imported, as you chose.',
    ])
    expect(reasonsOf(said)).toEqual([
      'Rows with the source “Spam” are skipped.',
      'The source “???” can’t become a contact: It isn’t a name.',
      expect.stringMatching(
        /^The source “Very long .*…” can’t become a contact: The name is longer than 100 characters\.$/,
      ),
    ])
    expect(said.results[0]!.shown['Came from']).toBe('Harold Finch (new contact)')
    const done = await run(detail, mapping)
    expect(done).toMatchObject({ imported: 7, refused: 3 })
    expect(done.parts).toContainEqual({ label: 'New contacts', count: 2 })
    const sources = await sourcesOf()
    const harold = idIn(sources.Adatum!)
    expect(sources).toEqual({
      Adatum: { contact_id: harold, name: 'Harold Finch' },
      Cohen: { contact_id: expect.any(String), name: 'joan@marsh.example' },
      Contoso: null,
      Datum: { source: 'Conference' },
      Fabrikam: { source: 'Directory' },
      Graphic: null,
    })
    // One contact for one name, which the people on its Targets see, and the admin doesn't.
    expect(await sourcesOf(lee)).toEqual({ Bellows: { contact_id: harold, name: 'Harold Finch' } })
    expect(await contactsOf(moses)).toEqual(['Harold Finch', 'joan@marsh.example'])
    expect(await contactsOf(lee)).toEqual(['Harold Finch'])
    expect(await contactsOf(admin)).toEqual([])
  })

  test('is no source if it is the Target’s own contact or owner', async () => {
    await aContact(admin, 'Harold Finch', { emails: ['harold@finch.example', 'hf@finch.example'] })
    const detail = await detailOf(
      salesforce(
        ['Adatum', 'Moses Frase'],
        ['Bellows', 'Dr. Ingrid Halden', 'Moses Frase', 'Ingrid Halden'],
        ['Cohen', 'Harold Finch', 'Moses Frase', 'H. Finch', 'HF@finch.example'],
        ['Contoso', 'joan@marsh.example', 'Moses Frase', 'Joan', 'joan@marsh.example'],
      ),
    )
    const mapping: TargetMapping = { ...mappingIn(detail), other_sources: 'new' }
    const said = await preview(detail, mapping)
    expect([said.counts.imported, said.made]).toEqual([4, []])
    expect(noticesOf(said).filter((notice) => notice.endsWith('so no source is imported.'))).toEqual([
      '“Moses Frase” owns the Target, so no source is imported.',
      '“Dr. Ingrid Halden” is the Target’s own contact, so no source is imported.',
      '“Harold Finch” is the Target’s own contact, so no source is imported.',
      '“joan@marsh.example” is the Target’s own contact, so no source is imported.',
    ])
    expect(await run(detail, mapping)).toMatchObject({ imported: 4, refused: 0 })
    expect(new Set(Object.values(await sourcesOf()))).toEqual(new Set([null]))
  })
})

describe('new contacts', () => {
  const names = Array.from(
    { length: 60 },
    (_, i) => `Person ${String.fromCharCode(65 + (i % 26))}${Math.floor(i / 26)}`,
  )
  const many = () => salesforce(...names.map((name, i): [string, string] => [`Company ${i}`, name]))

  test('of a file with many names are chosen for together', async () => {
    await aContact(admin, 'Harold Finch')
    await aContact(admin, 'Ann Lee')
    await aContact(admin, 'Ann Lee')
    const detail = await detailOf(
      `${many()}\n${salesforce(['Zeta', 'Harold Finch'], ['Zulu', 'Ann Lee']).replaceAll('006', 'x').split('\n').slice(1).join('\n')}`,
    )
    const { listed, counts, others } = await valuesOf(detail)
    expect(listed).toHaveLength(30)
    expect(listed[0]).toEqual({ value: 'Ann Lee', count: 1, kind: 'several', name: '' })
    expect(counts).toMatchObject({ contact: 1, several: 1, unknown: 60 })
    expect(others).toEqual({ values: 31, rows: 31 })
    const mapping: TargetMapping = { ...mappingIn(detail), other_sources: 'new' }
    const said = await preview(detail, mapping)
    expect(said.made[0]).toMatch(/^60 new contacts that sent Targets: Person A0, .*, and 40 more\. People/)
    expect(reasonsOf(said)).toEqual([expect.stringMatching(/^Several contacts are called “Ann Lee\.”/)])
    const skipped = await preview(detail, { ...mapping, other_sources: 'none' })
    expect(skipped.notices).toContainEqual({ notice: 'Other sources aren’t imported, as you chose.', count: 60 })
  })

  test('are found again by the next import, and undone with the import if no one has used them', async () => {
    const change = { other_sources: 'new' } as const
    const first = await importFile<TargetMapping>(
      api,
      admin,
      'targets',
      salesforce(['Adatum', 'Harold Finch'], ['Bellows', 'Joan Marsh'], ['Cohen', 'Joan Marsh']),
      change,
    )
    const harold = idIn((await sourcesOf()).Adatum!)
    const second = await importFile<TargetMapping>(
      api,
      admin,
      'targets',
      salesforce(['Datum', 'Harold Finch', 'Lee Okafor']).replaceAll('006', 'y'),
    )
    expect(await sourcesOf(lee)).toEqual({ Datum: { contact_id: harold, name: 'Harold Finch' } })
    const all = async () =>
      await query('select first_name, last_name from contacts where org_id = $1 order by 1', [admin.orgId])
    expect(await all()).toHaveLength(2)
    // Harold sent a Target of the other import.
    expect(await undo(admin, first.id)).toMatchObject({ state: 'undone', kept: 0, parts: [] })
    expect(await all()).toEqual([{ first_name: 'Harold', last_name: 'Finch' }])
    expect(await contactsOf(moses)).toEqual([])
    await undo(admin, second.id)
    expect(await sourcesOf(lee)).toEqual({})
  })

  test('stay if someone has used them', async () => {
    const { id } = await importFile<TargetMapping>(
      api,
      admin,
      'targets',
      salesforce(['Adatum', 'Harold Finch'], ['Bellows', 'Joan Marsh']),
      { other_sources: 'new' },
    )
    const harold = idIn((await sourcesOf()).Adatum!)
    expect((await moses.call(contacts.edit, { params: { id: harold }, body: { note: 'Met in June' } })).status).toBe(
      200,
    )
    await undo(admin, id)
    expect(await query('select id from contacts where org_id = $1', [admin.orgId])).toEqual([{ id: harold }])
  })

  test('of a name that several have are found again by a person’s choice', async () => {
    await aContact(admin, 'Ann Lee')
    await aContact(admin, 'Ann Lee')
    const sources = { 'ann lee': 'new' } as const
    await importFile<TargetMapping>(api, admin, 'targets', salesforce(['Adatum', 'Ann Lee']), { sources })
    await importFile<TargetMapping>(api, admin, 'targets', salesforce(['Bellows', 'Ann Lee']).replaceAll('006', 'y'), {
      sources,
    })
    const { Adatum, Bellows } = await sourcesOf()
    expect(Adatum).toEqual(Bellows)
    expect(await query('select 1 from contacts where org_id = $1', [admin.orgId])).toHaveLength(3)
  })
})

test('a contact of a file stays when its import is undone after it sent a Target', async () => {
  const { id } = await importFile(api, admin, 'contacts', 'Name,Email\nHarold Finch,harold@finch.example\n')
  await importFile(api, admin, 'targets', salesforce(['Adatum', 'harold@finch.example']))
  expect(await undo(admin, id)).toMatchObject({ kept: 1 })
  expect(await sourcesOf()).toMatchObject({ Adatum: { name: 'Harold Finch' } })
})

test('a mapping that names an entry which left the list asks again', async () => {
  const content = salesforce(['Adatum', 'Trade show'])
  await importFile<TargetMapping>(api, admin, 'targets', content, {
    sources: { 'trade show': 'source:Conference', spam: 'source:Website' },
    other_sources: 'source:Conference',
  })
  await query(
    `update orgs set lists = '{"lost_reasons": [], "objectives": [], "step_starters": [], "contact_roles": [], "referral_sources": ["website"]}' where id = $1`,
    [admin.orgId],
  )
  const detail = await detailOf(content.replaceAll('006', 'y'))
  expect(mappingIn(detail)).toMatchObject({ sources: { spam: 'source:website' }, other_sources: null })
  expect(reasonsOf(await preview(detail, mappingIn(detail)))).toHaveLength(1)
  const old: TargetMapping = { ...mappingIn(detail), sources: { 'trade show': 'source:Conference' } }
  expect((await preview(detail, old)).message).toBe('Choose one of these sources: website.')
})

test('a firm without referrals imports the file as before, and accepts no sources', async () => {
  await query(`update orgs set subscriptions = jsonb_set(subscriptions, '{referrals,on}', '"no"') where id = $1`, [
    admin.orgId,
  ])
  const detail = await detailOf(salesforce(['Adatum', 'Harold Finch'], ['Bellows', 'Conference']))
  const mapping = mappingIn(detail)
  const at = detail.columns.findIndex(({ header }) => header === 'Lead Source')
  expect([mapping.columns[at], 'sources' in mapping, 'other_sources' in mapping]).toEqual([null, false, false])
  const said = await preview(detail, mapping)
  expect(said.results[0]!.shown).not.toHaveProperty('Came from')
  const message = 'Your firm doesn’t use referrals. Match the columns and values again.'
  expect((await preview(detail, { ...mapping, columns: mapping.columns.with(at, 'came_from') })).message).toBe(message)
  expect((await preview(detail, { ...mapping, other_sources: 'new' })).message).toBe(message)
  const { status } = await admin.call(routes.sources, { params: { id: detail.id }, query: { column: at } })
  expect(status).toBe(403)
  expect(await run(detail, mapping)).toMatchObject({ imported: 2 })
  expect(await sourcesOf()).toEqual({ Adatum: null, Bellows: null })
})
