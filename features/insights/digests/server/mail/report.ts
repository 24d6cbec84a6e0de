// Parses bounce reports of mail servers: RFC 3464, Amazon's JSON, and the plain texts of other servers.
import type { Attachment, ParsedMail } from 'mailparser'
import { saysEnough, type Verdict, verdictOf } from './verdict.ts'

export type DigestReport = {
  verdict: Verdict
  /** One line, such as 'The mail server said: 550 5.1.1 …'. */
  reason: string
}

/** Returns null if the email isn't a bounce report or reports a delivery. */
export async function readReport(message: string): Promise<(DigestReport & { marks: string[] }) | null> {
  // Imported on first use, because most calls don't need it and it would slow down every start.
  const { simpleParser } = await import('mailparser')
  const mail = await simpleParser(message, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
  }).catch(() => null)
  if (!mail) return null
  const groups = groupsIn(mail, message)
  const report = groups.some(({ action }) => action)
    ? byFields(groups, mail)
    : (byNotification(mail.text || message) ?? byWords(mail))
  return report && { ...report, marks: marksIn(mail, message) }
}

/**
 * Returns our Message-IDs in the report, the original's first. Servers attach the original, quote it, send only its
 * headers, or name it in the report's own headers. The signature is checked later.
 */
function marksIn(mail: ParsedMail, message: string): string[] {
  const attached = partOf(mail, 'message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const texts = [attached, mail.text ?? '', message]
  const found = texts.flatMap((text) => [...text.matchAll(/<\s*([\w-]{86})@/g)].map(([, mark]) => mark!))
  return [...new Set(found)].slice(0, 10)
}

type Fields = { [name: string]: string }

/**
 * The fields of RFC 3464: the first group describes the report, each other one a recipient. Our emails have one
 * recipient.
 */
function groupsIn(mail: ParsedMail, message: string): Fields[] {
  const part = partOf(mail, 'message/delivery-status', 'message/global-delivery-status')
  const whole = /multipart\/report/i.test(typeOf(mail)) ? message : ''
  return (part || whole).split(/\r?\n[ \t]*\r?\n/).map(fieldsOf)
}

function byFields(groups: Fields[], mail: ParsedMail): DigestReport | null {
  const groupWith = (wanted: string) => groups.find(({ action }) => action?.toLowerCase().startsWith(wanted))
  const failed = groupWith('failed')
  const { status = '', 'diagnostic-code': diagnostic = '' } = failed ?? groupWith('delayed') ?? {}
  const said = saidIn(diagnostic)
  const reason = reasonOf(said || status)
  if (!failed) return groupWith('delayed') ? { verdict: 'passing', reason } : null
  // Some servers give the reason only in the human-readable part.
  const words = saysEnough(said) ? said : `${said} ${ownLabels(mail)}`
  return { verdict: verdictOf(status, words), reason }
}

/** Parses the JSON of Amazon SES, from its webhooks and its emails. */
function byNotification(text: string): DigestReport | null {
  try {
    // In the email, lines about unsubscribing follow the JSON.
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1).replaceAll(/\r?\n/g, '')
    const said = JSON.parse(json)
    const { bounce } = typeof said.Message === 'string' ? JSON.parse(said.Message) : said
    const { status = '', diagnosticCode = '' } = bounce.bouncedRecipients[0]
    const words = saidIn(diagnosticCode)
    return { verdict: verdictOf(status, words), reason: reasonOf(words || status) }
  } catch {
    return null
  }
}

const fromServer =
  /mailer-daemon|post_?master|mail ?delivery|delivery (sub)?system|undeliver|mdaemon|interscan notification/i
const aboutFailure =
  /undeliver|delivery (status|failure|report|has failed|problem)|returned mail|failure notice|(mail|message) delivery failed|could(n't| not) be delivered/i
const aboutDelay =
  /\(delay\)|warning message only|has been delayed|will be retried|still trying|not yet been delivered/i

/** Classifies by wording, if a mail server wrote it. A person's reply, a receipt, and a complaint aren't reports. */
function byWords(mail: ParsedMail): DigestReport | null {
  if (/report-type=\W?(disposition|feedback)/i.test(typeOf(mail))) return null
  const { subject = '' } = mail
  const words = `${/^returned mail: .*/i.exec(subject) ?? ''} ${ownLabels(mail)}`
  const isFromServer = fromServer.test(mail.from?.text ?? '') || mail.headers.has('x-failed-recipients')
  if (!isFromServer && !aboutFailure.test(subject)) return null
  if (!saysEnough(words) && !aboutFailure.test(subject)) return null
  const line = words.split(/(?<=[.!?])\s+(?=[A-Z])/).find(saysEnough) ?? subject
  const isDelay = aboutDelay.test(`${subject} ${words}`)
  return { verdict: isDelay ? 'passing' : verdictOf('', words), reason: reasonOf(line) }
}

const beginOfOriginal =
  /^[ \t>]*-{2,}[^\n]*(copy|original|unsent|returned|undelivered|below this line|message header)|^[ \t>]*(received: |return-path: |message-id: |included is a copy|date: .*\n(from|to|subject): )/im

/** Returns the server's own text, before the returned email. */
function ownLabels({ text, html }: ParsedMail): string {
  const words = text || (html || '').replaceAll(/<(style|head)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
  const own = words.slice(0, beginOfOriginal.exec(words)?.index ?? words.length)
  return own.replaceAll(/\s+/g, ' ').slice(0, 4000)
}

const typeOf = ({ headerLines }: ParsedMail) => headerLines.find(({ key }) => key === 'content-type')?.line ?? ''

function partOf({ attachments }: ParsedMail, ...types: string[]): string {
  const part: Attachment | undefined = attachments.find(({ contentType }) => types.includes(contentType))
  return part?.content.toString('utf8') ?? ''
}

function fieldsOf(group: string): Fields {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]]
    }),
  )
}

const saidIn = (diagnostic: string) => diagnostic.replace(/^[\w-]+\s*;\s*/, '').replaceAll(/\s+/g, ' ')
const reasonOf = (said: string) => `The mail server said: ${said || 'nothing more'}`.slice(0, 300)
