// Turns a card of a vCard file into a row. The headings are those that the suggestion of columns recognizes.
import { addressIn, byPreference, isVoice, numberIn } from '#core/contract/cardLines.ts'
import { type CardLine, contentLinesOf, unfoldedAs } from '#core/contract/contentLines.ts'
import { contactLimits } from '#features/contacts/contract.ts'
import { emailKeyOf } from '#features/contacts/namesContract.ts'

export const vcardLimits = {
  bytes: 1024 * 1024,
  tooLong: 'This card is longer than 1 MB. Remove its pictures and import it again.',
  unclosed: 'This card has no end. Export it again.',
} as const

/** Column with the reason why a card can't be imported. */
export const CARD_PROBLEM = 'Problem'

const numbered = (name: string) =>
  Array.from({ length: contactLimits.addresses }, (_, i) => (i === 0 ? name : `${name} ${i + 1}`))
const [emailHeadings, phoneHeadings] = [numbered('Email'), numbered('Phone')]
/** Headings in the order of the columns. Others follow as they appear. */
export const cardHeadings: readonly string[] = [
  ...['First name', 'Last name', 'Full name', 'Title', 'Company'],
  ...emailHeadings,
  ...phoneHeadings,
  ...['Note', 'ID'],
]

/** Properties that aren't imported, by the heading under which they're listed. */
const leftOut: Record<string, string> = {
  ADR: 'Address',
  LABEL: 'Address',
  BDAY: 'Birthday',
  ANNIVERSARY: 'Anniversary',
  PHOTO: 'Photo',
  LOGO: 'Logo',
  SOUND: 'Sound',
  KEY: 'Key',
  URL: 'Website',
  NICKNAME: 'Nickname',
  ROLE: 'Function',
  CATEGORIES: 'Categories',
  IMPP: 'Instant messaging',
  'X-SOCIALPROFILE': 'Social profiles',
  GEO: 'Position on the map',
  TZ: 'Time zone',
  GENDER: 'Gender',
  LANG: 'Language',
  RELATED: 'Related people',
  'X-ABRELATEDNAMES': 'Related people',
  MEMBER: 'Members',
  AGENT: 'Assistant',
}
const files = new Set(['PHOTO', 'LOGO', 'SOUND', 'KEY'])
/** Properties about the card itself, not about the person. */
const technical =
  /^(BEGIN|END|VERSION|PRODID|REV|KIND|SORT-STRING|CLASS|MAILER|SOURCE|NAME|PROFILE|XML|CLIENTPIDMAP|X-AB(SHOWAS|UID|ADR|LABEL)|X-IMAGEHASH|X-IMAGETYPE)$/
const readNames = new Set(['N', 'FN', 'ORG', 'TITLE', 'EMAIL', 'TEL', 'NOTE', 'UID'])
/** Characters of a value that isn't imported. */
const SHOWN = 1000

export type CardRow = { cells: Map<string, string>; encoding: string }

/** Returns the cells of a card by their headings. `problem` is one that the division of the file has found. */
export function rowOfCard(bytes: Uint8Array, problem: string | null): CardRow {
  const { text, encoding } = unfoldedAs(bytes)
  const skipped: string[] = []
  const lines = outermost(contentLinesOf(text, (line) => skipped.push(line))).map(decoded)
  const named = (name: string) => byPreference(lines.filter((line) => line.name === name && line.value !== ''))
  const texts = (name: string, between: string) =>
    named(name)
      .map((line) => line.text.trim())
      .join(between)
  const [org, ...otherOrgs] = named('ORG')
  const phones = named('TEL')
  const cells = new Map<string, string>([
    ...namesOf(lines, named),
    ['Title', texts('TITLE', ', ')],
    ...spread(emailHeadings, different(named('EMAIL').map(({ value }) => addressIn(value))), '; '),
    ...spread(phoneHeadings, different(phones.filter(isVoice).map(({ value }) => numberIn(value))), '\n'),
    ['Note', texts('NOTE', '\n')],
    ['ID', (named('UID')[0]?.value ?? '').replace(/^urn:uuid:/i, '')],
    ['Department', (org?.parts.slice(1) ?? []).filter(Boolean).join(', ')],
    ['Other organizations', otherOrgs.map(({ value }) => value).join(', ')],
    [
      'Fax and pager',
      phones
        .filter((line) => !isVoice(line))
        .map(({ value }) => numberIn(value))
        .join(', '),
    ],
    ...othersIn(lines),
    ['Unreadable lines', skipped.join(' · ')],
  ])
  const important = cardHeadings.map((heading) => cells.get(heading) ?? '').join('\n')
  const why = problem ?? unreadable(lines, important, encoding === 'utf-8' ? '' : text)
  if (why) cells.set(CARD_PROBLEM, why)
  for (const [heading, cell] of cells) {
    if (cell === '') cells.delete(heading)
    else if (heading !== CARD_PROBLEM && !cardHeadings.includes(heading) && cell.length > SHOWN)
      cells.set(heading, `${cell.slice(0, SHOWN - 1)}…`)
  }
  return { cells, encoding }
}

/** Lines of the card without those of cards within it. */
function outermost(lines: readonly CardLine[]): CardLine[] {
  let depth = 0
  return lines.filter(({ name }) => {
    if (name === 'BEGIN') depth++
    const isOwn = depth === 1
    if (name === 'END') depth--
    return isOwn
  })
}

/** Text can be in base64 as well. */
function decoded(line: CardLine): CardLine {
  if (!readNames.has(line.name) || !/^(b|base64)$/i.test(line.parameters.ENCODING ?? '')) return line
  const text = Buffer.from(line.value.replaceAll(' ', ''), 'base64').toString('utf8')
  return { ...line, value: text.replaceAll(/\s+/g, ' ').trim(), text, parts: text.split(';') }
}

function namesOf(lines: readonly CardLine[], named: (name: string) => CardLine[]): [string, string][] {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = named('N')[0]?.parts ?? []
  const full = named('FN')[0]?.value ?? ''
  const company = named('ORG')[0]?.parts[0] ?? ''
  const first = [given, middle].filter(Boolean).join(' ')
  const isSaid = lines.some(
    ({ name, value }) =>
      (name === 'KIND' && /^org$/i.test(value)) || (name === 'X-ABSHOWAS' && /^company$/i.test(value)),
  )
  const isCompany = isSaid || (full !== '' && full === company && first === '')
  const isWhole = first !== '' || family !== ''
  const isPerson = !isCompany && !isWhole
  return [
    ['First name', isCompany && family === full ? '' : first],
    ['Last name', isCompany && family === full ? '' : family],
    ['Full name', isPerson ? full : ''],
    ['Company', company || (isCompany ? full : '')],
    ['Name prefix', prefix],
    ['Name suffix', suffix],
  ]
}

/** More entries than a contact can have share the last cell, so that none is lost without a word. */
function spread(headings: readonly string[], entries: readonly string[], between: string): [string, string][] {
  const last = headings.length - 1
  return headings.map((heading, at) => [heading, at < last ? (entries[at] ?? '') : entries.slice(last).join(between)])
}

const different = (entries: readonly string[]) =>
  entries.filter(
    (entry, at) => entry !== '' && entries.findIndex((other) => emailKeyOf(other) === emailKeyOf(entry)) === at,
  )

function othersIn(lines: readonly CardLine[]): [string, string][] {
  const others = lines.flatMap(({ name, value, parts }): [string, string][] => {
    if (readNames.has(name) || technical.test(name) || value === '') return []
    if (files.has(name)) return [[leftOut[name]!, 'file']]
    if (leftOut[name]) return [[leftOut[name], parts.filter(Boolean).join(', ') || value]]
    return [['Other fields', `${name}: ${value}`]]
  })
  return [...Map.groupBy(others, ([heading]) => heading)].map(([heading, same]) => [
    heading,
    same.map(([, value]) => value).join(' · '),
  ])
}

const known = /^(utf-?8|us-ascii|ascii|iso-?8859-1|latin-?1|windows-1252|cp-?1252|ansi)$/i
/** Bytes that Windows-1252 leaves undefined. */
const undefinedSigns = /[\u0081\u008d\u008f\u0090\u009d]/

/** Returns why letters of the card can't be read, or null. `read` is what's imported, `whole` is text in Windows-1252. */
function unreadable(lines: readonly CardLine[], read: string, whole: string): string | null {
  const foreign = lines.find(
    ({ name, value, parameters: { CHARSET = '', ENCODING = '' } }) =>
      readNames.has(name) && CHARSET !== '' && ENCODING === '' && !known.test(CHARSET) && /[\u0080-\uffff]/.test(value),
  )
  if (foreign)
    return `This card’s text is in ${foreign.parameters.CHARSET!.slice(0, 40)}, which we can’t read. Export it again as UTF-8.`
  return undefinedSigns.test(whole) || read.includes('\ufffd')
    ? 'Some letters of this card can’t be read. Export it again as UTF-8.'
    : null
}
