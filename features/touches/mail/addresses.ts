// Email addresses: which text is one, and when two of them reach the same mailbox.

/** Characters that no real mailbox name has, and that would confuse a list of addresses. */
const localPart = /^[^\s<>()[\]\\,;:"@\p{C}]{1,64}$/u
const domainLetters = /^[\p{L}\p{M}\p{N}.-]{3,253}$/u

/**
 * Returns null for anything that isn't an address, including Exchange's internal ones. The domain is lowercase ASCII,
 * so that an internationalized one has a single form.
 */
export function usableAddress(written: string): string | null {
  if (written.length > 400) return null
  const plain = written
    .trim()
    .replace(/^<|>$/g, '')
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
    .replace(/^(['"])(.*)\1$/, '$2')
    .trim()
  const at = plain.lastIndexOf('@')
  const local = plain.slice(0, Math.max(at, 0))
  if (!localPart.test(local) || /^IMCEA/i.test(local)) return null
  const domain = asciiDomain(plain.slice(at + 1))
  const address = `${local}@${domain}`
  return domain && address.length <= 254 ? address : null
}

/** Returns null for a name that can't be a domain on the internet. */
export function asciiDomain(written: string): string | null {
  const domain = written.toLowerCase().replace(/\.$/, '')
  if (!domainLetters.test(domain) || !domain.includes('.') || /\.\.|^[.-]|[.-]$/.test(domain)) return null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: means every ASCII character
  if (/^[\u0000-\u007f]*$/.test(domain)) return /\.[\d.]+$/.test(domain) ? null : domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}

export const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** True for the domain itself and what its owner can create below it. */
export const isWithinDomain = (domain: string, owned: string): boolean =>
  owned !== '' && (domain === owned || domain.endsWith(`.${owned}`))

/** Compares as every mail server in use does, without upper and lower case. */
export const exactKey = (address: string): string =>
  plainAddress.test(address) ? address.toLowerCase() : (usableAddress(address) ?? address.trim()).toLowerCase()
/** Most addresses are in this form already, and thousands of contacts are compared with each email. */
const plainAddress = /^[\w.+'-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i

/** The mailbox behind 'jane+news@acme.example', and behind the ways to write a Gmail address. */
export function mailboxKey(address: string): string {
  const key = exactKey(address)
  const at = key.lastIndexOf('@')
  if (at < 1) return key
  const domain = key.slice(at + 1)
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  const [mailbox = ''] = key.slice(0, at).split('+')
  if (mailbox === '') return key
  return isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}

const unattended = /^(no-?reply|do-?not-?reply|donotreply|mailer-daemon|postmaster|bounces?|notifications?|alerts?)\b/i
/** Mailboxes that no person reads. */
export const isUnattended = (address: string): boolean => unattended.test(address)
