// Bounce reports of mail servers. The texts follow those of well-known servers, with invented addresses.
import { expect, test } from 'vitest'
import { readReport } from './report.ts'
import type { Verdict } from './verdict.ts'

const MARK = 'A'.repeat(86)
const original = `Message-ID: <${MARK}@hartwell.example>\r\nSubject: Before the year ends\r\n\r\nHello`

/** A report as in RFC 3464. */
const standard = (fields: string, { own = 'Sorry.', type = 'message/rfc822', extra = '' } = {}) =>
  [
    'From: MAILER-DAEMON@mx.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="B"',
    '',
    '--B\r\nContent-Type: text/plain\r\n',
    own,
    '\r\n--B\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; mx.example\r\n',
    `Final-Recipient: rfc822; kim@elsewhere.example\r\n${fields}`,
    `\r\n--B\r\nContent-Type: ${type}\r\n${extra}`,
    original,
    '\r\n--B--\r\n',
  ].join('\r\n')
const failed = (status: string, said: string) =>
  standard(`Action: failed\r\nStatus: ${status}${said && `\r\nDiagnostic-Code: smtp; ${said}`}`)
const plain = (
  own: string,
  head = 'From: Mail Delivery System <Mailer-Daemon@mx.example>\r\nSubject: failure notice',
) =>
  `${head}\r\nContent-Type: text/plain\r\n\r\n${own}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nReturn-Path: <p@hartwell.example>\r\n${original}`

const hard: [string, string, string][] = [
  [
    'Postfix',
    '5.1.1',
    '550 5.1.1 <kim@elsewhere.example>: Recipient address rejected: User unknown in local recipient table',
  ],
  ['Postfix behind a policy', '5.7.1', '550 5.7.1 <kim@elsewhere.example>: Recipient address rejected: User unknown'],
  [
    'Postfix without a domain',
    '5.4.4',
    'Host or domain name not found. Name service error for name=gone.example type=A: Host not found',
  ],
  [
    'a Postfix that verifies',
    '4.1.1',
    '450 4.1.1 <kim@elsewhere.example>: Recipient address rejected: unverified address: Address lookup failed',
  ],
  [
    'Exchange Online',
    '5.1.10',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient kim@elsewhere.example not found by SMTP address lookup',
  ],
  [
    'Exchange Online, remote',
    '5.1.351',
    '550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 User unknown',
  ],
  ['Exchange Online, edge', '5.4.1', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)'],
  [
    'Exchange Online, domain',
    '5.4.310',
    '550 5.4.310 DNS domain gone.example does not exist [Message=InfoDomainNonexistent]',
  ],
  ['Exchange', '5.1.1', '#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##'],
  ['Outlook.com', '5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  [
    'Gmail',
    '5.1.1',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking',
  ],
  ['Gmail, disabled', '5.2.1', '550 5.2.1 The email account that you tried to reach is disabled.'],
  [
    'Gmail without a domain',
    '4.0.0',
    "DNS Error: 80335577 DNS type 'mx' lookup of gone.example responded with code NXDOMAIN",
  ],
  ['Yahoo', '5.0.0', "554 delivery error: dd This user doesn't have a yahoo.example account (kim@yahoo.example) [0]"],
  [
    'Yahoo, closed',
    '5.0.0',
    '554 30 Sorry, your message to kim@yahoo.example cannot be delivered. This mailbox is disabled (554.30).',
  ],
  [
    'Amazon SES',
    '5.1.1',
    '550 5.1.1 Amazon SES has suppressed sending to this address because it has a recent history of bouncing',
  ],
  ['Sendmail', '5.1.1', '550 5.1.1 <kim@elsewhere.example>... User unknown'],
  ['Sendmail without a host', '5.1.2', '550 Host unknown (Name server: gone.example: host not found)'],
  ['Exim', '5.0.0', '550 Unrouteable address'],
  ['a null MX', '5.1.10', '556 5.1.10 Recipient address has null MX'],
  ['iCloud', '5.1.1', '550 5.1.1 unknown or illegal alias: kim@icloud.example'],
  ['a mailbox with a new owner', '5.7.17', '550 5.7.17 Mailbox owner has changed'],
  ['a server without words', '5.1.1', ''],
]
const soft: [string, string, string][] = [
  ['a full mailbox', '5.2.2', '552 5.2.2 The email account that you tried to reach is over quota'],
  ['a full mailbox under the code of a missing one', '5.1.1', '550 5.1.1 <kim@elsewhere.example>: mailbox is full'],
  ['Exchange, full', '5.2.2', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException'],
  [
    'a name server that is silent',
    '4.4.3',
    'Host or domain name not found. Name service error for name=x.example type=MX: Host not found, try again',
  ],
  ['a server that is down', '4.4.1', 'connect to mx.example[192.0.2.1]:25: Connection timed out'],
]
const passing: [string, string, string][] = [
  ['a blocklist', '5.7.1', '550 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['a spam filter under the code of a missing one', '5.1.1', '550 5.1.1 Message rejected as spam'],
  [
    'Outlook.com, blocked',
    '5.7.1',
    '550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. They are on our block list (S3150).',
  ],
  [
    'Gmail, unauthenticated',
    '5.7.26',
    '550-5.7.26 This mail is unauthenticated, which poses a security risk to the sender',
  ],
  [
    'greylisting',
    '4.2.0',
    '450 4.2.0 <kim@elsewhere.example>: Recipient address rejected: Greylisted, see http://grey.example',
  ],
  ["the sender's domain", '5.1.8', '550 5.1.8 <p@hartwell.example>: Sender address rejected: Domain not found'],
  ['a size limit', '5.3.4', '552 5.3.4 Message size exceeds fixed limit'],
  ['a sender without permission', '5.7.124', '550 5.7.124 RESOLVER.RST.SenderNotInAllowedSendersList; not in the list'],
  ['a relay', '5.7.1', '550 5.7.1 Relaying denied'],
  [
    'a server that gets too many',
    '5.2.1',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
  ],
]
test.each([
  ...hard.map((one) => ['hard', ...one] as const),
  ...soft.map((one) => ['soft', ...one] as const),
  ...passing.map((one) => ['passing', ...one] as const),
])('classifies as %s a report from %s: %s %s', async (verdict, _, status, said) => {
  expect(await readReport(failed(status, said))).toMatchObject({ verdict, marks: [MARK] })
})

const notification = (status: string, said: string) =>
  JSON.stringify({
    notificationType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bouncedRecipients: [{ action: 'failed', status, diagnosticCode: `smtp; ${said}` }],
    },
    mail: { headers: [{ name: 'Message-ID', value: `<${MARK}@hartwell.example>` }] },
  })
test.each<[string, string, Verdict]>([
  [
    'an inline original',
    standard('Action: failed\r\nStatus: 5.1.1', { extra: 'Content-Disposition: inline; filename="1"\r\n' }),
    'hard',
  ],
  ['headers alone', standard('Action: failed\r\nStatus: 5.1.1', { type: 'text/rfc822-headers' }), 'hard'],
  [
    'words for people alone',
    standard('Action: failed\r\nStatus: 5.0.0', {
      own: "Your message wasn't delivered because the address couldn't be found. Check for typos and try again.",
    }),
    'hard',
  ],
  [
    'qmail',
    plain(
      'Hi. This is the qmail-send program at mx.example.\r\n\r\n<kim@elsewhere.example>:\r\nSorry, no mailbox here by that name. (#5.1.1)',
    ),
    'hard',
  ],
  [
    'qmail without a host',
    plain("<kim@gone.example>:\r\nSorry, I couldn't find any host named gone.example. (#5.1.2)"),
    'hard',
  ],
  [
    'qmail in its queue',
    plain(
      "<kim@elsewhere.example>:\r\nCNAME lookup failed temporarily. (#4.4.3)\r\nI'm not going to try again; this message has been in the queue too long.",
    ),
    'soft',
  ],
  [
    'Exim',
    plain(
      'A message that you sent could not be delivered. The following address(es) failed:\r\n\r\n  kim@elsewhere.example\r\n    host mx.example [192.0.2.1]\r\n    550 no such user',
    ),
    'hard',
  ],
  [
    'Exim without a host',
    plain(
      'The following address(es) failed:\r\n\r\n  kim@gone.example\r\n    all relevant MX records point to non-existent hosts',
    ),
    'hard',
  ],
  ['a full mailbox in plain words', plain('<kim@elsewhere.example>:\r\nUser is over quota. (#5.2.2)'), 'soft'],
  ['a warning', plain('Message delivery has been delayed. It will be retried. 450 4.4.1 no answer'), 'passing'],
  ["Amazon's hook", notification('5.1.1', '550 5.1.1 user unknown'), 'hard'],
  [
    "Amazon's hook in an envelope",
    JSON.stringify({ Type: 'Notification', Message: notification('5.2.2', '552 mailbox full') }),
    'soft',
  ],
])('reads the report of %s', async (_, message, verdict) => {
  expect(await readReport(message)).toMatchObject({ verdict, marks: [MARK] })
})

const from = 'From: Kim Park <kim@elsewhere.example>\r\nIn-Reply-To: '
test.each([
  [
    'an out-of-office answer',
    plain(
      'I am away until Monday. My account is disabled until then.',
      `${from}<${MARK}@h.example>\r\nSubject: Automatic reply: Before the year ends\r\nAuto-Submitted: auto-replied`,
    ),
  ],
  [
    "a person's answer",
    plain('User unknown? No such user, I think.', `${from}<${MARK}@h.example>\r\nSubject: Re: Before the year ends`),
  ],
  ['a delivery', standard('Action: delivered\r\nStatus: 2.0.0')],
  [
    'a receipt',
    standard('Disposition: automatic-action/MDN-sent-automatically; displayed').replaceAll(
      'delivery-status',
      'disposition-notification',
    ),
  ],
  ['a complaint about spam', standard('Feedback-Type: abuse').replaceAll('delivery-status', 'feedback-report')],
])('ignores %s', async (_, message) => {
  expect(await readReport(message)).toBeNull()
})
