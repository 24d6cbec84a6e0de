import { expect, test } from 'vitest'
import { firstBlock, headersOfBlock } from './forwarded.ts'
import { ownTextOf } from './quotedText.ts'
import { textLinesOf } from './textLines.ts'

const given = { arrivedAt: '2026-11-20T12:00:00.000Z', ownDomains: [], zone: 'Europe/Berlin' }
const at = '2026-05-05T08:11:00.000Z'
const jane = { name: 'Jane Doe', address: 'jane@acme.example' }

function read(text: string) {
  const lines = textLinesOf(text)
  const block = firstBlock(lines)
  if (!block) return null
  return { ...headersOfBlock(block, given), text: ownTextOf(lines.slice(block.end), block.depth).text }
}

test.each([
  [
    'Outlook',
    'From: Jane Doe <jane@acme.example>\nSent: Tuesday, May 5, 2026 10:11 AM\nTo: me@firm.example\nSubject: Offer\n\nHello',
  ],
  [
    'Outlook in German',
    'Von: Jane Doe [mailto:jane@acme.example]\nGesendet: Dienstag, 5. Mai 2026 10:11\nAn: me@firm.example\nBetreff: Offer\nWichtigkeit: Hoch\n\nHello',
  ],
  [
    'Outlook in French',
    'De\u00a0: Jane Doe <jane@acme.example>\nEnvoyé\u00a0: mardi 5 mai 2026 10:11\nÀ\u00a0: me@firm.example\nObjet\u00a0: Offer\n\nHello',
  ],
  [
    'Outlook in Spanish',
    'De: Jane Doe <jane@acme.example>\nEnviado el: martes, 5 de mayo de 2026 10:11\nPara: me@firm.example\nAsunto: Offer\n\nHello',
  ],
  [
    'Outlook with a line',
    '-----Ursprüngliche Nachricht-----\nVon: Jane Doe <jane@acme.example> \nGesendet: Dienstag, 5. Mai 2026 10:11\nAn: me@firm.example\nBetreff: Offer\n\nHello',
  ],
  [
    'Gmail',
    '---------- Forwarded message ---------\nFrom: Jane Doe <jane@acme.example>\nDate: Tue, May 5, 2026 at 10:11 AM\nSubject: Offer\nTo: <me@firm.example>\n\n\nHello',
  ],
  [
    'Gmail in French with English words',
    '---------- Forwarded message ---------\nDe : Jane Doe <jane@acme.example>\nDate: mar. 5 mai 2026 à 10:11\nSubject: Offer\nTo: <me@firm.example>\n\nHello',
  ],
  [
    'Apple Mail',
    'Begin forwarded message:\n\n> From: Jane Doe <jane@acme.example>\n> Subject: Offer\n> Date: 5 May 2026 at 10:11:00 CEST\n> To: me@firm.example\n> \n> Hello',
  ],
  [
    'Apple Mail in French',
    'Début du message transféré :\n\nDe: Jane Doe <jane@acme.example>\nObjet: Offer\nDate: 5 mai 2026 à 10:11:00 UTC+2\nÀ: me@firm.example\n\nHello',
  ],
  [
    'Thunderbird in Spanish',
    '-------- Mensaje reenviado --------\nAsunto: \tOffer\nFecha: \tTue, 5 May 2026 10:11:00 +0200\nDe: \tJane Doe <jane@acme.example>\nPara: \tme@firm.example\n\n\n\nHello',
  ],
  [
    'Thunderbird in French',
    '-------- Message transféré --------\nSujet : \tOffer\nDate : \tTue, 5 May 2026 10:11:00 +0200\nDe : \tJane Doe <jane@acme.example>\nPour : \tme@firm.example\n\n\n\nHello',
  ],
  [
    'a phone',
    '> Anfang der weitergeleiteten Nachricht:\n> \n> *Von:* Jane Doe <jane@acme.example>\n> *Datum:* 5. Mai 2026 um 10:11:00 MESZ\n> *An:* me@firm.example\n> *Betreff:* *Offer*\n> \n> Hello',
  ],
  [
    'values below their labels',
    'From:\nJane Doe <jane@acme.example>\nSent:\nTuesday, May 5, 2026 10:11 AM\nTo:\nme@firm.example\nSubject:\nOffer\n\nHello',
  ],
  [
    'GMX',
    'Gesendet: Dienstag, 5. Mai 2026 um 10:11 Uhr\nVon: "Jane Doe" <jane@acme.example>\nAn: me@firm.example\nBetreff: Offer\n\nHello',
  ],
  [
    'Samsung',
    '-------- Original message --------From: Jane Doe <jane@acme.example> \nDate: 2026-05-05  10:11  (GMT+02:00) \nTo: me@firm.example \nSubject: Offer \n\nHello',
  ],
])('It reads the header block of %s', (_, text) => {
  expect(read(text)).toEqual({
    from: jane,
    to: [{ name: '', address: 'me@firm.example' }],
    cc: [],
    names: [],
    sentAt: at,
    subject: 'Offer',
    text: 'Hello',
  })
})

test('It reads only the first of several blocks', () => {
  const block = (name: string) =>
    `From: ${name}@acme.example\nSent: Tuesday, May 5, 2026 10:11 AM\nTo: me@firm.example\nSubject: ${name}\n\n${name}`
  expect(read(`${block('first')}\n\n${block('second')}`)).toMatchObject({ subject: 'first', text: 'first' })
})

test.each([
  [
    'below an attribution',
    'Ok\n\nOn Tue, May 5, 2026 at 10:11 AM Bob <bob@firm.example> wrote:\n> From: Jane Doe <jane@acme.example>\n> Sent: Monday\n> To: Bob\n> Subject: x',
  ],
  [
    'below other quoted lines',
    '> Thanks\n> From: Jane Doe <jane@acme.example>\n> Sent: Monday\n> To: Bob\n> Subject: x',
  ],
  ['of a travel plan', 'From: Berlin Mitte\nTo: Paris\nDate: 5 May 2026\n\nSee you'],
  ['in a sentence', 'From: what I heard, the offer is fine.\nTo: be honest, I agree.'],
  ['without a sender', 'To: jane@acme.example\nSubject: x\nDate: Monday\n\ntext'],
])('It reads no block %s', (_, text) => {
  expect(read(text)).toBeNull()
})

test('It reads values that were wrapped', () => {
  const text =
    'From: Jane Doe <jane@acme.example>\nSent: Tuesday, May 5, 2026 10:11 AM\nTo: A B <a@x.example>; C D\n<c@x.example>; e@x.example\nCc: F G <f@x.example>\nSubject: A subject that is so long that the program\n wraps it\n\nHello'
  expect(read(text)).toMatchObject({
    to: [{ address: 'a@x.example' }, { address: 'c@x.example' }, { address: 'e@x.example' }],
    cc: [{ address: 'f@x.example' }],
    subject: 'A subject that is so long that the program wraps it',
    text: 'Hello',
  })
})

test('It doesn’t take the first line of the text for a value', () => {
  const text = 'From: Jane Doe <jane@acme.example>\nSent: Monday\nTo: \nCc: \nSubject: Offer\nHello there'
  expect(read(text)).toMatchObject({ to: [], cc: [], subject: 'Offer', text: 'Hello there' })
})
