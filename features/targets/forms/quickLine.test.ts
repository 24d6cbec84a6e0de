import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offeredStages } from '#core/contract/stages.ts'
import { contactRoles } from '#features/contacts/contract.ts'
import type { QuickLine } from './quickFields.ts'
import { readQuickLine } from './quickLine.ts'

/** Today is a Saturday. */
const today = '2026-11-21'
const nothing: Omit<QuickLine, 'said'> = {
  contact: '',
  company: '',
  contact_email: '',
  contact_role: '',
  step: '',
  due: null,
  type: null,
  value: null,
  projected_revenue: null,
  goal: '',
  note: '',
  stage: '',
}
const read = (line: string) => {
  const { said: _, ...fields } = readQuickLine(line, today, contactRoles)
  return fields
}

const lines: [string, Partial<QuickLine>][] = [
  [
    'Jane Doe @ Acme - lunch Tue - prospect H',
    { contact: 'Jane Doe', company: 'Acme', step: 'lunch', due: '2026-11-24', type: 'prospect', value: 'H' },
  ],
  [
    'Foundry Lofts; call Max; next Monday; 40k',
    { company: 'Foundry Lofts', step: 'call Max', due: '2026-11-23', projected_revenue: 40_000 },
  ],
  [
    'Foundry Lofts, Inc., call Max, next Monday, 40k',
    { company: 'Foundry Lofts, Inc.', step: 'call Max', due: '2026-11-23', projected_revenue: 40_000 },
  ],
  [
    'Jane Doe @ Acme / call Tue / client',
    { contact: 'Jane Doe', company: 'Acme', step: 'call', due: '2026-11-24', type: 'client' },
  ],
  [
    'Jane Doe (decision maker) @ Acme - lunch Tue',
    {
      contact: 'Jane Doe',
      contact_role: 'Decision maker',
      company: 'Acme',
      step: 'lunch',
      due: '2026-11-24',
    },
  ],
  [
    'Jane Doe @ Acme - call Tue - gatekeeper H',
    { contact: 'Jane Doe', contact_role: 'Gatekeeper', company: 'Acme', step: 'call', due: '2026-11-24', value: 'H' },
  ],
  ['Jane Doe (née Roe) @ Acme', { contact: 'Jane Doe (née Roe)', company: 'Acme' }],
  ['Acme - ask the gatekeeper', { company: 'Acme', step: 'ask the gatekeeper' }],
  ['Acme (Other)', { company: 'Acme (Other)' }],
  ['Acme - call Tue - other', { company: 'Acme', step: 'call - other', due: '2026-11-24' }],
  ['Smith, Jones & Partners', { company: 'Smith, Jones & Partners' }],
  ['Acme, Inc.', { company: 'Acme, Inc.' }],
  ['', {}],
  ['   ', {}],
  ['Acme', { company: 'Acme' }],
  ['Acme Freight & Sons', { company: 'Acme Freight & Sons' }],
  ['@Acme', { company: 'Acme' }],
  ['@ Acme - call', { company: 'Acme', step: 'call' }],
  ['Jane Doe @', { contact: 'Jane Doe' }],
  ['Jane Doe @Acme', { contact: 'Jane Doe', company: 'Acme' }],
  ['Jane Doe @ Acme tomorrow', { contact: 'Jane Doe', company: 'Acme', due: '2026-11-22' }],
  ['Acme in 3 days H', { company: 'Acme', due: '2026-11-24', value: 'H' }],
  ['H', { company: 'H' }],
  ['Sun Life - call', { company: 'Sun Life', step: 'call' }],
  ['High Tide Client Services - call', { company: 'High Tide Client Services', step: 'call' }],
  ['Hewlett-Packard - call', { company: 'Hewlett-Packard', step: 'call' }],
  ['Acme – call — client', { company: 'Acme', step: 'call', type: 'client' }],
  ['Acme | call | low', { company: 'Acme', step: 'call', value: 'L' }],
  ['Acme\ncall Mon\nclient', { company: 'Acme', step: 'call', due: '2026-11-23', type: 'client' }],
  ['Acme - call next week', { company: 'Acme', step: 'call', due: '2026-11-28' }],
  ['Acme - call next Tue', { company: 'Acme', step: 'call', due: '2026-11-24' }],
  ['Acme - call this Sunday', { company: 'Acme', step: 'call', due: '2026-11-22' }],
  ['Acme - call in 2 weeks', { company: 'Acme', step: 'call', due: '2026-12-05' }],
  ['Acme - call in a month', { company: 'Acme', step: 'call', due: '2026-12-21' }],
  ['Acme - call next month', { company: 'Acme', step: 'call', due: '2026-12-21' }],
  ['Acme - call today', { company: 'Acme', step: 'call', due: '2026-11-21' }],
  ['Acme - call Saturday', { company: 'Acme', step: 'call', due: '2026-11-28' }],
  ['Acme - 12/4', { company: 'Acme', due: '2026-12-04' }],
  ['Acme - call 1/4', { company: 'Acme', step: 'call', due: '2027-01-04' }],
  ['Acme - call 12/4/27', { company: 'Acme', step: 'call', due: '2027-12-04' }],
  ['Acme - call Dec 4', { company: 'Acme', step: 'call', due: '2026-12-04' }],
  ['Acme - call December 4th', { company: 'Acme', step: 'call', due: '2026-12-04' }],
  ['Acme - call 4 Dec', { company: 'Acme', step: 'call', due: '2026-12-04' }],
  ['Acme - call Dec 4 2027', { company: 'Acme', step: 'call', due: '2027-12-04' }],
  ['Acme - call 2026-12-04', { company: 'Acme', step: 'call', due: '2026-12-04' }],
  ['Acme - call Feb 29', { company: 'Acme', step: 'call Feb 29' }],
  ['Acme - call 13/45', { company: 'Acme', step: 'call 13/45' }],
  ['Acme - call 2020-01-01', { company: 'Acme', step: 'call 2020-01-01' }],
  ['Acme - send the Monday memo by Thu', { company: 'Acme', step: 'send the Monday memo', due: '2026-11-26' }],
  ['Acme - lunch on Tue with Bob', { company: 'Acme', step: 'lunch with Bob', due: '2026-11-24' }],
  ['Acme - they sat and wed', { company: 'Acme', step: 'they sat and', due: '2026-11-25' }],
  ['Acme - they sat down, sun out', { company: 'Acme', step: 'they sat down, sun out' }],
  ['Acme - lunch Tue, client', { company: 'Acme', step: 'lunch client', due: '2026-11-24' }],
  ['Acme - meet the client', { company: 'Acme', step: 'meet the client' }],
  ['Acme - referral source, high', { company: 'Acme', type: 'refsource', value: 'H' }],
  ['Acme - referral m $40k', { company: 'Acme', type: 'refsource', value: 'M', projected_revenue: 40_000 }],
  ['Acme - 40,000', { company: 'Acme', projected_revenue: 40_000 }],
  ['Acme - 1.2m', { company: 'Acme', projected_revenue: 1_200_000 }],
  ['Acme - $12,500.50', { company: 'Acme', projected_revenue: 12_500.5 }],
  [
    'Acme - pitch for $40k tomorrow',
    { company: 'Acme', step: 'pitch for', due: '2026-11-22', projected_revenue: 40_000 },
  ],
  ['Acme - send 40 flyers', { company: 'Acme', step: 'send 40 flyers' }],
  ['Acme - 40', { company: 'Acme', step: '40' }],
  ['Acme - $900m', { company: 'Acme', step: '$900m' }],
  ['Acme - call Tue H', { company: 'Acme', step: 'call', due: '2026-11-24', value: 'H' }],
  ['Acme - client - prospect', { company: 'Acme', type: 'client', step: 'prospect' }],
  ['Acme - lunch - bring samples', { company: 'Acme', step: 'lunch - bring samples' }],
  [
    'Jane jane@acme.com @ Acme - call',
    { contact: 'Jane', company: 'Acme', contact_email: 'jane@acme.com', step: 'call' },
  ],
  [
    'Jane @ Acme - call <jane@acme.com>',
    { contact: 'Jane', company: 'Acme', contact_email: 'jane@acme.com', step: 'call' },
  ],
  [
    'Acme - goal: win the audit - note: met at the fair',
    { company: 'Acme', goal: 'win the audit', note: 'met at the fair' },
  ],
  ['Acme - constructor toString __proto__', { company: 'Acme', step: 'constructor toString __proto__' }],
]

describe('quick line', () => {
  test.each(lines)('%j', (line, expected) => {
    expect(read(line)).toEqual({ ...nothing, ...expected })
  })

  const word = fc.oneof(
    fc.constantFrom(
      'gatekeeper',
      '(influencer)',
      ...['-', '@', '@Acme', 'Tue', 'next', 'week', 'in', '3', 'days', 'by', 'on', 'H', 'high', 'client', 'referral'],
      ...[
        'source',
        '$40k',
        '40,000',
        '12/4',
        'Dec',
        '4',
        '2026-12-04',
        'jane@acme.com',
        'goal:',
        'note:x',
        'lunch',
        ',',
      ],
    ),
    fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/\s/.test(text)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => !/\s/.test(text)),
  )

  test('assigns each word to exactly one field', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (words) => {
        const { said } = readQuickLine(words.join(' '), today, contactRoles)
        // A comma at the end of a word or a separate symbol can divide a line. '/,' is both.
        const wordsOf = (all: readonly string[]) =>
          all.map((one) => one.replace(/[;,]+$/, '').replace(/^[-–—|/]$/, '')).filter((one) => one !== '')
        expect(wordsOf(Object.values(said).flat()).sort()).toEqual(wordsOf(words).sort())
      }),
      { numRuns: 2000 },
    )
  })

  test('never throws and returns only future days', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (line) => {
        const { due } = readQuickLine(line, today)
        expect(due === null || due >= today).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('keeps unrecognized words in the step as typed', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{4,9}ing$/), { minLength: 1, maxLength: 6 }), (words) => {
        expect(read(`Acme - ${words.join(' ')}`).step).toBe(words.join(' '))
      }),
    )
  })
})

describe('a stage', () => {
  const stages = [...offeredStages.inOrder, { id: 'talks', name: 'In talks' }]
  const stageIn = (line: string) => {
    const { stage, step, company, said } = readQuickLine(line, today, contactRoles, stages)
    return [stages.find(({ id }) => id === stage)?.name ?? '', company, step, said.stage ?? []]
  }

  test.each([
    ['Acme - lunch Tue #proposal', ['Proposal', 'Acme', 'lunch', ['#proposal']]],
    ['Acme #Prop - lunch', ['Proposal', 'Acme', 'lunch', ['#Prop']]],
    ['#in-talks Acme - lunch', ['In talks', 'Acme', 'lunch', ['#in-talks']]],
    ['Acme, #agreed, call Max Tue', ['Agreed', 'Acme', 'call Max', ['#agreed']]],
    // Two stages begin with it, there is no such stage, and it's no word of its own.
    ['Acme - lunch #i', ['', 'Acme', 'lunch #i', []]],
    ['Acme - lunch #golf', ['', 'Acme', 'lunch #golf', []]],
    ['Acme - invoice A#proposal', ['', 'Acme', 'invoice A#proposal', []]],
    ['Acme - lunch # 5', ['', 'Acme', 'lunch # 5', []]],
  ])('is read in %s', (line, expected) => {
    expect(stageIn(line)).toEqual(expected)
  })

  test('is left in the step of a firm without stages', () => {
    expect(readQuickLine('Acme - lunch #proposal', today, contactRoles)).toMatchObject({
      stage: '',
      step: 'lunch #proposal',
    })
  })
})
