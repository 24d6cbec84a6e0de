// A real SMTP server for tests that accepts emails, refuses them, or disconnects as configured.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export type Taken = { mail: ParsedMail; raw: string; from: string; to: string[] }

/**
 * 'take' accepts. A code refuses at the recipient or after the message. 'early' hangs up before the message, 'late'
 * after all of it without confirming. 'hold' never responds.
 */
export type Conduct =
  | 'take'
  | { recipient: number }
  | { message: number }
  | { hangUp: 'early' | 'late' }
  | { hold: Promise<unknown> }

export type MailServer = {
  url: string
  /** Every message that arrived completely, confirmed or not. */
  taken: Taken[]
  connections: () => number
  /** Applies to messages from now on. */
  behave: (conduct: (to: string) => Conduct) => void
  close: () => Promise<void>
}

export async function startMailServer({ port = 0 }: { port?: number } = {}): Promise<MailServer> {
  const taken: Taken[] = []
  let conduct: (to: string) => Conduct = () => 'take'
  let connections = 0
  const refusal = (code: number) => Object.assign(new Error('Not now, or never'), { responseCode: code })
  const server: SMTPServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onConnect(_, done) {
      connections++
      done()
    },
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('Wrong password')),
    onRcptTo({ address }, _, done) {
      const how = conduct(address)
      if (typeof how === 'object' && 'recipient' in how) return done(refusal(how.recipient))
      done()
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const how = conduct(to[0] ?? '')
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      if (typeof how === 'object' && 'hangUp' in how && how.hangUp === 'early') return hangUp(session)
      stream.on('end', async () => {
        const raw = Buffer.concat(pieces)
        if (typeof how === 'object' && 'message' in how) return done(refusal(how.message))
        taken.push({
          mail: await simpleParser(raw),
          raw: raw.toString('latin1'),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to,
        })
        if (typeof how === 'object' && 'hangUp' in how) return hangUp(session)
        if (typeof how === 'object' && 'hold' in how) await how.hold
        done()
      })
    },
  })
  const hangUp = ({ id }: { id: string }) => {
    for (const connection of server.connections) if (connection.session.id === id) connection._socket.destroy()
  }
  server.on('error', () => {})
  server.listen(port, '127.0.0.1', () => {})
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    connections: () => connections,
    behave: (given) => {
      conduct = given
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
