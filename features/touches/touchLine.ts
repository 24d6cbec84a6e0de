// Reads a line such as 'called Jane 20 min about the fees' as a touch. Pure. Never throws, and every word that it doesn't
// understand is in the subject.
import { addDays, daysBetween, mondayOf } from '#core/contract/dates.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { type TouchContact, type TouchDirection, type TouchKind, touchLimits } from './contract.ts'

export type ReadLine = {
  /** Null if the line doesn't say what it was. */
  kind: TouchKind | null
  direction: TouchDirection
  contacts: TouchContact[]
  minutes: number | null
  /** 'YYYY-MM-DD', null if the line names none. */
  day: string | null
  subject: string
}

const verbs: Record<string, [TouchKind, TouchDirection]> = {
  called: ['call', 'out'],
  call: ['call', 'out'],
  phoned: ['call', 'out'],
  rang: ['call', 'out'],
  spoke: ['call', 'both'],
  talked: ['call', 'both'],
  met: ['meeting', 'both'],
  meeting: ['meeting', 'both'],
  saw: ['meeting', 'both'],
  visited: ['meeting', 'both'],
  lunch: ['meeting', 'both'],
  breakfast: ['meeting', 'both'],
  dinner: ['meeting', 'both'],
  coffee: ['meeting', 'both'],
  emailed: ['email', 'out'],
  email: ['email', 'out'],
  mailed: ['email', 'out'],
  wrote: ['email', 'out'],
}
/** Words between the verb and a name that say nothing. */
const fillers = new Set(['with', 'to', 'and', '&', 'a', 'had', 'i'])
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** `contacts` can be named. `today` is the firm's day. */
export function readTouchLine(line: string, contacts: readonly TouchContact[], today: string): ReadLine {
  const words = line.trim().split(/\s+/).filter(Boolean)
  if (!words.some((word) => Object.hasOwn(verbs, plain(word)))) return textOnly(words)
  const read: ReadLine = { kind: null, direction: 'both', contacts: [], minutes: null, day: null, subject: '' }
  const known = contacts.map((contact) => ({ contact, names: foldCase(contact.name).split(/\s+/) }))
  let i = 0
  /** Place of the first word that says nothing. It belongs to the subject if no name follows. */
  let skipped = 0
  while (i < words.length) {
    const taken =
      (read.kind === null && takeVerb(words, i, read)) ||
      takeContact(words, i, known, read) ||
      takeTime(words, i, today, read)
    if (!taken && !fillers.has(plain(words[i]!))) break
    i += taken || 1
    if (taken) skipped = i
  }
  // Without a verb, it's only a text.
  if (read.kind === null) return textOnly(words)
  const subject = subjectOf(withoutTime(words.slice(skipped), today, read))
  return { ...read, subject }
}

/** A length or a day inside a sentence isn't that of the touch, but one at its end is. */
function withoutTime(words: readonly string[], today: string, read: ReadLine): readonly string[] {
  for (let i = Math.max(0, words.length - 4); i < words.length; i++)
    if (takeTime(words, i, today, { ...read }) === words.length - i) {
      takeTime(words, i, today, read)
      return withoutTime(words.slice(0, i), today, read)
    }
  return words
}

const takeTime = (words: readonly string[], i: number, today: string, read: ReadLine): number =>
  takeMinutes(words, i, read) || takeDay(words, i, today, read)

const textOnly = (words: readonly string[]): ReadLine => ({
  kind: null,
  direction: 'both',
  contacts: [],
  minutes: null,
  day: null,
  subject: words.join(' '),
})

const plain = (word: string) => foldCase(word).replace(/^[([]+|[,;:.!)\]]+$/g, '')

/** The subject without the word that leads to it. */
const subjectOf = (words: readonly string[]) =>
  (words.length > 1 && /^(about|re:?|on|regarding|:|-|–)$/i.test(words[0]!) ? words.slice(1) : words)
    .join(' ')
    .replace(/[,;]$/, '')

/** 'Jane called' comes from the contact. */
function takeVerb(words: readonly string[], i: number, read: ReadLine): number {
  const verb = plain(words[i]!)
  if (!Object.hasOwn(verbs, verb)) return 0
  const [kind, direction] = verbs[verb]!
  read.kind = kind
  read.direction = read.contacts.length > 0 && direction === 'out' ? 'in' : direction
  return 1
}

type Known = { contact: TouchContact; names: string[] }

/** By first name, last name, or full name. The longest match wins, then the first contact. */
function takeContact(words: readonly string[], i: number, known: readonly Known[], read: ReadLine): number {
  if (read.contacts.length >= touchLimits.contacts) return 0
  const said = words.slice(i, i + 5).map(plain)
  let best: { one: Known; length: number } | undefined
  for (const one of known) {
    if (read.contacts.includes(one.contact)) continue
    const length = matching(said, one.names)
    if (length > (best?.length ?? 0)) best = { one, length }
  }
  if (!best) return 0
  read.contacts.push(best.one.contact)
  return best.length
}

function matching(said: readonly string[], names: readonly string[]): number {
  const isWhole = names.every((name, at) => said[at] === name)
  if (isWhole) return names.length
  return said[0] !== '' && (said[0] === names[0] || said[0] === names.at(-1)) ? 1 : 0
}

/** '20 min', '20min', '1h', '1.5 hours', 'half an hour', 'an hour'. */
function takeMinutes(words: readonly string[], i: number, read: ReadLine): number {
  if (read.minutes !== null) return 0
  const [a = '', b = '', c = ''] = words.slice(i, i + 3).map(plain)
  if (/^for$/.test(a)) {
    const taken = takeMinutes(words, i + 1, read)
    return taken && taken + 1
  }
  if (a === 'half' && b === 'an' && c === 'hour') return keepMinutes(30, 3, read)
  if (a === 'an' && b === 'hour') return keepMinutes(60, 2, read)
  const alone = /^(\d{1,4}(?:[.,]\d)?)(m|mins?|minutes?|h|hrs?|hours?)$/.exec(a)
  if (alone) return keepMinutes(inMinutes(alone[1]!, alone[2]!), 1, read)
  const apart = /^\d{1,4}(?:[.,]\d)?$/.test(a) && /^(m|mins?|minutes?|h|hrs?|hours?)$/.test(b)
  return apart ? keepMinutes(inMinutes(a, b), 2, read) : 0
}

const inMinutes = (count: string, unit: string) =>
  Math.round(Number(count.replace(',', '.')) * (unit.startsWith('h') ? 60 : 1))

function keepMinutes(minutes: number, length: number, read: ReadLine): number {
  if (minutes < 1 || minutes > touchLimits.minutes) return 0
  read.minutes = minutes
  return length
}

/** 'today', 'yesterday', '3 days ago', 'on Tuesday', 'last Friday', '2026-11-24'. Never a day ahead. */
function takeDay(words: readonly string[], i: number, today: string, read: ReadLine): number {
  if (read.day !== null) return 0
  const [a = '', b = '', c = ''] = words.slice(i, i + 3).map(plain)
  if (a === 'today') return keepDay(today, 1, read)
  if (a === 'yesterday') return keepDay(addDays(today, -1), 1, read)
  if (/^\d{1,3}$/.test(a) && /^days?$/.test(b) && c === 'ago') return keepDay(addDays(today, -Number(a)), 3, read)
  if (/^\d{4}-\d\d-\d\d$/.test(a) && !Number.isNaN(Date.parse(a)))
    return daysBetween(a, today) >= 0 ? keepDay(a, 1, read) : 0
  const isLed = a === 'on' || a === 'last'
  const weekday = weekdays.findIndex(
    (name) => name === (isLed ? b : a) || (isLed && b.length === 3 && name.startsWith(b)),
  )
  if (weekday < 0) return 0
  const day = addDays(mondayOf(today), weekday)
  return keepDay(day >= today ? addDays(day, -7) : day, isLed ? 2 : 1, read)
}

function keepDay(day: string, length: number, read: ReadLine): number {
  read.day = day
  return length
}
