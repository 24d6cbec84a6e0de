// The texts that both parts of a digest's email share, shortened for email.
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { truncate } from '#core/contract/truncate.ts'
import type { DigestMail, DigestMailItem } from './mailInput.ts'

/** Longest texts in characters. The item's page has the full text. */
const LONGEST = { title: 160, description: 240, intro: 600, name: 120, kind: 80 } as const

/**
 * Length of the preview text in characters. After a shorter one, email clients would show the firm's name and the
 * title.
 */
const PREVIEW = 140
/** Pads with invisible characters that email clients don't collapse like spaces. */
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
