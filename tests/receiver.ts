// A webhook receiver on this machine that checks signatures independently, based only on the standard.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  id: string
  body: { type: string; data: Record<string, unknown> }
  isSigned: boolean
  at: number
  path: string
}

export type Receiver = {
  /** Its origin, in the form that PURSUIT_OUTBOUND_ALLOWLIST expects. */
  origin: string
  received: Received[]
  /** Handles a request. Responds 200 by default. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Accepts a signature with any of these. */
  secrets: string[]
  /** Maximum number of simultaneous calls for each path. */
  atOnce: Map<string, number>
  until: (isSo: (received: Received[]) => boolean, milliseconds?: number) => Promise<Received[]>
  close: () => Promise<void>
}

const TOLERANCE_SECONDS = 300

function isSigned({ headers }: IncomingMessage, body: string, secrets: string[]): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
    return String(headers['webhook-signature'])
      .split(' ')
      .map((one) => one.split(','))
      .some(([version, said = '']) => {
        const given = Buffer.from(said, 'base64')
        return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
      })
  })
}

export async function openReceiver(): Promise<Receiver> {
  const now = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    now.set(path, (now.get(path) ?? 0) + 1)
    receiver.atOnce.set(path, Math.max(receiver.atOnce.get(path) ?? 0, now.get(path)!))
    response.on('close', () => now.set(path, now.get(path)! - 1))
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString()
      receiver.received.push({
        id: String(request.headers['webhook-id']),
        body: JSON.parse(text),
        isSigned: isSigned(request, text, receiver.secrets),
        at: Date.now(),
        path,
      })
      receiver.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (_, response) => void response.end('ok'),
    secrets: [],
    atOnce: new Map(),
    async until(isSo, milliseconds = 20_000) {
      const end = Date.now() + milliseconds
      while (!isSo(receiver.received)) {
        if (Date.now() > end)
          throw new Error(
            `Not received: ${JSON.stringify(receiver.received.map(({ body, path }) => [body.type, path]))}`,
          )
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return receiver.received
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
