// Requests that go where they are sent on to: by hand, so that each place on the way is asked for before it is called.
import { OutboundError, type OutboundLimits, type OutboundRequest, outboundFetch } from './outboundAddress.ts'

export type Following = {
  /** How often it may be sent on. */
  most?: number
  /** Which places it may lead to, by their addresses; besides this, none may be inside: see outboundAddress.ts. */
  mayCall: (url: URL) => boolean
  /** Where a place is reached, if not at its own address. */
  reach?: (url: URL) => URL
}

const MOST = 4
const sends = new Set([301, 302, 303, 307, 308])

/** As `outboundFetch`, with one limit of time for the whole way; `url` is where the answer came from. A key is told to the first place alone. */
export async function outboundFollow(
  address: string | URL,
  request: Pick<OutboundRequest, 'headers'>,
  limits: OutboundLimits,
  { most = MOST, mayCall, reach = (url) => url }: Following,
): Promise<{ answer: Response; url: URL }> {
  const end = performance.now() + limits.milliseconds
  let headers = request.headers ?? {}
  let next = String(address)
  for (let hops = 0; hops <= most; hops++) {
    const url = URL.parse(next)
    if (!url || !mayCall(url))
      throw new OutboundError('refused', 'This address redirects to a host that Pursuit doesn’t contact.')
    const milliseconds = Math.ceil(end - performance.now())
    if (milliseconds <= 0) throw new OutboundError('slow', `${url.host} took too long to respond.`)
    const answer = await outboundFetch(reach(url), { headers }, { ...limits, milliseconds })
    const location = sends.has(answer.status) ? answer.headers.get('location') : null
    if (location === null) return { answer, url }
    const there = URL.parse(location, url)
    if (!there) throw new OutboundError('refused', `${url.host} redirects to an invalid address.`)
    if (there.origin !== url.origin) headers = withoutKey(headers)
    next = there.href
  }
  throw new OutboundError('refused', 'This address redirects too many times.')
}

const withoutKey = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'))
