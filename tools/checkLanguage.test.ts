import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { languageProblems } from './checkLanguage.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Returns the problems of a tree with these files and a package.json. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'pursuit-language-'))
  folders.push(root)
  for (const [file, text] of Object.entries({ 'package.json': '{"scripts":{"check":"true"}}', ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return languageProblems(root)
}

describe('words', () => {
  test.each([
    ['a comment', 'core/a.ts', '// Tells somebody.\nexport const a = 1\n', "core/a.ts:1: 'somebody' in a comment"],
    ['a later line of a comment', 'core/a.ts', '// One.\n// Done anew.\nexport const a = 1\n', "'anew' in a comment"],
    ['a doc comment', 'core/a.ts', '/**\n * Sent by e-mail.\n */\nexport const a = 1\n', "'e-mail' in a comment"],
    ['a string', 'core/a.ts', "export const a = 'Nobody has it.'\n", "core/a.ts:1: 'Nobody' in a text"],
    ['a template', 'core/a.ts', 'export const a = `Nobody is here.`\n', "'Nobody' in a text"],
    ['JSX', 'core/A.tsx', 'export const A = () => <p>Please try again.</p>\n', "'Please' in a text"],
    ['a name', 'core/a.ts', 'export const askNobody = 1\n', "'Nobody' in a name"],
    [
      'a test name',
      'core/a.test.ts',
      "test('somebody signs in', () => {})\n",
      "core/a.test.ts:1: 'somebody' in a test name",
    ],
    ['a stylesheet', 'core/a.css', '/* Whoever sees it. */\n', "'Whoever' in a comment"],
    ['a SQL function', 'database/functions/a.sql', '-- Told to nobody.\n', "'nobody' in a comment"],
    ['a document', 'docs/a.md', '# A\n\nMeanwhile, it runs.\n', "docs/a.md:3: 'Meanwhile' in a doc"],
  ])('rejects a banned word in %s', (_, file, text, problem) => {
    expect(problemsOf({ [file]: text })).toEqual([expect.stringContaining(problem)])
  })

  test.each([
    ['plain words', "// Returns the name.\nexport const a = 'No one has it.'\n"],
    ['a key without spaces', "export const a = 'nobody'\n"],
    ['code in a comment', '// Runs as `nobody`.\nexport const a = 1\n'],
    ['a SQL statement', 'export const a = sql`select nobody from people where a = 1`\n'],
    ['single sign-on', "export const a = 'Use single sign-on.'\n"],
    ['a note to a tool', '// biome-ignore lint/a/b: what somebody else made\nexport const a = 1\n'],
  ])('accepts %s', (_, text) => {
    expect(problemsOf({ 'core/a.ts': text })).toEqual([])
  })

  test.each(['What', 'Who', 'Whose', 'Of', 'Where'])('rejects a comment that starts with %s', (word) => {
    expect(problemsOf({ 'core/a.ts': `/** ${word} it is. */\nexport const a = 1\n` })).toEqual([
      expect.stringContaining(`a comment starts with '${word}'`),
    ])
  })
})

describe('names', () => {
  const same = 'export const sameName = 1\n'
  test('rejects a name that two product files export', () => {
    expect(problemsOf({ 'core/a.ts': same, 'features/x/b.ts': same })).toEqual([
      expect.stringContaining("core/a.ts, features/x/b.ts: both export 'sameName'"),
    ])
  })
  test('accepts the same name in a test', () => {
    expect(problemsOf({ 'core/a.ts': same, 'core/a.test.ts': same })).toEqual([])
  })
})

describe('documents', () => {
  test.each([
    ['a file', 'See `core/missing.ts`.', 'names core/missing.ts'],
    ['a script', 'Run `npm run missing`.', 'names the script missing'],
    ['a link', 'See [this](missing.md).', 'names missing.md'],
  ])('rejects %s that does not exist', (_, text, problem) => {
    expect(problemsOf({ 'docs/a.md': `${text}\n` })).toEqual([expect.stringContaining(problem)])
  })
  test('accepts files, patterns, and scripts that exist', () => {
    const text = 'See `core/a.ts`, `core/*.ts`, [b](b.md#c), and `npm run check`.\n'
    expect(problemsOf({ 'docs/a.md': text, 'docs/b.md': '# B\n', 'core/a.ts': 'export const a = 1\n' })).toEqual([])
  })
  test('compares the variables of the code with docs/configuration.md', () => {
    const files = {
      'docs/configuration.md': '| `PURSUIT_OLD` | none |\n',
      'core/config.ts': 'export const a = process.env.PURSUIT_NEW\n',
    }
    expect(problemsOf(files)).toEqual([
      expect.stringContaining('lacks the variable PURSUIT_NEW'),
      expect.stringContaining('names PURSUIT_OLD, which nothing reads'),
    ])
  })
})
