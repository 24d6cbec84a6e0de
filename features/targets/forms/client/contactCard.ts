// A contact as vCard 3.0, which all address books read. `readContactFile` reads it back.
import type { Target } from '../../contract.ts'

export type ScannedContact = Pick<Target, 'company' | 'contact' | 'contact_email' | 'contact_phone'>

/** Most bytes in a line. Longer lines are folded. */
const LINE = 75

/** Returns a vCard with the line ends that the format requires. `cardNameOf` returns its file name. */
export function contactCardOf({ company, contact, contact_email, contact_phone }: ScannedContact): string {
  const name = contact || company
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(name)}`,
    `N:${contact ? structured(contact) : ';;;;'}`,
    company && `ORG:${escaped(company)}`,
    contact_email && `EMAIL;TYPE=INTERNET,WORK:${escaped(contact_email)}`,
    contact_phone && `TEL;TYPE=WORK,VOICE:${escaped(contact_phone)}`,
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line ? [`${folded(line)}\r\n`] : [])).join('')
}

/** Returns 'Jane Doe.vcf' without characters that a file name can't contain. */
export const cardNameOf = ({ company, contact }: ScannedContact): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: files can't be called so
  `${(contact || company).replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ').trim() || 'Contact'}.vcf`

const escaped = (text: string) => text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** Treats the last word as the family name, by which address books sort. */
function structured(contact: string): string {
  const words = contact.split(/\s+/)
  const family = words.length > 1 ? words.pop()! : ''
  return [family, words.join(' '), '', '', ''].map(escaped).join(';')
}

/** Never splits a character. A continuation starts with a line end and a blank, which counts toward its length. */
function folded(line: string): string {
  const plain = new TextEncoder()
  let bytes = 0
  let text = ''
  for (const sign of line) {
    const size = plain.encode(sign).length
    if (bytes + size > LINE) {
      text += '\r\n '
      bytes = 1
    }
    text += sign
    bytes += size
  }
  return text
}
