import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { FixedStatement, Slot } from './fixedStatement.ts'
import { currentOrgId } from './tenant.ts'
import { withOrg } from './tx.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await testDatabase()
})
afterAll(() => home.close())

const word = new Slot('word')
const echo = new FixedStatement(
  sql<{ firm: string; said: string }>`
    select ${currentOrgId} as firm, concat(${word}::text, ${'-'}::text, ${word}::text) as said, ${currentOrgId} as again`,
)

test('fills in the values and the firm of each call', async () => {
  for (const said of ['one', 'two', 'three']) {
    const firm = randomUUID()
    const { rows } = await withOrg(home.database, firm, (tx) => tx.run(echo.with({ word: said })))
    expect(rows).toEqual([{ firm, again: firm, said: `${said}-${said}` }])
  }
})

test('sends a value that a statement has several times once', () => {
  const { text, values } = echo.compile(home.database.dialect, undefined, { word: 'one' })
  expect(values).toEqual(['one', '-'])
  expect(text).toContain('concat($1::text, $2::text, $1::text)')
})

test('rejects a call without a value', async () => {
  const missing = withOrg(home.database, randomUUID(), async (tx) => tx.run(echo.with({})))
  await expect(missing).rejects.toThrow('The statement has no value for word.')
})
