// Fills in a new Target from an email that matches none. Nothing is created before the person taps.
import { domainOfAddress, isUnattended } from './addresses.ts'
import { singleLineOf } from './cleanText.ts'
import { isPublicMailDomain } from './publicMailDomains.ts'
import type { MailAddress } from './receivedMessage.ts'

export type NewTargetFromMail = {
  /** '' if the domain belongs to an email provider. */
  company: string
  contact: string
  contact_email: string
  subject: string
}

/** The first person who can read an answer. `candidates` are in the order of their weight. */
export function suggestedTarget(candidates: readonly MailAddress[], subject: string): NewTargetFromMail | null {
  const person = candidates.find(({ address }) => !isUnattended(address))
  if (!person) return null
  return {
    company: companyOf(domainOfAddress(person.address)),
    contact: person.name || nameFrom(person.address),
    contact_email: person.address,
    subject: withoutPrefixes(subject),
  }
}

/** Parts of a country's domains below which firms register theirs, such as 'co' in 'acme.co.uk'. */
const secondLevel = new Set('ac asso co com edu gob gouv gov gv ltd ne net nom or org plc'.split(' '))

/** 'mail.acme-advisors.co.uk' is 'Acme Advisors'. */
function companyOf(domain: string): string {
  if (isPublicMailDomain(domain)) return ''
  const parts = domain.split('.')
  const isNested = parts.length > 2 && parts.at(-1)!.length === 2 && secondLevel.has(parts.at(-2)!)
  const name = parts.at(isNested ? -3 : -2) ?? ''
  // An internationalized domain shows no name in its ASCII form.
  if (name.startsWith('xn--')) return ''
  return capitalized(name.split('-'))
}

const capitalized = (words: readonly string[]) =>
  words
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

/** 'jane.doe@acme.example' is Jane Doe. A single word can be anything. */
function nameFrom(address: string): string {
  const words = address.slice(0, address.lastIndexOf('@')).split('+')[0]!.split(/[._]/)
  return words.length === 2 && words.every((word) => /^\p{L}{2,}$/u.test(word)) ? capitalized(words) : ''
}

const prefix = /^(?:(?:re|fwd?|aw|wg|wtr|tr|rép|rep|rv|enc|antw)\s?(?:\[\d+\])?\s?:\s*)+/i
const withoutPrefixes = (subject: string) => singleLineOf(subject.replace(prefix, ''), 250)
