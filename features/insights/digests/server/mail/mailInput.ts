// What the mail of a digest is made of. All of it is plain: words that are not yet escaped, and whole addresses.

/** A PNG or JPEG that anyone with its URL may open (mail programs sign in nowhere); points, as it is to be shown. */
export type MailPicture = { url: string; width: number; height: number; alt?: string }

export type DigestMailItem = {
  title: string
  /** As much of it as fits is shown. */
  description: string
  /** What it is, for a person: 'Video', 'Guide', 'Event'. */
  kind: string
  /** 'Watch the video', 'Open the guide', 'See the event'; without it 'Open'. */
  go?: string
  /** The content's own page here, or the external address. */
  url: string
  thumbnail?: MailPicture | null
  /** How long or how many: '10:24', '32 pages', 'Dec 2, 8:00 AM'. */
  duration?: string
  /** Of external content, where it leads: 'vimeo.com'. */
  host?: string
}

/** The same for everybody who gets it. It is kept with its run: what was sent stays as it was when the digest changes later. */
export type DigestMail = {
  /** Goes to the person alone who looks after it: the subject says so, and it ends nothing. */
  isTest?: boolean
  title: string
  /** The email's own; the title where it is empty. */
  subject?: string
  /** What mail programs show beside the subject; the description where it is empty. */
  preheader?: string
  curatedBy: string
  /** Whether it begins with its reader's first name. */
  greets?: boolean
  description: string
  template: { logo: MailPicture | null; banner: { color: string } | { image: MailPicture; color?: string } }
  items: DigestMailItem[]
  firm: {
    name: string
    /** Stands at the foot, where the firm has one. */
    place?: string
    /** The name that mail programs show; otherwise the firm's. */
    senderName?: string
    /** Where an answer goes: the author, or one address for the firm; without it, no one reads answers. */
    replyTo?: { name: string; address: string } | null
  }
  /** Where the rest of it is found: the Library, or the digest's own page. */
  library: string
  /** When its run began, an instant, told as a day of the firm's zone. */
  at: string
  zone: string
}

/** What differs from one recipient to the next. */
export type DigestReader = {
  firstName: string
  /** 'You receive this because you are on the list ‘Tax group’.' */
  why: string
  /** The address of each item, in their order: of the digest, or one that counts the click. */
  links: readonly string[]
  unsubscribe: string
  preferences: string
  view: string
}

export type RenderedMail = { subject: string; html: string; text: string }
