// Replies with the quoted email below, as programs write them in four languages.
import type { Language, Person } from './people.ts'

export type Reply = { language: Language; to: Person; quoted: string; own: string }

export const attributionsOf = ({ name, address }: Person): Record<Language, readonly string[]> => ({
  en: [
    `On Mon, Nov 16, 2026 at 3:04 PM ${name} <${address}> wrote:`,
    `On 16 Nov 2026, at 15:04, ${name} <${address}> wrote:`,
    `On 11/16/2026 3:04 PM, ${name} wrote:`,
    `---- On Mon, 16 Nov 2026 15:04:00 +0100 ${name} <${address}> wrote ---`,
    `On Monday, November 16th, 2026 at 3:04 PM, ${name} <${address}>\nwrote:`,
  ],
  de: [
    `Am Mo., 16. Nov. 2026 um 15:04 Uhr schrieb ${name} <\n${address}>:`,
    `Am 16.11.2026 um 15:04 schrieb ${name} <${address}>:`,
    `Am 16.11.26 um 15:04 schrieb ${name}:`,
    `${name} <${address}> schrieb am 16.11.2026 um 15:04:`,
  ],
  fr: [
    `Le lun. 16 nov. 2026 à 15:04, ${name} <${address}> a\nécrit :`,
    `Le 16 nov. 2026 à 15:04, ${name} <${address}> a écrit\u00a0:`,
    `Le 16/11/2026 à 15:04, ${name} a écrit :`,
  ],
  es: [
    `El lun, 16 nov 2026 a las 15:04, ${name} (<${address}>)\nescribió:`,
    `El 16 nov 2026, a las 15:04, ${name} <${address}> escribió:`,
    `El 16/11/26 a las 15:04, ${name} escribió:`,
  ],
})

export const ownTexts: Record<Language, string> = {
  en: 'Thank you, that works for us.\n\nBest regards\n-- \nNora Whitfield\nHollis Grant LLP\nFrom our office: +1 206 555 0134',
  de: 'Vielen Dank, das passt.\n\nAm Montag melde ich mich wieder.\n\nMit freundlichen Grüßen\nNora Whitfield',
  fr: 'Merci, cela nous convient.\n\nLe dossier suit demain.\n\nBien cordialement\nNora Whitfield',
  es: 'Gracias, nos parece bien.\n\nEl lunes le llamo.\n\nUn saludo\nNora Whitfield',
}

export const marked = (text: string, mark = '> '): string =>
  text
    .split('\n')
    .map((line) => (line ? mark + line : mark.trimEnd()))
    .join('\n')

/** Own text above an attribution and the quoted email. */
export const replyText = (own: string, attribution: string, quoted: string): string =>
  `${own}\n\n${attribution}\n\n${marked(quoted)}\n`

export const gmailReplyHtml = (own: string, attribution: string, quoted: string): string => {
  const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
  return `<div dir="ltr">${html(own)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${html(attribution)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid">${html(quoted)}</blockquote></div>`
}

export const everyAttribution = (person: Person): { language: Language; attribution: string }[] =>
  Object.entries(attributionsOf(person)).flatMap(([language, those]) =>
    those.map((attribution) => ({ language: language as Language, attribution })),
  )
