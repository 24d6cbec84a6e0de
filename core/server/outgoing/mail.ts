// Mail: made from a letter, and given to an SMTP server, or to the local outbox.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPTransport from 'nodemailer/lib/smtp-transport'
import { type Delivery, NotTaken, type Send, Undeliverable } from './deliveries.ts'
import { renderLetter } from './letter.ts'
import { linkTo, type Origin } from './links.ts'
import type { MadeMail, MakeMail } from './madeMail.ts'
import { writeToOutbox } from './outbox.ts'
import type { Letter } from './outgoing.ts'
import { isMailAddress, oneLine, senderOf } from './sender.ts'

export type MailOptions = {
  origin: Origin
  /** 'Pursuit <pursuit@firm.example>'. Without it, no-reply at the deployment's own host. */
  from?: string | undefined
  /** smtp:// or smtps://, with user and password. Without it, mails go to the local outbox. */
  smtpUrl?: string | undefined
  /** The local outbox. */
  directory: string
  /** Makes what features make by themselves. */
  make?: MakeMail | undefined
}

export function mailSender(options: MailOptions): Send {
  const { smtpUrl, directory } = options
  if (!smtpUrl)
    return async (delivery) => writeToOutbox(directory, 'mail', delivery, (await composeMail(delivery, options)).bytes)
  const transport = new SMTPTransport({ url: smtpUrl, ...limits })
  return async (delivery, lastWord, signal) => {
    const mail = await composeMail(delivery, options)
    await give(transport, mail, lastWord, signal)
  }
}

/** Milliseconds. A mail server may look at a mail for long before it answers: what was said by then can't be taken back. */
const limits = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 10_000, socketTimeout: 60_000 }

export type Mail = { messageId: string; envelope: { from: string; to: string[] }; bytes: Buffer }

/** Throws Undeliverable for what is no address. */
export async function composeMail(delivery: Delivery, options: MailOptions): Promise<Mail> {
  const { name } = delivery.content as { name: string }
  const site = options.origin()
  if (!isMailAddress(delivery.recipient)) throw new Undeliverable('This is not an e-mail address.')
  const sender = senderOf(options.from, site)
  const { senderName, replyTo, mark, unsubscribePath, ...words } = await wordsOf(delivery, options)
  const messageId = `<${mark ?? fingerprint(delivery)}@${sender.address.split('@')[1]}>`
  const composed = new MailComposer({
    messageId,
    date: new Date(delivery.queuedAt),
    from: { ...sender, name: oneLine(senderName || sender.name) },
    ...(replyTo && isMailAddress(replyTo.address) && { replyTo: { ...replyTo, name: oneLine(replyTo.name) } }),
    to: { name: oneLine(name), address: delivery.recipient },
    ...words,
    subject: oneLine(words.subject),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribePath && {
        'List-Unsubscribe': `<${linkTo(site, unsubscribePath)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { messageId, envelope: { from: sender.address, to: [delivery.recipient] }, bytes: await composed.build() }
}

async function wordsOf(delivery: Delivery, { origin, make }: MailOptions): Promise<MadeMail> {
  if (!('made' in delivery.content)) {
    const { letter } = delivery.content as { letter: Letter }
    const { subject, unsubscribePath } = letter
    return { subject, unsubscribePath, ...(await renderLetter(letter, origin())) }
  }
  if (!make) throw new Error('Nothing here makes mails of features.')
  return make(delivery)
}

/** Of the same occasion always the same, so that a mail server or a reader that gets it twice can tell. */
const fingerprint = ({ orgId, occasion, recipient }: Delivery) =>
  createHash('sha256').update(`${orgId} ${occasion} ${recipient}`).digest('hex').slice(0, 40)

type SmtpError = Error & { responseCode?: number; code?: string }

/** The mail server takes a mail with the point after its last line. All but the end is sent before the last word is asked for. */
function give(transport: SMTPTransport, mail: Mail, lastWord: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { messageId, envelope, bytes } = mail
  let refused: Error | undefined
  let isCut = false
  let isSaid = false
  async function* pieces() {
    yield bytes.subarray(0, -1)
    try {
      await lastWord()
      if (isCut) throw new NotTaken('The mail server hung up before it had the whole mail.')
    } catch (error) {
      refused = error as Error
      throw error
    }
    isSaid = true
    yield bytes.subarray(-1)
  }
  const message = {
    getEnvelope: () => ({ ...envelope }),
    messageId: () => messageId,
    createReadStream: () => Readable.from(pieces(), { objectMode: false }),
  }
  return new Promise<void>((resolve, reject) => {
    const done = (error: SmtpError | null) => {
      if (!error) return resolve()
      isCut = true
      reject(refused ?? judge(error, isSaid))
    }
    // What a transport needs of a mail; the rest of nodemailer's is for what it makes itself.
    transport.send({ data: { signal }, message } as unknown as Parameters<SMTPTransport['send']>[0], done)
  })
}

/**
 * A mail server that answered has decided: 5xx for good, 4xx for now. That it would not let us in says nothing of the mail. One that is
 * gone can't have taken a mail whose end it was never given.
 */
function judge(error: SmtpError, isSaid: boolean): Error {
  const { responseCode: code, message } = error
  if (!code) return isSaid ? error : new NotTaken(message)
  const isOfMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return isOfMail && code >= 500 && code !== 503 ? new Undeliverable(message) : new NotTaken(message)
}
