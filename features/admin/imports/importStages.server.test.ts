// Imports stages, expected closes, and chances from the exports of other systems.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { offeredStages, type Stages } from '#core/contract/stages.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import type { StageOutcome } from '#features/pipeline/stages/contract.ts'
import { routes as pipeline } from '#features/pipeline/stages/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile, previewOf, runImport, uploadedDetail } from '#tests/imports.ts'
import { type ImportDetail, type ImportPreview, routes } from './contract.ts'
import type { TargetMapping } from './mappingContract.ts'

let api: Api
let admin: Client
let moses: Client
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = new Date('2026-11-21T18:00:00Z')
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  moses = await api.aPerson(admin.orgId, { first_name: 'Moses', last_name: 'Frase' })
})

const [identified, talking, scoping, proposal, agreed] = offeredStages.inOrder.map(({ id }) => id) as [
  string,
  string,
  string,
  string,
  string,
]

const detailOf = (content: string) => uploadedDetail(api, admin, content)
const mappingIn = (detail: ImportDetail) => detail.suggestion as TargetMapping
const preview = (detail: ImportDetail, mapping: TargetMapping) => previewOf(admin, detail, mapping)
const run = (detail: ImportDetail, mapping: TargetMapping) => runImport(admin, detail, mapping)
const list = async () => {
  const query = { status: 'active,archived,completed,lost' }
  const { tiles } = (await moses.call<Tiles>(targets.list, { query })).body
  return new Map(tiles.map((tile) => [tile.company, tile]))
}
/** Status, stage, expected close, and chance by company. */
const outlooks = async () =>
  Object.fromEntries(
    [...(await list())].map(([company, { statusterm, stage, expected_close, chance }]) => [
      company,
      [statusterm, stage, expected_close, chance],
    ]),
  )
const reasonsOf = ({ reasons }: Pick<ImportPreview, 'reasons'>) =>
  Object.fromEntries(reasons.map(({ reason, rows }) => [reason, rows]))
const putStages = async (change: (stages: Stages) => Partial<{ stages: Stages['inOrder']; instead: object }>) => {
  const { body } = await admin.call<Stages>(pipeline.stages)
  const { status, text } = await admin.call(pipeline.putStages, {
    body: { stages: body.inOrder, instead: {}, version: body.version, ...change(body) },
  })
  expect(status, text).toBe(200)
}
const turn = (flag: 'yes' | 'no') =>
  withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{stages,on}', to_jsonb(${flag}::text)) where id = ${admin.orgId}`,
  )

const salesforce = `Opportunity ID,Opportunity Name,Account Name,Opportunity Owner,Stage,Amount,Probability (%),Close Date,Created Date
006A,Charter,Sunrise Ferries,Moses Frase,Prospecting,120000,10,6/30/2027,9/1/2026
006B,Audit,Halden,Moses Frase,Needs Analysis,80000,20,12/31/2026,9/2/2026
006C,Lease,Quillon Harbor,Moses Frase,Proposal/Price Quote,45000,75,1/15/2027,9/3/2026
006D,Merger,Cancity,Moses Frase,Negotiation/Review,900000,90,3/1/2027,9/4/2026
006E,Retainer,Isdom,Moses Frase,Closed Won,30000,100,10/2/2026,9/5/2026
006F,Dispute,Codehow,Moses Frase,Closed Lost,30000,0,10/3/2026,9/6/2026
`
const hubspot = `Record ID,Deal Name,Deal Stage,Amount,Deal probability,Close Date,Create Date,Deal owner,Associated Company (Primary)
1,Charter,Appointment Scheduled,120000,0.2,2027-06-30 17:00,2026-09-01 09:00,Moses Frase,Sunrise Ferries
2,Audit,Contract Sent,80000,0.9,2026-12-31 17:00,2026-09-02 09:00,Moses Frase,Halden
3,Retainer,Closed Won,30000,1,2026-10-02 17:00,2026-09-05 09:00,Moses Frase,Isdom
`
const pipedrive = `Deal - ID,Deal - Title,Deal - Status,Deal - Stage,Deal - Value,Deal - Probability,Deal - Expected close date,Deal - Deal created,Deal - Won time,Deal - Owner,Deal - Organization
11,Charter,Open,Lead In,120000,,2027-06,2026-09-01,,Moses Frase,Sunrise Ferries
12,Audit,Open,Negotiations Started,80000,60,Jun 2027,2026-09-02,,Moses Frase,Halden
13,Retainer,Won,Proposal Made,30000,100,2026-10-15,2026-09-05,2026-10-02,Moses Frase,Isdom
14,Dispute,Lost,Contact Made,30000,,2026-12-01,2026-09-06,,Moses Frase,Codehow
15,Lease,Open,Phase 7,45000,50%,June 2027,2026-09-07,,Moses Frase,Quillon Harbor
16,Merger,On hold,Proposal Made,10000,40,2027-02-28,2026-09-07,,Moses Frase,Cancity
`

describe('the export of', () => {
  test('Salesforce has status and stage in one column, and a close date that is expected for open deals', async () => {
    const detail = await detailOf(salesforce)
    const suggested = mappingIn(detail)
    expect(suggested.columns).toEqual('external_id goal company owner status revenue chance closed created'.split(' '))
    expect(suggested.statuses).toEqual({
      prospecting: `stage:${identified}`,
      'needs analysis': `stage:${scoping}`,
      'proposal/price quote': `stage:${proposal}`,
      // The firm has no such stage.
      'negotiation/review': 'active',
      'closed won': 'completed',
      'closed lost': 'lost',
    })
    expect([suggested.open_close, suggested.chance_rounding]).toEqual(['expect', null])
    // 75 is in no ten, so a person has to choose.
    expect((await preview(detail, suggested)).message).toBe('Choose what to do with chances that aren’t in tens.')
    const mapping: TargetMapping = { ...suggested, chance_rounding: 'round' }
    mapping.statuses['negotiation/review'] = `stage:${agreed}`
    const { notices, results } = await preview(detail, mapping)
    expect(notices).toContainEqual({ notice: 'The chance 75% becomes 80%.', count: 1 })
    expect(notices).toContainEqual({ notice: 'We ignore the chance because the Target is closed.', count: 2 })
    expect(results[2]!.shown).toMatchObject({ Stage: 'Proposal', 'Expected close': 'Jan 15, 2027', Chance: '80%' })
    expect((await run(detail, mapping)).imported).toBe(6)
    expect(await outlooks()).toEqual({
      'Sunrise Ferries': ['Pursuing', identified, '2027-06-30', 10],
      Halden: ['Pursuing', scoping, '2026-12-31', 20],
      'Quillon Harbor': ['Pursuing', proposal, '2027-01-15', 80],
      Cancity: ['Pursuing', agreed, '2027-03-01', 90],
      Isdom: ['Won', null, null, null],
      Codehow: ['Lost', null, null, null],
    })
    expect((await list()).get('Isdom')!.completed).toBe('2026-10-02 12:00:00')

    // The same file again imports nothing and changes nothing.
    const before = await outlooks()
    const again = await detailOf(salesforce)
    expect(again.remembered).not.toBeNull()
    expect(await run(again, mappingIn(again))).toMatchObject({ imported: 0, refused: 6 })
    expect(await outlooks()).toEqual(before)
  })

  test('HubSpot has chances from 0 to 1', async () => {
    const detail = await detailOf(hubspot)
    const mapping = mappingIn(detail)
    expect(mapping.columns).toContain('chance')
    expect(mapping.statuses).toMatchObject({
      'appointment scheduled': `stage:${talking}`,
      'contract sent': `stage:${agreed}`,
    })
    const { notices } = await preview(detail, mapping)
    expect(notices).toContainEqual({ notice: 'The chance is read as a fraction: 0.6 is 60%.', count: 2 })
    await run(detail, mapping)
    expect(await outlooks()).toEqual({
      'Sunrise Ferries': ['Pursuing', talking, '2027-06-30', 20],
      Halden: ['Pursuing', agreed, '2026-12-31', 90],
      Isdom: ['Won', null, null, null],
    })
  })

  test('Pipedrive has a column of stages that closed deals keep, and stages that the firm doesn’t have', async () => {
    const detail = await detailOf(pipedrive)
    const mapping = mappingIn(detail)
    expect(mapping.columns).toEqual(
      'external_id goal status stage revenue chance expected_close created closed owner company'.split(' '),
    )
    // Unknown stages are never guessed.
    expect(mapping.stages).toEqual({ 'lead in': identified, 'proposal made': proposal, 'contact made': talking })
    const unmatched = await preview(detail, mapping)
    expect(reasonsOf(unmatched)).toEqual({
      'The stage “Negotiations Started” isn’t matched to a stage of your firm.': [3],
      'The stage “Phase 7” isn’t matched to a stage of your firm.': [6],
    })
    const stages = { ...mapping.stages, 'negotiations started': agreed, 'phase 7': 'none' }
    await run(detail, { ...mapping, stages })
    expect(await outlooks()).toEqual({
      'Sunrise Ferries': ['Pursuing', identified, '2027-06', null],
      Halden: ['Pursuing', agreed, '2027-06', 60],
      Isdom: ['Won', proposal, '2026-10-15', null],
      Codehow: ['Lost', talking, '2026-12-01', null],
      'Quillon Harbor': ['Pursuing', null, '2027-06', 50],
      Cancity: ['On Hold', proposal, '2027-02-28', 40],
    })
  })

  test('this product comes back as it was', async () => {
    const stageNames = (await admin.call<Stages>(pipeline.stages)).body.inOrder.map(({ name }) => name)
    expect(stageNames).toContain('Proposal')
    const mapping = mappingIn(
      await detailOf(
        'Company,Status,Owner,Stage,Expected close,Chance\nHalden,Pursuing,Moses Frase,Proposal,2027-06,60\n',
      ),
    )
    expect(mapping.columns).toEqual(['company', 'status', 'owner', 'stage', 'expected_close', 'chance'])
    expect([mapping.statuses, mapping.stages]).toEqual([{ pursuing: 'active' }, { proposal }])
  })
})

const plain = (rows: string[]) => `Company,Owner,Stage,Expected close date,Probability,Amount\n${rows.join('\n')}\n`

test('rejects rows whose close or chance is outside the limits, and keeps closes that are long past', async () => {
  const file = plain([
    'Fine,Moses Frase,Proposal,2027-06,60,5',
    'Old,Moses Frase,Proposal,2018-03,60,5',
    'Older,Moses Frase,Proposal,2016-10,60,5',
    'Far,Moses Frase,Proposal,12/2036,60,5',
    'Never,Moses Frase,Proposal,someday,60,5',
    'Sure,Moses Frase,Proposal,2027-06,101,5',
    'Vague,Moses Frase,Proposal,2027-06,likely,5',
    'Huge,Moses Frase,Proposal,2027-06,60,1000000000001',
    'Blank,Moses Frase,Proposal,,,',
    'Passed,Moses Frase,Proposal,2026-06,60,5',
  ])
  const detail = await detailOf(file)
  expect(mappingIn(detail).columns).toEqual([
    'company',
    'owner',
    'status',
    'expected_close',
    'chance',
    'projected_revenue',
  ])
  const seen = await preview(detail, mappingIn(detail))
  expect(reasonsOf(seen)).toEqual({
    'The expected close “2016-10” can’t be imported. Choose a month from Nov 2016 to Nov 2036.': [4],
    'The expected close “12/2036” can’t be imported. Choose a month from Nov 2016 to Nov 2036.': [5],
    'The expected close “someday” isn’t a month or a valid date.': [6],
    'The chance “101” can’t be imported. Choose a chance from 0 to 100 in tens.': [7],
    'The chance “likely” can’t be imported. Choose a chance from 0 to 100 in tens.': [8],
    [reasonOf(seen, 9)]: [9],
  })
  expect(reasonOf(seen, 9)).toMatch(/^The projected revenue “1000000000001” is too large\./)
  expect(seen.notices).toContainEqual({
    notice: 'The expected close Mar 2018 is long past. It’s imported as it is.',
    count: 1,
  })
  await run(detail, mappingIn(detail))
  expect(await outlooks()).toEqual({
    Fine: ['Pursuing', proposal, '2027-06', 60],
    Old: ['Pursuing', proposal, '2018-03', 60],
    Blank: ['Pursuing', proposal, null, null],
    Passed: ['Pursuing', proposal, '2026-06', 60],
  })
  // A long past close doesn't keep a person from changing other fields.
  const old = (await list()).get('Old')!
  const { body } = await moses.call<TargetTile>(targets.edit, { params: { id: old.id }, body: { goal: 'Win them' } })
  expect([body.goal, body.expected_close]).toEqual(['Win them', '2018-03'])
})

const reasonOf = ({ reasons }: ImportPreview, row: number) => reasons.find(({ rows }) => rows.includes(row))!.reason

test('doesn’t import chances between tens if a person chose so', async () => {
  const detail = await detailOf(plain(['One,Moses Frase,Proposal,,63%,5', 'Two,Moses Frase,Proposal,,60%,5']))
  const mapping: TargetMapping = { ...mappingIn(detail), chance_rounding: 'skip' }
  expect((await preview(detail, mapping)).notices).toContainEqual({
    notice: 'The chance 63% isn’t in tens, so it isn’t imported.',
    count: 1,
  })
  await run(detail, mapping)
  expect(await outlooks()).toEqual({ One: ['Pursuing', proposal, null, null], Two: ['Pursuing', proposal, null, 60] })
})

describe('a stage that the firm changes between preview and import', () => {
  const file = plain([
    'Halden,Moses Frase,Talking,,,5',
    'Isdom,Moses Frase,Scoping,,,5',
    'Cancity,Moses Frase,Agreed,,,5',
  ])

  test('is followed, in the next file as well', async () => {
    const detail = await detailOf(file)
    const mapping = mappingIn(detail)
    expect(mapping.statuses.talking).toBe(`stage:${talking}`)
    await preview(detail, mapping)
    await putStages(({ inOrder }) => ({
      stages: inOrder.flatMap((stage) =>
        stage.id === talking || stage.id === agreed
          ? []
          : [stage.id === scoping ? { ...stage, name: 'Shaping' } : stage],
      ),
      instead: { [talking]: scoping, [agreed]: null },
    }))
    expect((await preview(detail, mapping)).results.map(({ shown }) => shown.Stage)).toEqual(['Shaping', 'Shaping', ''])
    await run(detail, mapping)
    expect(await outlooks()).toEqual({
      Halden: ['Pursuing', scoping, null, null],
      Isdom: ['Pursuing', scoping, null, null],
      Cancity: ['Pursuing', null, null, null],
    })
    const next = mappingIn(await detailOf(file))
    expect(next.statuses).toEqual({ talking: `stage:${scoping}`, scoping: `stage:${scoping}`, agreed: 'active' })
  })

  test('is refused if the firm never had it', async () => {
    const detail = await detailOf(file)
    const mapping = mappingIn(detail)
    mapping.statuses.talking = `stage:${admin.actor.id}`
    const sentence = 'Choose one of these stages: Identified, Talking, Scoping, Proposal, Agreed.'
    const refused = await admin.call<{ message: string; errors: object }>(routes.run, {
      params: { id: detail.id },
      body: { mapping },
    })
    expect([refused.status, refused.body.message, refused.body.errors]).toEqual([400, sentence, { stages: sentence }])
  })
})

describe('in a firm without stages', () => {
  test('a file is suggested and imported as ever', async () => {
    await turn('no')
    const detail = await detailOf(pipedrive)
    const mapping = mappingIn(detail)
    expect(mapping.columns).toEqual([
      'external_id',
      'goal',
      'status',
      null,
      'revenue',
      null,
      'expected_close',
      'created',
      'closed',
      'owner',
      'company',
    ])
    expect(mapping).not.toHaveProperty('stages')
    expect(mapping).not.toHaveProperty('chance_rounding')
    expect(mapping.open_close).toBe('due')
    const { results } = await preview(detail, mapping)
    expect(results[0]!.shown).not.toHaveProperty('Stage')
    await run(detail, mapping)
    expect((await outlooks()).Isdom).toEqual(['Won', null, null, null])
  })

  test('a mapping with stages is refused, and one that was saved before loses them', async () => {
    const before = await detailOf(plain(['Halden,Moses Frase,Talking,2027-06,60,5']))
    const mapping = mappingIn(before)
    await run(before, mapping)
    const next = await detailOf(plain(['Isdom,Moses Frase,Talking,2027-06,60,5']))
    await turn('no')
    const { message } = await preview(next, mapping)
    expect(message).toBe('Your firm doesn’t use stages. Match the columns and values again.')
    const now = (await admin.call<ImportDetail>(routes.read, { params: { id: next.id } })).body
    expect(mappingIn(now)).toMatchObject({
      columns: ['company', 'owner', 'status', 'expected_close', null, 'projected_revenue'],
      statuses: { talking: 'active' },
      open_close: 'due',
    })
    await turn('yes')
  })
})

test('counts outcomes of imported Targets for the stage they came in, but no days, and nothing of past wins and losses', async () => {
  await importFile<TargetMapping>(api, admin, 'targets', pipedrive.replace('Phase 7', 'Lead In'), {})
  const stays = async () => {
    const { rows } = await api.database.pool.query<{ company: string; since: string; until: string; ended: string }>(
      `select t.company, s.since, s.until, s.ended from target_stages s join targets t on t.org_id = s.org_id and t.id = s.target_id
       where s.org_id = $1 order by 1, 2`,
      [admin.orgId],
    )
    return rows.map(({ company, since, until, ended }) => [company, since, until === since, ended])
  }
  const now = '2026-11-21T18:00:00.000Z'
  expect(await stays()).toEqual([
    ['Quillon Harbor', now, true, 'imported'],
    ['Sunrise Ferries', now, true, 'imported'],
  ])
  const found = await list()
  expect(found.get('Sunrise Ferries')).toMatchObject({ stage: identified, staged: null })
  const outcomes = async () => (await admin.call<{ outcomes: StageOutcome[] }>(pipeline.outcomes)).body.outcomes
  expect(await outcomes()).toEqual([])
  api.clock.now = new Date('2027-02-01T18:00:00Z')
  const [one, other] = [found.get('Sunrise Ferries')!, found.get('Quillon Harbor')!]
  await moses.call(targets.move, { params: { id: one.id }, body: { stage: proposal } })
  await moses.call(targets.complete, { params: { id: one.id }, body: { revenue: 5 } })
  await moses.call(targets.lose, { params: { id: other.id }, body: {} })
  expect(await outcomes()).toEqual([
    { stage: identified, closed: 2, won: 1 },
    { stage: proposal, closed: 1, won: 1 },
  ])
  const { rows } = await api.database.pool.query<{ kind: string }>(
    `select kind from target_events where org_id = $1 and target_id = $2 order by at, kind`,
    [admin.orgId, one.id],
  )
  // The import itself is no move.
  expect(rows.map(({ kind }) => kind)).toEqual(['targetCreated', 'targetMoved', 'targetWon'])
})
