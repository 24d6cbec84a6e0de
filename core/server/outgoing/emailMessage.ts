// Email rendering: HTML for light and dark mode, and plain text. Emails load no external resources.
import { escapeHtml } from '../escapeHtml.ts'
import { appLink } from './links.ts'
import { compiled, onceEach } from './mjml.ts'
import type { EmailMessage } from './outgoing.ts'

/** `origin` as in links.ts. */
export async function renderEmail(letter: EmailMessage, origin: string): Promise<{ html: string; text: string }> {
  return { html: await htmlOf(letter, origin), text: textOf(letter, origin) }
}

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

async function htmlOf(letter: EmailMessage, origin: string): Promise<string> {
  const { heading, lines, button, small = [], unsubscribePath } = letter
  const template = await templateOf({
    lines: lines.length,
    small: small.length,
    hasButton: button !== undefined,
    hasUnsubscribe: unsubscribePath !== undefined,
  })
  const words: Record<string, string> = {
    subject: letter.subject,
    preview: lines[0] ?? heading,
    heading,
    ...Object.fromEntries(lines.map((line, i) => [`line${i}`, line])),
    ...Object.fromEntries(small.map((line, i) => [`small${i}`, line])),
    label: button?.label ?? '',
    link: button ? appLink(origin, button.path) : '',
    unsubscribe: unsubscribePath ? appLink(origin, unsubscribePath) : '',
    origin,
    place: new URL(origin).host,
  }
  // One pass, so that text which looks like a placeholder is never filled in.
  return template.replaceAll(/%%(\w+)%%/g, (_, name: string) => asHtml(words[name] ?? ''))
}

/** Removes unprintable characters. */
export const asHtml = (text: string) => escapeHtml(text.replaceAll(unprintable, ''))

type Outline = { lines: number; small: number; hasButton: boolean; hasUnsubscribe: boolean }

const templateOf = onceEach(200, (outline: Outline) => compiled(mjmlOf(outline)))

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i)

/** Roles of `core/ui/theme.ts`: page, surface, hair, text, dimmed, brand. */
const mjmlOf = ({ lines, small, hasButton, hasUnsubscribe }: Outline) => `
<mjml lang="en">
  <mj-head>
    <mj-title>%%subject%%</mj-title>
    <mj-preview>%%preview%%</mj-preview>
    <mj-raw>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
    </mj-raw>
    <mj-attributes>
      <mj-all font-family="Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text color="#172030" font-size="16px" line-height="24px" padding="0 24px 16px" />
      <mj-class name="small" color="#566378" font-size="12px" line-height="18px" padding="0 36px 8px" />
    </mj-attributes>
    <mj-style>
      :root { color-scheme: light dark; supported-color-schemes: light dark; }
      .mark { display: inline-block; width: 28px; height: 28px; border-radius: 8px; background: #15397e; vertical-align: middle; line-height: 0; }
      .ring { display: inline-block; width: 11px; height: 11px; margin: 6px 0 0 6px; border: 2.5px solid #ffffff; border-radius: 50%; }
      .point { display: inline-block; width: 5px; height: 5px; margin: 5px 0 0 -6px; border-radius: 50%; background: #5cc2bd; vertical-align: top; }
      @media (prefers-color-scheme: dark) {
        .page, .page > div { background: #10161f !important; background-color: #10161f !important; }
        .card, .card > table, .card > table > tbody > tr > td { background: #19212c !important; background-color: #19212c !important; border-color: #293342 !important; }
        .words div, .words a { color: #e7ebf2 !important; }
        .quiet div, .quiet a { color: #9eaabc !important; }
        .button td, .button a { background: #4169bd !important; background-color: #4169bd !important; color: #ffffff !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body background-color="#f6f8fb" css-class="page" width="584px">
    <mj-section padding="32px 0 16px">
      <mj-column>
        <mj-text css-class="words" padding="0 36px" font-size="20px" line-height="28px" font-weight="650">
          <span class="mark"><span class="ring"></span><span class="point"></span></span>&nbsp; Pursuit
        </mj-text>
      </mj-column>
    </mj-section>
    <mj-wrapper padding="0 12px">
    <mj-section css-class="card" background-color="#ffffff" border="1px solid #e0e6ee" border-radius="8px" padding="32px 0 16px">
      <mj-column>
        <mj-text css-class="words" font-size="20px" line-height="28px" font-weight="650"><h1 style="margin:0;font-size:20px;line-height:28px;font-weight:650">%%heading%%</h1></mj-text>
        ${numbers(lines)
          .map((i) => `<mj-text css-class="words">%%line${i}%%</mj-text>`)
          .join('\n        ')}
        ${hasButton ? '<mj-button css-class="button" href="%%link%%" align="left" background-color="#15397e" color="#ffffff" border-radius="8px" font-size="16px" line-height="20px" font-weight="550" inner-padding="12px 20px" padding="8px 24px 24px">%%label%%</mj-button>' : ''}
      </mj-column>
    </mj-section>
    </mj-wrapper>
    <mj-section padding="16px 0 32px">
      <mj-column>
        ${numbers(small)
          .map((i) => `<mj-text mj-class="small" css-class="quiet">%%small${i}%%</mj-text>`)
          .join('\n        ')}
        ${hasUnsubscribe ? `<mj-text mj-class="small" css-class="quiet"><a href="%%unsubscribe%%" style="color:#566378;text-decoration:underline">${UNSUBSCRIBE}</a></mj-text>` : ''}
        <mj-text mj-class="small" css-class="quiet">Pursuit, <a href="%%origin%%" style="color:#566378;text-decoration:underline">%%place%%</a></mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`
