// One long-lived connection that reconnects while anyone listens.
import type pg from 'pg'
import { Listeners } from '../listeners.ts'

const FIRST_WAIT = 200
const LONGEST_WAIT = 10_000
/** Milliseconds between probes for a silently lost connection. */
const HEARTBEAT = 30_000

export class PostgresListener {
  readonly listeners = new Listeners(
    async (channel) => {
      await (await this.#connected()).query(`listen ${channel}`)
    },
    async (channel) => {
      await this.#client?.query(`unlisten ${channel}`)
    },
  )
  #config: pg.ClientConfig
  #Client: typeof pg.Client
  #client: pg.Client | null = null
  #connecting: Promise<pg.Client> | null = null
  #isClosed = false
  #retry: NodeJS.Timeout | null = null
  #heartbeat: NodeJS.Timeout | null = null

  constructor(config: pg.ClientConfig, Client: typeof pg.Client) {
    this.#config = config
    this.#Client = Client
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#retry) clearTimeout(this.#retry)
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    await this.#connecting?.catch(() => {})
    await this.#client?.end().catch(() => {})
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return Promise.resolve(this.#client)
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    const client = new this.#Client({ ...this.#config, keepAlive: true, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload }) => this.listeners.tell(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of this.listeners.channels) await client.query(`listen ${channel}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    client.on('end', () => {
      if (this.#client !== client) return
      this.#client = null
      if (!this.#isClosed) this.#reconnect(FIRST_WAIT)
    })
    this.#client = client
    this.#heartbeat ??= this.#beat()
    return client
  }

  #reconnect(wait: number): void {
    this.#retry = setTimeout(async () => {
      try {
        await this.#connected()
        this.listeners.tellAll('')
      } catch {
        if (!this.#isClosed) this.#reconnect(Math.min(wait * 2, LONGEST_WAIT))
      }
    }, wait)
    this.#retry.unref()
  }

  #beat(): NodeJS.Timeout {
    const timer = setInterval(() => {
      const client = this.#client
      if (!client) return
      const late = setTimeout(() => client.connection.stream.destroy(), HEARTBEAT / 2)
      late.unref()
      client.query('select 1').then(
        () => clearTimeout(late),
        () => clearTimeout(late),
      )
    }, HEARTBEAT)
    return timer.unref()
  }
}
