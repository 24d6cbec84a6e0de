// The shapes that reading an email gives, whatever file it came in. Storage and screens see nothing else of an email.

/** `address` is never ''. Its domain is lowercase ASCII. `name` is '' if there is none. */
export type MailAddress = { name: string; address: string }

/** `size` is in bytes, after decoding. */
export type MailAttachment = { name: string; size: number }

/** The first email that a person passed on, from a header block in the text or from an attached email. */
export type ForwardedMessage = {
  from: MailAddress | null
  to: MailAddress[]
  cc: MailAddress[]
  /** Full names that stand in the header block without an address. */
  names: string[]
  /** Null if the written date is unreadable or ambiguous, such as 5/1/2026 in English. */
  sentAt: string | null
  subject: string
  /** Without the emails that are quoted deeper. */
  text: string
}

export type AutomaticKind = 'auto-submitted' | 'list' | 'bulk' | 'null-sender' | 'own'

export type ReceivedMessage = {
  /** Without angle brackets. A longer one than 255 characters ends with a hash. */
  messageId: string | null
  /** An instant, never later than the arrival. Null if unreadable. */
  sentAt: string | null
  from: MailAddress | null
  sender: MailAddress | null
  to: MailAddress[]
  cc: MailAddress[]
  subject: string
  /** Without quoted emails, with signatures. */
  text: string
  /** True if `text` or the forwarded text is shorter than in the email. */
  isCut: boolean
  attachments: MailAttachment[]
  forwarded: ForwardedMessage | null
  automatic: AutomaticKind | null
  /** Sentences for the person about parts that we couldn't read. */
  problems: string[]
}

export type ReadingContext = {
  /** An instant. Replaces a later date of the email. */
  arrivedAt: string
  /** Domains that Pursuit itself sends from. */
  ownDomains: readonly string[]
  /** The person's zone, for dates that are written in a text. UTC if missing. */
  zone?: string
}

/** Real emails stay far below these numbers. They bound the work on crafted ones. */
export const mailLimits = {
  bytes: 40_000_000,
  headerBytes: 128_000,
  headerLines: 4_000,
  partHeaderBytes: 16_000,
  bodyLines: 400_000,
  fieldCharacters: 4_000,
  addressCharacters: 1_500,
  listCharacters: 40_000,
  parts: 500,
  depth: 20,
  textBytes: 256_000,
  htmlBytes: 256_000,
  nestedBytes: 2_000_000,
  addresses: 200,
  attachments: 100,
  scannedLines: 2_500,
  text: 20_000,
  subject: 250,
  name: 200,
  messageId: 255,
} as const
