// Takes an erased person out of texts and of stored documents. Pure.
import { erasedContact } from './contract.ts'
import { emailKeyOf } from './namesContract.ts'

export type ErasedPerson = {
  /** Contacts that are this person. */
  ids: readonly string[]
  /** Full names. */
  names: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
}

/** Fewer digits are an extension or a year, which other texts contain too. */
const FEWEST_DIGITS = 7
const isLong = (phone: string) => phone.replace(/\D/g, '').length >= FEWEST_DIGITS
/** A single word is also an ordinary one, so it's replaced only where it's the whole name. */
const isWholeName = (name: string) => /\s/.test(name)

const inversionOf = (name: string) =>
  `${name.slice(name.lastIndexOf(' ') + 1)}, ${name.slice(0, name.lastIndexOf(' '))}`
const namesInTexts = ({ names }: ErasedPerson) => names.filter(isWholeName).flatMap((name) => [name, inversionOf(name)])

/** Returns the texts of which a row has one if it can name the person. IDs find the documents that list the contact. */
export const wordsOfPerson = (person: ErasedPerson): string[] => {
  const words = [
    ...person.emails,
    ...namesInTexts(person),
    ...person.names,
    ...person.phones.filter(isLong),
    ...person.ids,
  ]
  return [...new Set(words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]))].filter(Boolean)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const LETTER = '[\\p{L}\\p{N}]'
const patternsOf = (person: ErasedPerson): RegExp[] => [
  ...person.emails.map(
    (email) =>
      new RegExp(`(?<![\\p{L}\\p{N}._%+\\-])${escaped(email)}(?!${LETTER}|[_\\-]${LETTER}|\\.${LETTER})`, 'giu'),
  ),
  ...namesInTexts(person).map(
    (name) => new RegExp(`(?<!${LETTER})${name.split(/\s+/).map(escaped).join('\\s+')}(?!${LETTER})`, 'giu'),
  ),
  ...person.phones.filter(isLong).map((phone) => new RegExp(`(?<!\\d)${escaped(phone)}(?!\\d)`, 'giu')),
]

const fieldsOfContact: Record<string, unknown> = {
  first_name: erasedContact.first_name,
  last_name: erasedContact.last_name,
  name: erasedContact.name,
  ...{ title: '', company: '', email: '', phone: '', note: '', emails: [], phones: [] },
}
/** Fields that hold only a name, in which a single word is one too. */
const nameFields = ['name', 'contact', 'from', 'to']

export type Eraser = {
  text: (text: string) => string
  /** A JSON value. Objects of the contact lose their fields, and lists lose the person's addresses. */
  value: (value: unknown) => unknown
  /** Also by first or last name alone. */
  isNamedIn: (text: string) => boolean
}

export function eraserOf(person: ErasedPerson): Eraser {
  const patterns = patternsOf(person)
  const emails = new Set(person.emails.map(emailKeyOf))
  const isAddress = (text: unknown) => typeof text === 'string' && emails.has(emailKeyOf(text))
  const isOnly = (text: unknown) => isAddress(text) || (typeof text === 'string' && person.phones.includes(text))
  const parts = [...new Set(person.names.flatMap((name) => name.split(/\s+/)))]
    .filter((part) => part.length > 1)
    .map((part) => new RegExp(`(?<!${LETTER})${escaped(part)}(?!${LETTER})`, 'iu'))
  const text = (given: string) => patterns.reduce((left, pattern) => left.replace(pattern, erasedContact.name), given)
  const isThem = (one: Record<string, unknown>) =>
    person.ids.includes(String(one.id)) ||
    (typeof one.first_name === 'string' && person.names.includes(`${one.first_name} ${one.last_name}`.trim()))
  const value = (given: unknown, field = ''): unknown => {
    if (typeof given === 'string') {
      if (isOnly(given)) return ''
      return nameFields.includes(field) && person.names.includes(given) ? erasedContact.name : text(given)
    }
    if (Array.isArray(given))
      return given.filter((one) => !isOnly(one) && !(isObject(one) && isAddress(one.address))).map((one) => value(one))
    if (!isObject(given)) return given
    const left = Object.entries(given).map(([name, part]): [string, unknown] => [name, value(part, name)])
    return { ...Object.fromEntries(left), ...(isThem(given) && knownOf(given)), ...textsOf(given), ...eventOf(given) }
  }
  const knownOf = (given: object) =>
    Object.fromEntries(Object.entries(fieldsOfContact).filter(([name]) => name in given))
  const isListed = (list: unknown) =>
    Array.isArray(list) && list.some((one) => isObject(one) && person.ids.includes(String(one.id)))
  /** An exchange with the person, as an answer of a call has it. */
  const textsOf = (given: Record<string, unknown>) =>
    isListed(given.contacts) && 'direction' in given && { subject: '', text: '', attachments: [] }
  /** An event of a Target about the contact. */
  const eventOf = (given: Record<string, unknown>) =>
    person.ids.includes(String(given.contact_id)) && {
      ...('name' in given && { name: erasedContact.name }),
      ...('contact' in given && { contact: undefined }),
    }
  return {
    text,
    value: (given) => value(given),
    isNamedIn: (given) => text(given) !== given || parts.some((part) => part.test(given)),
  }
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
