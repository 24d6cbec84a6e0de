// A client that says exactly what a test gives it, line by line, even what no mail server would.
import { connect, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'

export type SmtpClient = {
  /** Sends a line and returns the whole answer. */
  say: (line: string) => Promise<string>
  /** Sends bytes as they are. */
  write: (bytes: string | Uint8Array) => void
  /** Resolves to the next answer. */
  hear: () => Promise<string>
  /** Turns on TLS, after 220. */
  secure: () => Promise<void>
  /** Resolves once the server has closed the connection. */
  closed: Promise<void>
  isOpen: () => boolean
  end: () => void
}

/** Resolves after the greeting. */
export async function smtpClient(port: number, from?: string): Promise<SmtpClient> {
  let socket: Socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
  const lines: string[] = []
  let rest = ''
  let waiting: (() => void) | undefined
  let isClosed = false
  const listenTo = (to: Socket) => {
    to.setEncoding('utf8')
    to.on('data', (piece: string) => {
      const parts = (rest + piece).split('\r\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      waiting?.()
    })
    to.on('error', () => {})
  }
  listenTo(socket)
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isClosed = true
      waiting?.()
      resolve()
    }),
  )
  async function hear(): Promise<string> {
    for (;;) {
      const end = lines.findIndex((line) => /^\d{3}( |$)/.test(line))
      if (end !== -1) return lines.splice(0, end + 1).join('\n')
      if (isClosed) return 'closed'
      await new Promise<void>((resolve) => {
        waiting = resolve
      })
    }
  }
  await hear()
  return {
    hear,
    closed,
    write: (bytes) => void socket.write(bytes),
    say(line) {
      socket.write(`${line}\r\n`)
      return hear()
    },
    async secure() {
      socket.removeAllListeners('data')
      socket.setEncoding()
      const plain = socket
      const safe = connectSecure({ socket: plain, rejectUnauthorized: false })
      await new Promise<void>((resolve, reject) => safe.once('secureConnect', resolve).once('error', reject))
      listenTo(safe)
      socket = safe
    },
    isOpen: () => !isClosed && socket.writable,
    end: () => socket.destroy(),
  }
}

export type Delivery = { from: string; to: string | readonly string[]; helo?: string }

/** Delivers one email as a mail server does. Returns the last answer: of the email, or of the first step that failed. */
export const deliver = (port: number, delivery: Delivery, email: string): Promise<string> =>
  deliverFrom('127.0.0.1', port, delivery, email)

/** `ip` is a local address of the client. */
export async function deliverFrom(
  ip: string,
  port: number,
  { from, to, helo = 'mx.hartwell.example' }: Delivery,
  email: string,
): Promise<string> {
  const place = `${ip}:${port}`
  const client = idle.get(place)?.find((one) => one.isOpen()) ?? (await smtpClient(port, ip))
  idle.set(
    place,
    (idle.get(place) ?? []).filter((one) => one !== client && one.isOpen()),
  )
  const said = await deliverWith(client, { from, to, helo }, email)
  if (client.isOpen()) idle.get(place)!.push(client)
  return said
}

/** Open connections by address and port. The listener waits a tenth of a second before it greets a new one. */
const idle = new Map<string, SmtpClient[]>()

/** EHLO forgets the email before. */
async function deliverWith(client: SmtpClient, { from, to, helo }: Required<Delivery>, email: string): Promise<string> {
  const steps = [`EHLO ${helo}`, `MAIL FROM:<${from}>`, ...[to].flat().map((one) => `RCPT TO:<${one}>`), 'DATA']
  for (const step of steps) {
    const said = await client.say(step)
    if (!/^[23]/.test(said)) return said
  }
  client.write(email.replace(/^\./gm, '..'))
  return client.say('\r\n.')
}
