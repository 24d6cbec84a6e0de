// Forwarded emails as the email programs write them in four languages. Each template is written from how the program
// looks, not from the table of words that reads it.
import type { Language, Person } from './people.ts'

export type Original = {
  from: Person
  to: readonly Person[]
  cc: readonly Person[]
  subject: string
  body: string
}
export type ForwardedBody = { text?: string; html?: string }
export type Program = { name: string; write: (original: Original, language: Language) => ForwardedBody }

type Labels = { from: string; sent: string; to: string; cc: string; subject: string; colon: string }
type Line = readonly [label: string, value: string]

const outlook: Record<Language, Labels> = {
  en: { from: 'From', sent: 'Sent', to: 'To', cc: 'Cc', subject: 'Subject', colon: ':' },
  de: { from: 'Von', sent: 'Gesendet', to: 'An', cc: 'Cc', subject: 'Betreff', colon: ':' },
  fr: { from: 'De', sent: 'Envoyé', to: 'À', cc: 'Cc', subject: 'Objet', colon: '\u00a0:' },
  es: { from: 'De', sent: 'Enviado el', to: 'Para', cc: 'CC', subject: 'Asunto', colon: ':' },
}
const modern: Record<Language, Labels> = {
  en: { ...outlook.en, sent: 'Date' },
  de: { ...outlook.de, sent: 'Datum' },
  fr: { ...outlook.fr, sent: 'Date' },
  es: { ...outlook.es, sent: 'Fecha', cc: 'Cc' },
}
const apple: Record<Language, Labels> = {
  en: { ...modern.en },
  de: { ...modern.de, cc: 'Kopie' },
  fr: { ...modern.fr, colon: '\u00a0:' },
  es: { ...modern.es },
}
const thunderbird: Record<Language, Labels> = {
  en: { ...modern.en, cc: 'CC' },
  de: { ...modern.de, cc: 'Kopie (CC)' },
  fr: { from: 'De', sent: 'Date', to: 'Pour', cc: 'Copie à', subject: 'Sujet', colon: ' :' },
  es: { ...modern.es, cc: 'CC' },
}

const dates: Record<Language, string> = {
  en: 'Monday, November 16, 2026 3:04 PM',
  de: 'Montag, 16. November 2026 15:04',
  fr: 'lundi 16 novembre 2026 15:04',
  es: 'lunes, 16 de noviembre de 2026 15:04',
}
const shortDates: Record<Language, string> = {
  en: 'Mon, Nov 16, 2026 at 3:04 PM',
  de: 'Mo., 16. Nov. 2026 um 15:04 Uhr',
  fr: 'lun. 16 nov. 2026 à 15:04',
  es: 'lun, 16 nov 2026 a las 15:04',
}

const plain = ({ name, address }: Person) => (name ? `${name} <${address}>` : address)
const bracketed = ({ name, address }: Person) => `${name} [mailto:${address}]`
const doubled = ({ name, address }: Person) => `${name} <${address}<mailto:${address}>>`
const linked = ({ name, address }: Person) => `${name} &lt;<a href="mailto:${address}">${address}</a>&gt;`
const list = (people: readonly Person[], write: (one: Person) => string, between: string) =>
  people.map(write).join(between)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>\n')

type Order = readonly (keyof Omit<Labels, 'colon'>)[]
const outlookOrder: Order = ['from', 'sent', 'to', 'cc', 'subject']
const gmailOrder: Order = ['from', 'sent', 'subject', 'to', 'cc']
const appleOrder: Order = ['from', 'subject', 'sent', 'to', 'cc']
const thunderbirdOrder: Order = ['subject', 'sent', 'from', 'to', 'cc']

function linesOf(
  { from, to, cc, subject }: Original,
  labels: Labels,
  order: Order,
  { date, write = plain, between = '; ' }: { date: string; write?: (one: Person) => string; between?: string },
): Line[] {
  const values = { from: write(from), sent: date, to: list(to, write, between), cc: list(cc, write, between), subject }
  return order.filter((key) => key !== 'cc' || cc.length > 0).map((key) => [labels[key] + labels.colon, values[key]])
}

const asText = (lines: readonly Line[], prefix = '', around = '') =>
  lines.map(([label, value]) => `${prefix}${around}${label}${around} ${value}`).join('\n')
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n')
const asBold = (lines: readonly Line[]) => lines.map(([label, value]) => `<b>${label}</b> ${value}<br>`).join('\n')

const notes: Record<Language, string> = {
  en: 'FYI, please file.',
  de: 'Zur Ablage.',
  fr: 'Pour information.',
  es: 'Para archivar.',
}

const markers: Record<Language, string> = {
  en: '-----Original Message-----',
  de: '-----Ursprüngliche Nachricht-----',
  fr: '-----Message d’origine-----',
  es: '-----Mensaje original-----',
}
const gmailMarkers: Record<Language, string> = {
  en: '---------- Forwarded message ---------',
  de: '---------- Weitergeleitete Nachricht ---------',
  fr: '---------- Message transféré ---------',
  es: '---------- Mensaje reenviado ---------',
}
const appleMarkers: Record<Language, string> = {
  en: 'Begin forwarded message:',
  de: 'Anfang der weitergeleiteten Nachricht:',
  fr: 'Début du message réexpédié :',
  es: 'Inicio del mensaje reenviado:',
}
const thunderbirdMarkers: Record<Language, string> = {
  en: '-------- Forwarded Message --------',
  de: '-------- Weitergeleitete Nachricht --------',
  fr: '-------- Message transféré --------',
  es: '-------- Mensaje reenviado --------',
}

const outlookText = (name: string, write: (one: Person) => string, hasMarker: boolean): Program => ({
  name,
  write: (original, language) => ({
    text: `${notes[language]}\n\n${hasMarker ? `${markers[language]}\n` : ''}${asText(linesOf(original, outlook[language], outlookOrder, { date: dates[language], write }))}\n\n${original.body}`,
  }),
})

export const programs: readonly Program[] = [
  outlookText('Outlook, plain', plain, false),
  outlookText('Outlook, with a line', bracketed, true),
  outlookText('Outlook, doubled addresses', doubled, false),
  {
    name: 'Outlook, HTML only',
    write: (original, language) => ({
      html: `<html><head><style>p.MsoNormal {margin:0}</style></head><body lang="${language}"><div class="WordSection1"><p class="MsoNormal">${notes[language]}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${asBold(linesOf(original, outlook[language], outlookOrder, { date: dates[language], write: linked }))}<o:p></o:p></p></div><p class="MsoNormal">${escaped(original.body)}</p></div></body></html>`,
    }),
  },
  {
    name: 'Outlook on the web',
    write: (original, language) => ({
      html: `<div>${notes[language]}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${asBold(linesOf(original, language === 'es' ? { ...outlook.es, sent: 'Enviado' } : outlook[language], outlookOrder, { date: dates[language], write: (one) => escaped(plain(one)) }))}</font><div>&nbsp;</div></div><div dir="ltr">${escaped(original.body)}</div>`,
    }),
  },
  {
    name: 'Outlook on a phone',
    write: (original, language) => ({
      text: `${notes[language]}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${asText(linesOf(original, outlook[language], outlookOrder, { date: dates[language] }))}\n\n${original.body}`,
    }),
  },
  {
    name: 'Outlook on a Mac',
    write: (original, language) => ({
      text: `${notes[language]}\n\n${asText(linesOf(original, modern[language], outlookOrder, { date: dates[language], between: ', ' }), '', '*')}\n${original.body}`,
    }),
  },
  {
    name: 'Gmail, plain',
    write: (original, language) => ({
      text: `${notes[language]}\n\n${gmailMarkers[language]}\n${asText(linesOf(original, language === 'en' ? modern.en : { ...modern.en, from: modern[language].from, colon: modern[language].colon }, gmailOrder, { date: shortDates[language], between: ', ' }))}\n\n\n${original.body}`,
    }),
  },
  {
    name: 'Gmail, both',
    write: (original, language) => {
      const lines = linesOf(original, { ...modern[language], colon: ':' }, gmailOrder, {
        date: shortDates[language],
        between: ', ',
        write: linked,
      })
      const text = linesOf(original, { ...modern[language], colon: ':' }, gmailOrder, {
        date: shortDates[language],
        between: ',\n',
      })
      return {
        text: `${gmailMarkers[language]}\n${asText(text)}\n\n${original.body}`,
        html: `<div dir="ltr"><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${gmailMarkers[language]}<br>${lines.map(([label, value]) => `${label} ${value}<br>`).join('')}</div><br>${escaped(original.body)}</div></div>`,
      }
    },
  },
  {
    name: 'Apple Mail, plain',
    write: (original, language) => ({
      text: `${notes[language]}\n\n${appleMarkers[language]}\n\n${quoted(`${asText(linesOf(original, apple[language], appleOrder, { date: shortDates[language], between: ', ' }))}\n\n${original.body}`)}`,
    }),
  },
  {
    name: 'Apple Mail, HTML only',
    write: (original, language) => ({
      html: `<body>${notes[language]}<br><div><br><blockquote type="cite"><div>${appleMarkers[language]}</div><br class="Apple-interchange-newline">${linesOf(
        original,
        apple[language],
        appleOrder,
        { date: shortDates[language], between: ', ', write: linked },
      )
        .map(([label, value]) => `<div style="margin:0"><span><b>${label} </b></span><span>${value}<br></span></div>`)
        .join('')}<br><div>${escaped(original.body)}</div></blockquote></div></body>`,
    }),
  },
  {
    name: 'iPhone',
    write: (original, language) => ({
      text: `\n\nSent from my iPhone\n\n${appleMarkers[language]}\n\n${quoted(`${asText(linesOf(original, apple[language], ['from', 'sent', 'to', 'cc', 'subject'], { date: shortDates[language], between: ', ' }), '', '*')}\n\n${original.body}`)}`,
    }),
  },
  {
    name: 'Thunderbird, plain',
    write: (original, language) => ({
      text: `${notes[language]}\n\n\n${thunderbirdMarkers[language]}\n${linesOf(
        original,
        thunderbird[language],
        thunderbirdOrder,
        { date: 'Mon, 16 Nov 2026 15:04:00 +0100', between: ', ' },
      )
        .map(([label, value]) => `${label} \t${value}`)
        .join('\n')}\n\n\n\n${original.body}`,
    }),
  },
  {
    name: 'Thunderbird, table',
    write: (original, language) => ({
      html: `<html><body><p>${notes[language]}</p><div class="moz-forward-container"><br>${thunderbirdMarkers[language]}<table class="moz-email-headers-table" cellspacing="0"><tbody>${linesOf(
        original,
        thunderbird[language],
        thunderbirdOrder,
        { date: 'Mon, 16 Nov 2026 15:04:00 +0100', between: ', ', write: linked },
      )
        .map(
          ([label, value]) =>
            `<tr><th valign="BASELINE" nowrap="nowrap" align="RIGHT">${label} </th><td>${value}</td></tr>`,
        )
        .join('')}</tbody></table><br><br>${escaped(original.body)}</div></body></html>`,
    }),
  },
]

/** Forms that only some firms see: internal addresses, assistants, lists without addresses, and other providers. */
export const rareForms: readonly Program[] = [
  {
    name: 'names without addresses',
    write: (original, language) => ({
      text: `${notes[language]}\n\n${asText(linesOf(original, outlook[language], outlookOrder, { date: dates[language], write: ({ name }) => name }))}\n\n${original.body}`,
    }),
  },
  {
    name: 'family name first',
    write: (original, language) => ({
      text: `${asText(linesOf(original, outlook[language], outlookOrder, { date: dates[language], write: ({ name }) => `${name.split(' ').slice(1).join(' ')}, ${name.split(' ')[0]}` }))}\n\n${original.body}`,
    }),
  },
  {
    name: 'Exchange address and name',
    write: (original, language) => ({
      text: `${asText(linesOf(original, outlook[language], outlookOrder, { date: dates[language], write: ({ name }) => `${name} </O=EXCHANGELABS/OU=EXCHANGE ADMINISTRATIVE GROUP (FYDIBOHF23SPDLT)/CN=RECIPIENTS/CN=4F2A>` }))}\n\n${original.body}`,
    }),
  },
  {
    name: 'on behalf of',
    write: (original, language) => {
      const words = { en: 'On Behalf Of', de: 'Im Auftrag von', fr: 'De la part de', es: 'En nombre de' }[language]
      const assisted = {
        ...original,
        from: { name: `assist@calls.example ${words} ${original.from.name}`, address: original.from.address },
      }
      return {
        text: `${markers[language]}\n${asText(linesOf(assisted, outlook[language], outlookOrder, { date: dates[language] }))}\n\n${original.body}`,
      }
    },
  },
  {
    name: 'all headers in one line',
    write: (original, language) => ({
      text: `${notes[language]}\n\n${linesOf(original, { ...outlook[language], colon: ':' }, outlookOrder, {
        date: dates[language],
      })
        .map(([label, value]) => `${label} ${value}`)
        .join(' ')}\n\n${original.body}`,
    }),
  },
  {
    name: 'headers in paragraphs',
    write: (original, language) => ({
      html: linesOf(original, outlook[language], outlookOrder, { date: dates[language], write: linked })
        .map(([label, value]) => `<p><strong>${label}</strong> ${value}</p>`)
        .join('')
        .concat(`<p>${escaped(original.body)}</p>`),
    }),
  },
  {
    name: 'linked names',
    write: (original, language) => ({
      html: `<div>${asBold(linesOf(original, modern[language], outlookOrder, { date: dates[language], write: ({ name, address }) => `<a href="mailto:${address}">${name}</a>` }))}</div><div>${escaped(original.body)}</div>`,
    }),
  },
  {
    name: 'sent first, as GMX does',
    write: (original, language) => ({
      text: `${asText(linesOf(original, outlook[language], ['sent', 'from', 'to', 'cc', 'subject'], { date: dates[language], write: ({ name, address }) => `"${name}" <${address}>` }))}\n\n${original.body}`,
    }),
  },
  {
    name: 'wrapped lists',
    write: (original, language) => ({
      text: `${gmailMarkers[language]}\n${asText(linesOf({ ...original, to: [...original.to, { name: 'Extra Person', address: 'extra@unknown-partners.com' }] }, modern[language], gmailOrder, { date: shortDates[language], write: ({ name, address }) => `${name}\n<${address}>`, between: ',\n' }))}\n\n${original.body}`,
    }),
  },
]
