// Renders the email of a digest. It is composed once per run and filled for each recipient by string concatenation.
import { truncate } from '#core/contract/truncate.ts'
import { asHtml } from '#core/server/outgoing/emailMessage.ts'
import { type Frame, type FrameParts, frameParts } from './mailFrame.ts'
import type { DigestMail, DigestReader, MailPicture, RenderedMail } from './mailInput.ts'
import { emailHeading, greetingOf, moreOf, wordsOf } from './mailWords.ts'

/** Bytes. Gmail cuts off longer emails, including the unsubscribe link. */
export const MOST_BYTES = 102_000
/** Bytes reserved for the recipient's own parts: the reason for the email and the links at its foot. */
const READER_BYTES = 3000
/** Longest URL that counts clicks, in bytes. */
const LINK_BYTES = 160
const WHY = 300
const DEFAULT_COLOR = '#15397E'
/** CSS pixels between the edges of an image, in the lead and in each other item. */
const PICTURE = { width: 198, most: 300 }
const LEAD = { width: 534, most: 402 }

export type PreparedMail = {
  subject: string
  /** Number of items in the email. The others are in the Library. */
  shown: number
  fill: (reader: DigestReader) => { html: string; text: string }
}

/** `reader.links` has a URL for each item of the digest. */
export function renderDigestMail(digest: DigestMail, reader: DigestReader): RenderedMail {
  const { subject, fill } = prepareDigestMail(digest)
  return { subject, ...fill(reader) }
}

/** Takes about a millisecond, and some microseconds per recipient. */
export function prepareDigestMail(digest: DigestMail): PreparedMail {
  const frame = frameParts(frameOf(digest))
  const { html, shown } = pieceTogether(digest, frame)
  const fillHtml = filling(html)
  const fillText = filling(textOf(digest, shown))
  return {
    subject: emailHeading(digest).subject,
    shown,
    fill: (reader) => {
      const given = { ...reader, why: truncate(reader.why, WHY) }
      return { html: fillHtml(given, asHtml), text: fillText(given, plain) }
    },
  }
}

function frameOf({ template: { logo, banner }, description, firm, greets }: DigestMail): Frame {
  const color = banner.color && /^#[\da-f]{6}$/i.test(banner.color) ? banner.color : DEFAULT_COLOR
  return {
    logo: logo && Math.round(logo.width * Math.min(1, 240 / logo.width, 48 / logo.height)),
    hasBanner: 'image' in banner,
    ground: color,
    ink: inkOn(color),
    hasGreeting: greets === true,
    hasIntro: description.trim() !== '',
    hasReply: !!firm.replyTo,
  }
}

/** Returns white, unless text in white would be hard to read (WCAG, 4.5 to 1). */
export function inkOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 4.5 ? '#ffffff' : '#172030'
}

/** Joins as many items as fit, and leaves the reader's placeholders in place. */
function pieceTogether(digest: DigestMail, frame: FrameParts): { html: string; shown: number } {
  const { template, items, library } = digest
  const { logo, banner } = template
  const image = 'image' in banner ? banner.image : null
  const words = emailHeading(digest)
  // The header's images take their heights in the order in which they occur.
  const heights = [image && heightAt(image, 600), logo && heightAt(logo, frameOf(digest).logo!)].filter(Boolean)
  const head = fixed(frame.head, { ...words, banner: image?.url ?? '', logo: logo?.url ?? '' }, heights)
  const foot = fixed(frame.foot, words, [])
  const made = items.map((item, i) => {
    const { thumbnail } = item
    const bounds = i === 0 ? LEAD : PICTURE
    const height = thumbnail && Math.min(bounds.most, heightAt(thumbnail, bounds.width))
    const about = { ...wordsOf(item), picture: thumbnail?.url ?? '', alt: thumbnail?.alt ?? wordsOf(item).title }
    const [pictured, plain] = i === 0 ? [frame.lead, frame.plainLead] : [frame.pictured, frame.plain]
    const part = fixed(thumbnail ? pictured : plain, about, [height])
    const links = part.split(blank('link')).length - 1
    return {
      html: part.replaceAll(blank('link'), blank(`link${i}`)),
      bytes: Buffer.byteLength(part) + links * Math.max(LINK_BYTES, Buffer.byteLength(asHtml(item.url))),
    }
  })
  const more = (count: number) => fixed(frame.more, { more: moreOf(count), library }, [])
  let room = MOST_BYTES - READER_BYTES - Buffer.byteLength(head + more(items.length) + foot)
  const fits = made.findIndex(({ bytes }) => {
    room -= bytes
    return room < 0
  })
  const shown = fits === -1 ? items.length : fits
  const rest = items.length - shown
  const html = [head, ...made.slice(0, shown).map((one) => one.html), rest > 0 ? more(rest) : '', foot].join('')
  return { html, shown }
}

const heightAt = ({ width, height }: MailPicture, shownWidth: number) =>
  Math.max(1, Math.round((height * shownWidth) / Math.max(1, width)))

/**
 * Fills the placeholders that have a value here and marks the others as the reader's. The mark is a character that no
 * text contains, so text that looks like a placeholder is never filled.
 */
function fixed(template: string, words: Record<string, string>, heights: (number | null | undefined)[]): string {
  let at = 0
  return template.replaceAll(/%%(\w+)%%/g, (_, name: string) => {
    if (name === 'height') return String(heights[at++] ?? '')
    const word = words[name]
    return word === undefined ? blank(name) : asHtml(word)
  })
}

const SIGN = '\u0001'
const blank = (name: string) => `${SIGN}${name}${SIGN}`

type Given = DigestReader
type Hole = (given: Given) => string

/**
 * Splits the template at its placeholders once, so that filling it only concatenates strings. Escapes a repeated value
 * once.
 */
function filling(template: string): (given: Given, say: (text: string) => string) => string {
  const pieces = template.split(SIGN)
  const names = [...new Set(pieces.filter((_, i) => i % 2 === 1))]
  const holes = names.map(holeOf)
  const parts = pieces.map((piece, i) => (i % 2 === 0 ? piece : names.indexOf(piece)))
  return (given, say) => {
    const words = holes.map((hole) => say(hole(given)))
    let made = ''
    for (const part of parts) made += typeof part === 'string' ? part : words[part]
    return made
  }
}

function holeOf(name: string): Hole {
  const [, at] = /^link(\d+)$/.exec(name) ?? []
  if (at !== undefined) return ({ links }) => links[Number(at)] ?? ''
  if (name === 'greeting') return ({ firstName }) => greetingOf(firstName)
  if (name === 'why' || name === 'unsubscribe' || name === 'preferences' || name === 'view')
    return (given) => given[name]
  return () => ''
}

const plain = (text: string) => text.replaceAll(SIGN, '')

function textOf(digest: DigestMail, shown: number): string {
  const { title, curated, intro, reply, place, sent } = emailHeading(digest)
  const { items, library, greets } = digest
  const greeting = greets ? blank('greeting') : ''
  const parts = items.slice(0, shown).map((item, i) => {
    const { kind, title, description, go } = wordsOf(item)
    return [kind, title, description, `${go}: ${blank(`link${i}`)}`].filter(Boolean).join('\n')
  })
  const more = items.length > shown ? `${moreOf(items.length - shown)}:\n${plain(library)}` : ''
  const foot = [
    '-- ',
    place,
    `${blank('why')} ${sent}`,
    `Unsubscribe: ${blank('unsubscribe')}`,
    `Preferences: ${blank('preferences')}`,
    `View in the browser: ${blank('view')}`,
  ].join('\n')
  return `${[title, curated, greeting, intro, ...parts, more, reply, foot].filter(Boolean).join('\n\n')}\n`
}
