// Rules for statements that a cluster runs. See `docs/distributed.md`.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { distributedTables } from './distribute.ts'

describe('statements that write firm rows', () => {
  const statements = writingStatements()

  test('use now() in returning, case, or coalesce only inside a subselect', () => {
    expect(statements.length).toBeGreaterThan(200)
    const parts = /\breturning\b[\s\S]*|\bcase\b[\s\S]*?\bend\b|\bcoalesce\([^()]*(?:\([^()]*\)[^()]*)*\)/g
    const wrong = ({ text }: Statement) => text.match(parts)?.some((part) => /(?<!select )\bnow\(\)/.test(part))
    expect(statements.filter(wrong).map(({ place }) => place)).toEqual([])
  })

  test('never use case with a value, which Citus can corrupt when it evaluates the statement early', () => {
    const wrong = ({ text }: Statement) => /\bcase [\w.]+ when\b/.test(text)
    expect(statements.filter(wrong).map(({ place }) => place)).toEqual([])
  })

  test('return rows or handle a conflict, because Citus copies other selected rows, which row security forbids', () => {
    const wrong = /^\s*insert into [\s\S]*\bselect\b(?![\s\S]*\b(?:returning|on conflict)\b|[\s\S]*\$\{[^}]*$)/
    expect(statements.filter(({ text }) => wrong.test(text)).map(({ place }) => place)).toEqual([])
  })

  test('use now() in on conflict do update only inside a subselect', () => {
    const wrong = /\bdo update set\b[^`]*?(?<!select )\bnow\(\)/
    expect(statements.filter(({ text }) => wrong.test(text)).map(({ place }) => place)).toEqual([])
  })
})

type Statement = { place: string; text: string }

/** Returns the server's statements that write to a table distributed by firm, without tests. */
function writingStatements(): Statement[] {
  const written = new RegExp(`^\\s*(?:insert into|update|delete from) (?:${distributedTables.join('|')})\\b`)
  return ['core/server', 'features']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !/\.(test|e2e)\.ts$|(^|\/)(demo|testing)\//.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, text]) => ({
        place: `${file}: ${text!.trim().slice(0, 60)}`,
        text: text!,
      })),
    )
    .filter(({ text }) => written.test(text))
}
