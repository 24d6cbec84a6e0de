// The SMTP listener for filing addresses. It answers 250 only after the commit, and 451 whenever a later attempt can
// work. It relays nothing and knows no other addresses.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, BlockList, isIPv6 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Database } from '#core/server/database/open.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { FilingSettings } from '#core/server/filingSettings.ts'
import type { Listener, RunningListener } from '#core/server/listener.ts'
import { StartupError } from '#core/server/startupError.ts'
import { filingLimits } from '../contract.ts'
import { MOST_PIECES, readBytes } from './readBytes.ts'
import { countUnfiled, isOverLimit, receiveEmail } from './receive.ts'
import { type FilingRecipient, filingCodeIn, findRecipient } from './recipients.ts'

export type SmtpLimits = {
  clients: number
  clientsOfAddress: number
  /** Milliseconds without data. */
  silence: number
  /** Milliseconds for one email, and for a connection that sends several. */
  message: number
  connection: number
  /** Pieces of one email. */
  pieces: number
  /** Milliseconds before an unknown address is refused, so that the time says nothing. */
  refusal: number
  /** Milliseconds for running emails when the server stops. */
  stop: number
}
export const smtpLimits: SmtpLimits = {
  clients: 200,
  clientsOfAddress: 25,
  silence: 60_000,
  message: 300_000,
  connection: 600_000,
  pieces: MOST_PIECES,
  refusal: 250,
  stop: 8_000,
}

const TLS_LOOK_MS = 3_600_000

export const smtpListener = (settings: FilingSettings, limits: Partial<SmtpLimits> = {}): Listener => ({
  start: (database) => listen(database, settings, { ...smtpLimits, ...limits }),
})

async function listen(database: Database, settings: FilingSettings, limits: SmtpLimits): Promise<RunningListener> {
  const { port, host } = settings.listen!
  const keys = settings.tls ? await readKeys(settings.tls) : null
  const conversations = new Conversations(database, settings, limits)
  const server = new SMTPServer({
    name: settings.domain,
    size: filingLimits.messageBytes,
    maxClients: limits.clients,
    maxRecipients: filingLimits.recipients,
    maxCommandLength: 4096,
    socketTimeout: limits.silence,
    closeTimeout: limits.stop,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL', ...(keys ? [] : ['STARTTLS'])],
    logger: false,
    ...keys,
    onConnect: (session, done) => done(conversations.refuseConnection(session)),
    onClose: (session) => conversations.forget(session),
    onMailFrom: (_address, _session, done) => done(conversations.isStopping ? stopping() : null),
    onRcptTo: ({ address }, session, done) => void conversations.accept(address, session).then(() => done(), done),
    onData: (stream, session, done) =>
      void conversations.take(stream, session).then(
        () => done(null, 'Accepted'),
        (error) => error !== brokenOff && done(error),
      ),
  })
  conversations.server = server
  // Errors of single connections, such as a failed handshake. They end only that connection.
  server.on('error', () => {})
  server.listen(port, host)
  await Promise.race([once(server.server, 'listening'), failed(server, `${host}:${port}`)])
  const looking = settings.tls && setInterval(() => void renewKeys(server, settings.tls!), TLS_LOOK_MS).unref()
  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      if (looking) clearInterval(looking)
      await conversations.stop()
    },
  }
}

async function failed(server: SMTPServer, address: string): Promise<never> {
  const [error] = (await once(server.server, 'error')) as [NodeJS.ErrnoException]
  throw new StartupError(
    `PURSUIT_FILING_PORT: the server can’t listen for email on ${address} (${error.code ?? error.message}).`,
  )
}

async function readKeys({ certificate, key }: NonNullable<FilingSettings['tls']>) {
  try {
    const [cert, secret] = await Promise.all([readFile(certificate), readFile(key)])
    return { cert, key: secret }
  } catch (error) {
    throw new StartupError(
      `PURSUIT_FILING_CERTIFICATE or PURSUIT_FILING_CERTIFICATE_KEY can’t be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
}

/** Certificates are renewed while the server runs. The old one stays if the new one can't be read. */
async function renewKeys(server: SMTPServer, tls: NonNullable<FilingSettings['tls']>): Promise<void> {
  try {
    server.updateSecureContext(await readKeys(tls))
  } catch {}
}

const answerOf = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const unknownAddress = () => answerOf(550, '5.1.1 There is no such address here')
const tryAgain = (why = 'Try again later') => answerOf(451, `4.3.0 ${why}`)
const stopping = () => answerOf(421, 'The server is restarting, try again in a moment')
/** The client is gone, so there's no one to answer. */
const brokenOff = new Error('The connection ended before the email did.')

type Conversation = {
  session: SMTPServerSession
  recipients: Map<string, FilingRecipient>
  isBusy: boolean
  end: NodeJS.Timeout
}

/** The open connections and the recipients that they named. */
class Conversations {
  server!: SMTPServer
  isStopping = false
  readonly #database: Database
  readonly #settings: FilingSettings
  readonly #limits: SmtpLimits
  readonly #gateways: BlockList
  readonly #open = new Map<string, Conversation>()
  readonly #running = new Set<Promise<unknown>>()

  constructor(database: Database, settings: FilingSettings, limits: SmtpLimits) {
    this.#database = database
    this.#settings = settings
    this.#limits = limits
    this.#gateways = networksOf(settings.gateway?.networks ?? [])
  }

  refuseConnection(session: SMTPServerSession): Error | null {
    if (this.isStopping) return stopping()
    const same = [...this.#open.values()].filter((one) => one.session.remoteAddress === session.remoteAddress)
    const isGateway = this.#isGateway(session)
    if (!isGateway && same.length >= this.#limits.clientsOfAddress)
      return answerOf(421, 'Too many connections from here')
    const end = setTimeout(() => this.#expire(session.id), this.#limits.connection).unref()
    this.#open.set(session.id, { session, recipients: new Map(), isBusy: false, end })
    return null
  }

  forget({ id }: SMTPServerSession): void {
    clearTimeout(this.#open.get(id)?.end)
    this.#open.delete(id)
  }

  /** Throws the answer for an address that no one can file to now. */
  async accept(address: string, { id }: SMTPServerSession): Promise<void> {
    const conversation = this.#open.get(id)
    if (this.isStopping || !conversation) throw stopping()
    const begun = performance.now()
    const code = filingCodeIn(address, this.#settings.domain)
    const found = await findRecipient(this.#database, code).catch(() => {
      throw tryAgain()
    })
    if (found) return void conversation.recipients.set(address.toLowerCase(), found)
    await pause(Math.max(0, this.#limits.refusal - (performance.now() - begun)))
    throw unknownAddress()
  }

  /** Resolves after the commit. Throws the answer for an email that wasn't taken. */
  async take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const conversation = this.#open.get(session.id)
    const work = conversation ? this.#receive(stream, conversation) : Promise.reject(stopping())
    this.#running.add(work)
    try {
      await work
    } finally {
      this.#running.delete(work)
      conversation?.recipients.clear()
      if (conversation) conversation.isBusy = false
      if (this.isStopping) setImmediate(() => this.#hangUp(session.id))
    }
  }

  async #receive(stream: SMTPServerDataStream, conversation: Conversation): Promise<void> {
    conversation.isBusy = true
    const { session, recipients: named } = conversation
    const { mailFrom, rcptTo } = session.envelope
    // One person can be named by several addresses.
    const recipients = [...new Map(rcptTo.flatMap(({ address }) => entryOf(named.get(address.toLowerCase())))).values()]
    const tooSlow = setTimeout(() => this.#destroy(session.id), this.#limits.message).unref()
    const read = await readBytes(stream, filingLimits.messageBytes, this.#limits.pieces)
    clearTimeout(tooSlow)
    if (read === 'too_many') this.#destroy(session.id)
    if (read === 'broken' || read === 'too_many') throw brokenOff
    if (read === 'busy') throw tryAgain('Too many emails are arriving')
    if (read === 'too_large') {
      await this.#countTooLarge(recipients).catch(() => {})
      throw answerOf(552, '5.3.4 The limit is 25 MB')
    }
    const sender = mailFrom ? mailFrom.address : ''
    const isGateway = this.#isGateway(session)
    const stored = await receiveEmail(this.#database, this.#settings, {
      pieces: read.pieces,
      recipients,
      sender,
      client: { ip: session.remoteAddress, helo: session.hostNameAppearsAs, sender },
      gateway: isGateway ? this.#settings.gateway!.name : null,
    })
      .catch((error) => {
        throw isOverLimit(error) ? tryAgain('Too many emails in the last hour') : tryAgain()
      })
      .finally(read.release)
    if (stored === 0) throw unknownAddress()
  }

  async #countTooLarge(recipients: readonly FilingRecipient[]): Promise<void> {
    const at = new Date().toISOString()
    for (const one of recipients)
      await withOrg(this.#database, one.orgId, (tx) => countUnfiled(tx, one, 'too_large', at))
  }

  #isGateway({ remoteAddress }: SMTPServerSession): boolean {
    return this.#gateways.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
  }

  #connectionOf(id: string) {
    return [...this.server.connections].find(({ session }) => session.id === id)
  }

  #destroy(id: string): void {
    this.#connectionOf(id)?._socket.destroy()
  }

  #hangUp(id: string): void {
    this.#connectionOf(id)?.send(421, stopping().message)
  }

  /** An email that is arriving has its own limit. */
  #expire(id: string): void {
    const conversation = this.#open.get(id)
    if (!conversation) return
    if (conversation.isBusy) conversation.end = setTimeout(() => this.#expire(id), 1000).unref()
    else this.#hangUp(id)
  }

  /** Emails whose data is arriving or being stored are finished. Other clients have to come back. */
  async stop(): Promise<void> {
    this.isStopping = true
    const closed = new Promise<void>((resolve) => this.server.close(resolve))
    for (const [id, { isBusy }] of this.#open) if (!isBusy) this.#hangUp(id)
    await Promise.race([Promise.allSettled(this.#running), pause(this.#limits.stop, undefined, { ref: false })])
    for (const { session } of this.#open.values()) setImmediate(() => this.#hangUp(session.id))
    const left = setTimeout(() => {
      for (const { _socket } of this.server.connections) _socket.destroy()
    }, 500).unref()
    await closed
    clearTimeout(left)
  }
}

const entryOf = (found: FilingRecipient | undefined): [string, FilingRecipient][] =>
  found ? [[found.userId, found]] : []

function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const type = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return list
}
