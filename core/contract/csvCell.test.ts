import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csvCell.ts'

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '﹢1',
  '﹣1',
  '﹫A1',
  '−1',
  '⁼1',
]
const before = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\u200d\u2060',
  '\ufeff',
  '\u2800',
  '\u0000 ',
  '  \u200b\t',
]

test('escapes text that a spreadsheet would run, with any spelling or leading characters', () => {
  for (const formula of formulas)
    for (const start of before) expect(csvCell(start + formula).replace(/^"/, '')[0]).toBe("'")
  for (const text of ['\tTab', '\rReturn', '\nLine']) expect(csvCell(text)).toMatch(/^"'/)
})

test('leaves other text unchanged and quotes cells that contain separators', () => {
  for (const text of ['', 'Acme', '1+1', 'a=b', '株式会社', 'Å', '(212) 555-0100', '✓ done'])
    expect(csvCell(text)).toBe(text)
  expect(csvLine(['a,b', 'c"d', 'e;f', 'g\th', ' i', 'j\nk'])).toBe('"a,b","c""d","e;f","g\th"," i","j\nk"\r\n')
})

test('is the only code in the product that writes CSV cells', () => {
  const root = join(import.meta.dirname, '../..')
  const found = ['core', 'features', 'app'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|e2e)\.tsx?$/.test(name))
      .filter((name) =>
        /replaceAll\('"', '""'\)|replace\(\/"\/g, '""'\)|unparse\(/.test(
          readFileSync(join(root, folder, name), 'utf8'),
        ),
      )
      .map((name) => join(folder, name)),
  )
  expect(found).toEqual(['core/contract/csvCell.ts'])
})
