import { expect, test } from 'vitest'
import { offeredSources } from '#core/contract/referrals.ts'
import { targetFieldLabels } from '../client/labels.ts'
import { entryNamed, isNoSource, sourceProblem, withCurrentSources } from './mappedSources.ts'
import type { TargetMapping } from './mappingContract.ts'
import { aColumn } from './samples.ts'
import { suggestTargets } from './suggestions.ts'

const fieldsOf = (headings: string[], sources: readonly string[] | null = offeredSources) =>
  suggestTargets(
    headings.map((header) => aColumn(header)),
    [],
    null,
    sources,
  ).columns

test.each([
  'Came from',
  'Referred by',
  'Referral source',
  'Referral Source (optional)',
  'Referrer',
  'Lead source',
  'Source',
  'Original source',
])('suggests “Came from” for a column “%s”', (header) => {
  expect(fieldsOf(['Company', header])).toEqual(['company', 'came_from'])
  expect(fieldsOf(['Company', header], null)).toEqual(['company', null])
})

test('takes the people over the channel, and no type, date, or amount', () => {
  expect(fieldsOf(['Company', 'Lead source', 'Referred by'])).toEqual(['company', null, 'came_from'])
  expect(fieldsOf(['Company', 'Type', 'Source'])).toEqual(['company', 'type', 'came_from'])
  const typed = [aColumn('Company'), aColumn('Type', { values: [{ value: 'Referral Source', count: 2 }] })]
  const { columns, types } = suggestTargets(typed, [], null, offeredSources)
  expect([columns, types]).toEqual([['company', 'type'], { 'referral source': 'refsource' }])
  const others = [aColumn('Source', { amounts: 2 }), aColumn('Company')]
  expect(suggestTargets(others, [], null, offeredSources).columns).toEqual([null, 'company'])
})

test.each([
  ['Opportunity Name,StageName,Account Name,Amount,Lead Source', 'Lead Source'],
  ['Deal Name,Deal Stage,Deal owner,Original Traffic Source', 'Original Traffic Source'],
  ['Deal - Title,Deal - Status,Deal - Owner,Deal - Source channel', 'Deal - Source channel'],
  ['(Do Not Modify) Opportunity,Topic,Potential Customer,Owner,Lead Source', 'Lead Source'],
])('finds the source in the export %s', (headings, header) => {
  const fields = fieldsOf(headings.split(','))
  expect(fields[headings.split(',').indexOf(header)]).toBe('came_from')
})

test('offers the field to firms with referrals only', () => {
  expect(targetFieldLabels(null, offeredSources).came_from).toBe('Came from')
  expect(targetFieldLabels(null, null)).not.toHaveProperty('came_from')
})

test('finds an entry regardless of case and spaces, and words for none', () => {
  expect(entryNamed(' former  CLIENT ', offeredSources)).toBe('Former client')
  expect(entryNamed('Former clients', offeredSources)).toBeNull()
  expect(['N/A', ' none ', '—', 'Unknown'].map(isNoSource)).toEqual([true, true, true, true])
  expect(['', 'Nora', 'Naomi Anders'].map(isNoSource)).toEqual([false, false, false])
})

const mapping = (given: Partial<TargetMapping>): TargetMapping => ({
  ...suggestTargets([], [], null, offeredSources),
  ...given,
})

test('follows the firm’s list, and leaves nothing in a firm without referrals', () => {
  const chosen = mapping({
    columns: ['came_from', 'company'],
    sources: { ads: 'source:website', fair: 'source:Trade fair', hf: 'new', x: 'refuse' },
    other_sources: 'source:Trade fair',
  })
  const now = withCurrentSources(chosen, ['Website'])
  expect(now.sources).toEqual({ ads: 'source:Website', hf: 'new', x: 'refuse' })
  expect(now.other_sources).toBeNull()
  expect(sourceProblem(chosen, ['Website'])).toBe('Choose one of these sources: Website.')
  expect(sourceProblem(now, ['Website'])).toBeNull()
  const { sources, other_sources, ...others } = chosen
  expect(withCurrentSources(chosen, null)).toEqual({ ...others, columns: [null, 'company'] })
  expect(sourceProblem(now, null)).toBe('Your firm doesn’t use referrals. Match the columns and values again.')
  expect(sourceProblem(withCurrentSources(chosen, null), null)).toBeNull()
})
