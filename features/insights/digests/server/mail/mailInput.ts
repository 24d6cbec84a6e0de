// The input of a digest's email. All texts are unescaped, and all URLs are absolute.

/** A PNG or JPEG that anyone with its URL may open (mail programs sign in nowhere); points, as it is to be shown. */
export type MailPicture = { url: string; width: number; height: number; alt?: string }

export type DigestMailItem = {
  title: string
  /** Shortened to fit. */
  description: string
  /** Readable kind, such as 'Video', 'Guide', or 'Event'. */
  kind: string
  /** Label of the link, such as 'Watch the video'. Default: 'Open'. */
  go?: string
  /** The item's own page here, or the external URL. */
  url: string
  thumbnail?: MailPicture | null
  /** Duration, length, or date: '10:24', '32 pages', 'Dec 2, 8:00 AM'. */
  duration?: string
  /** Host of external content, such as 'vimeo.com'. */
  host?: string
}

/**
 * The content that all recipients share. It is stored with its run, so later changes of the digest don't affect sent
 * emails.
 */
export type DigestMail = {
  /** A test sent only to a person who manages the digest. The subject says so, and it can't unsubscribe anyone. */
  isTest?: boolean
  title: string
  /** Subject of the email; defaults to the title if empty. */
  subject?: string
  /** Preview text in email clients; defaults to the description if empty. */
  preheader?: string
  curatedBy: string
  /** Whether the email starts with its reader's first name. */
  greets?: boolean
  description: string
  template: { logo: MailPicture | null; banner: { color: string } | { image: MailPicture; color?: string } }
  items: DigestMailItem[]
  firm: {
    name: string
    /** Postal address at the foot, if the firm has one. */
    place?: string
    /** Sender name in email clients; defaults to the firm's name. */
    senderName?: string
    /** Recipient of replies: the author, or the firm's reply address. Without it, no one reads replies. */
    replyTo?: { name: string; address: string } | null
  }
  /** URL of the remaining items: the Library or the digest's own page. */
  library: string
  /** Instant at which the run began, shown as a day in the firm's time zone. */
  at: string
  zone: string
}

/** The parts that differ between recipients. */
export type DigestReader = {
  firstName: string
  /** Reason for the email, such as 'You receive this because you are on the list ‘Tax group’.' */
  why: string
  /** URL of each item in order: its own, or one that counts the click. */
  links: readonly string[]
  unsubscribe: string
  preferences: string
  view: string
}

export type RenderedMail = { subject: string; html: string; text: string }
