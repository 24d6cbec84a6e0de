// The lines that vCard and iCalendar files are made of (RFC 6350 §3.2, RFC 5545 §3.1, vCard 2.1): NAME;PARAMETER=x:value.
export type ContentLine = { name: string; parameters: Readonly<Record<string, string>>; value: string }

/** Unfolded and decoded. What is no such line is left out. */
export function contentLinesOf(text: string): ContentLine[] {
  return unfolded(text).flatMap((line) => {
    const at = colonOf(line)
    if (at <= 0) return []
    const [name = '', ...rest] = splitOutsideQuotes(line.slice(0, at), ';')
    const parameters = parametersOf(rest)
    const value = line.slice(at + 1)
    const decoded = parameters.ENCODING === 'QUOTED-PRINTABLE' ? quotedPrintable(value, parameters.CHARSET) : value
    // A group ('item1.EMAIL') only ties lines together.
    return [{ name: name.slice(name.lastIndexOf('.') + 1).toUpperCase(), parameters, value: decoded }]
  })
}

/** A value's parts, with \n, \, and \; told apart from what separates. */
export function partsOf(value: string, separator: ';' | ','): string[] {
  const parts = ['']
  for (let i = 0; i < value.length; i++) {
    const sign = value[i]!
    if (sign === '\\' && i + 1 < value.length) {
      const next = value[++i]!
      parts[parts.length - 1] += next === 'n' || next === 'N' ? '\n' : next
    } else if (sign === separator) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** The whole value as plain text on one line. */
export const textOf = (value: string): string =>
  value
    .replace(/\\([nN,;\\:])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? ' ' : sign))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Quoted-printable lines end with '=', all others go on in a line that begins with a blank. */
function unfolded(text: string): string[] {
  const lines: string[] = []
  let isSoft = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1
    if (isSoft) lines[last] = lines[last]!.slice(0, -1) + line
    else if (last >= 0 && /^[ \t]/.test(line)) lines[last] += line.slice(1)
    else lines.push(line)
    isSoft = /ENCODING=QUOTED-PRINTABLE|;QUOTED-PRINTABLE[;:]/i.test(lines.at(-1)!) && line.endsWith('=')
  }
  return lines
}

const colonOf = (line: string): number => {
  let isQuoted = false
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') isQuoted = !isQuoted
    else if (line[i] === ':' && !isQuoted) return i
  }
  // An unclosed quote is a mistake of the writer, not the end of the line.
  return line.indexOf(':')
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    if (sign === separator && !isQuoted) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

/** vCard 2.1 writes parameters without names: ';HOME;QUOTED-PRINTABLE'. */
function parametersOf(parts: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const part of parts) {
    const at = part.indexOf('=')
    const bare = part.toUpperCase()
    if (at > 0) {
      const name = part.slice(0, at).toUpperCase()
      const value = part.slice(at + 1).replaceAll('"', '')
      const said = name === 'ENCODING' ? value.toUpperCase() : value
      parameters[name] = name in parameters ? `${parameters[name]},${said}` : said
    } else if (bare === 'QUOTED-PRINTABLE' || bare === 'BASE64') parameters.ENCODING = bare
    else if (bare !== '') parameters.TYPE = 'TYPE' in parameters ? `${parameters.TYPE},${bare}` : bare
  }
  return parameters
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
