// Reads a meeting from a calendar file (.ics), as it is dropped on the page or attached to an invitation.
import { instantOfLine, zonesOf } from '#core/contract/calendarTimes.ts'
import { type CardLine, contentLinesOf, unfoldedText } from '#core/contract/contentLines.ts'
import { usableAddress } from './addresses.ts'
import { boundedId, cutAt, normalizedText, singleLineOf } from './cleanText.ts'
import type { MatchedMessage } from './matchMessage.ts'
import { latin1 } from './mimeParts.ts'
import { displayName, refused } from './readMessage.ts'
import { type MailAddress, mailLimits, type ReadingContext } from './receivedMessage.ts'

export type ReceivedMeeting = {
  kind: 'meeting'
  uid: string | null
  /** The start, which can be in the future. A series starts with its first meeting. Null if unreadable. */
  at: string | null
  endsAt: string | null
  isAllDay: boolean
  isCanceled: boolean
  isSeries: boolean
  organizer: MailAddress | null
  attendees: MailAddress[]
  subject: string
  text: string
  isCut: boolean
  location: string
  /** Other meetings in the same file that weren't read. */
  otherMeetings: number
  problems: string[]
}

const MOST_BYTES = 5_000_000
/** Without the properties that aren't read, such as files within a meeting. */
const MOST_READ = 120_000
const MOST_LINES = 2_500
const MOST_ATTENDEES = 250
const LONGEST_LINE = 60_000

/** Throws a Refusal if the file has no meeting. `zone` is for times without one. */
export async function readMeetingFile(bytes: Uint8Array, given: ReadingContext): Promise<ReceivedMeeting> {
  if (bytes.length > MOST_BYTES) throw refused('This calendar file is larger than 5 MB.')
  const { kept, isCut } = withoutFiles(bytes)
  const text = unfoldedText(kept)
  if (!/^\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 2_000))) throw refused('This isn’t a calendar file.')
  const blocks = eventsIn(text, isCut)
  const [block] = blocks
  if (!block) throw refused('This calendar file has no meeting.')
  const lines = contentLinesOf(block.join('\n'))
  const valueIn = (name: string) => lines.find((line) => line.name === name)
  const zones = zonesOf(text)
  const instantIn = (name: string) => {
    const line = valueIn(name)
    return line ? instantOfLine(line, zones, given.zone ?? 'UTC') : null
  }
  const [start, end] = [instantIn('DTSTART'), instantIn('DTEND')]
  const description = normalizedText(unescapedValue(block.find((line) => /^DESCRIPTION[;:]/i.test(line)) ?? '')).trim()
  const own = cutAt(description, mailLimits.text)
  const uid = singleLineOf(valueIn('UID')?.value ?? '', 2_000)
  const [organizer = null] = peopleOf(lines, 'ORGANIZER')
  const isCanceled =
    /^CANCELL?ED$/i.test(valueIn('STATUS')?.value ?? '') || /^METHOD:CANCEL\s*$/im.test(text.slice(0, 5_000))
  return {
    kind: 'meeting',
    uid: uid ? boundedId(uid, mailLimits.messageId) : null,
    at: start?.at ?? null,
    endsAt: end?.at ?? null,
    isAllDay: start?.isAllDay ?? false,
    isCanceled,
    isSeries: valueIn('RRULE') !== undefined,
    organizer,
    attendees: peopleOf(lines, 'ATTENDEE'),
    subject: singleLineOf(valueIn('SUMMARY')?.value ?? '', mailLimits.subject),
    text: own,
    isCut: own.length < description.length,
    location: singleLineOf(valueIn('LOCATION')?.value ?? '', mailLimits.subject),
    otherMeetings: blocks.length - 1,
    problems: [
      ...(start ? [] : ['We couldn’t read when this meeting starts.']),
      ...(isCut ? ['This calendar file is longer than we read. Some of it is missing here.'] : []),
    ],
  }
}

/** The shape in which a meeting finds its Target. */
export const messageOfMeeting = ({ organizer, attendees, subject, at }: ReceivedMeeting): MatchedMessage => ({
  from: organizer,
  sender: null,
  to: attendees,
  cc: [],
  subject,
  sentAt: at,
  isMeeting: true,
})

const used = /^(DTSTART|DTEND|UID|ORGANIZER|ATTENDEE|STATUS|SUMMARY|DESCRIPTION|LOCATION|RRULE)[;:]/i

const unread = /^(ATTACH|X-|IMAGE|COMMENT|CATEGORIES|PRODID|CLASS|TRANSP|CREATED|DTSTAMP)/i

/** Keeps the lines that count, before they are unfolded. A meeting can contain files of megabytes. */
function withoutFiles(bytes: Uint8Array): { kept: Uint8Array; isCut: boolean } {
  // Two bytes for each letter, which only old programs write.
  if (bytes[0] === 0xff || bytes[0] === 0xfe)
    return { kept: bytes.subarray(0, MOST_READ), isCut: bytes.length > MOST_READ }
  const lines: Uint8Array[] = []
  let size = 0
  let isKept = false
  let length = 0
  let at = 0
  while (at < bytes.length && size < MOST_READ && lines.length < MOST_LINES) {
    const found = bytes.indexOf(10, at)
    const end = found < 0 ? bytes.length : found + 1
    const line = bytes.subarray(at, end)
    const isFolded = line[0] === 32 || line[0] === 9
    length = isFolded ? length + line.length : line.length
    if (!isFolded) isKept = !unread.test(latin1(line.subarray(0, 12)))
    if (isKept && length < LONGEST_LINE) {
      lines.push(line)
      size += line.length
    }
    at = end
  }
  const kept = new Uint8Array(size)
  let place = 0
  for (const line of lines) {
    kept.set(line, place)
    place += line.length
  }
  return { kept, isCut: at < bytes.length }
}

/** The lines of each event that count, without alarms. Moved meetings of a series come after the series itself. */
function eventsIn(text: string, isCut: boolean): string[][] {
  const events: { lines: string[]; isMoved: boolean; attendees: number }[] = []
  let event: (typeof events)[number] | null = null
  let inner = 0
  for (const line of text.split('\n')) {
    if (/^\s*BEGIN:VEVENT\s*$/i.test(line)) event = { lines: [], isMoved: false, attendees: 0 }
    else if (/^\s*END:VEVENT\s*$/i.test(line)) {
      if (event) events.push(event)
      event = null
      inner = 0
    } else if (!event) continue
    else if (/^\s*BEGIN:/i.test(line)) inner++
    else if (/^\s*END:/i.test(line)) inner = Math.max(0, inner - 1)
    else if (inner === 0) {
      if (/^RECURRENCE-ID[;:]/i.test(line)) event.isMoved = true
      if (
        used.test(line) &&
        line.length < LONGEST_LINE &&
        (!/^ATTENDEE/i.test(line) || event.attendees++ < MOST_ATTENDEES)
      )
        event.lines.push(line)
    }
  }
  // The end of a cut file is missing, and the beginning of its last meeting isn't.
  if (event && isCut) events.push(event)
  const whole = events.filter(({ isMoved }) => !isMoved)
  return (whole.length > 0 ? whole : events).map(({ lines }) => lines)
}

/** Keeps the line breaks of a text, which the reading of single values joins. */
function unescapedValue(line: string): string {
  const [head = ''] = /^[^:"]*(?:"[^"]*"[^:"]*)*:/.exec(line) ?? []
  return line.slice(head.length).replace(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
}

/** Without rooms and resources. */
function peopleOf(lines: readonly CardLine[], name: string): MailAddress[] {
  const found = new Map<string, MailAddress>()
  for (const line of lines) {
    if (line.name !== name || /^(RESOURCE|ROOM)$/i.test(line.parameters.CUTYPE ?? '')) continue
    const address = usableAddress(line.value) ?? usableAddress(line.parameters.EMAIL ?? '')
    if (!address || found.size >= mailLimits.addresses) continue
    found.set(address.toLowerCase(), { name: displayName(line.parameters.CN ?? '', address), address })
  }
  return [...found.values()]
}
