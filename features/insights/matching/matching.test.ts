import { expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { aRow } from '#features/targets/samples.ts'
import { type MatchSubject, matchTargets } from './matching.ts'

const TODAY = '2026-11-23'
const subject: MatchSubject = {
  name: 'Transfer pricing: what changes in January',
  description: 'The new documentation rules in ten minutes, with a checklist for groups with plants abroad.',
  tag_names: 'Tax, Manufacturing, favourites',
  kind: 'whitepaper',
}
const target = (id: string, given: Partial<Parameters<typeof aRow>[0]> = {}) =>
  aRow({ id, company: `Company ${id}`, type: 'prospect', modified: `${addDays(TODAY, -3)} 10:00:00`, ...given })

test('ranks Targets by shared tags and words with reasons, and leaves out the others', () => {
  const found = matchTargets(
    subject,
    [
      target('none', { goal: 'Win their litigation' }),
      target('word', { goal: 'Advise on documentation' }),
      target('tag', { goal: 'Become their adviser for taxes and transfer prices' }),
      target('note', { note: 'Runs plants in three countries' }),
    ],
    TODAY,
  )
  expect(found.map(({ target, reasons }) => [target.id, reasons])).toEqual([
    ['tag', ['Tag Tax', 'In your objective: transfer, pricing']],
    ['word', ['In your objective: documentation']],
    ['note', ['In your note: plants']],
  ])
})

test('breaks ties by type of relationship and by silence, and says so', () => {
  const goal = 'Advise on documentation'
  const found = matchTargets(
    subject,
    [
      target('plain', { goal }),
      target('client', { goal, type: 'client' }),
      target('quiet', { goal, type: 'client', modified: `${addDays(TODAY, -60)} 10:00:00` }),
    ],
    TODAY,
  )
  expect(found.map(({ target, reasons }) => [target.id, reasons.slice(1)])).toEqual([
    ['quiet', ['Client', 'No activity for 9 weeks']],
    ['client', ['Client']],
    ['plain', []],
  ])
})

test('counts only active Targets, and links by neither hearts nor stop words', () => {
  const goal = 'Advise on documentation'
  const found = matchTargets(
    subject,
    [
      target('lost', { goal, status: 'lost' }),
      target('invited', { goal, shared: 'pending' }),
      target('empty', { goal: 'What changes when their favourites need the new year' }),
    ],
    TODAY,
  )
  expect(found).toEqual([])
})

test('matches ten thousand Targets quickly', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => target(String(at), { goal: `Advise on taxes of unit ${at}` }))
  expect(matchTargets(subject, many, TODAY)).toHaveLength(10_000)
})
