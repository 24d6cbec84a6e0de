// Email rendering: HTML for light and dark mode, and plain text. Emails load no external resources.
import { escapeHtml } from '../escapeHtml.ts'
import { appLink } from './links.ts'
import type { EmailMessage } from './outgoing.ts'
import { templateParts } from './templateParts.ts'

const parts = templateParts(new URL('emailMessage.html', import.meta.url), [
  'line',
  'button',
  'foot',
  'small',
  'unsubscribe',
  'end',
])

/** `origin` as in links.ts. */
export const renderEmail = (letter: EmailMessage, origin: string): { html: string; text: string } => ({
  html: htmlOf(letter, origin),
  text: textOf(letter, origin),
})

function textOf({ heading, lines, button, small = [], unsubscribePath }: EmailMessage, origin: string): string {
  const parts = [
    heading,
    ...lines,
    ...(button ? [`${button.label}:\n${appLink(origin, button.path)}`] : []),
    '-- ',
    ...small,
    ...(unsubscribePath ? [`${UNSUBSCRIBE}: ${appLink(origin, unsubscribePath)}`] : []),
    `Pursuit, ${origin}`,
  ]
  return `${parts.map((part) => part.replaceAll(unprintable, '')).join('\n\n')}\n`
}

const UNSUBSCRIBE = 'Unsubscribe from emails like this one'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f]/g

function htmlOf(letter: EmailMessage, origin: string): string {
  const { subject, heading, lines, button, small = [], unsubscribePath } = letter
  return [
    filled(parts.start, { subject, preview: lines[0] ?? heading, heading }),
    ...lines.map((line) => filled(parts.line, { line })),
    button ? filled(parts.button, { label: button.label, link: appLink(origin, button.path) }) : '',
    parts.foot,
    ...small.map((line) => filled(parts.small, { small: line })),
    unsubscribePath
      ? filled(parts.unsubscribe, { unsubscribe: appLink(origin, unsubscribePath), unsubscribeLabel: UNSUBSCRIBE })
      : '',
    filled(parts.end, { origin, place: new URL(origin).host }),
  ].join('')
}

/** One pass, so that text which looks like a placeholder is never filled in. */
const filled = (part: string, words: Record<string, string>): string =>
  part.replaceAll(/%%(\w+)%%/g, (_, name: string) => asHtml(words[name] ?? ''))

/** Removes unprintable characters. */
export const asHtml = (text: string) => escapeHtml(text.replaceAll(unprintable, ''))
