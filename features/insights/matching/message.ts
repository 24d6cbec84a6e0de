// The email that sends an item to someone, from the person's own email client or copied to another. Pure.
import type { Target } from '#features/targets/contract.ts'
import type { LibraryItem } from '../library/contract.ts'

type Sent = Pick<LibraryItem, 'name' | 'description' | 'blog_url' | 'file_name'>
type To = Pick<Target, 'contact' | 'contact_email' | 'company'>
export type PreparedMessage = { to: string; subject: string; text: string }

/** Longest URL, in characters. Some email clients cut off longer ones. */
const LONGEST = 1800

/** Drafts a message that the sender can complete. */
export function messageFor(content: Sent, { contact, contact_email }: To, from: string): PreparedMessage {
  const greeting = contact === '' ? 'Hello,' : `Hello ${contact.split(/\s+/)[0]},`
  const where = content.blog_url !== '' ? content.blog_url : content.file_name !== '' ? 'It’s attached.' : ''
  const lines = [greeting, `I thought of you when I saw this: ${content.name}.`, content.description, where, from]
  return { to: contact_email, subject: content.name, text: lines.filter((line) => line !== '').join('\n\n') }
}

/** RFC 6068 requires CRLF line ends. */
export function mailtoOf({ to, subject, text }: PreparedMessage): string {
  const begin = `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=`
  let body = encodeURIComponent(text.replaceAll('\n', '\r\n'))
  for (let length = text.length; begin.length + body.length > LONGEST && length > 0; length -= 50)
    body = encodeURIComponent(`${text.slice(0, length).trimEnd()}…`.replaceAll('\n', '\r\n'))
  return begin + body
}

export const asText = ({ subject, text }: PreparedMessage): string => `${subject}\n\n${text}`

/** Formats the step for the Target's history. */
export const messageStep = ({ name }: Pick<LibraryItem, 'name'>, { contact, company }: To): string =>
  `Send “${name}” to ${contact || company}`
