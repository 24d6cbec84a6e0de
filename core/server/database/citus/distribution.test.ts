// Checks the distribution list against the schema and the rules of Citus, without a database.
import { describe, expect, test } from 'vitest'
import { readFunctions } from '../functions.ts'
import { distributedTables, readSchema } from './distribute.ts'
import { distributed, firmColumn, local, reference, unheld } from './distribution.ts'

const { tables, foreignKeys, triggers } = readSchema()
const onAllNodes = new Set(Object.keys(reference))
const onCoordinator = new Set(Object.keys(local))
const byFirm = new Set(distributedTables)
const columnsOf = (key: string) => /\(([^)]*)/.exec(key)![1]!.split(', ')

test('lists every table once, with a reason', () => {
  const listed = [...distributedTables, ...onAllNodes, ...onCoordinator]
  expect(listed.toSorted()).toEqual([...tables.keys()].toSorted())
  const reasons = [...distributed.map(({ why }) => why), ...Object.values({ ...reference, ...local, ...unheld })]
  for (const reason of reasons) expect(reason).toMatch(/\w.*\.$/)
})

describe('a table distributed by firm', () => {
  test('includes the firm in its primary key and in every unique constraint', () => {
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

  test('has a required firm ID that never changes', () => {
    for (const table of distributedTables)
      expect(tables.get(table)!.body, table).toContain(`  ${firmColumn(table)} uuid not null`)
  })

  test('has no policy that queries another table', () => {
    for (const table of [...distributedTables, ...onAllNodes])
      for (const policy of tables.get(table)!.policies) expect(policy, table).not.toMatch(/\bselect\b(?! using)/i)
  })
})

test('allows foreign keys only within a firm or to reference tables, except for the unenforced ones', () => {
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

test("lists only existing foreign keys that a cluster can't enforce as unenforced", () => {
  for (const name of Object.keys(unheld)) {
    const key = foreignKeys.find((one) => one.name === name)
    expect(key, name).toBeDefined()
    expect(onCoordinator.has(key!.table) !== onCoordinator.has(key!.to), name).toBe(true)
  }
})

test('allows no triggers on reference tables, since each node would run them', () => {
  expect(triggers.filter(({ table }) => onAllNodes.has(table))).toEqual([])
})

test('parses every key and trigger of the schema', () => {
  expect(tables.size).toBeGreaterThan(130)
  expect(foreignKeys.length).toBeGreaterThan(150)
  const made = readFunctions().flatMap(
    ({ text }) => text.match(/^create (or replace trigger|constraint trigger) \w+/gm) ?? [],
  )
  expect(triggers).toHaveLength(made.length)
})
