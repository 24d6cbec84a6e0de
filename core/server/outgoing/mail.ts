// Composes emails for SMTP or the local outbox.
import { createHash } from 'node:crypto'
import type { OutgoingDelivery, Send } from './deliveries.ts'
import { renderEmail } from './emailMessage.ts'
import { appLink, type Origin } from './links.ts'
import type { MadeMail, MakeMail } from './madeMail.ts'
import { mailOf } from './mime.ts'
import { writeToOutbox } from './outbox.ts'
import type { EmailMessage } from './outgoing.ts'
import { emailSender } from './sender.ts'
import { type Mail, openLine } from './smtpConnection.ts'

export type MailOptions = {
  origin: Origin
  /** 'Pursuit <pursuit@firm.example>'. Defaults to no-reply at the deployment's host. */
  from?: string | undefined
  /** SMTP address (smtp:// or smtps://) with user and password. Defaults to the local outbox. */
  smtpUrl?: string | undefined
  directory: string
  make?: MakeMail | undefined
}

export function mailSender(options: MailOptions): Send {
  const { smtpUrl, directory } = options
  if (!smtpUrl)
    return async (delivery) => writeToOutbox(directory, 'mail', delivery, (await composeMail(delivery, options)).bytes)
  return async (delivery, lastWord, signal) => {
    const mail = await composeMail(delivery, options)
    const line = await openLine(smtpUrl, signal)
    try {
      await line.give(mail, lastWord, signal)
    } finally {
      line.close()
    }
  }
}

/** Throws `Undeliverable` for an invalid address. */
export async function composeMail(delivery: OutgoingDelivery, options: MailOptions): Promise<Mail> {
  const { name } = delivery.content as { name: string }
  const site = options.origin()
  const sender = emailSender(options.from, site)
  const { senderName, replyTo, mark, unsubscribePath, subject, html, text, attachments } = await wordsOf(
    delivery,
    options,
  )
  return mailOf({
    messageId: `<${mark ?? fingerprint(delivery)}@${sender.address.split('@')[1]}>`,
    date: delivery.queuedAt,
    from: { ...sender, name: senderName || sender.name },
    to: { name, address: delivery.recipient },
    replyTo,
    subject,
    html,
    text,
    attachments,
    unsubscribe: unsubscribePath && appLink(site, unsubscribePath),
  })
}

async function wordsOf(delivery: OutgoingDelivery, { origin, make }: MailOptions): Promise<MadeMail> {
  if (!('made' in delivery.content)) {
    const { letter } = delivery.content as { letter: EmailMessage }
    const { subject, unsubscribePath } = letter
    return { subject, unsubscribePath, ...renderEmail(letter, origin()) }
  }
  if (!make) throw new Error('No code here composes emails for features.')
  return make(delivery)
}

/** Stable per occasion, so that recipients can detect duplicates. */
const fingerprint = ({ orgId, occasion, recipient }: OutgoingDelivery) =>
  createHash('sha256').update(`${orgId} ${occasion} ${recipient}`).digest('hex').slice(0, 40)
