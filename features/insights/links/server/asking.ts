// Requests data only from the providers of external content, within limits, and validates their responses.
import type { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import type { MadeHere } from '#core/server/files/store.ts'
import { detectFileType, HEAD_BYTES } from '#core/server/files/types.ts'
import { OutboundError, type OutboundLimits } from '#core/server/outboundAddress.ts'
import { outboundFollow } from '#core/server/outboundFollow.ts'
import { pictureTypes, reencodeImage } from '#core/server/pictures.ts'

/**
 * Hosts to which requests and redirects are allowed: the providers and their image hosts. A leading dot includes all
 * subdomains.
 */
const places = [
  'www.youtube.com',
  'i.ytimg.com',
  'vimeo.com',
  'i.vimeocdn.com',
  'www.googleapis.com',
  'drive.google.com',
  'docs.google.com',
  '.googleusercontent.com',
  'graph.microsoft.com',
  '1drv.ms',
  'onedrive.live.com',
  '.sharepoint.com',
  '.svc.ms',
  '.1drv.com',
  '.microsoftpersonalcontent.com',
]

const mayCall = ({ protocol, hostname, port }: URL) =>
  protocol === 'https:' &&
  port === '' &&
  places.some((place) => (place.startsWith('.') ? hostname.endsWith(place) : hostname === place))

export type LinkRequest = {
  limits: Pick<OutboundLimits, 'allowed'>
  /** Hosts that are reached at another origin, for tests. */
  instead: Readonly<Record<string, string>>
}

export const LIMITS = {
  json: { milliseconds: 6000, bytes: 512 * 1024 },
  page: { milliseconds: 6000, bytes: 3 * 1024 * 1024 },
  picture: { milliseconds: 8000, bytes: 5 * 1024 * 1024 },
}

/** Returns null if no usable response arrives. */
async function ask(
  { limits, instead }: LinkRequest,
  address: string,
  within: { milliseconds: number; bytes: number },
  headers: Record<string, string>,
): Promise<Response | null> {
  const reach = (url: URL) => {
    const origin = instead[url.hostname]
    return origin ? new URL(url.pathname + url.search, origin) : url
  }
  const said = { 'user-agent': 'Pursuit link preview', 'accept-language': 'en', ...headers }
  try {
    const way = { mayCall, reach }
    return (await outboundFollow(address, { headers: said }, { allowed: limits.allowed, ...within }, way)).answer
  } catch (error) {
    if (error instanceof OutboundError) return null
    throw error
  }
}

const kindOf = (answer: Response) => (answer.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()

/** Returns the validated response, or null for anything else. `status` is 0 without a usable response. */
export async function askJson<T>(
  asking: LinkRequest,
  address: string,
  shape: z.ZodType<T>,
  headers: Record<string, string> = {},
): Promise<{ status: number; said: T | null }> {
  const answer = await ask(asking, address, LIMITS.json, { accept: 'application/json', ...headers })
  if (!answer) return { status: 0, said: null }
  if (answer.status !== 200 || kindOf(answer) !== 'application/json') return { status: answer.status, said: null }
  const said = shape.safeParse(await answer.json().catch(() => null))
  return { status: 200, said: said.success ? said.data : null }
}

/**
 * Returns the metadata in a page's head: `og:title`, `title`, `duration`, and so on, in lower case. Returns null if
 * there is no page.
 */
export async function askPage(asking: LinkRequest, address: string): Promise<Map<string, string> | null> {
  const answer = await ask(asking, address, LIMITS.page, { accept: 'text/html' })
  if (answer?.status !== 200 || kindOf(answer) !== 'text/html') return null
  const bytes = Buffer.from(await answer.arrayBuffer())
  return fetchHead(decoded(bytes, answer.headers.get('content-type') ?? ''))
}

/** Decodes with the character set that the response or the page names, otherwise UTF-8. */
function decoded(bytes: Buffer, type: string): string {
  const start = bytes.subarray(0, 2048).toString('latin1')
  const named = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const MOST_TAGS = 20_000

/** The first value of each name counts, so content further down the page can't override it. */
export async function fetchHead(html: string): Promise<Map<string, string>> {
  // Imported on first use, because most calls don't need it and it would slow down every start.
  const { Parser } = await import('htmlparser2')
  const said = new Map<string, string>()
  let title: string | null = null
  let tags = 0
  const keep = (name: string, value: string) => {
    if (name && value && !said.has(name)) said.set(name, value)
  }
  const parser = new Parser(
    {
      onopentag(name, { property, itemprop, content = '', ...more }) {
        if (++tags > MOST_TAGS) return parser.reset()
        if (name === 'title' && !said.has('title')) title = ''
        if (name === 'meta') keep((property ?? itemprop ?? more.name ?? '').toLowerCase(), content)
      },
      ontext(text) {
        if (title !== null) title += text
      },
      onclosetag(name) {
        if (name !== 'title' || title === null) return
        keep('title', title.trim())
        title = null
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return said
}

export type LinkImage = MadeHere & { width: number; height: number }
const SIDE = 800

/**
 * Loads an image and re-encodes it as JPEG, which emails can show. Returns null if it isn't an image, is too large, or
 * doesn't arrive. The link then has no image.
 */
export async function askPicture(
  asking: LinkRequest,
  address: string,
  headers: Record<string, string> = {},
): Promise<LinkImage | null> {
  const answer = await ask(asking, address, LIMITS.picture, { accept: 'image/*', ...headers })
  if (answer?.status !== 200 || !kindOf(answer).startsWith('image/')) return null
  return drawn(Buffer.from(await answer.arrayBuffer()))
}

async function drawn(content: Buffer): Promise<LinkImage | null> {
  const type = detectFileType(content.subarray(0, HEAD_BYTES))
  // An SVG can contain scripts, and no provider uses one as an image.
  if (!type || type === 'image/svg+xml' || !pictureTypes.some((one) => one === type)) return null
  try {
    return await reencodeImage(
      { orgId: '', content, type, name: 'preview' },
      { side: SIDE, as: 'jpeg', purpose: 'a preview' },
    )
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
