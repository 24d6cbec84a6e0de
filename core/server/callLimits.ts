// Per-minute rate limits for API clients, counted in memory and combined across processes every second. No call waits
// for a write, but a process can overshoot by what the others allowed in the last second. See `docs/decisions/0065`.
import type { FastifyReply } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { Database } from './database/open.ts'
import { withoutRls } from './database/tx.ts'

export type Quotas = { token: number; firm: number }
export const quotas: Quotas = { token: 600, firm: 1200 }
const WINDOW_SECONDS = 60
const ADD_UP_MS = 1000

export type TokenOf = { orgId: string; id: string }

export type CallLimits = {
  /** Counts a call by a known token. Throws 429 beyond the limit. */
  take: (hash: Buffer, reply: FastifyReply) => void
  /** Registers a token's owner and counts its first call. */
  know: (hash: Buffer, of: TokenOf, reply: FastifyReply) => void
  addUp: () => Promise<void>
  close: () => void
}

type Scope = keyof Quotas
type Counter = { scope: Scope; subject: string; window: number; mine: number; total: number }
type Known = { of: TokenOf; usedOn: string; seen: number; counters: [Counter, Counter] }

type Options = { now?: (() => Date) | undefined; most?: Quotas | undefined }

export function openCallLimits(
  database: Database,
  { now = () => new Date(), most = quotas }: Options = {},
): CallLimits {
  const tokens = new Map<string, Known>()
  const counters = new Map<string, Counter>()
  const used = new Map<Known, string>()
  const policy = `"token";q=${most.token};w=${WINDOW_SECONDS}, "firm";q=${most.firm};w=${WINDOW_SECONDS}`
  const windowOf = (at: Date) => Math.floor(at.getTime() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS

  function counterOf(scope: Scope, subject: string): Counter {
    const name = `${scope} ${subject}`
    const found = counters.get(name) ?? { scope, subject, window: 0, mine: 0, total: 0 }
    counters.set(name, found)
    return found
  }

  function count(known: Known, reply: FastifyReply): void {
    const at = now()
    const window = windowOf(at)
    const wait = Math.max(1, Math.ceil(window + WINDOW_SECONDS - at.getTime() / 1000))
    const left = known.counters.map((counter) => {
      if (counter.window !== window) Object.assign(counter, { window, mine: 0, total: 0 })
      return most[counter.scope] - counter.total - counter.mine
    })
    const isOver = left.some((calls) => calls <= 0)
    if (!isOver) for (const counter of known.counters) counter.mine++
    const said = left.map((calls, place) => {
      return `"${known.counters[place]!.scope}";r=${Math.max(0, isOver ? calls : calls - 1)};t=${wait}`
    })
    reply.header('ratelimit-policy', policy).header('ratelimit', said.join(', '))
    const day = at.toISOString().slice(0, 10)
    known.seen = window
    if (known.usedOn !== day) used.set(known, day)
    if (isOver) throw new Refusal('too_many', `Too many calls. Wait ${wait} seconds.`, 429, undefined, wait)
  }

  async function addUp(): Promise<void> {
    const window = windowOf(now())
    const counted = [...counters.values()].filter(({ mine }) => mine > 0)
    const days = [...used].map(([{ of }, day]) => ({ ...of, day }))
    const sent = counted.map((counter) => ({ counter, ...counter }))
    if (sent.length > 0 || days.length > 0) {
      const totals = await withoutRls(database, async (tx) => {
        if (days.length > 0)
          await tx.sql`
            update api_tokens t set used_on = d.day from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d ("orgId" uuid, id uuid, day date)
            where t.org_id = d."orgId" and t.id = d.id and t.used_on is distinct from d.day`
        const { rows } = await tx.sql<{ scope: string; subject: string; tries: number }>`
          insert into rate_limits as g (scope, subject, window_start, tries)
          select 'api_' || c.scope, c.subject, to_timestamp(c."window"), c.mine
          from jsonb_to_recordset(${JSON.stringify(sent.map(({ counter: _, ...row }) => row))}::jsonb) as c (scope text, subject text, "window" float8, mine int)
          order by 1, 2
          on conflict (scope, subject, window_start) do update set tries = g.tries + excluded.tries
          returning scope, subject, tries`
        return new Map(rows.map(({ scope, subject, tries }) => [`${scope} ${subject}`, tries]))
      })
      for (const { counter, mine, window: of } of sent)
        if (counter.window === of) {
          counter.mine -= mine
          counter.total = totals.get(`api_${counter.scope} ${counter.subject}`) ?? counter.total + mine
        }
      for (const [known, day] of [...used]) {
        known.usedOn = day
        used.delete(known)
      }
    }
    // Tokens unused for a minute are looked up again.
    for (const [hash, { seen }] of tokens) if (seen < window - WINDOW_SECONDS) tokens.delete(hash)
    for (const [name, counter] of counters) if (counter.window < window - WINDOW_SECONDS) counters.delete(name)
  }

  let isAdding = false
  const timer = setInterval(async () => {
    if (isAdding) return
    isAdding = true
    // Failed counts are part of the next sum.
    await addUp().catch(() => {})
    isAdding = false
  }, ADD_UP_MS).unref()

  return {
    take(hash, reply) {
      const known = tokens.get(hash.toString('base64'))
      if (known) count(known, reply)
    },
    know(hash, of, reply) {
      // Already counted before the body was read.
      if (reply.hasHeader('ratelimit')) return
      const name = hash.toString('base64')
      const counters = [counterOf('token', of.id), counterOf('firm', of.orgId)] as Known['counters']
      const known = tokens.get(name) ?? { of, usedOn: '', seen: 0, counters }
      tokens.set(name, known)
      count(known, reply)
    },
    addUp,
    close: () => clearInterval(timer),
  }
}
