import { describe, expect, test } from 'vitest'
import { rowOfCard, vcardLimits } from './server/cardRow.ts'
import { cardsIn } from './server/cardStream.ts'

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
const card = (...inside: string[]) => lines('BEGIN:VCARD', ...inside, 'END:VCARD')
const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)

/** Reads a file that arrives in pieces of a few bytes. */
async function rowsOf(file: string | Buffer, size = 7): Promise<Record<string, string>[]> {
  const bytes = typeof file === 'string' ? bytesOf(file) : file
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const rows: Record<string, string>[] = []
  for await (const part of cardsIn(pieces()))
    rows.push(
      'outside' in part ? { outside: part.outside } : Object.fromEntries(rowOfCard(part.bytes, part.problem).cells),
    )
  return rows
}
const rowOf = async (...inside: string[]) => (await rowsOf(card(...inside)))[0]

const jane = { 'First name': 'Jane', 'Last name': 'Doe' }
const odd: [name: string, file: string | Buffer, rows: Record<string, string>[]][] = [
  ['version 3.0', card('VERSION:3.0', 'FN:Jane Doe', 'N:Doe;Jane;;;'), [jane]],
  ['a name without its parts', card('VERSION:3.0', 'FN:Jane Doe'), [{ 'Full name': 'Jane Doe' }]],
  ['parts without a name', card('VERSION:2.1', 'N:Doe;Jane'), [jane]],
  [
    'all parts of a name',
    card('VERSION:4.0', 'FN:Dr. Jane', 'N:Doe;Jane;Mary,Ann;Dr.;Jr.'),
    [{ 'First name': 'Jane Mary Ann', 'Last name': 'Doe', 'Name prefix': 'Dr.', 'Name suffix': 'Jr.' }],
  ],
  [
    'a company with units',
    card('FN:Jane Doe', 'N:Doe;Jane', 'ORG:Acme\\, Inc.;Legal;Tax'),
    [{ ...jane, Company: 'Acme, Inc.', Department: 'Legal, Tax' }],
  ],
  ['a company', card('VERSION:4.0', 'KIND:org', 'FN:Acme', 'TEL:+1 206'), [{ Company: 'Acme', Phone: '+1 206' }]],
  [
    'a company of Apple’s',
    card('N:;;;;', 'FN:Acme', 'ORG:Acme;', 'X-ABShowAs:COMPANY', 'EMAIL:a@acme.example'),
    [{ Company: 'Acme', Email: 'a@acme.example' }],
  ],
  [
    'preferred addresses of all versions',
    card('VERSION:4.0', 'N:Doe;Jane', 'EMAIL:a@x.example', 'EMAIL;PREF=2:b@x.example', 'EMAIL;PREF=1:c@x.example') +
      card('VERSION:3.0', 'N:Doe;Jane', 'EMAIL:a@x.example', 'EMAIL;TYPE=INTERNET,pref:b@x.example') +
      card('VERSION:2.1', 'N:Doe;Jane', 'EMAIL;INTERNET:a@x.example', 'EMAIL;PREF;INTERNET:b@x.example'),
    [
      { ...jane, Email: 'c@x.example', 'Email 2': 'b@x.example', 'Email 3': 'a@x.example' },
      { ...jane, Email: 'b@x.example', 'Email 2': 'a@x.example' },
      { ...jane, Email: 'b@x.example', 'Email 2': 'a@x.example' },
    ],
  ],
  [
    'grouped lines',
    card('N:Doe;Jane', 'item1.EMAIL;type=INTERNET:a@x.example', 'item1.X-ABLabel:Work'),
    [{ ...jane, Email: 'a@x.example' }],
  ],
  [
    'an address with a name',
    card('N:Doe;Jane', 'EMAIL:Jane Doe <a@x.example>', 'EMAIL:mailto:b@x.example'),
    [{ ...jane, Email: 'a@x.example', 'Email 2': 'b@x.example' }],
  ],
  [
    'the same address twice',
    card('N:Doe;Jane', 'EMAIL;TYPE=home:a@x.example', 'EMAIL;TYPE=work:A@x.example'),
    [{ ...jane, Email: 'a@x.example' }],
  ],
  [
    'six addresses and six numbers',
    card('N:Doe;Jane', ...[1, 2, 3, 4, 5, 6].flatMap((n) => [`EMAIL:${n}@x.example`, `TEL:${n}`])),
    [
      {
        ...jane,
        ...{ Email: '1@x.example', 'Email 2': '2@x.example', 'Email 3': '3@x.example', 'Email 4': '4@x.example' },
        ...{ 'Email 5': '5@x.example; 6@x.example', Phone: '1', 'Phone 2': '2', 'Phone 3': '3', 'Phone 4': '4' },
        'Phone 5': '5\n6',
      },
    ],
  ],
  [
    'a fax and a number as a URI',
    card('VERSION:4.0', 'N:Doe;Jane', 'TEL;TYPE=fax:99', 'TEL;VALUE=uri:tel:+1-206-555-0134;ext=12'),
    [{ ...jane, Phone: '+1-206-555-0134 ext. 12', 'Fax and pager': '99' }],
  ],
  ['folded lines', card('N:Doe;Ja', ' ne', 'TITLE:Chief', '  Officer'), [{ ...jane, Title: 'Chief Officer' }]],
  [
    'a fold within a letter',
    Buffer.concat([
      bytesOf('BEGIN:VCARD\r\nN:Doe;Jos'),
      Buffer.from([0xc3]),
      bytesOf('\r\n '),
      Buffer.from([0xa9]),
      bytesOf('\r\nEND:VCARD\r\n'),
    ]),
    [{ 'First name': 'José', 'Last name': 'Doe' }],
  ],
  [
    'escapes and line breaks',
    card('N:Doe;Jane', 'NOTE:one\\, two\\; three\\nfour', 'NOTE:five'),
    [{ ...jane, Note: 'one, two; three\nfour\nfive' }],
  ],
  [
    'quoted-printable with soft line ends',
    card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6=',
      'rg',
      'NOTE;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Br=FCcke=0D=0AEnde',
    ),
    [{ 'First name': 'Jörg', 'Last name': 'Müller', Note: 'Brücke\nEnde' }],
  ],
  [
    'quoted-printable in Cyrillic that is folded as well',
    card(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9A=D0=B0=D0=BF=D1=83=D1=81=',
      ' =D1=82=D0=B8=D0=BD;=D0=92=D0=BB=D0=B0=D0=B4',
    ),
    [{ 'First name': 'Влад', 'Last name': 'Капустин' }],
  ],
  ['Windows-1252', bytesOf(card('N:Müller;Zoë'), 'latin1'), [{ 'First name': 'Zoë', 'Last name': 'Müller' }]],
  ['a byte order mark', bytesOf(`\ufeff${card('N:Müller;Zoë')}`), [{ 'First name': 'Zoë', 'Last name': 'Müller' }]],
  [
    'line ends of old computers',
    bytesOf(card('N:Doe;Jane', 'TITLE:CFO').replaceAll('\r\n', '\r')),
    [{ ...jane, Title: 'CFO' }],
  ],
  [
    'small letters and spaces',
    'begin:vcard\nn:Doe;Jane\nemail:a@x.example\nend:vcard ',
    [{ ...jane, Email: 'a@x.example' }],
  ],
  [
    'what isn’t imported',
    card(
      'N:Doe;Jane',
      'BDAY:1980-01-02',
      'ADR:;;Main St 1;Seattle;WA;98101;USA',
      `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(300)}`,
      'URL:https://x.example',
      'NICKNAME:JD',
      'X-SPOUSE:Lee',
      'REV:2026',
    ),
    [
      {
        ...jane,
        Birthday: '1980-01-02',
        Address: 'Main St 1, Seattle, WA, 98101, USA',
        Photo: 'file',
        Website: 'https://x.example',
        Nickname: 'JD',
        'Other fields': 'X-SPOUSE: Lee',
      },
    ],
  ],
  ['lines that can’t be read', card('N:Doe;Jane', 'no colon here'), [{ ...jane, 'Unreadable lines': 'no colon here' }]],
  [
    'an assistant within a card',
    lines(
      'BEGIN:VCARD',
      'N:Doe;Jane',
      'AGENT:',
      'BEGIN:VCARD',
      'N:Park;Lee',
      'EMAIL:lee@x.example',
      'END:VCARD',
      'TITLE:CFO',
      'END:VCARD',
    ),
    [{ ...jane, Title: 'CFO' }],
  ],
  [
    'a card without an end before another',
    lines('BEGIN:VCARD', 'N:Doe;Jane') + card('N:Park;Lee'),
    [
      { ...jane, Problem: vcardLimits.unclosed },
      { 'First name': 'Lee', 'Last name': 'Park' },
    ],
  ],
  ['a card without an end', lines('BEGIN:VCARD', 'N:Doe;Jane'), [{ ...jane, Problem: vcardLimits.unclosed }]],
  ['text between cards', `Hello\n${card('N:Doe;Jane')}`, [{ outside: 'Hello' }, jane]],
  ['an empty card', card() + card('N:Doe;Jane'), [{}, jane]],
  ['an ID', card('N:Doe;Jane', 'UID:urn:uuid:7c9e6679'), [{ ...jane, ID: '7c9e6679' }]],
]

describe('a vCard file', () => {
  test.each(odd)('with %s is read', async (_, file, rows) => {
    expect(await rowsOf(file)).toEqual(rows)
    expect(await rowsOf(file, 100_000)).toEqual(rows)
  })

  test('keeps the name of a card that is too long, and reads the next', async () => {
    const large = card('N:Doe;Jane', ...Array.from({ length: 20_000 }, () => `NOTE:${'x'.repeat(80)}`))
    const [row, next] = await rowsOf(large + card('N:Park;Lee'), 65_536)
    expect([row!['First name'], row!.Problem, next]).toEqual([
      'Jane',
      vcardLimits.tooLong,
      { 'First name': 'Lee', 'Last name': 'Park' },
    ])
    const [long] = await rowsOf(card('N:Doe;Jane', `PHOTO;ENCODING=b:${'A'.repeat(3_000_000)}`), 65_536)
    expect(long).toEqual({ ...jane, Problem: vcardLimits.tooLong })
  })

  test('says that it can’t read letters of another encoding', async () => {
    expect((await rowOf('VERSION:2.1', 'N;CHARSET=SHIFT_JIS:ƒ;Jane'))!.Problem).toMatch(/is in SHIFT_JIS, which/)
    expect(
      (await rowsOf(Buffer.concat([bytesOf('BEGIN:VCARD\nN:D'), Buffer.from([0x81]), bytesOf(';Jane\nEND:VCARD')])))[0]!
        .Problem,
    ).toMatch(/^Some letters of this card can’t be read/)
  })
})
