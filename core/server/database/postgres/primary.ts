// Of several PostgreSQLs that follow one another, the one that takes what is written: found again when another one is promoted. Of one alone,
// whether it still speaks, and whether it is still the one that it was: behind its address another machine may have taken over.
import pg from 'pg'
import { TIMED_OUT, withTimeout } from '#core/server/answeredWithin.ts'

/** Milliseconds in which a server says what it is; one that is silent for longer counts as gone. */
export const PATIENCE = 4000
/** Milliseconds between two looks at all of them while nothing seems wrong: a machine that was cut off breaks no connection. */
const LOOK_EVERY = 5000

/** So many looks may have no answer from one that is only slow. */
const SILENT_LOOKS = 3
/** Milliseconds that somebody waits for the next look where it may have none either. */
const AT_ONCE = 500

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
  /** Why the last look found none. */
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
    // One alone may be named in ways of its own, such as a socket's.
    if (this.#addresses.length > 1) {
      const { hostname, port } = new URL(address)
      client.host = hostname.replace(/^\[(.+)\]$/, '$1')
      client.port = Number(port || 5432)
    }
    client.once('end', () => {
      if (this.#connected.delete(client)) this.#isDoubtful = true
    })
    // From the start: what waits to be let in waits for one that is left as well.
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
    // It said nothing for long enough: those who come now would wait for one another.
    const found = await withTimeout(AT_ONCE, looking)
    if (found === TIMED_OUT) throw this.#failure
    return found
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
    const known = this.#known
    const looks = await Promise.all(this.#addresses.map(lookAt))
    const isAlone = looks.length === 1
    // One alone is asked what it can be asked, also while it takes nothing or is slow to say.
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

  /** What is under way on the one that is left would wait for an answer that never comes, or be written where nobody looks. */
  #leave(): void {
    for (const client of [...this.#connected]) client.connection.stream.destroy()
  }
}

type Look = {
  address: string
  /** Null on one that takes nothing, or did not say. */
  timeline: string | null
  /** It let somebody in. */
  isThere: boolean
  /** Not a word: also one that is full or starts up says so. */
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

/** Calls `giveUp` after this process has listened for so many milliseconds. While it was busy, as when it imports its modules, it heard nothing. The answer ends the wait. */
function afterListening(milliseconds: number, giveUp: () => void): () => void {
  const steps = 20
  let left = steps
  // However long the process was busy, one step passes before it hears what has arrived.
  const timer = setInterval(() => {
    if (--left === 0) giveUp()
  }, milliseconds / steps)
  return () => clearInterval(timer)
}
