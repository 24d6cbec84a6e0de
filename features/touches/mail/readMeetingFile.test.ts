import { expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { matchMessage } from './matchMessage.ts'
import { messageOfMeeting, readMeetingFile } from './readMeetingFile.ts'
import { context } from './testing/people.ts'

const given = { arrivedAt: '2026-11-20T12:00:00.000Z', ownDomains: [], zone: 'Europe/Berlin' }
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...lines: string[]) =>
  new TextEncoder().encode(
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:REQUEST', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
  )
const read = (...lines: string[]) => readMeetingFile(calendar(event(...lines)), given)

test('It reads a meeting', async () => {
  const meeting = await read(
    'UID:abc@acme.example',
    'DTSTART;TZID=Europe/Berlin:20261124T150000',
    'DTEND;TZID=Europe/Berlin:20261124T160000',
    'SUMMARY:Review\\, Part 1',
    'LOCATION:Room 4',
    'ORGANIZER;CN="Doe, Jane":mailto:jane@ACME.example',
    'ATTENDEE;CN=Nora;ROLE=REQ-PARTICIPANT:mailto:nora@firm.example',
    'ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room4@firm.example',
    'DESCRIPTION:First line\\nSecond\\, line',
    ' is folded',
    'ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJD',
    ' QUJD',
    'BEGIN:VALARM',
    'DESCRIPTION:Reminder',
    'END:VALARM',
  )
  expect(meeting).toEqual({
    kind: 'meeting',
    uid: 'abc@acme.example',
    at: '2026-11-24T14:00:00.000Z',
    endsAt: '2026-11-24T15:00:00.000Z',
    isAllDay: false,
    isCanceled: false,
    isSeries: false,
    organizer: { name: 'Doe, Jane', address: 'jane@acme.example' },
    attendees: [{ name: 'Nora', address: 'nora@firm.example' }],
    subject: 'Review, Part 1',
    text: 'First line\nSecond, lineis folded',
    isCut: false,
    location: 'Room 4',
    otherMeetings: 0,
    problems: [],
  })
})

test.each([
  ['DTSTART:20261124T150000Z', '2026-11-24T15:00:00.000Z'],
  ['DTSTART:20261124T150000', '2026-11-24T14:00:00.000Z'],
  ['DTSTART;TZID=W. Europe Standard Time:20261124T150000', '2026-11-24T14:00:00.000Z'],
  ['DTSTART;TZID="America/New_York":20260705T150000', '2026-07-05T19:00:00.000Z'],
  ['DTSTART;VALUE=DATE:20261124', '2026-11-23T23:00:00.000Z'],
])('It reads the start %s', async (line, at) => {
  const meeting = await read(line, 'SUMMARY:x')
  expect(meeting).toMatchObject({ at, isAllDay: line.includes('VALUE=DATE') })
})

test('It reads the time in a zone of the file', async () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Ours',
    'BEGIN:STANDARD',
    'DTSTART:16010101T030000',
    'TZOFFSETFROM:+0300',
    'TZOFFSETTO:+0300',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  const meeting = await readMeetingFile(
    calendar(...zone, event('DTSTART;TZID=Ours:20261124T150000', 'SUMMARY:x')),
    given,
  )
  expect(meeting.at).toBe('2026-11-24T12:00:00.000Z')
})

test('It reads the series before its moved meetings, and counts others', async () => {
  const moved = event('UID:a', 'RECURRENCE-ID:20261201T150000Z', 'DTSTART:20261202T150000Z', 'SUMMARY:moved')
  const series = event('UID:a', 'DTSTART:20261124T150000Z', 'RRULE:FREQ=WEEKLY', 'SUMMARY:series')
  const other = event('UID:b', 'DTSTART:20261125T150000Z', 'SUMMARY:other')
  expect(await readMeetingFile(calendar(moved, series, other), given)).toMatchObject({
    subject: 'series',
    isSeries: true,
    otherMeetings: 1,
  })
})

test('It says that a meeting is canceled or has no readable start', async () => {
  expect(await read('DTSTART:20261124T150000Z', 'STATUS:CANCELLED')).toMatchObject({ isCanceled: true })
  expect(await read('DTSTART:soon', 'SUMMARY:x')).toMatchObject({
    at: null,
    problems: ['We couldn’t read when this meeting starts.'],
  })
})

test('It finds the Target of a meeting', async () => {
  const meeting = await read(
    'DTSTART:20261124T150000Z',
    'ORGANIZER:mailto:nora.whitfield@hollis-grant.com',
    'ATTENDEE;CN=Jane:mailto:jane.harper@northgate-capital.com',
  )
  expect(matchMessage(messageOfMeeting(meeting), context)).toMatchObject({
    kind: 'target',
    targetId: 't-northgate',
    direction: 'both',
    at: '2026-11-24T15:00:00.000Z',
  })
})

test.each(['', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'])(
  'It rejects %j with a sentence',
  async (text) => {
    await expect(readMeetingFile(new TextEncoder().encode(text), given)).rejects.toThrow(Refusal)
  },
)
