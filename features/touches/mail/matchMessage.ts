// Finds the Target that an email belongs to. Only people in its own headers count, or else those of the first
// forwarded email. Nothing deeper in the exchange does.
import { foldCase } from '#core/contract/foldCase.ts'
import { domainOfAddress, exactKey, isUnattended, isWithinDomain, mailboxKey } from './addresses.ts'
import type { MailAddress, ReceivedMessage } from './receivedMessage.ts'
import { type NewTargetFromMail, suggestedTarget } from './suggestTarget.ts'

export type MatchContact = { id: string; name: string; emails: readonly string[] }
export type MatchTarget = {
  id: string
  /** False for a Target that a colleague shares. */
  isMine: boolean
  /** An instant, or null if no one has touched it. */
  lastTouch: string | null
  status: string
  contacts: readonly MatchContact[]
}

export type MatchContext = {
  /** All addresses of the person who filed the email. */
  ownAddresses: readonly string[]
  /** The domain of the addresses to which people file. */
  filingDomain: string
  colleagueDomains: readonly string[]
  targets: readonly MatchTarget[]
}

export type MatchDirection = 'in' | 'out' | 'both'

export type MailMatch = {
  kind: 'target'
  targetId: string
  /** Other Targets with these people, in the order to offer them for "Move to…". */
  otherTargetIds: string[]
  /** Contacts of the Target who took part. */
  contactIds: string[]
  /** People outside the firm who aren't contacts of the Target. */
  others: MailAddress[]
  direction: MatchDirection
  /** The email's own instant, or null if its date is unreadable. */
  at: string | null
  /** The part of the email that has these people. */
  source: 'direct' | 'forwarded'
}

export type MessageMatch = MailMatch | { kind: 'none'; newTarget: NewTargetFromMail | null }

export type MatchedMessage = Pick<ReceivedMessage, 'from' | 'sender' | 'to' | 'cc' | 'subject' | 'sentAt'> &
  Partial<Pick<ReceivedMessage, 'forwarded' | 'automatic'>> & {
    /** People of a meeting talk in both directions. */
    isMeeting?: boolean
  }

/** An automatic email never matches. Set `automatic` to null to file one on purpose. */
export function matchMessage(message: MatchedMessage, given: MatchContext): MessageMatch {
  if (message.automatic) return { kind: 'none', newTarget: null }
  const isOurs = oursIn(given)
  const { forwarded } = message
  const direct = outsiders([message.from, message.sender, ...message.to, ...message.cc], isOurs)
  const found = foundBy(direct, [], given)
  if (found.length > 0) {
    const match = matched(found, message, { people: direct, at: message.sentAt, isOurs, source: 'direct' })
    return message.isMeeting ? { ...match, direction: 'both' } : match
  }
  const passedOn = forwarded ? outsiders([forwarded.from, ...forwarded.to, ...forwarded.cc], isOurs) : []
  const foundBelow = forwarded ? foundBy(passedOn, forwarded.names, given) : []
  if (forwarded && foundBelow.length > 0)
    return matched(foundBelow, forwarded, {
      people: [...passedOn, ...direct],
      at: forwarded.sentAt ?? message.sentAt,
      isOurs,
      source: 'forwarded',
    })
  return {
    kind: 'none',
    newTarget: suggestedTarget([...direct, ...passedOn], message.subject || (forwarded?.subject ?? '')),
  }
}

/** The match with the only Target given, which the person chose, whether or not one of its contacts took part. */
export function matchChosen(message: MatchedMessage, given: MatchContext & { targets: [MatchTarget] }): MailMatch {
  const match = matchMessage({ ...message, automatic: null }, given)
  if (match.kind === 'target') return match
  const isOurs = oursIn(given)
  const direct = outsiders([message.from, message.sender, ...message.to, ...message.cc], isOurs)
  const { forwarded } = message
  const found = [{ target: given.targets[0], contactIds: [] }]
  if (!forwarded || direct.length > 0)
    return matched(found, message, { people: direct, at: message.sentAt, isOurs, source: 'direct' })
  return matched(found, forwarded, {
    people: outsiders([forwarded.from, ...forwarded.to, ...forwarded.cc], isOurs),
    at: forwarded.sentAt ?? message.sentAt,
    isOurs,
    source: 'forwarded',
  })
}

/** The person, colleagues, and the filing address. */
function oursIn({ ownAddresses, filingDomain, colleagueDomains }: MatchContext): (one: MailAddress) => boolean {
  const own = new Set(ownAddresses.map(mailboxKey))
  const domains = [filingDomain, ...colleagueDomains].map((domain) => domain.toLowerCase())
  return ({ address }) =>
    own.has(mailboxKey(address)) || domains.some((domain) => isWithinDomain(domainOfAddress(address), domain))
}

const outsiders = (people: readonly (MailAddress | null)[], isOurs: (one: MailAddress) => boolean): MailAddress[] =>
  people.filter((one): one is MailAddress => one !== null && !isOurs(one))

type Found = { target: MatchTarget; contactIds: string[] }

function foundBy(people: readonly MailAddress[], names: readonly string[], given: MatchContext): Found[] {
  const byAddress = withEmails(people, given.targets, exactKey) ?? withEmails(people, given.targets, mailboxKey)
  return byAddress ?? withName(names, given.targets)
}

/** Returns null if no contact has one of the addresses. */
function withEmails(
  people: readonly MailAddress[],
  targets: readonly MatchTarget[],
  keyOf: (address: string) => string,
): Found[] | null {
  const keys = new Set(people.map(({ address }) => keyOf(address)))
  if (keys.size === 0) return null
  const isCandidate = candidatesFor(keys)
  const found = targets.flatMap((target) => {
    const contacts = target.contacts.filter(({ emails }) =>
      emails.some((email) => isCandidate(email) && keys.has(keyOf(email))),
    )
    return contacts.length > 0 ? [{ target, contactIds: contacts.map(({ id }) => id) }] : []
  })
  return found.length > 0 ? found : null
}

/** Most of thousands of contacts have another domain, which is faster to see than their whole address. */
function candidatesFor(keys: ReadonlySet<string>): (email: string) => boolean {
  const domains = new Set([...keys].map(domainOfAddress))
  if (domains.has('gmail.com')) domains.add('googlemail.com')
  return (email) => {
    const domain = domainOfAddress(email)
    return domains.has(domain) || !/^[a-z\d.-]*$/.test(domain)
  }
}

/** A name alone is enough only if it is a full one, and of a single person among my Targets. */
function withName(names: readonly string[], targets: readonly MatchTarget[]): Found[] {
  const wanted = new Set(names.map(comparableName).filter((name) => name.includes(' ')))
  if (wanted.size === 0) return []
  const byName = Map.groupBy(
    targets
      .filter(({ isMine }) => isMine)
      .flatMap((target) => target.contacts.map((contact) => ({ target, contact, name: comparableName(contact.name) })))
      .filter(({ name }) => wanted.has(name)),
    ({ name }) => name,
  )
  const single = [...byName.values()].filter(isOnePerson).flat()
  return [...Map.groupBy(single, ({ target }) => target)].map(([target, contacts]) => ({
    target,
    contactIds: contacts.map(({ contact }) => contact.id),
  }))
}

/** The same contact can be on several Targets. */
function isOnePerson(those: readonly { contact: MatchContact }[]): boolean {
  const [first, ...others] = those.map(({ contact }) => contact)
  const emails = new Set(first!.emails.map(mailboxKey))
  return others.every(({ id, emails: theirs }) => id === first!.id || theirs.some((one) => emails.has(mailboxKey(one))))
}

const titles = /^(?:(?:dr|prof|mag|dipl|ing|herr|frau|mr|mrs|ms|mme|mlle|sr|sra|srta|lic|me)\.?\s+)+/
function comparableName(name: string): string {
  const lower = name.trim().toLowerCase()
  if (!lower.includes(' ')) return ''
  // Thousands of contacts are compared with each name, and most names are as simple as this.
  if (/^[a-z]+(?: [a-z]+)+$/.test(lower)) return lower.replace(titles, '')
  const plain = foldCase(name).replace(/\s*[([].*$/, '')
  const [family = '', given] = plain.split(/\s*,\s*/)
  return (given ? `${given} ${family}` : plain)
    .replace(titles, '')
    .replace(/[.\-‐']+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

type Exchange = {
  people: readonly MailAddress[]
  at: string | null
  isOurs: (one: MailAddress) => boolean
  source: MailMatch['source']
}

function matched(
  found: readonly Found[],
  { from }: { from: MailAddress | null },
  { people, at, isOurs, source }: Exchange,
): MailMatch {
  const [first, ...others] = found.toSorted((a, b) => byWeight(a.target, b.target))
  return {
    kind: 'target',
    targetId: first!.target.id,
    otherTargetIds: others.map(({ target }) => target.id),
    contactIds: first!.contactIds,
    others: othersThan(first!.target.contacts, people),
    direction: from && isOurs(from) ? 'out' : 'in',
    at,
    source,
  }
}

/** Each once, and no one who can't read an answer. */
function othersThan(contacts: readonly MatchContact[], people: readonly MailAddress[]): MailAddress[] {
  const known = new Set(contacts.flatMap(({ emails }) => emails.map(mailboxKey)))
  return people.filter(({ address }, at) => {
    const key = mailboxKey(address)
    const isFirst = people.findIndex((other) => mailboxKey(other.address) === key) === at
    return isFirst && !known.has(key) && !isUnattended(address)
  })
}

/** My Targets first, then the one last touched. The identifier decides the rest, so that the result is always the same. */
function byWeight(a: MatchTarget, b: MatchTarget): number {
  if (a.isMine !== b.isMine) return a.isMine ? -1 : 1
  const [left, right] = [a.lastTouch ?? '', b.lastTouch ?? '']
  if (left !== right) return left > right ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
