// Reads a new target from vCard 2.1, 3.0, 4.0 or iCalendar 2.0, including intact parts of damaged files.
import { dayOfEvent, type Zones, zonesOf } from '#core/contract/calendarTimes.ts'
import { addressIn, byPreference, isVoice, numberIn } from '#core/contract/cardLines.ts'
import { type CardLine, contentLinesOf, singleLine, unfoldedText } from '#core/contract/contentLines.ts'
import { Refusal } from '#core/contract/errors.ts'
import { isEmail } from '#core/contract/fields.ts'

/** Values from one card or event, '' for missing ones. */
export type ContactFilling = {
  /** Label in a choice among several. */
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
/** Longer than any field, so that the form can still report the excess. */
const MOST_CHARACTERS = 1000

type Asking = {
  /** The firm's time zone, which turns an event's instant into a day. */
  zone: string
  /** 'YYYY-MM-DD'. A repeating meeting uses its next occurrence from this day on. */
  today: string
  /** The reader's own email, never used as an event's contact. */
  ownEmail: string
}

/** Returns at least one card or event. Throws a Refusal with a sentence for an unreadable or empty file. */
export function readContactFile(bytes: Uint8Array, asking: Asking): ContactFilling[] {
  if (bytes.length > MAX_FILE_BYTES) throw refused('This file is larger than 1 MB.')
  const text = unfoldedText(bytes)
  const isCalendar = /^\s*BEGIN:VCALENDAR\s*$/im.test(text)
  if (!isCalendar && !/^\s*BEGIN:VCARD\s*$/im.test(text))
    throw refused('Choose a contact file (.vcf) or a calendar file (.ics).')
  const lines = contentLinesOf(text)
  const kinds = isCalendar ? ['VEVENT', 'VTODO'] : ['VCARD']
  const found = blocksOf(lines, kinds)
  if (found.length === 0)
    throw refused(
      isCalendar ? 'This file doesn’t contain a complete event.' : 'This file doesn’t contain a complete contact.',
    )
  const fillings = (isCalendar ? eventsOf(found, asking, zonesOf(text)) : found.map(cardOf)).filter(
    ({ company, contact, contact_email, contact_phone, step }) =>
      [company, contact, contact_email, contact_phone, step].some(Boolean),
  )
  if (fillings.length === 0) throw refused('This file has nothing we can use for a Target.')
  return fillings
}

const refused = (message: string) => new Refusal('invalid', `${message} Nothing was filled in.`, 400)

/** Complete blocks, without nested ones (alarms, agents). */
function blocksOf(lines: readonly CardLine[], kinds: readonly string[]): CardLine[][] {
  const blocks: CardLine[][] = []
  const open: { kind: string; lines: CardLine[] }[] = []
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

function cardOf(lines: readonly CardLine[]): ContactFilling {
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

const best = (lines: readonly CardLine[], name: string): CardLine | undefined =>
  byPreference(lines.filter((line) => line.name === name && line.value.trim() !== ''))[0]

/** Returns the first valid email, including from 'Jane Doe <jane@acme.example>'. */
const emailOf = (addresses: readonly string[]): string => addresses.map(addressIn).find(isEmail) ?? ''

/** Prefers a marked voice number, then one at work. */
function phoneOf(lines: readonly CardLine[]): string {
  const numbers = byPreference(lines.filter((line) => line.name === 'TEL' && isVoice(line))).map(
    ({ value, parameters }) => ({
      number: numberIn(value),
      isWork: /\bwork\b/i.test(parameters.TYPE ?? ''),
      isPreferred: parameters.PREF !== undefined || /\bpref\b/i.test(parameters.TYPE ?? ''),
    }),
  )
  const callable = numbers.filter(({ number }) => /\d/.test(number))
  const chosen = callable.find((one) => one.isPreferred) ?? callable.find((one) => one.isWork) ?? callable[0]
  return chosen?.number ?? ''
}

// — events —————————————————————————————————————————————————————————————————————————————————————

/** Returns each event once. Moved or canceled occurrences belong to their series. */
function eventsOf(blocks: readonly CardLine[][], { zone, today, ownEmail }: Asking, zones: Zones): ContactFilling[] {
  const valueIn = (lines: readonly CardLine[], name: string) => best(lines, name)?.value
  const isSeries = (lines: readonly CardLine[]) => best(lines, 'RRULE') !== undefined
  const series = new Set(blocks.filter(isSeries).map((lines) => valueIn(lines, 'UID')))
  const isException = (lines: readonly CardLine[]) =>
    best(lines, 'RECURRENCE-ID') !== undefined && series.has(valueIn(lines, 'UID'))
  return blocks
    .filter((lines) => !isException(lines))
    .map((lines) => {
      const exceptions = blocks
        .filter((one) => isSeries(lines) && isException(one) && valueIn(one, 'UID') === valueIn(lines, 'UID'))
        .map((one) => ({ lines: one, isCanceled: /^CANCELL?ED$/i.test(valueIn(one, 'STATUS') ?? '') }))
      return eventOf(lines, dayOfEvent(lines, exceptions, { zone, today, zones }), ownEmail)
    })
}

function eventOf(lines: readonly CardLine[], due: string, ownEmail: string): ContactFilling {
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
    due,
  })
}

/** Returns the name next to an email. Calendars also put the email itself there. */
const nameIn = ({ parameters }: CardLine): string => {
  const name = singleLine(parameters.CN ?? '')
  return name.includes('@') ? '' : name
}

function labelled(filling: Omit<ContactFilling, 'label'>): ContactFilling {
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
