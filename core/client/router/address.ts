// Paths, parameters, and search text of the app's URLs.

export type Params = Readonly<Record<string, string>>
export type Search = Readonly<Record<string, unknown>>

/** Target of a link or a call. */
export type Destination = {
  /** A path with placeholders such as '/target/$id', or '.' for the open page. It may contain search and hash. */
  to?: string | undefined
  params?: Params | undefined
  /** Undefined values are left out. `true` keeps the open page's. */
  search?: Search | true | undefined
  hash?: string | undefined
}

/** Reads '?a=1&b=x'. Numbers, booleans, and JSON become values. A repeated name becomes a list. */
export function readSearch(text: string): Search {
  const found: Record<string, unknown> = {}
  for (const [name, word] of new URLSearchParams(text)) {
    const value = readValue(word)
    const before = Object.hasOwn(found, name) ? found[name] : undefined
    const next = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
    Object.defineProperty(found, name, { value: next, enumerable: true, configurable: true, writable: true })
  }
  return found
}

/** Returns '?a=1&b=x', or '' without parameters. Text that would be read as another value is quoted. */
export function writeSearch(search: Search): string {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) words.set(name, wordOf(value))
  const text = words.toString()
  return text && `?${text}`
}

function readValue(word: string): unknown {
  if (word === '') return ''
  if (word === 'true' || word === 'false') return word === 'true'
  if (String(Number(word)) === word && Number.isFinite(Number(word))) return Number(word)
  if (!/^["[{]|^null$/.test(word)) return word
  try {
    return JSON.parse(word)
  } catch {
    return word
  }
}

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? (readValue(value) === value ? value : JSON.stringify(value)) : JSON.stringify(value)

/** Returns the URL of a destination. `here` is the open page's. */
export function hrefOf(
  { to = '.', params = {}, search, hash }: Destination,
  here: { pathname: string; searchStr: string },
) {
  const [, path = '', searchOfPath = '', hashOfPath = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? []
  const pathname = path === '.' ? here.pathname : filled(path, params)
  const searchStr = search === true ? here.searchStr : search ? writeSearch(search) : searchOfPath
  const hashText = hash === undefined ? hashOfPath : hash && `#${hash}`
  return `${pathname}${searchStr}${hashText}`
}

const filled = (path: string, params: Params): string =>
  path.replaceAll(/\$(\w*)/g, (_, name: string) =>
    name === '' ? (params._splat ?? '') : encodeURIComponent(params[name] ?? ''),
  )

/** Returns the path's parameters, or null if it doesn't match. `$` at the end matches the rest, as `_splat`. */
export function matchPath(pattern: string, pathname: string): Params | null {
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)]
  const isSplat = wanted.at(-1) === '$'
  if (isSplat ? given.length < wanted.length - 1 : given.length !== wanted.length) return null
  const params: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    if (part === '$') params._splat = given.slice(place).map(decoded).join('/')
    else if (part.startsWith('$')) params[part.slice(1)] = decoded(given[place]!)
    else if (part.toLowerCase() !== given[place]?.toLowerCase()) return null
  }
  return params
}

/** Fixed parts win over parameters, and those over the rest, from left to right. */
export function comparePatterns(a: string, b: string): number {
  const ranks = [a, b].map((pattern) =>
    partsOf(pattern)
      .map((part) => (part === '$' ? 2 : part.startsWith('$') ? 1 : 0))
      .join(''),
  )
  return ranks[0]! < ranks[1]! ? -1 : ranks[0] === ranks[1] ? 0 : 1
}

const partsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // The text isn't valid percent encoding.
    return part
  }
}
