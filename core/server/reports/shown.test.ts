import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Font, fontFiles, fontsFor, openFont } from './fonts.ts'
import { MISSING, missingNote, runsBy } from './shown.ts'

const pdfmake = dirname(createRequire(import.meta.url).resolve('pdfmake/package.json'))
const roboto = join(pdfmake, 'fonts/Roboto/Roboto-Regular.ttf')
/** Mocks a font that has the characters of some ranges. */
const fontOf = (name: string, pattern: RegExp): Font => ({
  name,
  source: [name],
  has: (codePoint) => pattern.test(String.fromCodePoint(codePoint)),
})
const others = [
  fontOf('Cjk', /[\p{Script=Han}\p{Script=Hangul} .]/u),
  fontOf('Hebrew', /[\p{Script=Hebrew} \u00a0"]/u),
  fontOf('Emoji', /[ \u{1f300}-\u{1faff}]/u),
]
function printing(fonts: readonly Font[] = others) {
  const missing = new Set<string>()
  return { runsOf: runsBy(openFont(roboto), () => fonts, missing), missing }
}

test("keeps Latin with accents, Greek, Cyrillic, dashes, and currency in the report's font", () => {
  const { runsOf, missing } = printing()
  for (const text of ['Müller & Söhne – “quoted” €1,200', 'Zoë Łukasik', 'Ада Иванова', 'Αθήνα', 'a\nb', '¿Qué?'])
    expect(runsOf(text)).toEqual([{ text }])
  expect(runsOf('Zoe\u0308')).toEqual([{ text: 'Zoë' }])
  expect(missing.size).toBe(0)
})

test('shows other scripts and emoji in a font that has them', () => {
  const { runsOf, missing } = printing()
  expect(runsOf('日本 한국 Mills 🎉')).toEqual([
    { text: '日本 한국 ', font: 'Cjk' },
    { text: 'Mills ' },
    { text: '🎉', font: 'Emoji' },
  ])
  expect(runsOf('Call 👩‍👩‍👧 now')).toEqual([{ text: 'Call ' }, { text: '👩👩👧 ', font: 'Emoji' }, { text: 'now' }])
  expect(missing.size).toBe(0)
})

test('starts right-to-left text at the right without splitting words or reversing numbers', () => {
  const { runsOf } = printing()
  expect(runsOf('שלום עולם 12 תל')).toEqual([
    { text: 'תל', font: 'Hebrew' },
    { text: ' ' },
    { text: '12' },
    { text: ' ' },
    { text: 'שלום\u00a0עולם', font: 'Hebrew' },
  ])
  expect(runsOf('Call שלום now')).toEqual([
    { text: 'Call' },
    { text: ' ' },
    { text: 'שלום', font: 'Hebrew' },
    { text: ' ' },
    { text: 'now' },
  ])
  const [long] = runsOf('שלום '.repeat(12).trim())
  expect(long!.text.split('\n').every((line) => line.length <= 30)).toBe(true)
  expect(long!.text.match(/שלום/g)).toHaveLength(12)
})

test('marks each run of missing characters once and names a font package in the footer', () => {
  const { runsOf, missing } = printing([])
  expect(runsOf('日本語 Mills 🎉')).toEqual([{ text: `${MISSING} Mills ${MISSING}` }])
  expect(missingNote(missing)).toBe(
    '■ stands for letters that no font of this server has: install the package fonts-noto-cjk and fonts-symbola on it. The Excel file has them.',
  )
  expect(missingNote(new Set('ש'))).toContain('install the package fonts-noto-core on it')
  expect(MISSING).not.toBe('¿')
  expect(openFont(roboto).has(MISSING.codePointAt(0)!)).toBe(true)
})

test("finds the server's fonts by name and opens one only when its characters are necessary", () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-fonts-'))
  try {
    for (const name of ['NotoSansThai-Regular.ttf', 'NotoSansThai-Bold.ttf', 'a.txt'])
      writeFileSync(join(folder, name), 'x')
    expect(fontFiles([folder, join(folder, 'none')])).toEqual([join(folder, 'NotoSansThai-Regular.ttf')])
    // Files that aren't fonts are skipped.
    const { find } = fontsFor(() => [join(folder, 'NotoSansThai-Regular.ttf'), roboto])
    expect(find('я').map(({ source }) => source[0])).toEqual([roboto])
    expect(find('日本')).toHaveLength(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
