// Finds the primary among replicated PostgreSQL servers, even after a promotion. For a single server, detects silence
// or a takeover of its address.
import pg from 'pg'
import { TIMED_OUT, withTimeout } from '#core/server/withTimeout.ts'

/** Milliseconds before a silent server counts as down. */
export const PATIENCE = 4000
/** Milliseconds between checks of all servers. A machine that lost its network breaks no connection. */
const LOOK_EVERY = 5000

/** Checks in a row that a slow server can leave unanswered. */
const SILENT_LOOKS = 3
/** Milliseconds that a caller waits for a check that can also fail. */
const AT_ONCE = 500

/** All servers are down or await promotion. */
export class NoPrimary extends Error {
  code = 'NO_PRIMARY'
}

/** Splits 'postgres://me@a:5432,b:5433/pursuit' into one address per host. */
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
  /** Checks in a row that the primary left unanswered. */
  #silent = 0
  #search: Promise<Found> | null = null
  #failure: Error | null = null
  #connected = new Set<pg.Client>()
  #watch: NodeJS.Timeout

  constructor(url: string) {
    this.#addresses = addressesOf(url)
    this.#watch = setInterval(() => void this.#look().catch(() => undefined), LOOK_EVERY).unref()
  }

  close(): void {
    clearInterval(this.#watch)
  }

  /** Its clients connect to the current primary, whatever their address. */
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
    // A single server's address can be a socket.
    if (this.#addresses.length > 1) {
      const { hostname, port } = new URL(address)
      client.host = hostname.replace(/^\[(.+)\]$/, '$1')
      client.port = Number(port || 5432)
    }
    client.once('end', () => {
      if (this.#connected.delete(client)) this.#isDoubtful = true
    })
    // Registered first, because clients waiting for a former primary must be disconnected too.
    this.#connected.add(client)
    await new Promise<void>((resolve, reject) => connect((error) => (error ? reject(error) : resolve()))).catch(
      (error) => {
        this.#isDoubtful = true
        throw error
      },
    )
    if (address !== this.#known?.address) client.connection.stream.destroy()
  }

  async #find(): Promise<Found> {
    if (this.#known && !this.#isDoubtful) return this.#known
    const looking = this.#look()
    if (this.#silent < SILENT_LOOKS) return looking
    // Silent for long enough that new callers would only queue up.
    const found = await withTimeout(AT_ONCE, looking)
    if (found === TIMED_OUT) throw this.#failure
    return found
  }

  /** Concurrent callers share one check. */
  #look(): Promise<Found> {
    this.#search ??= this.#lookAtAll().finally(() => {
      this.#search = null
    })
    return this.#search
  }

  /** If two servers accept writes, the one promoted last wins. */
  async #lookAtAll(): Promise<Found> {
    const known = this.#known
    const looks = await Promise.all(this.#addresses.map(lookAt))
    const isAlone = looks.length === 1
    // A single server is used even while read-only or slow.
    const taking = looks.flatMap(({ address, timeline, isThere }): Found[] => {
      if (timeline !== null) return [{ address, timeline }]
      return isAlone && isThere ? [{ address, timeline: known?.timeline ?? '' }] : []
    })
    const latest = taking.toSorted((a, b) => b.timeline.localeCompare(a.timeline))[0]
    if (latest && !(known && !isAlone && latest.timeline < known.timeline)) {
      if (known && (latest.address !== known.address || latest.timeline !== known.timeline)) this.#leave()
      this.#known = latest
      this.#silent = 0
      this.#isDoubtful = false
      return latest
    }
    this.#isDoubtful = true
    const own = looks.find(({ address }) => address === known?.address)
    if (own?.isSilent) this.#silent++
    if (this.#silent >= SILENT_LOOKS || (own?.isThere && !own.problem)) this.#leave()
    const problems = looks.flatMap(({ problem }) => problem ?? [])
    const said = problems.length === looks.length && problems.find(({ code }) => code)
    this.#failure =
      said ||
      new NoPrimary(
        isAlone ? problems[0]!.message : 'None of the databases accepts writes. They’re waiting to be promoted.',
        { cause: problems[0] },
      )
    throw this.#failure
  }

  /** Operations there would hang, or write where no one reads. */
  #leave(): void {
    for (const client of [...this.#connected]) client.connection.stream.destroy()
  }
}

type Look = {
  address: string
  /** Null for a read-only or silent server. */
  timeline: string | null
  isThere: boolean
  /** No response at all. Full and starting servers still respond. */
  isSilent: boolean
  problem: (Error & { code?: string }) | null
}

async function lookAt(address: string): Promise<Look> {
  const client = new pg.Client({ connectionString: address, application_name: 'pursuit' })
  client.on('error', () => {})
  const stopListening = afterListening(PATIENCE, () => client.connection.stream.destroy())
  let isThere = false
  try {
    await client.connect()
    isThere = true
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
        then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    )
    return { address, timeline: rows[0]?.timeline ?? null, isThere, isSilent: false, problem: null }
  } catch (error) {
    const problem = error as Error & { code?: string }
    const isSilent = !isThere && !(problem instanceof pg.DatabaseError)
    return { address, timeline: null, isThere, isSilent, problem }
  } finally {
    stopListening()
    client.end().catch(() => undefined)
  }
}

/**
 * Counts only time in which this process listened, not busy time such as imports. Returns a function that cancels it.
 */
function afterListening(milliseconds: number, giveUp: () => void): () => void {
  const steps = 20
  let left = steps
  // After a busy phase, only one step passes before it reads what arrived.
  const timer = setInterval(() => {
    if (--left === 0) giveUp()
  }, milliseconds / steps)
  return () => clearInterval(timer)
}
