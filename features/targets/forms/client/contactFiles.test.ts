import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { runs } from '#tests/scope.ts'
import { MAX_FILE_BYTES, readContactFile } from './contactFiles.ts'

const asking = { zone: 'America/Los_Angeles', today: '2026-11-27', ownEmail: 'dana@hartwell.example' }
const read = (text: string) => readContactFile(new TextEncoder().encode(text), asking)
const lines = (...all: string[]) => all.join('\r\n')
const card = (...inside: string[]) => lines('BEGIN:VCARD', ...inside, 'END:VCARD', '')
const event = (...inside: string[]) =>
  lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...inside, 'END:VEVENT', 'END:VCALENDAR', '')

describe('contact file', () => {
  test("uses the preferred email and a grouped line of version 4.0, and leaves out a firm's unit", () => {
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
  test('reads version 3.0 with folded lines and TYPE=pref', () => {
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
  test('reads version 2.1 in quoted-printable with soft line ends and another character set', () => {
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
  test('uses the preferred phone number, otherwise one at work, never a fax', () => {
    const phone = (...inside: string[]) => read(card('FN:Jane', ...inside))[0]!.contact_phone
    expect(phone('TEL;HOME;VOICE:206 555 0101', 'TEL;WORK;VOICE:206 555 0102')).toBe('206 555 0102')
    expect(phone('TEL;TYPE=WORK:206 555 0102', 'TEL;TYPE=CELL,pref:206 555 0103')).toBe('206 555 0103')
    expect(phone('TEL;TYPE=HOME:206 555 0101')).toBe('206 555 0101')
    expect(phone('TEL;TYPE=FAX,WORK:206 555 0104')).toBe('')
    expect(read(card('TEL:206 555 0105'))[0]).toMatchObject({ label: '206 555 0105', contact_phone: '206 555 0105' })
  })
  test('reads a line folded within a character', () => {
    const bytes = new TextEncoder().encode(card('FN:Jan Łukasiewicz', 'ORG:Huta'))
    const at = bytes.indexOf(0xc5) + 1
    const folded = [...bytes.subarray(0, at), 13, 10, 32, ...bytes.subarray(at)]
    expect(readContactFile(new Uint8Array(folded), asking)[0]).toMatchObject({
      contact: 'Jan Łukasiewicz',
      company: 'Huta',
    })
  })
  test('continues quoted-printable after a soft line end and a blank, and keeps a blank before a word', () => {
    const encoded = card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9A=D0=B0=D0=BF=',
      ' =D1=83=D1=81=',
      '\t=D1=82;=D0=92',
    )
    expect(read(encoded)[0]).toMatchObject({ contact: 'В Капуст' })
    expect(read(card('VERSION:2.1', 'ORG;QUOTED-PRINTABLE:Acme =26=', ' Sons'))[0]).toMatchObject({
      company: 'Acme & Sons',
    })
  })
  test('extracts the email from next to a name', () => {
    expect(read(card('FN:John', 'EMAIL:John Doe <john@acme.example>'))[0]).toMatchObject({
      contact_email: 'john@acme.example',
    })
  })
  test('offers several cards in file order', () => {
    const text = card('FN:Jane Doe') + card('FN:Lee Park', 'ORG:Acme')
    expect(read(text).map(({ label }) => label)).toEqual(['Jane Doe', 'Lee Park, Acme'])
  })
  test("reads no contact name from a firm's card", () => {
    expect(read(card('KIND:org', 'FN:Acme'))[0]).toMatchObject({ company: 'Acme', contact: '' })
    expect(read(card('FN:Acme', 'ORG:Acme'))[0]).toMatchObject({ company: 'Acme', contact: '' })
  })
  test('skips invalid emails, images, and invalid lines', () => {
    const [found] = read(card('FN:Jane', 'EMAIL:not an address', 'PHOTO;ENCODING=b:AAAA', ' BBBB', 'nonsense', ':', ''))
    expect(found).toMatchObject({ contact: 'Jane', contact_email: '' })
  })
  test('reads bare line feeds, lowercase, a byte order mark, UTF-16, and old encodings', () => {
    expect(read('\uFEFFbegin:vcard\nfn:Jane Doe\nend:vcard')[0]).toMatchObject({ contact: 'Jane Doe' })
    const text = `\uFEFF${card('FN:Jörg')}`
    const utf16 = new Uint8Array([...text].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]))
    expect(readContactFile(utf16, asking)[0]).toMatchObject({ contact: 'Jörg' })
    const latin = new Uint8Array([...card('FN:Jörg')].map((sign) => sign.charCodeAt(0)))
    expect(readContactFile(latin, asking)[0]).toMatchObject({ contact: 'Jörg' })
  })
  test('uses the complete cards of a truncated file', () => {
    expect(read(`${card('FN:Jane Doe')}BEGIN:VCARD\r\nFN:Lee Pa`)).toHaveLength(1)
  })
})

describe('calendar file', () => {
  test("uses the summary, the start, and the first attendee who isn't the reader", () => {
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
  test("converts the day to the firm's zone from any event zone", () => {
    const due = (start: string) => read(event('SUMMARY:Call', start))[0]!.due
    expect(due('DTSTART:20261125T030000Z')).toBe('2026-11-24')
    expect(due('DTSTART;TZID=Asia/Tokyo:20261125T100000')).toBe('2026-11-24')
    expect(due('DTSTART;TZID=Their own zone:20261125T100000')).toBe('2026-11-25')
    expect(due('DTSTART:20261125T233000')).toBe('2026-11-25')
    expect(due('DTSTART:20261399T000000Z')).toBe('')
    expect(due('DTSTART:soon')).toBe('')
  })
  const dueOf = (...inside: string[]) => read(event('UID:1', 'SUMMARY:Call', ...inside))[0]!.due
  test.each([
    ['W. Europe Standard Time', '20261202T060000', '2026-12-01'],
    ['Tokyo Standard Time', '20261202T100000', '2026-12-01'],
    ['tokyo standard time', '20261202T180000', '2026-12-02'],
    ['"Pacific Standard Time (Mexico)"', '20261202T233000', '2026-12-02'],
    ['UTC+12', '20261202T100000', '2026-12-01'],
    ['/freeassociation.sourceforge.net/Europe/Berlin', '20261202T060000', '2026-12-01'],
  ])('recognizes the zone %s', (zone, start, due) => {
    expect(dueOf(`DTSTART;TZID=${zone}:${start}`)).toBe(due)
  })
  test('recognizes a zone defined in the file, in summer and winter', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Their own zone',
      'BEGIN:STANDARD',
      'DTSTART:16010101T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010101T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    const due = (start: string) =>
      read(
        event('SUMMARY:Call', `DTSTART;TZID=Their own zone:${start}`).replace(
          'BEGIN:VEVENT',
          `${lines(...zone)}\r\nBEGIN:VEVENT`,
        ),
      )[0]!.due
    // Midnight in Los Angeles is 9:00 there, but 8:00 in the week between the two regions' ends of daylight saving
    // time.
    expect([due('20261202T085900'), due('20261202T090000')]).toEqual(['2026-12-01', '2026-12-02'])
    expect([due('20270702T085900'), due('20270702T090000')]).toEqual(['2027-07-01', '2027-07-02'])
    expect([due('20261028T075900'), due('20261028T080000')]).toEqual(['2026-10-27', '2026-10-28'])
  })
  test.each([
    ['each week', ['DTSTART;TZID=America/Los_Angeles:20230105T090000', 'RRULE:FREQ=WEEKLY;BYDAY=TH'], '2026-12-03'],
    ['today', ['DTSTART;TZID=America/Los_Angeles:20230106T060000', 'RRULE:FREQ=WEEKLY;BYDAY=FR'], '2026-11-27'],
    ['each day for decades', ['DTSTART:19900101T170000Z', 'RRULE:FREQ=DAILY'], '2026-11-27'],
    ['by days of the month', ['DTSTART;VALUE=DATE:20240131', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1'], '2026-11-30'],
    [
      'in a zone of Windows',
      ['DTSTART;TZID=Tokyo Standard Time:20230106T080000', 'RRULE:FREQ=WEEKLY;BYDAY=SA'],
      '2026-11-27',
    ],
    [
      'but not then',
      ['DTSTART:20230105T170000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TH', 'EXDATE:20261203T170000Z,20261210T170000Z'],
      '2026-12-17',
    ],
    [
      'and once more',
      ['DTSTART:20230105T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20261130T170000Z'],
      '2026-11-30',
    ],
    ['until it was over', ['DTSTART:20230105T170000Z', 'RRULE:FREQ=WEEKLY;UNTIL=20230120T000000Z'], '2023-01-19'],
    ['not for years', ['DTSTART:20300105T170000Z', 'RRULE:FREQ=YEARLY'], '2030-01-05'],
    ['each second', ['DTSTART:20230105T170000Z', 'RRULE:FREQ=SECONDLY'], '2023-01-05'],
    ['by a rule that is none', ['DTSTART:20230105T170000Z', 'RRULE:FREQ=SOON'], '2023-01-05'],
  ])('uses the next day of a meeting that repeats %s', (_, inside, due) => {
    expect(dueOf(...inside)).toBe(due)
  })
  test('treats a moved or canceled occurrence as part of its series', () => {
    const series = ['UID:1', 'SUMMARY:Call', 'DTSTART:20230105T170000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TH']
    const change = (...inside: string[]) => ['END:VEVENT', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Call', ...inside]
    const moved = change('RECURRENCE-ID:20261203T170000Z', 'DTSTART:20261202T170000Z')
    expect(read(event(...series, ...moved)).map(({ due }) => due)).toEqual(['2026-12-02'])
    const canceled = change('RECURRENCE-ID:20261203T170000Z', 'DTSTART:20261203T170000Z', 'STATUS:CANCELLED')
    expect(read(event(...series, ...canceled)).map(({ due }) => due)).toEqual(['2026-12-10'])
  })
  test('uses the due day of a task', () => {
    expect(
      read(lines('BEGIN:VCALENDAR', 'BEGIN:VTODO', 'SUMMARY:Memo', 'DUE:20261201', 'END:VTODO', 'END:VCALENDAR'))[0],
    ).toMatchObject({
      step: 'Memo',
      due: '2026-12-01',
    })
  })
})

describe('unsupported file', () => {
  test.each([
    ['', 'Choose a contact file (.vcf) or a calendar file (.ics). Nothing was filled in.'],
    ['company,contact\nAcme,Jane', 'Choose a contact file (.vcf) or a calendar file (.ics). Nothing was filled in.'],
    ['BEGIN:VCARD\r\nFN:Jane', 'This file doesn’t contain a complete contact. Nothing was filled in.'],
    [
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x',
      'This file doesn’t contain a complete event. Nothing was filled in.',
    ],
    [card('PHOTO:x'), 'This file has nothing we can use for a Target. Nothing was filled in.'],
  ])('refuses %j with a sentence', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
  test('refuses more than 1 MB without reading it', () => {
    expect(() => readContactFile(new Uint8Array(MAX_FILE_BYTES + 1), asking)).toThrow('larger than 1 MB')
  })
  test('either reads or refuses any bytes', () => {
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
