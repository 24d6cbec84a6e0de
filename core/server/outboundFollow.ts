// Checks each redirect before it calls the address.
import { OutboundError, type OutboundLimits, type OutboundRequest, outboundFetch } from './outboundAddress.ts'

export type Following = {
  most?: number
  /** In addition, none can be internal: see `outboundAddress.ts`. */
  mayCall: (url: URL) => boolean
  reach?: (url: URL) => URL
}

const MOST = 4
const sends = new Set([301, 302, 303, 307, 308])

/** One time limit covers all redirects. `url` is where the response came from. Only the first address gets the key. */
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
