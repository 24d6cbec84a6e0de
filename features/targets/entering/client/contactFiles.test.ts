import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { runs } from '#tests/scope.ts'
import { MAX_FILE_BYTES, readContactFile } from './contactFiles.ts'

const asking = { zone: 'America/Los_Angeles', ownEmail: 'dana@hartwell.example' }
const read = (text: string) => readContactFile(new TextEncoder().encode(text), asking)
const lines = (...all: string[]) => all.join('\r\n')
const card = (...inside: string[]) => lines('BEGIN:VCARD', ...inside, 'END:VCARD', '')
const event = (...inside: string[]) =>
  lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...inside, 'END:VEVENT', 'END:VCALENDAR', '')

describe('a contact file', () => {
  test('version 4.0: the preferred address, a grouped line, a unit of the firm left out', () => {
    expect(
      read(
        card(
          'VERSION:4.0',
          'FN:Jane Doe',
          'N:Doe;Jane;;;',
          'ORG:Acme\\, Inc.;Legal',
          'EMAIL;TYPE=home:jane@home.example',
          'item1.EMAIL;PREF=1:jane@acme.example',
          'TEL;TYPE=fax;PREF=1:+1-206-555-0100',
          'TEL;TYPE=home:+1-206-555-0199',
          'TEL;VALUE=uri;TYPE="voice,work":tel:+1-206-555-0134;ext=12',
        ),
      ),
    ).toEqual([
      {
        label: 'Jane Doe, Acme, Inc.',
        contact: 'Jane Doe',
        company: 'Acme, Inc.',
        contact_email: 'jane@acme.example',
        contact_phone: '+1-206-555-0134 ext. 12',
        step: '',
        due: '',
      },
    ])
  })
  test('version 3.0 with folded lines and TYPE=pref', () => {
    const [found] = read(
      card(
        'VERSION:3.0',
        'FN:Jane Alexan',
        ' dra Doe',
        'EMAIL:a@acme.example',
        'EMAIL;TYPE=INTERNET,pref:b@acme.',
        '\texample',
      ),
    )
    expect(found).toMatchObject({ contact: 'Jane Alexandra Doe', contact_email: 'b@acme.example' })
  })
  test('version 2.1 in quoted-printable, with soft line ends and another character set', () => {
    const [found] = read(
      card(
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg',
        'ORG;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Br=FCcke =',
        '& S=F6hne',
        'EMAIL;INTERNET;PREF:joerg@bruecke.example',
      ),
    )
    expect(found).toMatchObject({
      contact: 'Jörg Müller',
      company: 'Brücke & Söhne',
      contact_email: 'joerg@bruecke.example',
    })
  })
  test('the number is the preferred one, or else one at work, and never a fax', () => {
    const phone = (...inside: string[]) => read(card('FN:Jane', ...inside))[0]!.contact_phone
    expect(phone('TEL;HOME;VOICE:206 555 0101', 'TEL;WORK;VOICE:206 555 0102')).toBe('206 555 0102')
    expect(phone('TEL;TYPE=WORK:206 555 0102', 'TEL;TYPE=CELL,pref:206 555 0103')).toBe('206 555 0103')
    expect(phone('TEL;TYPE=HOME:206 555 0101')).toBe('206 555 0101')
    expect(phone('TEL;TYPE=FAX,WORK:206 555 0104')).toBe('')
    expect(read(card('TEL:206 555 0105'))[0]).toMatchObject({ label: '206 555 0105', contact_phone: '206 555 0105' })
  })
  test('several cards are a choice, in the order of the file', () => {
    const text = card('FN:Jane Doe') + card('FN:Lee Park', 'ORG:Acme')
    expect(read(text).map(({ label }) => label)).toEqual(['Jane Doe', 'Lee Park, Acme'])
  })
  test('the card of a firm names no person', () => {
    expect(read(card('KIND:org', 'FN:Acme'))[0]).toMatchObject({ company: 'Acme', contact: '' })
    expect(read(card('FN:Acme', 'ORG:Acme'))[0]).toMatchObject({ company: 'Acme', contact: '' })
  })
  test('an address that is none, a picture, and lines that are no lines are passed over', () => {
    const [found] = read(card('FN:Jane', 'EMAIL:not an address', 'PHOTO;ENCODING=b:AAAA', ' BBBB', 'nonsense', ':', ''))
    expect(found).toMatchObject({ contact: 'Jane', contact_email: '' })
  })
  test('bare line feeds, small letters, a byte order mark, UTF-16 and old encodings', () => {
    expect(read('\uFEFFbegin:vcard\nfn:Jane Doe\nend:vcard')[0]).toMatchObject({ contact: 'Jane Doe' })
    const text = `\uFEFF${card('FN:Jörg')}`
    const utf16 = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]))
    expect(readContactFile(utf16, asking)[0]).toMatchObject({ contact: 'Jörg' })
    const latin = new Uint8Array([...card('FN:Jörg')].map((sign) => sign.charCodeAt(0)))
    expect(readContactFile(latin, asking)[0]).toMatchObject({ contact: 'Jörg' })
  })
  test('of a file that breaks off, the complete cards are taken', () => {
    expect(read(`${card('FN:Jane Doe')}BEGIN:VCARD\r\nFN:Lee Pa`)).toHaveLength(1)
  })
})

describe('a calendar file', () => {
  test('summary, start and the first attendee who is somebody else', () => {
    expect(
      read(
        event(
          'SUMMARY:Lunch\\, at noon',
          'DTSTART;VALUE=DATE:20261124',
          'ORGANIZER;CN=Dana:mailto:dana@hartwell.example',
          'ATTENDEE;CN=Dana:MAILTO:Dana@hartwell.example',
          'ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room4@acme.example',
          'ATTENDEE;CN="Doe: Jane";ROLE=REQ-PARTICIPANT:mailto:jane@acme.example',
          'BEGIN:VALARM',
          'SUMMARY:Wake up',
          'END:VALARM',
        ),
      ),
    ).toEqual([
      {
        label: 'Lunch, at noon, Doe: Jane',
        company: '',
        contact: 'Doe: Jane',
        contact_email: 'jane@acme.example',
        contact_phone: '',
        step: 'Lunch, at noon',
        due: '2026-11-24',
      },
    ])
  })
  test("the day is the firm's, whatever zone the event is in", () => {
    const due = (start: string) => read(event('SUMMARY:Call', start))[0]!.due
    expect(due('DTSTART:20261125T030000Z')).toBe('2026-11-24')
    expect(due('DTSTART;TZID=Asia/Tokyo:20261125T100000')).toBe('2026-11-24')
    expect(due('DTSTART;TZID=Their own zone:20261125T100000')).toBe('2026-11-25')
    expect(due('DTSTART:20261125T233000')).toBe('2026-11-25')
    expect(due('DTSTART:20261399T000000Z')).toBe('')
    expect(due('DTSTART:soon')).toBe('')
  })
  test('a task has its due day', () => {
    expect(
      read(lines('BEGIN:VCALENDAR', 'BEGIN:VTODO', 'SUMMARY:Memo', 'DUE:20261201', 'END:VTODO', 'END:VCALENDAR'))[0],
    ).toMatchObject({
      step: 'Memo',
      due: '2026-12-01',
    })
  })
})

describe('a file that is none of these', () => {
  test.each([
    ['', 'This is neither a contact file (.vcf) nor a calendar file (.ics). Nothing was filled in.'],
    [
      'company,contact\nAcme,Jane',
      'This is neither a contact file (.vcf) nor a calendar file (.ics). Nothing was filled in.',
    ],
    ['BEGIN:VCARD\r\nFN:Jane', 'There is no complete contact in this file. Nothing was filled in.'],
    ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x', 'There is no complete event in this file. Nothing was filled in.'],
    [card('PHOTO:x'), 'Nothing in this file fits a Target. Nothing was filled in.'],
  ])('%j is refused with a sentence', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
  test('more than 1 MB is refused unread', () => {
    expect(() => readContactFile(new Uint8Array(MAX_FILE_BYTES + 1), asking)).toThrow('larger than 1 MB')
  })
  test('any bytes are either read or refused', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'BEGIN:VCARD',
        'END:VCARD',
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'END:VEVENT',
        '\r\n',
        ' ',
        ':',
        ';',
        '"',
      ),
      fc.constantFrom(
        'FN:',
        'N:a;b',
        'EMAIL;',
        'ENCODING=QUOTED-PRINTABLE:=4',
        '=',
        '\\',
        'DTSTART:2026',
        'TZID=Mars',
        '=ZZ',
      ),
      fc.string({ unit: 'binary', maxLength: 10 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          expect(read(pieces.join('')).length).toBeGreaterThan(0)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Refusal)
        }
      }),
      { numRuns: runs(200, 1000) },
    )
  })
})
