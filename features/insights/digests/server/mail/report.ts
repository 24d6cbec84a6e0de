// A mail server's report that a mail could not be delivered, as RFC 3464 has it, read by a kept parser of mails.
import type { Attachment } from 'mailparser'

export type Report = {
  /** The left side of the Message-ID of the mail that came back. */
  mark: string
  /** There is nobody at that address, and will not be; otherwise it is only for the time being. */
  isHard: boolean
  /** 'The mail server said: 550 5.1.1 …'; one line. */
  reason: string
}

/** Null for what is no such report, tells of a mail that did arrive, or does not say of which. */
export async function readReport(message: string): Promise<Report | null> {
  // Imported on first use, because most calls don't need it and every start would wait for it.
  const { simpleParser } = await import('mailparser')
  const mail = await simpleParser(message, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
  }).catch(() => null)
  if (!mail) return null
  const partOf = (...types: string[]) => textOf(mail.attachments.find(({ contentType }) => types.includes(contentType)))
  const status = partOf('message/delivery-status', 'message/global-delivery-status')
  const original = partOf('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const mark = /^message-id:\s*<([\w-]{1,200})@/im.exec(original.split(/\r?\n\r?\n/)[0] ?? '')?.[1]
  if (!mark) return null
  // The first group is of the report as a whole, each other one of a recipient; a mail of ours has one.
  const groups = status.split(/\r?\n[ \t]*\r?\n/).map(fieldsOf)
  const failed = groups.find(({ action }) => action?.toLowerCase() === 'failed' || action?.toLowerCase() === 'delayed')
  if (!failed) return null
  const { status: code = '', 'diagnostic-code': diagnostic = '', action = '' } = failed
  return {
    mark,
    isHard: action.toLowerCase() === 'failed' && isHard(code, diagnostic),
    reason: reasonOf(code, diagnostic),
  }
}

const textOf = (part: Attachment | undefined) => part?.content.toString('utf8') ?? ''

function fieldsOf(group: string): Record<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]]
    }),
  )
}

const nobody =
  /user unknown|unknown user|no such (user|recipient|mailbox|person|address)|(user|mailbox|recipient|address|account) (does not exist|doesn't exist|not found|unknown|unavailable|is disabled)|invalid (recipient|mailbox)|recipient (address )?rejected: (user|undeliverable)|does not have an account|no mailbox here/i

/** Whether a status (RFC 3463) is of the address and for good: what a filter, a full mailbox or a broken server says is not. */
export function isHard(status: string, diagnostic: string): boolean {
  const code = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(status)?.[0] ?? /\b5\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0] ?? ''
  if (['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'].includes(code)) return true
  const saysLittle = ['', '5.0.0', '5.3.0', '5.5.0', '5.4.1'].includes(code)
  return saysLittle && (code !== '' || /^5/.test(status) || /\b55[0-4]\b/.test(diagnostic)) && nobody.test(diagnostic)
}

const reasonOf = (status: string, diagnostic: string) => {
  const said = diagnostic.replace(/^\w+;\s*/, '').replaceAll(/\s+/g, ' ')
  return `The mail server said: ${said || status || 'nothing more'}`.slice(0, 300)
}
