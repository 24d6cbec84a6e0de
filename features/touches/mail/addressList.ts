// Reads the people of a header line that a person can see, as Outlook and others write it into a forwarded email:
// 'Doe, Jane; John Roe [mailto:john@acme.example]; sam@acme.example'.
import { usableAddress } from './addresses.ts'
import { singleLineOf } from './cleanText.ts'
import { onBehalfOf } from './headerWords.ts'
import { type MailAddress, mailLimits } from './receivedMessage.ts'

export type WrittenPeople = {
  people: MailAddress[]
  /** People without an address. */
  names: string[]
}

const LONGEST = 20_000
const candidate = /[^\s<>()[\]"',;:@][^\s<>()[\]",;:@]{0,63}@[^\s<>()[\]"',;:@]{3,253}/gu

export function peopleIn(written: string): WrittenPeople {
  const people = new Map<string, MailAddress>()
  const names = new Set<string>()
  for (const part of partsOf(written.slice(0, LONGEST))) {
    if (people.size + names.size >= mailLimits.addresses) break
    // 'Assistant on behalf of Jane Doe': both are people of the email, and Jane Doe is its author.
    for (const one of part.split(onBehalfOf).reverse()) addPerson(one, people, names)
  }
  return { people: [...people.values()], names: [...names] }
}

function addPerson(written: string, people: Map<string, MailAddress>, names: Set<string>) {
  const found = [...written.matchAll(candidate)].flatMap(({ 0: text, index }) => {
    const address = usableAddress(text)
    return address ? [{ address, index }] : []
  })
  const [first] = found
  // Exchange's internal address, in any brackets, isn't part of the name.
  const plain = written
    .replace(/<\/o=[^>]*>?|\[\/o=[^\]]*\]?|\/o=.*/gi, ' ')
    .replace(/[<([]?\bIMCEA[^>)\]\s]*[>)\]]?/gi, ' ')
  if (!first) return addName(plain, names)
  const before = nameOf(written.slice(0, first.index))
  // 'jane@acme.example (Jane Doe)'
  const [, after = ''] = /^[>\]\s]*\(([^()]{1,200})\)/.exec(written.slice(first.index + first.address.length)) ?? []
  const name = before || nameOf(after)
  const key = first.address.toLowerCase()
  const known = people.get(key)
  if (!known) people.set(key, { name, address: first.address })
  else if (!known.name) known.name = name
}

function addName(written: string, names: Set<string>) {
  const name = nameOf(written)
  if (/\p{L}{2}/u.test(name) && !name.includes('@')) names.add(name)
}

/** Without brackets, quotation marks, and bold marks. 'Doe, Jane' becomes 'Jane Doe'. */
function nameOf(written: string): string {
  const plain = singleLineOf(written, mailLimits.name * 2)
    .replace(/mailto:/gi, ' ')
    .replace(/[([][^()[\]]{0,200}[)\]]/g, ' ')
    .replace(/["“”„<>[\]()*_\\]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s'‘’,;:-]+|[\s'‘’,;:-]+$/g, '')
  if (plain.includes('@')) return ''
  const [family = '', given, ...more] = plain.split(/\s*,\s*/)
  const name = given && more.length === 0 ? `${given} ${family}` : plain
  return singleLineOf(name, mailLimits.name)
}

/** Semicolons separate if there are any. Otherwise a comma does, but not the one in 'Doe, Jane <jane@acme.example>'. */
function partsOf(written: string): string[] {
  const parts: string[] = []
  let part = ''
  let closing = ''
  const hasSemicolon = /;/.test(written)
  const hasAddress = written.includes('@')
  const isOfNames = !hasSemicolon && !hasAddress && written.split(',').every((name) => /\S\s+\S/.test(name.trim()))
  const end = () => {
    if (part.trim()) parts.push(part)
    part = ''
  }
  for (const sign of written) {
    if (closing) closing = sign === closing ? '' : closing
    else if (sign === '"') closing = '"'
    else if (sign === '<') closing = '>'
    if (sign === ';' && closing !== '"') {
      closing = ''
      end()
    } else if (sign === ',' && !closing && !hasSemicolon && (isOfNames || part.includes('@'))) end()
    else part += sign
  }
  end()
  return parts
}
