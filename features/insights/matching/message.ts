// The mail with which a content goes to somebody: written in the person's own mail program, or copied into another. Pure.
import type { Target } from '#features/targets/contract.ts'
import type { LibraryItem } from '../library/contract.ts'

type Sent = Pick<LibraryItem, 'name' | 'description' | 'blog_url' | 'file_name'>
type To = Pick<Target, 'contact' | 'contact_email' | 'company'>
export type PreparedMessage = { to: string; subject: string; text: string }

/** Programs cut longer addresses off. */
const LONGEST = 1800

/** A draft: whoever sends it adds what only they can say. */
export function messageFor(content: Sent, { contact, contact_email }: To, from: string): PreparedMessage {
  const greeting = contact === '' ? 'Hello,' : `Hello ${contact.split(/\s+/)[0]},`
  const where = content.blog_url !== '' ? content.blog_url : content.file_name !== '' ? 'It’s attached.' : ''
  const lines = [greeting, `I thought of you when I saw this: ${content.name}.`, content.description, where, from]
  return { to: contact_email, subject: content.name, text: lines.filter((line) => line !== '').join('\n\n') }
}

/** RFC 6068; lines end as mail has them. */
export function mailtoOf({ to, subject, text }: PreparedMessage): string {
  const begin = `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=`
  let body = encodeURIComponent(text.replaceAll('\n', '\r\n'))
  for (let length = text.length; begin.length + body.length > LONGEST && length > 0; length -= 50)
    body = encodeURIComponent(`${text.slice(0, length).trimEnd()}…`.replaceAll('\n', '\r\n'))
  return begin + body
}

export const asText = ({ subject, text }: PreparedMessage): string => `${subject}\n\n${text}`

/** As it stands in the history of the Target. */
export const messageStep = ({ name }: Pick<LibraryItem, 'name'>, { contact, company }: To): string =>
  `Send “${name}” to ${contact || company}`
