// Tries that reach a check of a secret: counted where every process sees them, in fixed windows of the server's clock.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { asSystem } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'

const QUARTER = 15
const DAY = 24 * 60

/**
 * How many tries are let through to the check, and in how many minutes. Guesses at an account from anywhere are counted apart from those
 * that come from a device on which its owner has signed in, so that nobody can lock the owner out. Source: our own; see docs/decisions/0016.
 */
export const guessLimits = {
  // passwords: at most 50 a day from all strangers together, and 50 from each known device
  account: { most: 10, minutes: QUARTER },
  account_day: { most: 50, minutes: DAY },
  device: { most: 10, minutes: QUARTER },
  device_day: { most: 50, minutes: DAY },
  // codes of texts and apps, once the password was right
  code: { most: 10, minutes: QUARTER },
  code_day: { most: 50, minutes: DAY },
  code_device: { most: 10, minutes: QUARTER },
  code_device_day: { most: 50, minutes: DAY },
  // recovery codes apart: whoever uses up the guesses at the others leaves the owner these
  recovery: { most: 10, minutes: QUARTER },
  recovery_day: { most: 50, minutes: DAY },
  recovery_device: { most: 10, minutes: QUARTER },
  recovery_device_day: { most: 50, minutes: DAY },
  // the current password, asked for inside
  inside: { most: 10, minutes: QUARTER },
  inside_day: { most: 50, minutes: DAY },
  // links of lost passwords: mails to one account, and asking or trying from one place
  reset: { most: 5, minutes: 60 },
  reset_address: { most: 100, minutes: QUARTER },
  // beginnings of signing in by passkey
  ask_address: { most: 300, minutes: QUARTER },
  address: { most: 100, minutes: QUARTER },
  all: { most: 5000, minutes: QUARTER },
} as const
type Scope = keyof typeof guessLimits
export type Tried = { scope: Scope; subject: string }

/** One network: an IPv6 customer has 2^64 addresses and is one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const whole = address.includes('::')
    ? [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first
  return `${whole.slice(0, 4).join(':')}::/64`
}

/** A guess at a password or, once that was right, at a code: from a known device it counts there alone. The narrowest limit first. */
export function guessAt(
  kind: 'account' | 'code' | 'recovery',
  email: string,
  address: string,
  device?: Buffer | null,
): Tried[] {
  if (device) {
    const subject = `${email} ${device.toString('hex')}`
    const scope = kind === 'account' ? 'device' : (`${kind}_device` as const)
    return [
      { scope, subject },
      { scope: `${scope}_day`, subject },
    ]
  }
  return [{ scope: kind, subject: email }, { scope: `${kind}_day`, subject: email }, ...guessFrom(address)]
}
/** From one place, whatever is guessed at. */
export const guessFrom = (address: string): Tried[] => [
  { scope: 'address', subject: networkOf(address) },
  { scope: 'all', subject: '' },
]
export const guessInside = (userId: string): Tried[] => [
  { scope: 'inside', subject: userId },
  { scope: 'inside_day', subject: userId },
]

// What somebody typed for an e-mail is not kept: it may be a password, or longer than an index holds.
const subjectsOf = (tried: Tried[]) => tried.map(({ subject }) => hash('sha256', subject, 'base64url'))
const given = (tried: Tried[], now: string) => sql`
  select place, scope, subject, minutes, most,
    date_bin(make_interval(mins => minutes), ${now}::timestamptz, timestamptz '2020-01-01') as window_start
  from unnest(${tried.map(({ scope }) => scope)}::text[], ${subjectsOf(tried)}::text[],
    ${tried.map(({ scope }) => guessLimits[scope].minutes)}::int[], ${tried.map(({ scope }) => guessLimits[scope].most)}::int[])
    with ordinality as given (scope, subject, minutes, most, place)`

/** Counts a try; throws 429 with Retry-After beyond the limits. */
export async function countTries(database: Database, tried: Tried[], now: string): Promise<void> {
  const beyond = await triesBeyond(database, tried, now)
  if (beyond === null) return
  throw new Refusal('too_many', 'Too many attempts. Wait a moment and try again.', 429, undefined, beyond)
}

/** Undoes what one of two tries at the same moment has counted beside the limit that it met. */
class Beyond extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('Too many attempts.')
    this.seconds = seconds
  }
}

/**
 * Counts a try; answers after how many seconds the next one is let through where this one is not, or null where it is. What one limit
 * holds back uses up no other: nobody can spend an account's day in a minute, nor everybody's tries from one address, and a try that is
 * held back writes nothing, whatever it names.
 */
export async function triesBeyond(database: Database, tried: Tried[], now: string): Promise<number | null> {
  try {
    await asSystem(database, async (tx) => {
      const { rows } = await sql<{ scope: Scope; window_start: string }>`
      with counted as (${given(tried, now)}),
      full_already as (
        select c.place, c.scope, c.window_start from counted c
        join rate_limits g on g.scope = c.scope and g.subject = c.subject and g.window_start = c.window_start where g.tries >= c.most),
      made as (
        insert into rate_limits as g (scope, subject, window_start, tries)
        select scope, subject, window_start, 1 from counted where not exists (select from full_already) order by place
        on conflict (scope, subject, window_start) do update set tries = g.tries + 1 returning scope, tries)
      select scope, window_start, place from full_already
      union all select c.scope, c.window_start, c.place from made m join counted c on c.scope = m.scope where m.tries > c.most
      order by place`.execute(tx)
      const first = rows[0]
      if (!first) return
      const end = Date.parse(first.window_start) + guessLimits[first.scope].minutes * 60_000
      throw new Beyond(Math.max(1, Math.ceil((end - Date.parse(now)) / 1000)))
    })
    return null
  } catch (error) {
    if (error instanceof Beyond) return error.seconds
    throw error
  }
}

/** A right password or code was no guess. */
export async function forgetTries(database: Database, tried: Tried[], now: string): Promise<void> {
  await asSystem(database, (tx) =>
    sql`
    update rate_limits g set tries = greatest(0, g.tries - 1) from (${given(tried, now)}) as counted
    where g.scope = counted.scope and g.subject = counted.subject and g.window_start = counted.window_start`.execute(
      tx,
    ),
  )
}
