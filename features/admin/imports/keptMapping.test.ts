import { expect, test } from 'vitest'
import type { ImportColumn } from './contract.ts'
import { applySavedMapping, fitOf, headingsKey, savedMappingOf } from './keptMapping.ts'
import type { PeopleMapping, TargetMapping } from './mappingContract.ts'
import { aColumn } from './samples.ts'
import { suggestPeople, suggestTargets } from './suggestions.ts'

const owner = 'a0000000-0000-4000-8000-000000000001'
const gone = 'a0000000-0000-4000-8000-000000000002'
const people = [{ id: owner, first_name: 'Moses', last_name: 'Frase', email: 'moses@crm.example' }]

const before = ['Wer', 'Was', 'Lage', 'Rest'].map((header) => aColumn(header))
const mapped: TargetMapping = {
  ...suggestTargets(before, []),
  columns: ['owner', 'company', 'status', null],
  statuses: { heiss: 'active' },
  owners: { mf: owner, gone },
  stand_in: 3,
  open_close: 'ignore',
  defaults: { owner: gone, status: 'active', type: 'client', value: 'H', goal: 'Retainer' },
}
const kept = savedMappingOf(mapped, before)

test('maps a file with the same headings, reordered and one more, as before', () => {
  const columns = ['Neu', 'lage ', 'WER', 'Rest', 'Was', 'Email'].map((header) =>
    aColumn(header, { emails: header === 'Email' ? 2 : 0, values: [{ value: 'Won', count: 2 }] }),
  )
  expect(fitOf(kept, columns)).toBe(3)
  expect(applySavedMapping(kept, columns, suggestTargets(columns, people), people)).toMatchObject({
    columns: [null, 'status', 'owner', null, 'company', 'contact_email'],
    // New values of this file get suggestions, and owners who left the firm are asked for again.
    statuses: { heiss: 'active', won: 'completed' },
    owners: { mf: owner },
    stand_in: 3,
    open_close: 'ignore',
    defaults: { owner: null, type: 'client', value: 'H', goal: 'Retainer' },
  })
})

test("doesn't match a file that lacks a mapped heading", () => {
  expect(
    fitOf(
      kept,
      ['Wer', 'Was', 'Rest'].map((header) => aColumn(header)),
    ),
  ).toBe(0)
  expect(headingsKey(before)).toBe(headingsKey(before.toReversed()))
  expect(headingsKey(before)).not.toBe(headingsKey(before.slice(1)))
})

test("prefers this file's evidence of dates and amounts over an earlier file's", () => {
  const file = (dates: Partial<ImportColumn['dates']>) => [
    aColumn('Company'),
    aColumn('Created', { dates: { iso: 0, mdy: 0, dmy: 0, either: 2, ...dates } }),
  ]
  const columns = file({})
  const american = savedMappingOf({ ...suggestTargets(columns, []), date_order: 'mdy' }, columns)
  const orderIn = (given: ImportColumn[]) =>
    applySavedMapping(american, given, suggestTargets(given, []), []).date_order
  expect(orderIn(file({}))).toBe('mdy')
  expect(orderIn(file({ dmy: 1 }))).toBe('dmy')
})

test('maps people as before and drops fields that no longer exist', () => {
  const columns = ['Naam', 'Rolle', 'E-mail'].map((header) => aColumn(header, { emails: header === 'E-mail' ? 2 : 0 }))
  const suggestion = suggestPeople(columns, ['crm.example'])
  const mapping: PeopleMapping = { ...suggestion, columns: ['name', 'role', 'email'], roles: { chef: 'admin' } }
  const of = savedMappingOf(mapping, columns)
  expect(applySavedMapping(of, columns, suggestion, [])).toMatchObject({
    columns: ['name', 'role', 'email'],
    roles: { chef: 'admin' },
  })
  expect(applySavedMapping({ ...of, columns: { naam: 'shoe_size' } }, columns, suggestion, [])).toEqual(suggestion)
})
