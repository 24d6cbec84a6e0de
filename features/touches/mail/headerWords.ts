// The words with which email programs introduce a forwarded or quoted email, by language. Everything that depends on a
// language is here, so that another one needs only another entry.
import { foldCase } from '#core/contract/foldCase.ts'

export type BlockField = 'from' | 'sent' | 'to' | 'cc' | 'subject' | 'other'

type Words = {
  fields: Record<BlockField, readonly string[]>
  /** Lines such as '----- Original Message -----' and 'Begin forwarded message:'. Hyphens count as spaces. */
  markers: readonly string[]
  /** Before the person in whose name an assistant wrote. */
  onBehalfOf: readonly string[]
  /** Beginning and end of 'On Monday, Jane Doe wrote:'. */
  attribution: { start: string; verb: string }
  months: readonly string[]
}

const english: Words = {
  fields: {
    from: ['From'],
    sent: ['Sent', 'Date', 'Sent at', 'Sent on', 'Date sent'],
    to: ['To', 'Recipient', 'Recipients'],
    cc: ['Cc', 'Copy', 'Copies to', 'Carbon copy'],
    subject: ['Subject'],
    other: [
      'Bcc',
      'Reply-To',
      'Attachments',
      'Attachment',
      'Importance',
      'Priority',
      'Sensitivity',
      'Organization',
      'Resent-From',
      'Sender',
      'Message-ID',
      'When',
      'Location',
      'Required',
      'Optional',
      'Categories',
      'Flag',
    ],
  },
  markers: [
    'original message',
    'original appointment',
    'original mail',
    'original email',
    'forwarded message',
    'forwarded mail',
    'forwarded email',
    'forward message',
    'fwd message',
    'reply message',
    'replied message',
    'begin forwarded message',
    'start of forwarded message',
  ],
  onBehalfOf: ['on behalf of'],
  attribution: { start: 'On', verb: 'wrote' },
  months: [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
}

const german: Words = {
  fields: {
    from: ['Von', 'Absender'],
    sent: ['Gesendet', 'Datum', 'Gesendet am', 'Versendet', 'Verschickt'],
    to: ['An', 'Empfänger'],
    cc: ['Cc', 'Kopie', 'Kopie (CC)', 'Kopie an'],
    subject: ['Betreff', 'Betr'],
    other: [
      'Bcc',
      'Blindkopie',
      'Antwort an',
      'Anlagen',
      'Anlage',
      'Anhänge',
      'Anhang',
      'Wichtigkeit',
      'Priorität',
      'Vertraulichkeit',
      'Organisation',
      'Zeit',
      'Ort',
      'Wann',
      'Wo',
      'Kategorien',
    ],
  },
  markers: [
    'ursprüngliche nachricht',
    'urspruengliche nachricht',
    'original nachricht',
    'originalnachricht',
    'originale nachricht',
    'ursprünglicher termin',
    'weitergeleitete nachricht',
    'weitergeleitete mail',
    'weitergeleitete email',
    'weitergeleitete e mail',
    'ursprüngliche mail',
    'ursprüngliche mitteilung',
    'ursprüngliche e mail',
    'originalmail',
    'anfang der weitergeleiteten nachricht',
    'anfang der weitergeleiteten email',
    'anfang der weitergeleiteten e mail',
    'beginn der weitergeleiteten nachricht',
  ],
  onBehalfOf: ['im auftrag von', 'im namen von'],
  attribution: { start: 'Am', verb: 'schrieb' },
  months: [
    'januar',
    'februar',
    'märz',
    'april',
    'mai',
    'juni',
    'juli',
    'august',
    'september',
    'oktober',
    'november',
    'dezember',
  ],
}

const french: Words = {
  fields: {
    from: ['De', 'Expéditeur', 'Émetteur'],
    sent: ['Envoyé', 'Envoyé le', 'Envoyé à', 'Date', 'Date d’envoi'],
    to: ['À', 'A', 'Pour', 'Destinataire', 'Destinataires'],
    cc: ['Cc', 'Copie', 'Copie à', 'Copies à'],
    subject: ['Objet', 'Sujet'],
    other: [
      'Cci',
      'Copie cachée à',
      'Répondre à',
      'Répondre',
      'Pièces jointes',
      'Pièce jointe',
      'Importance',
      'Priorité',
      'Organisation',
      'Critère de diffusion',
      'Quand',
      'Où',
      'Catégories',
    ],
  },
  markers: [
    'message d’origine',
    'message original',
    'message originel',
    'message initial',
    'message transféré',
    'message transmis',
    'message réexpédié',
    'message renvoyé',
    'mail transféré',
    'mail original',
    'mail d’origine',
    'email d’origine',
    'e mail d’origine',
    'rendez vous d’origine',
    'courriel original',
    'courriel transféré',
    'début du message transféré',
    'début du message transmis',
    'début du courriel transféré',
    'début du message réexpédié',
  ],
  onBehalfOf: ['de la part de', 'au nom de', 'pour le compte de'],
  attribution: { start: 'Le', verb: 'a écrit' },
  months: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
}

const spanish: Words = {
  fields: {
    from: ['De', 'Remitente'],
    sent: ['Enviado', 'Enviado el', 'Enviada el', 'Enviado a las', 'Fecha', 'Fecha de envío'],
    to: ['Para', 'A', 'Destinatario', 'Destinatarios'],
    cc: ['CC', 'C.C', 'Copia', 'Con copia', 'Con copia a'],
    subject: ['Asunto'],
    other: [
      'CCO',
      'Copia oculta',
      'Responder a',
      'Datos adjuntos',
      'Adjuntos',
      'Archivos adjuntos',
      'Importancia',
      'Prioridad',
      'Organización',
      'Confidencialidad',
      'Cuándo',
      'Dónde',
      'Ubicación',
      'Categorías',
    ],
  },
  markers: [
    'mensaje original',
    'mensaje reenviado',
    'correo original',
    'correo reenviado',
    'mensaje de reenvío',
    'mensaje enviado',
    'cita original',
    'correo electrónico original',
    'inicio del mensaje reenviado',
    'comienzo del mensaje reenviado',
    'principio del mensaje reenviado',
  ],
  onBehalfOf: ['en nombre de', 'en representación de', 'de parte de'],
  attribution: { start: 'El', verb: 'escribió' },
  months: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
}

const languages = [english, german, french, spanish]

/** Ignores accents, punctuation, and bold marks: 'Rendez-vous d’origine' is 'rendez vous d'origine'. */
export const foldedWords = (text: string): string =>
  foldCase(text)
    .replace(/[-‐‑–—._*]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const fieldByWord = new Map(
  languages.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([field, words]) =>
      words.flatMap((word) =>
        [word.toLowerCase(), foldedWords(word)].map((one) => [one, field as BlockField] as const),
      ),
    ),
  ),
)
/** Folds only a label that could be another spelling, because each line of a text with a colon is looked up. */
export const fieldOfLabel = (label: string): BlockField | undefined =>
  fieldByWord.get(label.toLowerCase()) ?? (/^[A-Za-z ]*$/.test(label) ? undefined : fieldByWord.get(foldedWords(label)))
export const longestLabel = Math.max(...[...fieldByWord.keys()].map((word) => word.length)) + 8

const markers = new Set(languages.flatMap((words) => words.markers.map(foldedWords)))
/** One plain word of each marker. Folding every line of a text would take longer than everything else. */
const markerWords = new RegExp(
  [...new Set(languages.flatMap((words) => words.markers.map(plainWordOf)))].join('|'),
  'i',
)
function plainWordOf(marker: string): string {
  const plain = marker.split(' ').filter((word) => /^[a-z]+$/.test(word))
  return plain.toSorted((a, b) => b.length - a.length)[0] ?? '.'
}
export const isMarker = (words: string): boolean => markerWords.test(words) && markers.has(foldedWords(words))

export const onBehalfOf = new RegExp(`\\s(?:${languages.flatMap((words) => words.onBehalfOf).join('|')})\\s`, 'iu')

/** Letters with accents can be missing after a conversion, so patterns run on folded text. */
export const attributions = [
  ...languages.map(({ attribution }) => attribution),
  // Emails in other languages end the search for a header block as well.
  { start: 'Il', verb: 'ha scritto' },
  { start: 'Op', verb: 'schreef' },
  { start: 'Em', verb: 'escreveu' },
].map(({ start, verb }) => ({ start: foldCase(start), verb: foldCase(verb) }))

/** Months by the beginning of their name, which is how programs shorten them: 'janv.', 'Sept', 'ene'. */
const monthByWord = new Map(
  languages.flatMap(({ months }) =>
    months.flatMap((month, place) => {
      const word = foldCase(month)
      return Array.from({ length: word.length - 2 }, (_, more) => [word.slice(0, more + 3), place + 1] as const)
    }),
  ),
)
/** French 'jui' begins two months, so it is unknown. */
monthByWord.delete('jui')
monthByWord.set('mrz', 3)
monthByWord.set('sept', 9)
monthByWord.set('set', 9)
export const monthOf = (word: string): number | undefined => monthByWord.get(foldCase(word).replace(/\.$/, ''))
