// The frame of a digest's email as HTML with placeholders, regardless of the number of items.
import { templateParts } from '#core/server/outgoing/templateParts.ts'

/** The optional parts. `logo` and `banner` are in CSS pixels. */
export type Frame = {
  logo: number | null
  hasBanner: boolean
  /** The header's background, and the text color on it. */
  ground: string
  ink: string
  hasGreeting: boolean
  hasIntro: boolean
  hasReply: boolean
}

/**
 * Parts in the order of the email. The first item uses one of the leads, each other item one of the next two. `more` is
 * for items that don't fit.
 */
export type FrameParts = {
  head: string
  lead: string
  plainLead: string
  pictured: string
  plain: string
  more: string
  foot: string
}

const parts = templateParts(new URL('digestMail.html', import.meta.url), [
  'banner',
  'bannerLogo',
  'bannerFirm',
  'bannerTitle',
  'heading',
  'headingLogo',
  'headingFirm',
  'headingTitle',
  'words',
  'greeting',
  'intro',
  'noIntro',
  'wordsEnd',
  'lead',
  'plainLead',
  'pictured',
  'plain',
  'more',
  'reply',
  'noReply',
  'foot',
])
for (const [name, part] of Object.entries(parts))
  parts[name as keyof typeof parts] = part
    // MJML supports only fixed heights. The attribute reserves the space in email clients, and the style lets the image
    // shrink.
    .replaceAll('height="auto"', 'height="%%height%%"')
    // No email client needs it on a button, and several warn about it.
    .replaceAll('cursor:auto;', '')

export function frameParts({ logo, hasBanner, ground, ink, hasGreeting, hasIntro, hasReply }: Frame): FrameParts {
  const heading = hasBanner
    ? [parts.banner, logo === null ? parts.bannerFirm : parts.bannerLogo, parts.bannerTitle]
    : [parts.heading, logo === null ? parts.headingFirm : parts.headingLogo, parts.headingTitle]
  const head = [
    parts.start,
    ...heading,
    parts.words,
    hasGreeting ? parts.greeting : '',
    hasIntro ? parts.intro : parts.noIntro,
    parts.wordsEnd,
  ]
  const { lead, plainLead, pictured, plain, more } = parts
  return {
    head: joined(head)
      .replaceAll('#000001', ground)
      .replaceAll('#000002', ink)
      .replaceAll(/\b123(?=px|")/g, String(logo)),
    lead,
    plainLead,
    pictured,
    plain,
    more,
    foot: joined([hasReply ? parts.reply : parts.noReply, parts.foot]),
  }
}

/** Joins conditional comments for Outlook, as MJML does within a part. */
const joined = (some: readonly string[]) => some.join('').replaceAll('<![endif]--><!--[if mso | IE]>', '')
