// What a contact (.vcf) or calendar (.ics) file says about a new target. Reads vCard 2.1, 3.0, 4.0 and iCalendar 2.0, and of a damaged file what is whole.
import { dayIn, instantOf, isZone } from '#core/contract/dates.ts'
import { Refusal } from '#core/contract/errors.ts'
import { isEmail } from '#core/contract/fields.ts'
import { type ContentLine, contentLinesOf, oneLine } from './contentLines.ts'

/** What one card or event fills in; '' for what it does not say. */
export type Filling = {
  /** How a choice among several is called. */
  label: string
  company: string
  contact: string
  contact_email: string
  contact_phone: string
  step: string
  /** 'YYYY-MM-DD' or ''. */
  due: string
}

export const MAX_FILE_BYTES = 1_000_000
/** More than any field takes, so that the form can still say that it is too long. */
const MOST_CHARACTERS = 1000

type Asking = {
  /** The firm's zone: in it an event's instant becomes a day. */
  zone: string
  /** The reader's own address: never the contact of an event. */
  ownEmail: string
}

/** The cards or events of a file, at least one. Throws a Refusal with a sentence for a file that can't be read or says nothing. */
export function readContactFile(bytes: Uint8Array, { zone, ownEmail }: Asking): Filling[] {
  if (bytes.length > MAX_FILE_BYTES) throw refused('This file is larger than 1 MB.')
  const text = decoded(bytes)
  const isCalendar = /^\s*BEGIN:VCALENDAR\s*$/im.test(text)
  if (!isCalendar && !/^\s*BEGIN:VCARD\s*$/im.test(text))
    throw refused('This is neither a contact file (.vcf) nor a calendar file (.ics).')
  const lines = contentLinesOf(text)
  const kinds = isCalendar ? ['VEVENT', 'VTODO'] : ['VCARD']
  const found = blocksOf(lines, kinds)
  if (found.length === 0)
    throw refused(
      isCalendar ? 'There is no complete event in this file.' : 'There is no complete contact in this file.',
    )
  const fillings = found
    .map((block) => (isCalendar ? eventOf(block, zone, ownEmail) : cardOf(block)))
    .filter(({ company, contact, contact_email, contact_phone, step }) =>
      [company, contact, contact_email, contact_phone, step].some(Boolean),
    )
  if (fillings.length === 0) throw refused('Nothing in this file fits a Target.')
  return fillings
}

const refused = (message: string) => new Refusal('invalid', `${message} Nothing was filled in.`, 400)

/** UTF-8; UTF-16 where the file says so; otherwise what old address books write. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The lines between BEGIN and END of each complete block of these kinds, without what is nested in it (alarms, agents). */
function blocksOf(lines: readonly ContentLine[], kinds: readonly string[]): ContentLine[][] {
  const blocks: ContentLine[][] = []
  const open: { kind: string; lines: ContentLine[] }[] = []
  for (const line of lines) {
    const kind = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN') open.push({ kind, lines: [] })
    else if (line.name === 'END') {
      const closed = open.findLastIndex((one) => one.kind === kind)
      if (closed < 0) continue
      const block = open[closed]!
      open.length = closed
      if (kinds.includes(kind) && !open.some((one) => kinds.includes(one.kind))) blocks.push(block.lines)
    } else open.at(-1)?.lines.push(line)
  }
  return blocks
}

// — contacts ———————————————————————————————————————————————————————————————————————————————————

function cardOf(lines: readonly ContentLine[]): Filling {
  const [family = '', given = '', middle = ''] = best(lines, 'N')?.parts ?? []
  const named = [given, middle, family].filter(Boolean).join(' ')
  const company = best(lines, 'ORG')?.parts[0] ?? ''
  const full = best(lines, 'FN')?.value ?? ''
  const isFirm = best(lines, 'KIND')?.value.toLowerCase() === 'org' || full === company
  const contact = isFirm ? named : full || named
  const contact_email = emailOf(byPreference(lines.filter(({ name }) => name === 'EMAIL')).map(({ value }) => value))
  const contact_phone = phoneOf(lines)
  return labelled({
    company: company || (isFirm ? full : ''),
    contact,
    contact_email,
    contact_phone,
    step: '',
    due: '',
  })
}

const best = (lines: readonly ContentLine[], name: string): ContentLine | undefined =>
  byPreference(lines.filter((line) => line.name === name && line.value.trim() !== ''))[0]

/** 4.0 counts preferences from 1, the older ones say TYPE=pref. */
function byPreference(lines: readonly ContentLine[]): ContentLine[] {
  const rank = ({ parameters }: ContentLine) => {
    if (parameters.PREF !== undefined) return Number.parseInt(parameters.PREF, 10) || 100
    return /\bpref\b/i.test(parameters.TYPE ?? '') ? 1 : 101
  }
  return lines.toSorted((a, b) => rank(a) - rank(b))
}

const emailOf = (addresses: readonly string[]): string =>
  addresses.map((one) => one.replace(/^mailto:/i, '').trim()).find(isEmail) ?? ''

/** The preferred number that somebody answers; of those alike, one at work. 4.0 may write it as an address: 'tel:+1-206-555-0134;ext=12'. */
function phoneOf(lines: readonly ContentLine[]): string {
  const numbers = byPreference(
    lines.filter(({ name, parameters }) => name === 'TEL' && !/\b(fax|pager|modem|bbs)\b/i.test(parameters.TYPE ?? '')),
  ).map(({ value, parameters }) => ({
    number: value.trim().replace(/^tel:/i, '').replace(/;ext=/i, ' ext. ').replace(/;.*$/, ''),
    isWork: /\bwork\b/i.test(parameters.TYPE ?? ''),
    isPreferred: parameters.PREF !== undefined || /\bpref\b/i.test(parameters.TYPE ?? ''),
  }))
  const callable = numbers.filter(({ number }) => /\d/.test(number))
  const chosen = callable.find((one) => one.isPreferred) ?? callable.find((one) => one.isWork) ?? callable[0]
  return chosen?.number ?? ''
}

// — events —————————————————————————————————————————————————————————————————————————————————————

function eventOf(lines: readonly ContentLine[], zone: string, ownEmail: string): Filling {
  const start = best(lines, 'DTSTART') ?? best(lines, 'DUE')
  const people = lines
    .filter(({ name, parameters }) => name === 'ATTENDEE' && !/^(RESOURCE|ROOM|GROUP)$/i.test(parameters.CUTYPE ?? ''))
    .map((line) => ({ email: emailOf([line.value]), name: nameIn(line) }))
  const organizer = best(lines, 'ORGANIZER')
  if (organizer) people.push({ email: emailOf([organizer.value]), name: nameIn(organizer) })
  const other = people.find(({ email, name }) => (email || name) && email.toLowerCase() !== ownEmail.toLowerCase())
  return labelled({
    company: '',
    contact: other?.name ?? '',
    contact_email: other?.email ?? '',
    contact_phone: '',
    step: best(lines, 'SUMMARY')?.value ?? '',
    due: start ? dayOf(start, zone) : '',
  })
}

/** The name beside an address; calendars also put the address itself there. */
const nameIn = ({ parameters }: ContentLine): string => {
  const name = oneLine(parameters.CN ?? '')
  return name.includes('@') ? '' : name
}

/** The day of DTSTART as the firm's clocks have it; '' for what is no date. */
function dayOf({ value, parameters }: ContentLine, zone: string): string {
  const [, year, month, date, hour, minute, second, utc] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?/.exec(value.trim()) ?? []
  const day = `${year}-${month}-${date}`
  const at = new Date(`${day}T00:00:00Z`)
  if (!date || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return ''
  const clock = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`
  if (hour === undefined || Number.isNaN(Date.parse(`${day}T${clock}Z`))) return day
  if (utc) return dayIn(zone, `${day}T${clock}Z`)
  const { TZID } = parameters
  // A time without a zone, or in one that only the file knows, is on the reader's own clock.
  return TZID && isZone(TZID) ? dayIn(zone, instantOf(TZID, `${day} ${clock}`)) : day
}

function labelled(filling: Omit<Filling, 'label'>): Filling {
  const { contact, company, contact_email, contact_phone, step } = filling
  const cut = (text: string) => text.slice(0, MOST_CHARACTERS)
  return {
    ...filling,
    contact: cut(contact),
    company: cut(company),
    contact_phone: cut(contact_phone),
    step: cut(step),
    label: cut([step, contact, company].filter(Boolean).join(', ') || contact_email || contact_phone),
  }
}
