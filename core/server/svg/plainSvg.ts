// Removes the document type, so that entities can't expand to more content.
import type { InvalidSvg } from './limits.ts'

/** Illustrator writes namespaces as entities. Others are rejected. */
const MOST_REFERENCES = 1000
const namespace = /^(https?:\/\/|urn:)[^&<%\s]{1,200}$/

/** Throws `{ unfit }` for scripts and for entities other than namespaces. */
export function plainSvg(bytes: Buffer): string {
  const text = textOf(bytes)
  if (/<(?:\w+:)?script[\s>/]/i.test(text)) throw unfit('script')
  const { head, inner, rest } = parted(text)
  const names = namesIn(withoutComments(inner))
  let count = 0
  const body = rest.replace(/&([\w.:-]+);/g, (reference, name: string) => {
    const value = names.get(name)
    if (value !== undefined && ++count > MOST_REFERENCES) throw unfit('definitions')
    return value ?? reference
  })
  const plain = `${head}${body}`
  if (/<!(ENTITY|DOCTYPE)/i.test(plain)) throw unfit('definitions')
  return plain
}

const unfit = (reason: InvalidSvg) => Object.assign(new Error(reason), { unfit: reason })

/** Uses the declared encoding. The output is UTF-8 without a declaration. */
function textOf(bytes: Buffer): string {
  const said = /^\ufeff?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    bytes.subarray(0, 200).toString('latin1'),
  )?.[1]
  const isUtf16 = /^utf-?(7|16|32)|ucs/i.test(said ?? '')
  const text = new TextDecoder(said && !isUtf16 ? labelOf(said) : 'utf-8').decode(bytes)
  return text.replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '')
}

function labelOf(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return 'utf-8'
  }
}

/** Before the document type, its internal subset, and the rest. */
function parted(text: string): { head: string; inner: string; rest: string } {
  const begin = text.search(/<!DOCTYPE/i)
  const root = text.search(/<(?:\w+:)?svg[\s>/]/)
  if (begin === -1 || begin > root) return { head: '', inner: '', rest: text }
  const head = text.slice(0, begin)
  const open = text.indexOf('[', begin)
  const plain = text.indexOf('>', begin)
  if (open === -1 || open > plain) return { head, inner: '', rest: text.slice(plain + 1) }
  const close = /\]\s*>/.exec(text.slice(open))
  if (!close) throw unfit('broken')
  const end = open + close.index
  return { head, inner: text.slice(open + 1, end), rest: text.slice(end + close[0].length) }
}

function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('<!--')
  return first + others.map((one) => one.slice(one.indexOf('-->') + 3)).join('')
}

/** Drops other declarations with the document type. */
function namesIn(inner: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, declared = ''] of inner.matchAll(/<!ENTITY([^>]*)>/gi)) {
    const [, name, double, single] = /^\s+([\w.:-]+)\s+(?:"([^"]*)"|'([^']*)')\s*$/.exec(declared) ?? []
    const value = double ?? single ?? ''
    if (!name || !namespace.test(value)) throw unfit('definitions')
    names.set(name, value)
  }
  return names
}
