// Checks the address before and after connecting. No redirects, limited size and time.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { NotTaken } from './deliveries.ts'

export type PostRequest = {
  url: URL
  headers: Record<string, string | number>
  body: Buffer | string
  isOpen: (address: string) => boolean
  /** Awaited right before the request is written. */
  lastWord: () => Promise<void>
  signal: AbortSignal
  /** Certificates to trust in addition to the system's, for tests. */
  ca?: string | undefined
  /** Defaults to the system's resolver. */
  resolve?: Resolve | undefined
}

export type Resolve = (host: string) => Promise<string[]>

export class NotAllowed extends Error {}

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000
/** Bytes of a response. More ends the connection. */
const ANSWER_LIMIT = 16 * 1024

/** Returns any response. Throws `NotAllowed` or a connection error. */
export async function post(asking: PostRequest): Promise<{ status: number; text: string }> {
  const socket = await connect(asking)
  try {
    await asking.lastWord()
    if (socket.destroyed) throw new NotTaken(`${asking.url.host} hung up before anything was said.`)
    return await ask(socket, asking)
  } finally {
    socket.destroy()
  }
}

async function connect({ url, isOpen, signal, ca, resolve = resolveBySystem }: PostRequest): Promise<Socket> {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await within(CONNECT_MS, resolve(host))
  // One internal address blocks the name.
  const address = addresses[0]
  if (!address || !addresses.every(isOpen))
    throw new NotAllowed(`${url.host} isn’t a public address, so Pursuit doesn’t connect to it.`)
  const port = Number(url.port || (isSecure ? 443 : 80))
  const socket = isSecure
    ? connectSecure({ host: address, port, ...(isIP(host) ? {} : { servername: host }), ...(ca && { ca }) })
    : connectPlain({ host: address, port })
  // It can break even while nothing waits for it.
  socket.on('error', () => {})
  const giveUp = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)])
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal: giveUp })
    if (!isOpen(socket.remoteAddress ?? ''))
      throw new NotAllowed(`${url.host} resolves to an address that isn’t public.`)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

const resolveBySystem: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

function ask(socket: Socket, { url, headers, body, signal }: PostRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        createConnection: () => socket,
        host: url.host,
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { host: url.host, 'content-length': Buffer.byteLength(body), connection: 'close', ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
        maxHeaderSize: ANSWER_LIMIT,
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
          if (text.length > ANSWER_LIMIT) answer.destroy()
        })
        // Only the status matters.
        answer.on('error', () => {}).on('close', () => resolve({ status, text: text.slice(0, ANSWER_LIMIT) }))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The DNS lookup timed out.')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
