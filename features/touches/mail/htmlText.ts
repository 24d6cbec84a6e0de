// Turns HTML into plain text with the tokenizer of htmlparser2. Nothing is ever rendered. The tokenizer keeps no tree,
// so that a million nested tags cost no more than a million letters.
import { Tokenizer } from 'htmlparser2'
import { usableAddress } from './addresses.ts'

const blocks = new Set(
  'address article aside body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol pre section summary table tbody thead tfoot tr ul'.split(
    ' ',
  ),
)
const hiddenTags = new Set('style script title template svg select textarea iframe audio video canvas'.split(' '))
const voidTags = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0(px)?\s*(;|$)/i

/** More than any text that we keep with all its quoted parts. */
const MOST_CHARACTERS = 120_000
const MOST_LINES = 8_000
/** Links to addresses, which stand in header blocks and signatures. */
const MOST_LINKS = 500
const noAttributes: Record<string, string> = {}
const DEEPEST_QUOTE = 20
/** A line that grows without end would be copied again for each tag in it. */
const LONGEST_LINE = 1_500

export function textOfHtml(html: string): string {
  const text = new TextBuilder()
  let tag = ''
  let attributes = noAttributes
  let attribute = ''
  const range = (start: number, end: number) => html.slice(start, end)
  const addToAttribute = (value: string) => {
    // Other attributes, such as images in the address of a tag, aren't read.
    if (attribute in attributes) attributes[attribute] = (attributes[attribute] + value).slice(0, 2_000)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => text.add(range(start, end)),
      ontextentity: (codepoint) => text.add(String.fromCodePoint(codepoint)),
      onopentagname: (start, end) => {
        tag = range(start, Math.min(end, start + 30)).toLowerCase()
        attributes = noAttributes
      },
      onattribname: (start, end) => {
        attribute = range(start, Math.min(end, start + 30)).toLowerCase()
        if (attribute === 'href' || attribute === 'style' || attribute === 'hidden')
          attributes = { ...attributes, [attribute]: '' }
        else attribute = ''
      },
      onattribdata: (start, end) => addToAttribute(range(start, Math.min(end, start + 2_000))),
      onattribentity: (codepoint) => addToAttribute(String.fromCodePoint(codepoint)),
      onattribend: () => {},
      onopentagend: () => {
        text.open(tag, attributes)
        if (text.isFull) tokenizer.pause()
      },
      onselfclosingtag: () => {
        text.open(tag, attributes)
        if (!voidTags.has(tag)) text.close(tag)
      },
      onclosetag: (start, end) => text.close(range(start, Math.min(end, start + 30)).toLowerCase()),
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return text.whole()
}

class TextBuilder {
  private readonly lines: string[] = []
  private line = ''
  private length = 0
  private quoted = 0
  private plainQuotes = 0
  private preformatted = 0
  /** The element whose content isn't shown, and how often it is open within itself. */
  private hidden: { tag: string; depth: number } | null = null
  private links = 0
  private link: { address: string; from: number } | null = null

  get isFull(): boolean {
    return this.length > MOST_CHARACTERS || this.lines.length > MOST_LINES
  }

  add(written: string) {
    if (this.hidden) return
    this.length += written.length
    if (this.preformatted === 0) return this.addToLine(written.replace(/[ \t\r\n\f]+/g, ' '))
    written.split(/\r\n|\r|\n/).forEach((part, place) => {
      if (place > 0) this.breakLine()
      this.line += part
    })
  }

  private addToLine(text: string) {
    const isDouble = text.startsWith(' ') && (this.line === '' || this.line.endsWith(' '))
    this.line += isDouble ? text.slice(1) : text
    if (this.line.length > LONGEST_LINE) this.breakLine()
  }

  open(tag: string, attributes: Readonly<Record<string, string>>) {
    if (this.hidden) {
      if (this.hidden.tag === tag) this.hidden.depth++
      return
    }
    if (isHidden(tag, attributes)) {
      if (!voidTags.has(tag)) this.hidden = { tag, depth: 1 }
      return
    }
    if (tag === 'br') this.breakLine()
    else if (tag === 'p') this.startParagraph()
    else if (tag === 'td' || tag === 'th') this.addToLine(' ')
    else if (tag === 'blockquote') this.openQuote(attributes.style ?? '')
    else if (blocks.has(tag)) this.startLine()
    if (tag === 'li') this.line += '- '
    if (tag === 'pre') this.preformatted++
    if (tag === 'a') this.openLink(attributes.href ?? '')
  }

  close(tag: string) {
    if (this.hidden) {
      if (this.hidden.tag === tag && --this.hidden.depth === 0) this.hidden = null
      return
    }
    if (tag === 'a') this.closeLink()
    if (tag === 'pre') this.preformatted = Math.max(0, this.preformatted - 1)
    if (tag === 'p') this.startParagraph()
    else if (tag === 'blockquote') this.closeQuote()
    else if (blocks.has(tag)) this.startLine()
  }

  whole(): string {
    this.startLine()
    return this.lines.join('\n').trim()
  }

  private breakLine() {
    if (this.lines.length > MOST_LINES) return
    const text = this.preformatted > 0 ? this.line : this.line.trimEnd()
    this.lines.push(this.quoted > 0 ? `${'> '.repeat(this.quoted)}${text}`.trimEnd() : text)
    this.line = ''
    if (this.link) this.link.from = 0
  }

  private startLine() {
    if (this.line.trim() !== '') this.breakLine()
    else this.line = ''
  }

  private startParagraph() {
    this.startLine()
    const last = this.lines.at(-1)
    if (last !== undefined && last.replace(/[> ]/g, '') !== '') this.breakLine()
  }

  /** Gmail's indented paragraphs are a plain 'blockquote' without a border. */
  private openQuote(style: string) {
    this.startLine()
    if (/border\s*:\s*none/i.test(style) || /margin\s*:\s*0(px)? 0(px)? 0(px)? 40px/i.test(style)) this.plainQuotes++
    else if (this.quoted < DEEPEST_QUOTE) this.quoted++
  }

  private closeQuote() {
    this.startLine()
    if (this.plainQuotes > 0) this.plainQuotes--
    else if (this.quoted > 0) this.quoted--
  }

  /** 'Jane Doe' with a link to her address becomes 'Jane Doe <jane@acme.example>'. */
  private openLink(href: string) {
    const isRead = /^mailto:/i.test(href) && this.links++ < MOST_LINKS
    const address = isRead ? usableAddress(decoded(href)) : null
    this.link = address ? { address, from: this.line.length } : null
  }

  private closeLink() {
    const { link } = this
    this.link = null
    if (!link) return
    const label = this.line.slice(link.from)
    if (label.trim() !== '' && !label.includes('@')) this.line = `${this.line.trimEnd()} <${link.address}>`
  }
}

const isHidden = (tag: string, { style, hidden }: Readonly<Record<string, string>>): boolean =>
  hiddenTags.has(tag) || hidden !== undefined || (style !== undefined && hiddenStyle.test(style))

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
