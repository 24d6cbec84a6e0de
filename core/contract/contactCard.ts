// A contact as vCard 3.0, which all address books read.

/** A person, or a company without one. */
export type CardContact = {
  name: string
  company: string
  title?: string
  emails: readonly string[]
  phones: readonly string[]
}

/** Most bytes in a line. Longer lines are folded. */
const LINE = 75

/** Returns a vCard with the line ends that the format requires. `cardNameOf` returns its file name. */
export function contactCardOf({ name: person, company, title, emails, phones }: CardContact): string {
  const name = person || company || emails[0] || phones[0] || ''
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(name)}`,
    `N:${person ? structured(person) : ';;;;'}`,
    company && `ORG:${escaped(company)}`,
    title && `TITLE:${escaped(title)}`,
    ...emails.filter(Boolean).map((address) => `EMAIL;TYPE=INTERNET,WORK:${escaped(address)}`),
    ...phones.filter(Boolean).map((number) => `TEL;TYPE=WORK,VOICE:${escaped(number)}`),
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line ? [`${folded(line)}\r\n`] : [])).join('')
}

/** Returns 'Jane Doe.vcf' without characters that a file name can't contain. */
export const cardNameOf = ({ company, name }: Pick<CardContact, 'company' | 'name'>): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: files can't be called so
  `${(name || company).replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ').trim() || 'Contact'}.vcf`

const escaped = (text: string) => text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** Treats the last word as the family name, by which address books sort. */
function structured(contact: string): string {
  const words = contact.split(/\s+/)
  const family = words.length > 1 ? words.pop()! : ''
  return [family, words.join(' '), '', '', ''].map(escaped).join(';')
}

/** Never splits a character. A continuation starts with a line end and a blank, which counts toward its length. */
function folded(line: string): string {
  let bytes = 0
  let text = ''
  for (const sign of line) {
    const size = bytesOf(sign)
    if (bytes + size > LINE) {
      text += '\r\n '
      bytes = 1
    }
    text += sign
    bytes += size
  }
  return text
}

/** Returns the length of one character in UTF-8. */
function bytesOf(sign: string): number {
  const code = sign.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
