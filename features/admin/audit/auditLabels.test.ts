import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionsMatching, auditLines, auditSentence, kindWord } from './auditLabels.ts'

const root = join(import.meta.dirname, '../../..')

test('has a sentence and a kind for every action that the product logs', () => {
  const files = globSync('{core/server,features/**/server}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$/.test(file),
  )
  const written = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/action: '([a-z]\w*\.[a-z]\w*)'/gi)].map(
      ([, action]) => action!,
    ),
  )
  expect(new Set(written).size).toBeGreaterThan(30)
  expect(written.filter((action) => auditSentence({ action, subject: 'X' }).includes(action))).toEqual([])
  expect(written.filter((action) => kindWord(action.split('.')[0]!) === action.split('.')[0])).toEqual([])
})

test('shows an unknown action unchanged', () => {
  expect(auditSentence({ action: 'moon.visited', subject: '' })).toBe('moon.visited')
  expect(auditSentence({ action: 'moon.visited', subject: 'Apollo' })).toBe('moon.visited: Apollo')
  expect(kindWord('moon')).toBe('moon')
})

test("doesn't treat a name that looks like a pattern as one", () => {
  expect(auditSentence({ action: 'person.invited', subject: '$& {} $1' })).toBe('Invited $& {} $1')
  expect(auditSentence({ action: 'person.invited', subject: '' })).toBe('Invited somebody')
})

test('finds actions by the sentence that people read', () => {
  expect(actionsMatching('INVITED')).toEqual(['person.invited'])
  expect(actionsMatching('logo')).toEqual(['firm.logo_changed', 'firm.logo_removed'])
})

test('lists details in plain words', () => {
  const details = {
    name_before: 'Ada',
    role: { from: 'member', to: 'admin' },
    groups: [],
    is_on: true,
    step_starters: { added: ['Call'], removed: [] },
  }
  expect(auditLines(details)).toEqual([
    { name: 'Name before', value: 'Ada' },
    { name: 'Role', value: 'member → admin' },
    { name: 'Groups', value: '–' },
    { name: 'Is on', value: 'yes' },
    { name: 'Step starters', value: 'Added: Call; Removed: –' },
  ])
})
