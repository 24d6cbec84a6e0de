// Three hundred emails and more, each with the Target that a person would file it on. Built from what the programs
// write, in four languages, with the cases in which nothing must match.
import {
  type Charset,
  type Encoding,
  emailBytes,
  encoded,
  type Headers,
  headerLines,
  latinBytes,
  mailbox,
  type Part,
} from './emailSource.ts'
import { type ForwardedBody, type Original, programs, rareForms } from './forwards.ts'
import { outlookFile } from './outlookFile.ts'
import {
  type ContactPerson,
  colleagues,
  contacts,
  everyLanguage,
  filing,
  type Language,
  me,
  type Person,
  sharedContacts,
  strangers,
} from './people.ts'
import { attributionsOf, gmailReplyHtml, marked, ownTexts, replyText } from './replies.ts'

export type LabeledEmail = {
  name: string
  format: 'eml' | 'msg'
  bytes: Uint8Array
  /** The Target to file it on, or null. */
  target: string | null
}

const bodies: Record<Language, string> = {
  en: 'Dear Nora,\n\nplease find our comments on the offer below.\n\nKind regards',
  de: 'Liebe Frau Whitfield,\n\nanbei unsere Anmerkungen zum Angebot. Schöne Grüße',
  fr: 'Chère Nora,\n\nvoici nos remarques sur l’offre.\n\nBien à vous',
  es: 'Estimada Nora:\n\nle envío nuestros comentarios sobre la oferta.\n\nUn cordial saludo',
}
const subjects: Record<Language, string> = {
  en: 'Comments on the offer',
  de: 'Anmerkungen zum Angebot für März',
  fr: 'Remarques sur l’offre n° 12',
  es: 'Comentarios sobre la oferta del año',
}
const prefixes: Record<Language, string> = { en: 'FW: ', de: 'WG: ', fr: 'TR : ', es: 'RV: ' }

const inLanguage = (language: Language): ContactPerson[] => contacts.filter((one) => one.language === language)
const eml = (name: string, target: string | null, bytes: Uint8Array): LabeledEmail => ({
  name,
  format: 'eml',
  bytes,
  target,
})
const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length]!

const ways: readonly { charset: Charset; encoding: Encoding }[] = [
  { charset: 'utf-8', encoding: 'quoted-printable' },
  { charset: 'utf-8', encoding: 'base64' },
  { charset: 'windows-1252', encoding: 'quoted-printable' },
  { charset: 'utf-8', encoding: '8bit' },
  { charset: 'iso-8859-15', encoding: 'quoted-printable' },
  { charset: 'windows-1252', encoding: '8bit' },
]

function partsOf({ text, html }: ForwardedBody, at: number): Part[] {
  const way = pick(ways, at)
  return [
    ...(text === undefined ? [] : [{ type: 'text/plain', text, ...way }]),
    ...(html === undefined ? [] : [{ type: 'text/html', text: html, ...way }]),
  ]
}

const toFiling = (language: Language, subject = subjects[language]): Headers => ({
  from: mailbox(me),
  to: mailbox(filing),
  subject: prefixes[language] + subject,
})

/** The forwarded email: one from the contact, one to the contact, or one with the contact in copy. */
function originalOf(contact: Person, language: Language, relation: number): Original {
  const [colleague] = colleagues
  const base = { subject: subjects[language], body: bodies[language] }
  if (relation === 0) return { ...base, from: contact, to: [me], cc: [colleague!] }
  if (relation === 1) return { ...base, from: me, to: [contact], cc: [] }
  return { ...base, from: pick(strangers, 0), to: [me], cc: [contact, colleague!] }
}

function forwards(): LabeledEmail[] {
  let at = 0
  return programs.flatMap((program) =>
    everyLanguage.flatMap((language) =>
      [0, 1, 2].slice(at % 2, (at % 2) + 2).map((relation) => {
        const contact = pick(inLanguage(language), at++)
        const body = program.write(originalOf(contact, language, relation), language)
        const parts = partsOf(body, at)
        const bytes = emailBytes(toFiling(language), parts, parts.length > 1 ? 'alternative' : 'mixed')
        return eml(`${program.name}, ${language}, ${relation}`, contact.target, bytes)
      }),
    ),
  )
}

/** A name of three words can't be divided again after the family name went first. */
const isPlainName = ({ name }: Person) => name.split(' ').length === 2

function rare(): LabeledEmail[] {
  let at = 0
  return rareForms.flatMap((form) =>
    everyLanguage.map((language) => {
      const contact = pick(inLanguage(language).filter(isPlainName), at++)
      const parts = partsOf(form.write(originalOf(contact, language, at % 2), language), at)
      return eml(`${form.name}, ${language}`, contact.target, emailBytes(toFiling(language), parts, 'alternative'))
    }),
  )
}

function direct(): LabeledEmail[] {
  return contacts.flatMap((contact, at) => {
    const { language, target, name } = contact
    const text = [{ type: 'text/plain', text: bodies[language], ...pick(ways, at) }]
    const attribution = pick(attributionsOf(contact)[language], at)
    const reply = replyText(ownTexts[language], attribution, bodies[language])
    return [
      eml(
        `from ${name}`,
        target,
        emailBytes({ from: mailbox(contact), to: mailbox(me), subject: subjects[language] }, text),
      ),
      eml(
        `to ${name}`,
        target,
        emailBytes(
          {
            from: mailbox(me, 'Q'),
            to: `${mailbox(contact, 'Q')},\r\n ${mailbox(colleagues[0]!)}`,
            subject: subjects[language],
          },
          text,
        ),
      ),
      eml(
        `copy to ${name}`,
        target,
        emailBytes(
          { from: mailbox(colleagues[1]!), to: mailbox(me), cc: mailbox(contact), subject: subjects[language] },
          text,
        ),
      ),
      eml(
        `reply to ${name}`,
        target,
        emailBytes({ from: mailbox(me), to: mailbox(contact), subject: `Re: ${subjects[language]}` }, [
          { type: 'text/plain', text: reply, ...pick(ways, at + 1) },
        ]),
      ),
      eml(
        `reply from ${name} in HTML`,
        target,
        emailBytes({ from: mailbox(contact), to: mailbox(me), subject: `AW: ${subjects[language]}` }, [
          {
            type: 'text/html',
            text: gmailReplyHtml(bodies[language], pick(attributionsOf(me)[language], at), ownTexts[language]),
          },
        ]),
      ),
    ]
  })
}

const harper = contacts[0]!
const kessler = contacts.find(({ contact }) => contact === 'c-kessler')!
const muller = contacts.find(({ contact }) => contact === 'c-muller')!
const pratt = contacts.find(({ contact }) => contact === 'c-pratt')!

function attached(nested: Uint8Array, headers: readonly string[] = [], encoding: Encoding = '8bit'): Uint8Array {
  return emailBytes(toFiling('en'), [
    { type: 'text/plain', text: 'Please see the attached email.' },
    { type: 'message/rfc822', bytes: nested, encoding, headers },
  ])
}

const simple = (headers: Headers, text = bodies.en): Uint8Array =>
  emailBytes({ subject: subjects.en, ...headers }, [{ type: 'text/plain', text }])
const written = (from: string, to = mailbox(me)) => simple({ from, to })

function special(): LabeledEmail[] {
  const inner = simple({ from: mailbox(kessler), to: mailbox(me) })
  const sent = simple({ from: mailbox(me), to: mailbox(harper) })
  const forwardHtml = programs
    .find(({ name }) => name === 'Outlook, HTML only')!
    .write(originalOf(kessler, 'de', 0), 'de').html!
  return [
    eml('attached email', 't-kessler', attached(inner, ['Content-Disposition: attachment; filename="Angebot.eml"'])),
    eml('attached email without a name', 't-northgate', attached(sent)),
    eml('attached email in base64', 't-kessler', attached(inner, ['Content-Disposition: attachment'], 'base64')),
    eml(
      'attached file of an email',
      't-kessler',
      emailBytes(toFiling('de'), [
        { type: 'text/plain', text: 'Anbei' },
        { type: 'application/octet-stream; name="Angebot.eml"', bytes: inner, encoding: 'base64' },
      ]),
    ),
    eml(
      'forward in UTF-16',
      't-kessler',
      emailBytes(toFiling('de'), [{ type: 'text/html', text: forwardHtml, charset: 'utf-16le', encoding: 'base64' }]),
    ),
    eml('plus address', 't-northgate', written('Jane <jane.harper+deal@northgate-capital.com>')),
    eml('uppercase domain', 't-northgate', written('Jane Harper <Jane.Harper@NORTHGATE-CAPITAL.COM>')),
    eml('internationalized domain', 't-muller', written('=?utf-8?Q?Doris_M=C3=BCller?= <doris@müller-brief.de>')),
    eml(
      'internationalized domain in a block',
      't-muller',
      emailBytes(toFiling('de'), [
        {
          type: 'text/plain',
          text: `Von: ${muller.name} <doris@müller-brief.de>\nGesendet: Montag, 16. November 2026 15:04\nAn: Nora\nBetreff: Brief\n\nGuten Tag`,
        },
      ]),
    ),
    eml('Gmail address with other dots', 't-solo', written('Dana Pratt <d.ana.pratt@googlemail.com>')),
    eml(
      'sender on behalf',
      't-northgate',
      simple({ from: mailbox(strangers[0]!), to: mailbox(me), more: [`Sender: ${mailbox(harper)}`] }),
    ),
    eml(
      'group of recipients',
      't-northgate',
      simple({ from: mailbox(me), to: `Board: ${mailbox(strangers[1]!)}, ${mailbox(harper)};` }),
    ),
    eml('comment in the address', 't-northgate', written('jane.harper@northgate-capital.com (Jane Harper)')),
    eml('bare address', 't-kessler', written(kessler.address, me.address)),
    eml(
      'two contacts of one Target',
      't-northgate',
      simple({ from: mailbox(harper), to: mailbox(me), cc: mailbox(contacts[1]!) }),
    ),
    eml(
      'two Targets, the one last touched',
      't-northgate',
      simple({ from: mailbox(kessler), to: mailbox(me), cc: mailbox(harper) }),
    ),
    eml(
      'mine before a shared one',
      't-lumen',
      simple({ from: mailbox(sharedContacts[0]!), to: mailbox(contacts[3]!) }),
    ),
    eml('shared Target', 't-shared-vale', written(mailbox(sharedContacts[0]!))),
    eml(
      'shared Target in a forwarded email',
      't-shared-stein',
      emailBytes(toFiling('de'), partsOf(programs[0]!.write(originalOf(sharedContacts[1]!, 'de', 0), 'de'), 0)),
    ),
    eml(
      'raw header in an old charset',
      't-kessler',
      latinBytes(
        `${Buffer.from(encoded(headerLines({ from: '"Jürgen Keßler" <j.kessler@kessler-maschinenbau.de>', to: me.address }).join('\r\n'), 'windows-1252')).toString('latin1')}\r\n\r\nHallo\r\n`,
      ),
    ),
    eml('line feeds only', 't-kessler', latinBytes(Buffer.from(inner).toString('latin1').replaceAll('\r\n', '\n'))),
    eml(
      'mailbox file',
      't-kessler',
      latinBytes(`From - Mon Nov 16 15:04:00 2026\r\n${Buffer.from(inner).toString('latin1')}`),
    ),
    eml(
      'reply of a colleague with a header block',
      't-northgate',
      emailBytes(
        { from: mailbox(colleagues[0]!), to: mailbox(me), subject: 'RE: Offer' },
        partsOf(programs[0]!.write(originalOf(harper, 'en', 0), 'en'), 0),
      ),
    ),
    eml(
      'forwarded by a colleague with a copy',
      't-lefevre',
      emailBytes(
        { from: mailbox(colleagues[2]!), to: mailbox(filing), cc: mailbox(me), subject: 'TR: Offre' },
        partsOf(programs[9]!.write(originalOf(contacts[9]!, 'fr', 0), 'fr'), 1),
      ),
    ),
    eml(
      'webmail of Orange',
      't-ateliers',
      emailBytes(toFiling('fr'), [
        {
          type: 'text/plain',
          text: `Pour info\n\n> Message du 16/11/26 15:04\n> De : "Jean-Marc Dubois" <jm.dubois@ateliers-du-port.fr>\n> A : "nora.whitfield" <nora.whitfield@hollis-grant.com>\n> Copie à : \n> Objet : Devis\n> \n> Bonjour,`,
        },
      ]),
    ),
    eml(
      'Yahoo',
      't-solo',
      emailBytes(toFiling('en'), [
        {
          type: 'text/plain',
          text: `\n----- Forwarded Message -----\nFrom: Dana Pratt <${pratt.address}>\nTo: Nora Whitfield <nora.whitfield@hollis-grant.com>\nSent: Monday, November 16, 2026 at 03:04:00 PM GMT+1\nSubject: Offer\n\nHi Nora`,
        },
      ]),
    ),
    eml(
      'Proton',
      't-iberia',
      emailBytes(toFiling('es'), [
        {
          type: 'text/plain',
          text: `------- Forwarded Message -------\nFrom: María Núñez Ortega <maria.nunez@iberia-consultores.es>\nDate: On lunes, 16 de noviembre de 2026 at 15:04\nSubject: Oferta\nTo: Nora <nora.whitfield@hollis-grant.com>\n\n> Hola`,
        },
      ]),
    ),
    eml(
      'Samsung',
      't-kessler',
      emailBytes(toFiling('de'), [
        {
          type: 'text/plain',
          text: `-------- Ursprüngliche Nachricht --------Von: Jürgen Keßler <${kessler.address}> \nDatum: 16.11.26  15:04  (GMT+01:00) \nAn: Nora Whitfield <nora.whitfield@hollis-grant.com> \nBetreff: Angebot \n\nGuten Tag`,
        },
      ]),
    ),
    eml(
      'meeting forwarded by Outlook',
      't-northgate',
      emailBytes(toFiling('en'), [
        {
          type: 'text/plain',
          text: `-----Original Appointment-----\nFrom: Jane Harper <${harper.address}>\nSent: Monday, November 16, 2026 3:04 PM\nTo: Jane Harper; Nora Whitfield\nSubject: Review\nWhen: Friday, November 20, 2026 10:00-11:00.\nWhere: Room 4\n\nAgenda`,
        },
      ]),
    ),
    {
      name: 'Outlook file from a contact',
      format: 'msg',
      target: 't-kessler',
      bytes: outlookFile({ from: kessler, to: [me], subject: 'Angebot', body: bodies.de }),
    },
    {
      name: 'Outlook file to a contact',
      format: 'msg',
      target: 't-iberia',
      bytes: outlookFile({ from: me, to: [contacts[12]!], subject: 'Oferta', body: bodies.es, isInternal: true }),
    },
    {
      name: 'Outlook file with a forwarded email',
      format: 'msg',
      target: 't-northgate',
      bytes: outlookFile({
        from: me,
        to: [filing],
        subject: 'FW: Offer',
        body: programs[0]!.write(originalOf(harper, 'en', 0), 'en').text!,
      }),
    },
    {
      name: 'Outlook file with an attached email',
      format: 'msg',
      target: 't-lefevre',
      bytes: outlookFile({
        from: me,
        to: [filing],
        subject: 'TR',
        body: '',
        attached: { from: contacts[9]!, to: [me], subject: 'Offre', body: bodies.fr },
      }),
    },
    {
      name: 'Outlook file without a match',
      format: 'msg',
      target: null,
      bytes: outlookFile({ from: strangers[0]!, to: [me], subject: 'Hello', body: 'Hi' }),
    },
  ]
}

function automatic(): LabeledEmail[] {
  const headers: readonly string[][] = [
    ['List-Id: <news.northgate-capital.com>', 'List-Unsubscribe: <mailto:leave@northgate-capital.com>'],
    ['Precedence: bulk'],
    ['Precedence: list'],
    ['Auto-Submitted: auto-replied'],
    ['Auto-Submitted: auto-generated'],
    ['Return-Path: <>'],
  ]
  return headers.flatMap((more, at) => [
    eml(`automatic email ${at}`, null, simple({ from: mailbox(harper), to: mailbox(me), more })),
    eml(
      `automatic email ${at} in HTML`,
      null,
      emailBytes({ from: mailbox(kessler), to: mailbox(me), subject: 'Newsletter', more }, [
        { type: 'text/html', text: '<h1>News</h1>' },
      ]),
    ),
  ])
}

function lookalikes(): LabeledEmail[] {
  const addresses = [
    'jane.harper@northgate-capital.co',
    'jane.harper@northgate-capital.com.evil.example',
    'jane.harper@northgatecapital.com',
    'jane.harper@n0rthgate-capital.com',
    'jane.harper@nоrthgate-capital.com',
    'jane.harper@mail.northgate-capital.com',
    'janeharper@northgate-capital.com',
    'jane.harper.northgate-capital.com@gmail.com',
    'danapratt@gmail.co',
    'j.kessler@kessler-maschinenbau.com',
  ]
  return addresses.map((address) => eml(`look-alike ${address}`, null, written(`Jane Harper <${address}>`)))
}

/** The contact appears only in what was quoted further down. */
function deep(): LabeledEmail[] {
  return everyLanguage.flatMap((language, at) => {
    const contact = pick(inLanguage(language), at)
    const [first, second] = colleagues
    const deeper = programs[0]!.write(originalOf(contact, language, 0), language).text!
    const chain = programs[0]!.write(
      { from: first!, to: [me], cc: [], subject: subjects[language], body: deeper },
      language,
    ).text!
    const stranger = pick(strangers, at)
    const strange = programs[7]!.write(
      {
        from: stranger,
        to: [me],
        cc: [],
        subject: subjects[language],
        body: marked(`${attributionsOf(contact)[language][0]}\n\n${marked(bodies[language])}`),
      },
      language,
    ).text!
    const below = replyText(ownTexts[language], attributionsOf(first!)[language][1]!, `Ok.\n\n${deeper}`)
    const named = replyText(ownTexts[language], attributionsOf(contact)[language][1]!, bodies[language])
    const plain = (text: string): Part[] => [{ type: 'text/plain', text }]
    return [
      eml(`second block, ${language}`, null, emailBytes(toFiling(language), plain(chain))),
      eml(
        `below another's attribution, ${language}`,
        null,
        emailBytes({ from: mailbox(first!), to: mailbox(me), subject: 'Re' }, plain(below)),
      ),
      eml(
        `only in an attribution, ${language}`,
        null,
        emailBytes({ from: mailbox(second!), to: mailbox(me), subject: 'Re' }, plain(named)),
      ),
      eml(`below a stranger's email, ${language}`, null, emailBytes(toFiling(language), plain(strange))),
      eml(
        `only in the text, ${language}`,
        null,
        emailBytes(
          { from: mailbox(first!), to: mailbox(me), subject: 'Call' },
          plain(`${bodies[language]}\n${contact.name}\n${contact.address}`),
        ),
      ),
      eml(
        `nested twice, ${language}`,
        null,
        attached(
          emailBytes({ from: mailbox(first!), to: mailbox(me), subject: 'Fwd' }, [
            { type: 'text/plain', text: 'see' },
            {
              type: 'message/rfc822',
              bytes: simple({ from: mailbox(contact), to: mailbox(first!) }),
              encoding: '8bit',
            },
          ]),
        ),
      ),
    ]
  })
}

function unmatched(): LabeledEmail[] {
  const [tom, ingrid] = colleagues
  const namesOnly = (from: string, to: string) =>
    `From: ${from}\nSent: Monday, November 16, 2026 3:04 PM\nTo: ${to}\nSubject: Offer\n\nHello`
  const plan = `Here is the trip:\n\nFrom: Jane Harper\nTo: Seattle\nDate: November 16, 2026\n\nSee you`
  return [
    ...strangers.flatMap((stranger, at) => [
      eml(`from ${stranger.name}`, null, written(mailbox(stranger))),
      eml(`to ${stranger.name}`, null, written(mailbox(me), mailbox(stranger))),
      ...programs.slice(at * 3, at * 3 + 4).map((program) => {
        const language = pick(everyLanguage, at)
        const parts = partsOf(program.write(originalOf(stranger, language, 0), language), at)
        return eml(`${program.name} from ${stranger.name}`, null, emailBytes(toFiling(language), parts, 'alternative'))
      }),
    ]),
    eml('colleague only', null, written(mailbox(tom!))),
    eml(
      'colleagues only',
      null,
      simple({ from: mailbox(tom!), to: `${mailbox(me)}, ${mailbox(ingrid!)}`, cc: mailbox(colleagues[2]!) }),
    ),
    ...everyLanguage.map((language) =>
      eml(
        `colleague forwarded, ${language}`,
        null,
        emailBytes(
          toFiling(language),
          partsOf(
            programs[0]!.write(
              { from: tom!, to: [me], cc: [ingrid!], subject: 'Plan', body: bodies[language] },
              language,
            ),
            0,
          ),
        ),
      ),
    ),
    eml('own private address', null, written('Nora <nora.whitfield@gmail.com>')),
    eml('to the filing address only', null, written(mailbox(me), mailbox(filing))),
    eml('our own message', null, written('Pursuit <digest@pursuit-app.com>')),
    eml(
      'two people with one name',
      null,
      emailBytes(toFiling('en'), [{ type: 'text/plain', text: namesOnly('Alex Morgan', 'Nora Whitfield') }]),
    ),
    eml('first name only', null, emailBytes(toFiling('en'), [{ type: 'text/plain', text: namesOnly('Jane', 'Nora') }])),
    eml(
      'name of a shared contact only',
      null,
      emailBytes(toFiling('en'), [{ type: 'text/plain', text: namesOnly('Robin Vale', 'Nora Whitfield') }]),
    ),
    eml(
      'similar name',
      null,
      emailBytes(toFiling('en'), [{ type: 'text/plain', text: namesOnly('Jane Harpers', 'Nora Whitfield') }]),
    ),
    eml('travel plan', null, emailBytes(toFiling('en'), [{ type: 'text/plain', text: plan }])),
    eml('empty', null, emailBytes(toFiling('en'), [{ type: 'text/plain', text: '' }])),
    eml(
      'hidden block',
      null,
      emailBytes(toFiling('en'), [
        {
          type: 'text/html',
          text: `<p>Hello</p><div style="display:none">From: Jane Harper &lt;${harper.address}&gt;<br>Sent: Monday<br>To: Nora<br>Subject: x</div>`,
        },
      ]),
    ),
    eml(
      'encoded header injection',
      null,
      written('=?utf-8?B?SmFuZTxqYW5lLmhhcnBlckBub3J0aGdhdGUtY2FwaXRhbC5jb20+?= <jane@other-firm.com>'),
    ),
    eml('name that is an address', null, written('"jane.harper@northgate-capital.com" <someone@other-firm.com>')),
  ]
}

export const labeledEmails = (): LabeledEmail[] => [
  ...forwards(),
  ...rare(),
  ...direct(),
  ...special(),
  ...automatic(),
  ...lookalikes(),
  ...deep(),
  ...unmatched(),
]
