// Emails that people at the demo firms forwarded to Pursuit, as Outlook, Gmail, Apple Mail, and Thunderbird write them.
// They are read and filed as emails that arrive.
import { addDays, dayIn } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoPart, DemoSetting } from '#core/server/demo/demo.ts'
import { randomOf, seedOf } from '#core/server/demo/random.ts'
import { newId } from '#core/server/ids.ts'
import { readMessage } from '../../mail/readMessage.ts'
import { fileReceived } from './fileMessages.ts'

const EMAILS = 20
const FILING_DOMAIN = 'file.pursuit.example'

export const demoEmails: DemoPart = {
  async fill(tx, _, setting) {
    const filers = await filersIn(tx)
    for (const [at, filer] of filers.entries()) await arrive(tx, filer, at, setting)
    await fileReceived(tx, FILING_DOMAIN, EMAILS)
  },
}

type Filer = { id: string; name: string; email: string; contact: string; address: string; company: string }

/** Each with the contact of their newest Target that has an address. */
async function filersIn(tx: Tx): Promise<Filer[]> {
  const { rows } = await tx.sql<Filer>`
    select id, name, email, contact, address, company from (
      select distinct on (u.id) u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, t.contact, t.contact_email as address, t.company
      from users u join targets t on t.org_id = u.org_id and t.owner_id = u.id
      where u.org_id = ${currentOrgId} and t.status = 'active' and not t.is_private and t.contact <> '' and t.contact_email <> ''
      order by u.id, t.created_at desc, t.id) newest
    order by email limit ${EMAILS}`
  return rows
}

async function arrive(tx: Tx, filer: Filer, at: number, { calendar, zone }: DemoSetting): Promise<void> {
  const random = randomOf(seedOf(`email ${filer.email}`))
  const sentAt = calendar.during(calendar.workdayUpTo(addDays(calendar.today, -random.int(5, 25))), random)
  const day = dayIn(zone, sentAt)
  const arrivedAt = calendar.during(calendar.workdayFrom(addDays(day, 1)), random)
  const { subject, body } = random.pick(letters)
  const original = {
    from: `${filer.contact} <${filer.address}>`,
    to: `${filer.name} <${filer.email}>`,
    subject,
    body: `${body}\n\n${filer.contact}\n${filer.company}`,
    date: `${new Date(sentAt).toUTCString().slice(0, 25)} +0000`,
  }
  const [write, prefix] = programs[at % programs.length]!
  const source = [
    `Message-ID: <demo-${at}@${filer.email.split('@')[1]}>`,
    `Date: ${new Date(arrivedAt).toUTCString()}`,
    `From: ${filer.name} <${filer.email}>`,
    `To: file@${FILING_DOMAIN}`,
    `Subject: ${prefix} ${subject}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    write(original),
  ].join('\r\n')
  const message = await readMessage(new TextEncoder().encode(source), {
    arrivedAt,
    ownDomains: [FILING_DOMAIN],
    zone,
  })
  await tx.sql`
    insert into filed_messages (org_id, id, user_id, received_at, message_id, state, message)
    values (${currentOrgId}, ${newId()}, ${filer.id}, ${arrivedAt}, ${message.messageId}, 'received', ${JSON.stringify(message)}::jsonb) returning 1`
}

type Original = { from: string; to: string; subject: string; body: string; date: string }

const quoted = (text: string) => text.replaceAll(/^/gm, '> ')
const programs: readonly [(original: Original) => string, string][] = [
  // Outlook
  [
    ({ from, to, subject, body, date }) =>
      `For the file.\n\nFrom: ${from}\nSent: ${date}\nTo: ${to}\nSubject: ${subject}\n\n${body}`,
    'FW:',
  ],
  // Gmail
  [
    ({ from, to, subject, body, date }) =>
      `FYI.\n\n---------- Forwarded message ---------\nFrom: ${from}\nDate: ${date}\nSubject: ${subject}\nTo: ${to}\n\n\n${body}`,
    'Fwd:',
  ],
  // Apple Mail
  [
    ({ from, to, subject, body, date }) =>
      `For the file.\n\nBegin forwarded message:\n\n${quoted(`From: ${from}\nSubject: ${subject}\nDate: ${date}\nTo: ${to}\n\n${body}`)}`,
    'Fwd:',
  ],
  // Thunderbird
  [
    ({ from, to, subject, body, date }) =>
      `\n\n-------- Forwarded Message --------\nSubject: \t${subject}\nDate: \t${date}\nFrom: \t${from}\nTo: \t${to}\n\n\n\n${body}`,
    'Fwd:',
  ],
]

const letters = [
  {
    subject: 'Your proposal',
    body: 'Thank you for the proposal. Our board meets next week. Could we have two references before then?',
  },
  {
    subject: 'Dates for lunch',
    body: 'The second week of the month works for me, any day but Wednesday. I will bring our controller.',
  },
  {
    subject: 'Fees',
    body: 'Before we go further, could you send me a range for the first phase, with who would do the work?',
  },
  {
    subject: 'Introduction',
    body: 'I mentioned you to our new general counsel. She would like to meet before the summer.',
  },
  { subject: 'Staffing plan', body: 'The plan looks good. Could one of the seniors be in our office two days a week?' },
]
