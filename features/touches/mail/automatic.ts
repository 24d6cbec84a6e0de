// Recognizes email that no person wrote: answers of machines, lists, and our own messages. It is counted, not kept.
import { domainOfAddress, isWithinDomain } from './addresses.ts'
import type { AutomaticKind, MailAddress } from './receivedMessage.ts'

export type HeaderValues = (name: string) => string | undefined

export function automaticKind(
  valueIn: HeaderValues,
  people: { from: MailAddress | null; sender: MailAddress | null },
  ownDomains: readonly string[],
): AutomaticKind | null {
  const isOwn = [people.from, people.sender].some(
    (one) => one && ownDomains.some((domain) => isWithinDomain(domainOfAddress(one.address), domain.toLowerCase())),
  )
  if (isOwn) return 'own'
  const submitted = valueIn('auto-submitted')
  if (submitted !== undefined && !/^\s*no\b/i.test(submitted)) return 'auto-submitted'
  if (isNullSender(valueIn, people.from)) return 'null-sender'
  if (valueIn('list-id') !== undefined) return 'list'
  return /^\s*(bulk|junk|list|auto_reply)\b/i.test(valueIn('precedence') ?? '') ? 'bulk' : null
}

/** Reports about undelivered email come from no one, so that they can't be answered in a circle. */
const isNullSender = (valueIn: HeaderValues, from: MailAddress | null): boolean =>
  /^\s*<\s*>/.test(valueIn('return-path') ?? '') ||
  /^[^<]*<\s*>\s*$/.test(valueIn('from') ?? '') ||
  /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '')
