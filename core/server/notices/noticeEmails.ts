// Plain text that the renderer must escape.
import { formatDay } from '#core/contract/dates.ts'
import { INBOX_PATH, type News } from '#core/contract/notice.ts'
import type { EmailMessage, Push } from '../outgoing/outgoing.ts'

export type NewInboxItem = Pick<News, 'notice' | 'text' | 'details' | 'path'> & { id: string }

/** A longer bundle links to the app. */
const MOST_LINES = 20

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')
/** Email clients show one such line completely. */
const subjectOf = (sentence: string) => {
  const one = withoutStop(sentence.replace(/\s+/g, ' '))
  return one.length <= 120 ? one : `${one.slice(0, 119)}…`
}

/** `today`: the firm's day, for a bundle. */
export function renderNoticeEmail(lines: NewInboxItem[], today: string): EmailMessage {
  const [{ notice, text, details, path }] = lines as [NewInboxItem]
  const small = [
    notice.because ?? `You’re getting this email because “${notice.label}” by email is on in your account.`,
  ]
  if (lines.length === 1)
    return {
      subject: subjectOf(text),
      heading: withoutStop(text),
      lines: details,
      button: { label: notice.button, path },
      small,
    }
  const title = notice.several(lines.length)
  const more = lines.length - MOST_LINES
  return {
    subject: title,
    heading: `${title}, ${formatDay(today)}`,
    lines: [...lines.slice(0, MOST_LINES).map((line) => line.text), ...(more > 0 ? [`…and ${more} more.`] : [])],
    button: { label: 'Open my notifications', path: INBOX_PATH },
    small,
  }
}

export function pushOf(lines: NewInboxItem[]): Push {
  const [{ id, notice, text, details, path }] = lines as [NewInboxItem]
  if (lines.length > 1)
    return { title: notice.several(lines.length), body: text, path: INBOX_PATH, tag: `bundle:${id}` }
  return { title: notice.title, body: [text, ...details].join('\n'), path, tag: id }
}
