// The list of what is spread how, held against the schema and against what Citus allows. No database is asked.
import { describe, expect, test } from 'vitest'
import { distributedTables, readSchema } from './distribute.ts'
import { distributed, firmColumn, local, reference, unheld } from './distribution.ts'
import { readFunctions } from './functions.ts'

const { tables, foreignKeys, triggers } = readSchema()
const onAllNodes = new Set(Object.keys(reference))
const onCoordinator = new Set(Object.keys(local))
const byFirm = new Set(distributedTables)
const columnsOf = (key: string) => /\(([^)]*)/.exec(key)![1]!.split(', ')

test('every table is in the list once, and says why', () => {
  const listed = [...distributedTables, ...onAllNodes, ...onCoordinator]
  expect(listed.toSorted()).toEqual([...tables.keys()].toSorted())
  const reasons = [...distributed.map(({ why }) => why), ...Object.values({ ...reference, ...local, ...unheld })]
  for (const reason of reasons) expect(reason).toMatch(/\w.*\.$/)
})

describe('a table that is spread by firm', () => {
  test('has the firm in its primary key and in all that is unique', () => {
    for (const table of distributedTables) {
      const { body, indexes } = tables.get(table)!
      const keys = [...body.matchAll(/(?:PRIMARY KEY|UNIQUE) (\(.*\))/g)].map(([, key]) => key!)
      const unique = indexes
        .filter((index) => index.startsWith('CREATE UNIQUE'))
        .map((index) => index.slice(index.indexOf('btree')))
      expect(keys.length, table).toBeGreaterThan(0)
      for (const key of [...keys, ...unique]) expect(columnsOf(key), `${table} ${key}`).toContain(firmColumn(table))
    }
  })

  test('keeps the firm as it is: it is an id, and always there', () => {
    for (const table of distributedTables)
      expect(tables.get(table)!.body, table).toContain(`  ${firmColumn(table)} uuid not null`)
  })

  test('has no policy that asks another table', () => {
    for (const table of [...distributedTables, ...onAllNodes])
      for (const policy of tables.get(table)!.policies) expect(policy, table).not.toMatch(/\bselect\b(?! using)/i)
  })
})

test('foreign keys lead from firm to firm by the firm, or to what is on every node; others are in the list of those that are not held', () => {
  const held = foreignKeys.filter(({ name }) => !(name in unheld))
  for (const { table, name, columns, to, toColumns, text } of held) {
    const said = `${table}.${name}`
    if (onCoordinator.has(table)) expect(onCoordinator.has(to), said).toBe(true)
    else if (onAllNodes.has(table)) expect(onAllNodes.has(to), said).toBe(true)
    else if (byFirm.has(to)) {
      const place = columns.indexOf(firmColumn(table))
      expect(place, said).toBeGreaterThanOrEqual(0)
      expect(toColumns[place], said).toBe(firmColumn(to))
      expect(text, said).not.toMatch(/SET (NULL|DEFAULT)/)
    } else expect(onAllNodes.has(to), said).toBe(true)
  }
})

test('a key that is not held is there, and could not be', () => {
  for (const name of Object.keys(unheld)) {
    const key = foreignKeys.find((one) => one.name === name)
    expect(key, name).toBeDefined()
    expect(onCoordinator.has(key!.table) !== onCoordinator.has(key!.to), name).toBe(true)
  }
})

test('what is on every node has no triggers: each node would run them', () => {
  expect(triggers.filter(({ table }) => onAllNodes.has(table))).toEqual([])
})

test('the schema is read whole: as many keys and triggers as it says', () => {
  expect(tables.size).toBeGreaterThan(130)
  expect(foreignKeys.length).toBeGreaterThan(150)
  const made = readFunctions().flatMap(
    ({ text }) => text.match(/^create (or replace trigger|constraint trigger) \w+/gm) ?? [],
  )
  expect(triggers).toHaveLength(made.length)
})
