// The words of a digest's mail: those that both of its parts say, shortened to what is read in a mail.
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { truncate } from '#core/contract/truncate.ts'
import type { DigestMail, DigestMailItem } from './mailInput.ts'

/** Signs. A title or description that is longer goes on where it leads. */
const LONGEST = { title: 160, description: 240, intro: 600, name: 120, kind: 80 } as const

/** Signs of the preview that mail programs show; after a short one they would go on with the name of the firm and the title. */
const PREVIEW = 140
/** Nothing that is seen, and nothing that programs leave out as blanks. */
const padded = (text: string) => text + '\u034f\u200c\u00a0'.repeat(Math.max(0, PREVIEW - text.length))

export const emailHeading = ({
  title,
  subject,
  preheader,
  isTest,
  curatedBy,
  description,
  firm,
  at,
  zone,
}: DigestMail) => ({
  title: truncate(title, LONGEST.title),
  subject: `${isTest ? 'Test: ' : ''}${truncate(subject || title, LONGEST.title)}`,
  preview: padded(truncate(preheader || description || firm.name, LONGEST.intro)),
  curated: `Curated by ${truncate(curatedBy, LONGEST.name)}`,
  intro: truncate(description, LONGEST.intro),
  firm: truncate(firm.name, LONGEST.name),
  place: [firm.name, firm.place ?? '']
    .map((one) => truncate(one, LONGEST.name))
    .filter(Boolean)
    .join(', '),
  reply: firm.replyTo
    ? `Reply to this email and it reaches ${truncate(firm.replyTo.name || firm.replyTo.address, LONGEST.name)}.`
    : '',
  sent: `Sent ${formatDay(dayIn(zone, at))}.`,
})

export const wordsOf = ({ title, description, kind, duration = '', host = '', go }: DigestMailItem) => ({
  title: truncate(title, LONGEST.title) || 'Untitled',
  description: truncate(description, LONGEST.description),
  kind: truncate([kind, duration, host].filter(Boolean).join(', '), LONGEST.kind),
  go: truncate(go ?? 'Open', LONGEST.kind),
})

export const greetingOf = (firstName: string) => (firstName ? `Hello ${truncate(firstName, LONGEST.name)},` : 'Hello,')

export const moreOf = (count: number) => `${count} more in the Library`
