// A contact as a file that address books take: vCard 3.0, which all of them read. What it says is read back by `readContactFile`.
import type { Target } from '../../contract.ts'

export type ScannedContact = Pick<Target, 'company' | 'contact' | 'contact_email' | 'contact_phone'>

/** Bytes of a line at most; longer ones are folded. */
const LINE = 75

/** With line ends as the format wants them. The name of the file is `cardNameOf`. */
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

/** 'Jane Doe.vcf', without what a file's name can't hold. */
export const cardNameOf = ({ company, contact }: ScannedContact): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: files can't be called so
  `${(contact || company).replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ').trim() || 'Contact'}.vcf`

const escaped = (text: string) => text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')

/** The last word is taken for the family's name, as address books sort by it. */
function structured(contact: string): string {
  const words = contact.split(/\s+/)
  const family = words.length > 1 ? words.pop()! : ''
  return [family, words.join(' '), '', '', ''].map(escaped).join(';')
}

/** Signs stay whole; a line goes on after a line end and a blank, which counts. */
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
