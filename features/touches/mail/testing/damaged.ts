// Damaged and hostile emails. Each attacks one thing that a parser does: headers, parts, depth, encodings, patterns,
// chains in a container, or the person who reads a name.
import { bytesOf, emailBytes, latinBytes } from './emailSource.ts'
import { outlookFile } from './outlookFile.ts'
import { contacts, me } from './people.ts'

export type DamagedEmail = {
  name: string
  format: 'eml' | 'msg' | 'ics'
  bytes: Uint8Array
  /** A container can be so damaged that both are right. Each rejection has a sentence. */
  outcome: 'read' | 'rejected' | 'either'
}

const head = 'From: Jane Harper <jane.harper@northgate-capital.com>\r\nTo: nora@hollis-grant.com\r\nSubject: Offer\r\n'
const times = (text: string, count: number) => text.repeat(count)
const eml = (name: string, source: string, outcome: DamagedEmail['outcome'] = 'read'): DamagedEmail => ({
  name,
  format: 'eml',
  bytes: latinBytes(source),
  outcome,
})
const body = (text: string) => `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
const html = (text: string) => `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${text}`
const mixed = (parts: string) => `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`

function nested(depth: number): string {
  let source = head
  for (let at = 0; at < depth; at++) source += `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`
  return `${source}Content-Type: text/plain\r\n\r\ndeep`
}

function nestedEmails(depth: number): string {
  let source = `${head}\r\ninnermost`
  for (let at = 0; at < depth; at++)
    source = `${head}Content-Type: multipart/mixed; boundary=n${at}\r\n\r\n--n${at}\r\nContent-Type: message/rfc822\r\n\r\n${source}\r\n--n${at}--`
  return source
}

const emails: readonly DamagedEmail[] = [
  eml('ten thousand parts', mixed(times('--b\r\nContent-Type: text/plain\r\n\r\nx\r\n', 10_000))),
  eml(
    'ten thousand attachments',
    mixed(times('--b\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nx\r\n', 10_000)),
  ),
  eml(
    'ten thousand multiparts side by side',
    mixed(
      Array.from(
        { length: 10_000 },
        (_, at) => `--b\r\nContent-Type: multipart/mixed; boundary=c${at}\r\n\r\n--c${at}\r\n\r\nx\r\n`,
      ).join(''),
    ),
  ),
  eml('five thousand levels', nested(5_000)),
  eml('three hundred emails in each other', nestedEmails(300)),
  eml(
    'boundary that is never found',
    `${head}Content-Type: multipart/mixed; boundary=never\r\n\r\n${times('--neve\r\n', 200_000)}`,
  ),
  eml('boundary that is empty', `${head}Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nx`),
  eml('multipart without a boundary', `${head}Content-Type: multipart/alternative\r\n\r\nHello`),
  eml(
    'part that is its own parent',
    mixed('--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--'),
  ),
  eml(
    'ten megabytes of headers',
    `${times('X-Filler: abcdefghijklmnopqrstuvwxyz\r\n', 270_000)}${head}\r\nx`,
    'rejected',
  ),
  eml('header of a megabyte', `${head}X-Long: ${times('a', 1_000_000)}\r\n\r\nx`),
  eml('header folded fifty thousand times', `${head}X-Folded: a${times('\r\n a', 50_000)}\r\n\r\nx`),
  eml('header without an end', times('From: a', 100_000), 'rejected'),
  eml('twenty thousand recipients', `From: a@b.example\r\nTo: ${times('Jane <jane@acme.example>, ', 20_000)}\r\n\r\nx`),
  eml(
    'nested comments in an address',
    `From: ${times('(', 50_000)}a@b.example${times(')', 50_000)}\r\nTo: x@y.example\r\n\r\nx`,
  ),
  eml(
    'quotation marks without an end',
    `From: ${times('"', 49_999)} <a@b.example>\r\nTo: ${times('<', 50_000)}\r\n\r\nx`,
  ),
  eml(
    'signs of addresses only',
    `From: ${times('@', 50_000)}\r\nTo: ${times('a@', 50_000)}\r\nCc: ${times(',;:<>', 10_000)}\r\n\r\nx`,
  ),
  eml('encoded words without an end', `From: a@b.example\r\nSubject: ${times('=?utf-8?Q?', 10_000)}\r\n\r\nx`),
  eml('ten thousand encoded words', `From: a@b.example\r\nSubject: ${times('=?x-unknown?B?QQ==?= ', 5_000)}\r\n\r\nx`),
  eml(
    'header injection',
    'From: =?utf-8?Q?Jane=0D=0ABcc:_evil@evil.example?= <jane@acme.example>\r\nTo: a@b.example\r\nSubject: =?utf-8?B?T2ZmZXINClgtRXZpbDogMQ0KDQpib2R5?=\r\n\r\nx',
  ),
  eml(
    'names from right to left',
    'From: =?utf-8?B?4oCuZXhlLmdwag==?= <a@b.example>\r\nSubject: =?utf-8?B?4oGmYWJj4oCu?=\r\nContent-Type: application/pdf; name="=?utf-8?B?4oCuZmRwLmV4ZQ==?="\r\n\r\nx',
  ),
  eml(
    'text of twenty megabytes in base64',
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${times(`${times('QUJD', 19)}\r\n`, 270_000)}`,
  ),
  eml(
    'base64 of pads',
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${times('A=', 500_000)}`,
  ),
  eml(
    'base64 in a single line',
    `${head}Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${times('PGI+', 1_000_000)}`,
  ),
  eml(
    'escapes without an end',
    `${head}Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${times('=', 2_000_000)}`,
  ),
  eml(
    'unknown charset and encoding',
    `${head}Content-Type: text/plain; charset="klingon-1"\r\nContent-Transfer-Encoding: x-zip\r\n\r\n\xff\xfe\x00hello`,
  ),
  eml(
    'half a UTF-16 text',
    `${head}Content-Type: text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n\r\n2AA9`,
  ),
  eml('million open tags', html(times('<div>', 400_000))),
  eml('million unmatched closing tags', html(times('<b></i>', 200_000))),
  eml('cells in a line without an end', html(`<table><tr>${times('<td>a', 150_000)}`)),
  eml('links without an end', html(times('<a href="mailto:a@b.example">x', 60_000))),
  eml('comment without an end', html(`${times('<!--', 300_000)}`)),
  eml('attributes without an end', html(`<p ${times('a="b" ', 200_000)}`)),
  eml('quotes in a depth of ten thousand', body(`${times('>', 10_000)} From: x\n`.repeat(30))),
  eml('header words without an end', body(times('From: Jane <jane@acme.example>\n', 30_000))),
  eml('sentences that never introduce', body(times('On Monday 5 wrote ', 50_000))),
  eml('lines that begin to introduce', body(times(`On 5 ${times('a ', 190)}\n`, 3_000))),
  eml('blanks only', body(times(' \t', 500_000))),
  eml('dashes only', body(times(`${times('-', 900)}\n`, 1_000))),
  eml(
    'addresses in a forwarded block',
    body(`From: ${times('a@', 30_000)}\nSent: Monday\nTo: ${times('<a,"', 30_000)}\nSubject: x\n\nbody`),
  ),
  {
    name: 'packed by Outlook',
    format: 'eml',
    bytes: emailBytes({ from: 'a@b.example', to: 'c@d.example', subject: 'x' }, [
      { type: 'text/plain', text: 'See attachment' },
      { type: 'application/ms-tnef; name="winmail.dat"', bytes: bytesOf('\x78\x9f\x3e\x22'), encoding: 'base64' },
    ]),
    outcome: 'read',
  },
  eml('no email at all', times('lorem ipsum ', 1_000), 'rejected'),
  eml('nothing', '', 'rejected'),
  eml('zeros', times('\0', 100_000), 'rejected'),
]

/** A container whose chains are circles, whose tree is one, or whose sizes are lies. */
function outlookFiles(): DamagedEmail[] {
  const good = outlookFile({
    from: contacts[0]!,
    to: [me],
    subject: 'Offer',
    body: 'x'.repeat(9_000),
    files: [{ name: 'a.pdf', bytes: new Uint8Array(20_000) }],
  })
  const view = (bytes: Uint8Array) => new DataView(bytes.buffer)
  const changed = (
    name: string,
    change: (bytes: Uint8Array) => void,
    outcome: DamagedEmail['outcome'] = 'either',
  ): DamagedEmail => {
    const bytes = new Uint8Array(good)
    change(bytes)
    return { name: `Outlook file, ${name}`, format: 'msg', bytes, outcome }
  }
  const table = (bytes: Uint8Array) => (view(bytes).getUint32(76, true) + 1) * 512
  const directory = (bytes: Uint8Array) => (view(bytes).getUint32(48, true) + 1) * 512
  return [
    changed('every chain a circle', (bytes) => {
      for (let at = 0; at < 128; at++) view(bytes).setUint32(table(bytes) + at * 4, at, true)
    }),
    changed(
      'a tree that is a circle',
      (bytes) => {
        for (let at = 0; at < 4; at++)
          for (const offset of [68, 72, 76]) view(bytes).setUint32(directory(bytes) + at * 128 + offset, 1, true)
      },
      'either',
    ),
    changed('sizes of four gigabytes', (bytes) => {
      for (let at = directory(bytes); at + 128 <= bytes.length; at += 128)
        if (bytes[at + 66] === 2) view(bytes).setUint32(at + 120, 0xfffffff0, true)
    }),
    changed(
      'sectors outside of the file',
      (bytes) => {
        for (let at = 0; at < 128; at++) view(bytes).setUint32(table(bytes) + at * 4, 0x00ffffff, true)
      },
      'either',
    ),
    changed('a billion tables', (bytes) => {
      view(bytes).setUint32(44, 0x7fffffff, true)
      view(bytes).setUint32(72, 0x7fffffff, true)
      view(bytes).setUint32(68, 0, true)
    }),
    { name: 'Outlook file, half of it', format: 'msg', bytes: good.subarray(0, good.length >> 1), outcome: 'either' },
    { name: 'Outlook file, only its first bytes', format: 'msg', bytes: good.subarray(0, 40), outcome: 'rejected' },
  ]
}

const event = (lines: string) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${lines}\r\nEND:VCALENDAR\r\n`
const ics = (name: string, source: string, outcome: DamagedEmail['outcome'] = 'read'): DamagedEmail => ({
  name: `meeting, ${name}`,
  format: 'ics',
  bytes: bytesOf(source),
  outcome,
})
const meetings: readonly DamagedEmail[] = [
  ics('time zones without an end', event(times('BEGIN:VTIMEZONE\r\n', 50_000)), 'rejected'),
  ics(
    'a zone that changes each second',
    event(
      'BEGIN:VTIMEZONE\r\nTZID:Evil\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Evil:20260505T101100\r\nSUMMARY:x\r\nEND:VEVENT',
    ),
  ),
  ics(
    'a zone from the year one',
    event(
      'BEGIN:VTIMEZONE\r\nTZID:Old\r\nBEGIN:STANDARD\r\nDTSTART:00010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=MO,TU,WE,TH,FR,SA,SU\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nDTSTART;TZID=Old:20260505T101100\r\nSUMMARY:x\r\nEND:VEVENT',
    ),
  ),
  ics(
    'ten thousand attendees',
    event(
      `BEGIN:VEVENT\r\nDTSTART:20260505T101100Z\r\n${times('ATTENDEE;CN=Jane:mailto:jane@acme.example\r\n', 10_000)}END:VEVENT`,
    ),
  ),
  ics(
    'a description of a megabyte',
    event(`BEGIN:VEVENT\r\nDTSTART:20260505T101100Z\r\nDESCRIPTION:${times('a\\n', 300_000)}\r\nEND:VEVENT`),
  ),
  ics('a date that is none', event('BEGIN:VEVENT\r\nDTSTART:99999999T999999\r\nSUMMARY:x\r\nEND:VEVENT')),
]

export const damagedEmails = (): DamagedEmail[] => [...emails, ...outlookFiles(), ...meetings]
