// Statements as a cluster takes them: see docs/distributed.md.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { distributedTables } from './distribute.ts'
import { textForCluster } from './distributed.ts'

const ORG = '7f3d2c10-5a4b-4e6f-8a9b-0c1d2e3f4a5b'

describe('a table of the coordinator beside those of the nodes', () => {
  test('is read by itself, and so is what is joined to it on an outer side', () => {
    expect(
      textForCluster(
        'select d.id, l.title from done d left join lessons l on l.id = d.id left join firm_lessons f on f.id = d.id',
        ORG,
      ),
    ).toBe(
      'select d.id, l.title from done d left join (select * from lessons) l on l.id = d.id left join (select * from firm_lessons) f on f.id = d.id',
    )
  })

  test('keeps its name where it has no other', () => {
    expect(textForCluster('select name from lessons join users on users.id = lessons.made_by', ORG)).toBe(
      'select name from (select * from lessons) lessons join users on users.id = lessons.made_by',
    )
  })

  test('is read as far as a firm may read it', () => {
    const asked = 'select o.id from outgoing o join users u on u.id = o.recipient::uuid'
    expect(textForCluster(asked, ORG)).not.toContain('select * from outgoing')
    expect(textForCluster(asked)).toContain('(select * from outgoing) o')
  })
})

test('what is looked for has a column', () => {
  expect(textForCluster('update outgoing set tries = 1 where exists (select from orgs o where o.is_closed)')).toBe(
    'update outgoing set tries = 1 where exists (select 1 from orgs o where o.is_closed)',
  )
})

test('what names tables of one kind alone stays as it is', () => {
  for (const asked of [
    'select l.id from lessons l left join lesson_categories c on c.id = l.category_id',
    'select t.id from targets t left join tasks k on k.target_id = t.id',
    'delete from outgoing where id in (select id from users)',
  ])
    expect(textForCluster(asked, ORG)).toBe(asked)
})

test('rows that come from no table are asked back, so that they are inserted, and not copied', () => {
  expect(textForCluster('insert into tags (org_id, name) select $1, name from given')).toMatch(/ returning 1$/)
  for (const asked of [
    'insert into tags (org_id, name) values ($1, $2)',
    'insert into tags (org_id, name) select $1, name from given on conflict do nothing',
    'insert into tags (org_id, name) select $1, name from given returning id',
  ])
    expect(textForCluster(asked)).toBe(asked)
})

describe('no statement that writes rows of firms', () => {
  const statements = writingStatements()

  test('asks for the time in its answer, in a case or a coalesce, but by itself', () => {
    expect(statements.length).toBeGreaterThan(200)
    const parts = /\breturning\b[\s\S]*|\bcase\b[\s\S]*?\bend\b|\bcoalesce\([^()]*(?:\([^()]*\)[^()]*)*\)/g
    const wrong = ({ text }: Statement) => text.match(parts)?.some((part) => /(?<!select )\bnow\(\)/.test(part))
    expect(statements.filter(wrong).map(({ place }) => place)).toEqual([])
  })

  test('asks case by case of a value: where something is worked out before it is sent, such a case arrives broken', () => {
    const wrong = ({ text }: Statement) => /\bcase [\w.]+ when\b/.test(text)
    expect(statements.filter(wrong).map(({ place }) => place)).toEqual([])
  })

  test('says now() in what it does instead of an insert', () => {
    const wrong = /\bdo update set\b[^`]*?(?<!select )\bnow\(\)/
    expect(statements.filter(({ text }) => wrong.test(text)).map(({ place }) => place)).toEqual([])
  })
})

type Statement = { place: string; text: string }

/** Of the server's sources, without tests: each that begins with insert, update or delete of a table that is spread by firm. */
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
