import { expect, test } from 'vitest'
import type { Target } from '../../contract.ts'
import { mergeCompanies } from './useCompanies.ts'

const row = (company: string, status = 'active') => ({ company, status }) as Target

test('suggests each company once, the person’s own first, then prefix matches before other matches', () => {
  const known = [
    { name: 'ACME Bank', targets: 3 },
    { name: 'The Acme Trust', targets: 1 },
    { name: 'Acme Foods', targets: 2 },
  ]
  expect(mergeCompanies('acme', [row('Acme Bank', 'lost'), row('Other')], known)).toEqual([
    { name: 'Acme Bank', hint: 'Your Target: Lost' },
    { name: 'Acme Foods', hint: 'In 2 Targets' },
    { name: 'The Acme Trust', hint: 'In 1 Target' },
  ])
})

test('suggests nothing without input and never more than six', () => {
  const rows = Array.from({ length: 9 }, (_, i) => row(`Acme ${i}`))
  expect(mergeCompanies('  ', rows, [])).toEqual([])
  expect(mergeCompanies('Acme', rows, [])).toHaveLength(6)
})
