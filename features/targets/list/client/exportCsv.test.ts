import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { offeredStages, type Stages } from '#core/contract/stages.ts'
import type { Target } from '../../contract.ts'
import { aRow } from '../../samples.ts'
import { targetsAsCsv } from './exportCsv.ts'

const target = (given: Partial<Target>): Target =>
  aRow({
    id: 'a',
    owner: 'Jane Doe',
    company: 'Acme',
    contact: 'Lee Park',
    contact_email: 'lee@acme.example',
    contact_phone: '(206) 555-0134',
    type: 'refsource',
    value: 'H',
    goal: 'Win the first engagement',
    due: '2026-11-24',
    created: '2026-11-01 10:00:00',
    modified: '2026-11-02 10:00:00',
    projected_revenue: 40_000.5,
    ...given,
  })
const read = (targets: Target[], stages: Stages | null = null) =>
  Papa.parse<Record<string, string>>(targetsAsCsv(targets, stages).slice(1), { header: true, skipEmptyLines: true })
    .data

test('preserves commas, quotes, and line breaks in every field', () => {
  const note = 'First, "the" memo;\nthen lunch'
  expect(read([target({ note }), target({ company: 'Ünal & Söhne', projected_revenue: -1 })])).toMatchObject([
    {
      Company: 'Acme',
      Phone: '(206) 555-0134',
      Type: 'Referral Source',
      Value: 'High',
      Due: '2026-11-24',
      'Projected revenue': '40000.5',
      Note: note,
    },
    { Company: 'Ünal & Söhne', 'Projected revenue': 'Intangible', 'Won revenue': '' },
  ])
})
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '\r\n=1', '＝1+1'])(
  'exports %j as text, not as a formula',
  (company) => {
    expect(read([target({ company })])[0]!.Company).toBe(`'${company}`)
  },
)
test('has stages only for a firm that uses them', () => {
  const [stage] = offeredStages.inOrder
  const row = target({ stage: stage!.id, expected_close: '2027-06', chance: null })
  expect(read([row], offeredStages)[0]).toMatchObject({
    Stage: 'Identified',
    'Expected close': '2027-06',
    Chance: '10',
  })
  expect(Object.keys(read([row])[0]!)).not.toContain('Stage')
})
test('starts with a byte order mark and uses the line ends that spreadsheets expect', () => {
  expect(targetsAsCsv([], null)).toMatch(/^\uFEFFCompany,Contact,.*\r\n$/)
})
