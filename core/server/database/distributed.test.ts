// Statement rewriting for a cluster. See `docs/distributed.md`.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { distributedTables } from './distribute.ts'
import { textForCluster } from './distributed.ts'

const ORG = '7f3d2c10-5a4b-4e6f-8a9b-0c1d2e3f4a5b'

describe('a coordinator table next to distributed tables', () => {
  test('is read in a subquery, and so is anything outer-joined to it', () => {
    expect(
      textForCluster(
        'select d.id, l.title from done d left join lessons l on l.id = d.id left join firm_lessons f on f.id = d.id',
        ORG,
      ),
    ).toBe(
      'select d.id, l.title from done d left join (select * from lessons) l on l.id = d.id left join (select * from firm_lessons) f on f.id = d.id',
    )
  })

  test('keeps its name if it has no alias', () => {
    expect(textForCluster('select name from lessons join users on users.id = lessons.made_by', ORG)).toBe(
      'select name from (select * from lessons) lessons join users on users.id = lessons.made_by',
    )
  })

  test('exposes only the columns that a firm can read', () => {
    const asked = 'select o.id from outgoing o join users u on u.id = o.recipient::uuid'
    expect(textForCluster(asked, ORG)).not.toContain('select * from outgoing')
    expect(textForCluster(asked)).toContain('(select * from outgoing) o')
  })
})

test('adds a column to an empty exists subquery', () => {
  expect(textForCluster('update outgoing set tries = 1 where exists (select from orgs o where o.is_closed)')).toBe(
    'update outgoing set tries = 1 where exists (select 1 from orgs o where o.is_closed)',
  )
})

test('leaves statements over tables of one kind unchanged', () => {
  for (const asked of [
    'select l.id from lessons l left join lesson_categories c on c.id = l.category_id',
    'select t.id from targets t left join tasks k on k.target_id = t.id',
    'delete from outgoing where id in (select id from users)',
  ])
    expect(textForCluster(asked, ORG)).toBe(asked)
})

test('adds a returning clause so that Citus inserts rows instead of copying them', () => {
  expect(textForCluster('insert into tags (org_id, name) select $1, name from given')).toMatch(/ returning 1$/)
  for (const asked of [
    'insert into tags (org_id, name) values ($1, $2)',
    'insert into tags (org_id, name) select $1, name from given on conflict do nothing',
    'insert into tags (org_id, name) select $1, name from given returning id',
  ])
    expect(textForCluster(asked)).toBe(asked)
})

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
