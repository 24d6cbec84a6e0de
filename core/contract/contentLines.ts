// Parses lines of vCard and iCalendar files with ical.js, after converting vCard 2.1 syntax.
import ICAL from 'ical.js'

/**
 * `value` is plain text in one line, `text` keeps its line breaks. `parts` are those of a structured value ('N', 'ORG'),
 * otherwise only the value.
 */
export type CardLine = {
  name: string
  parameters: Readonly<Record<string, string>>
  value: string
  text: string
  parts: readonly string[]
}
type Property = [name: string, parameters: Record<string, string | string[]>, type: string, ...values: unknown[]]

/** Requires unfolded text. Skips invalid lines, and passes each of them to `onSkipped`. */
export function contentLinesOf(text: string, onSkipped?: (line: string) => void): CardLine[] {
  const isOfToday = /^VERSION:4/im.test(text)
  const isCard = /^\s*BEGIN:VCARD/im.test(text)
  const design = isCard ? (isOfToday ? ICAL.design.vcard : ICAL.design.vcard3) : ICAL.design.icalendar
  return text.split('\n').flatMap((line) => {
    const edge = /^\s*(BEGIN|END):(.*)$/i.exec(line)
    // Keeps a rule as written, because ical.js reads it as a whole.
    const rule = /^RRULE[^:]*:(.*)$/i.exec(line)?.[1]
    if (rule !== undefined) return [{ name: 'RRULE', parameters: {}, value: rule.trim(), text: rule, parts: [] }]
    if (edge) return [{ name: edge[1]!.toUpperCase(), parameters: {}, value: edge[2]!, text: edge[2]!, parts: [] }]
    try {
      return [contentOf(ICAL.parse.property(modern(line), design) as unknown as Property, isCard)]
    } catch {
      if (line.trim() !== '') onSkipped?.(line)
      return []
    }
  })
}

function contentOf([name, given, , ...values]: Property, isCard: boolean): CardLine {
  // ical.js leaves '\;' in a card's text unchanged, except in structured values.
  const isPlain = isCard && !/^(n|org|adr)$/.test(name)
  const texts = values.map((value) => (isPlain && typeof value === 'string' ? value.replaceAll('\\;', ';') : value))
  // A part can have several values, such as two middle names.
  const whole = texts.flat(1).map((part) => [part].flat().join(' '))
  const parts = whole.map(singleLine)
  const parameters = Object.fromEntries(Object.entries(given).map(([key, value]) => [key.toUpperCase(), String(value)]))
  return { name: name.toUpperCase(), parameters, value: parts.join(' ').trim(), text: whole.join(' ').trim(), parts }
}

export const singleLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/**
 * Unfolds bytes first, because lines can be folded within a character. UTF-8, UTF-16 with a byte order mark, or the
 * encoding of old address books.
 */
export const unfoldedText = (bytes: Uint8Array): string => unfoldedAs(bytes).text

/** Returns the unfolded text and how it was encoded. */
export function unfoldedAs(bytes: Uint8Array): { text: string; encoding: string } {
  const [first, second] = bytes
  for (const [encoding, isIt] of [
    ['utf-16le', first === 0xff && second === 0xfe],
    ['utf-16be', first === 0xfe && second === 0xff],
  ] as const)
    if (isIt) return { text: unfolded(new TextDecoder(encoding).decode(bytes)), encoding }
  const whole = Uint8Array.from(unfolded(signsOf(bytes)), (sign) => sign.charCodeAt(0))
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(whole), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(whole), encoding: 'windows-1252' }
  }
}

/** Converts each byte into one character. */
function signsOf(bytes: Uint8Array): string {
  let signs = ''
  for (let at = 0; at < bytes.length; at += 8192) signs += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return signs
}

/**
 * Quoted-printable lines end with '=', others continue after a leading blank. Some programs do both, and a blank before
 * an encoded character then isn't text.
 */
function unfolded(text: string): string {
  const lines: string[] = []
  let isSoft = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1
    if (isSoft) lines[last] = lines[last]!.slice(0, -1) + line.replace(/^[ \t](?==[\dA-F]{2})/i, '')
    else if (last >= 0 && /^[ \t]/.test(line)) lines[last] += line.slice(1)
    else lines.push(line)
    // Only a line that ends this way is searched, because a long one grows with each of its parts.
    isSoft = line.endsWith('=') && /ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE[;:]/i.test(lines.at(-1)!)
  }
  return lines.join('\n')
}

/** Converts vCard 2.1 parameters without names (';HOME;QUOTED-PRINTABLE') and quoted-printable values. */
function modern(line: string): string {
  const [, name, old, value] = /^([\w.-]+)((?:;[\w/-]+(?:=[\w/-]*)?)*):(.*)$/.exec(line) ?? []
  if (name === undefined || !old) return line
  const parameters = old
    .split(';')
    .slice(1)
    .map((one) => (/=/.test(one) ? one : `${/^(QUOTED-PRINTABLE|BASE64)$/i.test(one) ? 'ENCODING' : 'TYPE'}=${one}`))
  const isEncoded = parameters.some((one) => /^ENCODING=QUOTED-PRINTABLE$/i.test(one))
  const charset = parameters.find((one) => /^CHARSET=/i.test(one))?.slice(8)
  const said = isEncoded ? quotedPrintable(value!, charset).replace(/\r\n|\r|\n/g, '\\n') : value
  return `${[name, ...parameters].join(';')}:${said}`
}

function quotedPrintable(value: string, charset = 'utf-8'): string {
  const bytes: number[] = []
  const plain = new TextEncoder()
  for (let i = 0; i < value.length; ) {
    const hex = /^=([0-9A-Fa-f]{2})/.exec(value.slice(i, i + 3))
    if (hex) {
      bytes.push(Number.parseInt(hex[1]!, 16))
      i += 3
    } else {
      const sign = String.fromCodePoint(value.codePointAt(i)!)
      bytes.push(...plain.encode(sign))
      i += sign.length
    }
  }
  return decoder(charset).decode(new Uint8Array(bytes))
}

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
