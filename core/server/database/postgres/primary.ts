// Of several PostgreSQLs that follow one another, the one that takes what is written: found again when another one is promoted.
import pg from 'pg'

/** Milliseconds in which a server says what it is; one that is silent for longer counts as gone. */
const PATIENCE = 4000
/** Milliseconds between two looks at all of them while nothing seems wrong: a machine that was cut off breaks no connection. */
const LOOK_EVERY = 5000

/** So many looks may have no answer from one that is only slow. */
const SILENT_LOOKS = 3

/** Nobody takes writes: all are gone, or wait to be promoted. */
export class NoPrimary extends Error {
  code = 'NO_PRIMARY'
}

/** 'postgres://me@a:5432,b:5433/pursuit' as an address for each of its hosts. */
export function addressesOf(url: string): string[] {
  const parts = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url)
  if (!parts) return [url]
  const [, before = '', hosts = '', after = ''] = parts
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** `timeline` grows with each promotion. */
type Found = { address: string; timeline: string }
type Connect = (callback: (error?: Error) => void) => void

export class Primary {
  #addresses: readonly string[]
  #known: Found | null = null
  #isDoubtful = true
  /** Looks in a row in which the known one said nothing. */
  #silent = 0
  #search: Promise<Found> | null = null
  #connected = new Set<pg.Client>()
  #watch: NodeJS.Timeout

  constructor(url: string) {
    this.#addresses = addressesOf(url)
    this.#watch = setInterval(() => void this.#look().catch(() => undefined), LOOK_EVERY).unref()
  }

  close(): void {
    clearInterval(this.#watch)
  }

  /** The same kind of client, which goes to the primary of the moment, whatever address it was given. */
  clients(Client: typeof pg.Client): typeof pg.Client {
    const primary = this
    return class extends Client {
      override connect(): Promise<pg.Client>
      override connect(callback: (error?: Error) => void): void
      override connect(callback?: (error?: Error) => void): Promise<pg.Client> | undefined {
        const connected = primary.#connect(this, (done) => super.connect(done))
        if (!callback) return connected.then(() => this)
        connected.then(() => callback(), callback)
      }
      // biome-ignore lint/suspicious/noExplicitAny: end answers by promise or by callback
      override end(...given: any[]): any {
        primary.#connected.delete(this)
        // biome-ignore lint/suspicious/noExplicitAny: as above
        return (super.end as any)(...given)
      }
    } as typeof pg.Client
  }

  async #connect(client: pg.Client, connect: Connect): Promise<void> {
    const { address } = await this.#find()
    const { hostname, port } = new URL(address)
    client.host = hostname.replace(/^\[(.+)\]$/, '$1')
    client.port = Number(port || 5432)
    client.once('end', () => {
      if (this.#connected.delete(client)) this.#isDoubtful = true
    })
    await new Promise<void>((resolve, reject) => connect((error) => (error ? reject(error) : resolve()))).catch(
      (error) => {
        this.#isDoubtful = true
        throw error
      },
    )
    if (address === this.#known?.address) this.#connected.add(client)
    else client.connection.stream.destroy()
  }

  async #find(): Promise<Found> {
    if (this.#known && !this.#isDoubtful) return this.#known
    return this.#look()
  }

  /** Those who ask at the same moment look together. */
  #look(): Promise<Found> {
    this.#search ??= this.#lookAtAll().finally(() => {
      this.#search = null
    })
    return this.#search
  }

  /** Of two that take writes, the one that was promoted last: the other came back without knowing of it. */
  async #lookAtAll(): Promise<Found> {
    const answers = await Promise.allSettled(this.#addresses.map(timelineAt))
    const taking = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled' && answer.value !== null
        ? [{ address: this.#addresses[at]!, timeline: answer.value }]
        : [],
    )
    const latest = taking.toSorted((a, b) => b.timeline.localeCompare(a.timeline))[0]
    const known = this.#known
    if (latest && !(known && latest.timeline < known.timeline)) {
      if (known && latest.address !== known.address) this.#leave()
      this.#known = latest
      this.#silent = 0
      this.#isDoubtful = false
      return latest
    }
    this.#isDoubtful = true
    const isSilent = answers[this.#addresses.indexOf(known?.address ?? '')]?.status === 'rejected'
    this.#silent = isSilent ? this.#silent + 1 : SILENT_LOOKS
    if (this.#silent >= SILENT_LOOKS) this.#leave()
    const reasons = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as { code?: string }] : [],
    )
    const said = reasons.length === answers.length && reasons.find(({ code }) => code)
    throw said || new NoPrimary('None of the databases takes what is written: they wait to be promoted.')
  }

  /** What is under way on the one that is left would wait for an answer that never comes, or be written where nobody looks. */
  #leave(): void {
    for (const client of [...this.#connected]) client.connection.stream.destroy()
  }
}

/** Null on one that takes nothing. */
async function timelineAt(address: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'pursuit',
    connectionTimeoutMillis: PATIENCE,
  })
  client.on('error', () => {})
  const late = setTimeout(() => client.connection.stream.destroy(), PATIENCE)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
        then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    )
    return rows[0]?.timeline ?? null
  } finally {
    clearTimeout(late)
    client.end().catch(() => undefined)
  }
}
