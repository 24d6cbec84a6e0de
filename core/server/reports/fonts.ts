// Fonts for characters that the report's own font lacks.
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { openSync } from 'fontkit'

/** `name` is pdfmake's, undefined for the report's own font. `source`: the file and the font in a collection. */
export type Font = { name?: string; source: [file: string, inCollection?: string]; has: (codePoint: number) => boolean }

const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  '/Library/Fonts',
  '/System/Library/Fonts',
  'C:\\Windows\\Fonts',
]
/** In order of preference: fonts for one script each, then broad ones. */
const known = [
  /^NotoSansCJK-Regular\.ttc$/,
  /^NotoSans(Hebrew|Arabic|Thai)-Regular\.ttf$/,
  /^NotoSans(?!Mono|Display)[A-Z]\w*-Regular\.(ttf|otf)$/,
  /^NotoEmoji-Regular\.ttf$/,
  /^Symbola(_hint)?\.(ttf|otf)$/,
  /^(DejaVuSans|Arial Unicode|ARIALUNI|arial|seguisym|LeelawUI|malgun|FreeSans|unifont)\.(ttf|otf)$/i,
  /^(msgothic|msyh|PingFang|AppleSDGothicNeo)\.ttc$/i,
]

export function openFont(file: string, name?: string): Font {
  const opened = openSync(file)
  const font = opened.fonts
    ? (opened.fonts.find(({ postscriptName }) => /jp-Regular$/i.test(postscriptName)) ?? opened.fonts[0]!)
    : opened
  return {
    ...(name && { name }),
    source: opened.fonts ? [file, font.postscriptName] : [file],
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  }
}

/** Returns the usable font files, best first. */
export function fontFiles(inside: readonly string[] = folders): string[] {
  const files = inside.flatMap((folder) => {
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
    } catch {
      return []
    }
  })
  const rank = (file: string) => known.findIndex((one) => one.test(basename(file)))
  return files
    .map((file) => ({ file, rank: rank(file) }))
    .filter((one) => one.rank !== -1)
    .toSorted((a, b) => a.rank - b.rank || a.file.localeCompare(b.file))
    .map(({ file }) => file)
}

/** Opens fonts until every character is found. */
export function fontsFor(files: () => readonly string[]): {
  fonts: Font[]
  find: (letters: string) => readonly Font[]
} {
  const fonts: Font[] = []
  const sought = new Set<number>()
  let left: string[] | null = null
  const find = (letters: string) => {
    const isNew = [...letters].map((sign) => sign.codePointAt(0)!).filter((sign) => !sought.has(sign))
    for (const sign of isNew) sought.add(sign)
    let open = isNew.filter((sign) => !fonts.some(({ has }) => has(sign)))
    left ??= [...files()]
    for (const file of open.length > 0 ? left : []) {
      if (open.length === 0) break
      try {
        const font = openFont(file, `Other${left.indexOf(file)}`)
        const found = open.filter((sign) => font.has(sign))
        if (found.length === 0) continue
        if (!fonts.some(({ name }) => name === font.name)) fonts.push(font)
        open = open.filter((sign) => !found.includes(sign))
      } catch {
        // The file isn't what its name says.
      }
    }
    return fonts
  }
  return { fonts, find }
}
