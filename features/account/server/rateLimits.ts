// Rate limit of attempts at a secret, counted in the database for all processes, in fixed windows of the server's
// clock.

import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { tooManyAttempts } from '#core/contract/phrases.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'

const QUARTER = 15
const DAY = 24 * 60

/**
 * Attempts allowed and their window in minutes. Known devices are counted separately, so that no one can lock the owner
 * out. Source: our own, see docs/decisions/0016.
 */
export const rateLimits = {
  // Passwords: at most 50 a day from all unknown devices, and 50 from each known one.
  account: { most: 10, minutes: QUARTER },
  account_day: { most: 50, minutes: DAY },
  device: { most: 10, minutes: QUARTER },
  device_day: { most: 50, minutes: DAY },
  // Codes of texts and apps, after a correct password.
  code: { most: 10, minutes: QUARTER },
  code_day: { most: 50, minutes: DAY },
  code_device: { most: 10, minutes: QUARTER },
  code_device_day: { most: 50, minutes: DAY },
  // Recovery codes, separately, so that an attacker can't use up all of the owner's options.
  recovery: { most: 10, minutes: QUARTER },
  recovery_day: { most: 50, minutes: DAY },
  recovery_device: { most: 10, minutes: QUARTER },
  recovery_device_day: { most: 50, minutes: DAY },
  // The current password, asked for while signed in.
  inside: { most: 10, minutes: QUARTER },
  inside_day: { most: 50, minutes: DAY },
  // Links for lost passwords: emails to one account, and requests or attempts from one network.
  reset: { most: 5, minutes: 60 },
  reset_address: { most: 100, minutes: QUARTER },
  // Starts of a passkey sign-in.
  ask_address: { most: 300, minutes: QUARTER },
  address: { most: 100, minutes: QUARTER },
  all: { most: 5000, minutes: QUARTER },
} as const
type Scope = keyof typeof rateLimits
export type LoginAttempt = { scope: Scope; subject: string }

/** Returns an address's network. An IPv6 customer's 2^64 addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const whole = address.includes('::')
    ? [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
    : first
  return `${whole.slice(0, 4).join(':')}::/64`
}

/** Lists the limits of a guess at a password or code, narrowest first. A known device only counts for itself. */
export function limitAttempt(
  kind: 'account' | 'code' | 'recovery',
  email: string,
  address: string,
  device?: Buffer | null,
): LoginAttempt[] {
  if (device) {
    const subject = `${email} ${device.toString('hex')}`
    const scope = kind === 'account' ? 'device' : (`${kind}_device` as const)
    return [
      { scope, subject },
      { scope: `${scope}_day`, subject },
    ]
  }
  return [{ scope: kind, subject: email }, { scope: `${kind}_day`, subject: email }, ...limitAttemptFrom(address)]
}
/** Lists the limits of an IP address, whatever is guessed. */
export const limitAttemptFrom = (address: string): LoginAttempt[] => [
  { scope: 'address', subject: networkOf(address) },
  { scope: 'all', subject: '' },
]
export const limitAttemptInside = (userId: string): LoginAttempt[] => [
  { scope: 'inside', subject: userId },
  { scope: 'inside_day', subject: userId },
]

// The typed email is hashed, because it can be a password or longer than an index allows.
const subjectsOf = (tried: LoginAttempt[]) => tried.map(({ subject }) => hash('sha256', subject, 'base64url'))
const given = (tried: LoginAttempt[], now: string) => sql`
  select place, scope, subject, minutes, most,
    date_bin(make_interval(mins => minutes), ${now}::timestamptz, timestamptz '2020-01-01') as window_start
  from unnest(${tried.map(({ scope }) => scope)}::text[], ${subjectsOf(tried)}::text[],
    ${tried.map(({ scope }) => rateLimits[scope].minutes)}::int[], ${tried.map(({ scope }) => rateLimits[scope].most)}::int[])
    with ordinality as given (scope, subject, minutes, most, place)`

/** Counts an attempt. Throws 429 with Retry-After beyond the limits. */
export async function countTries(database: Database, tried: LoginAttempt[], now: string): Promise<void> {
  const beyond = await triesBeyond(database, tried, now)
  if (beyond === null) return
  throw new Refusal('too_many', tooManyAttempts, 429, undefined, beyond)
}

/** Rolls back what one of two simultaneous attempts counted toward other limits when it hit one. */
class Beyond extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super('Too many attempts.')
    this.seconds = seconds
  }
}

/**
 * Counts an attempt. Returns the seconds until the next one is allowed, or null if this one is. A blocked attempt
 * writes nothing and counts toward no limit, so no one can use up an account's day in a minute, or the shared limit.
 */
export async function triesBeyond(database: Database, tried: LoginAttempt[], now: string): Promise<number | null> {
  try {
    await withoutRls(database, async (tx) => {
      const { rows } = await tx.sql<{ scope: Scope; window_start: string }>`
      with counted as (${given(tried, now)}),
      full_already as (
        select c.place, c.scope, c.window_start from counted c
        join rate_limits g on g.scope = c.scope and g.subject = c.subject and g.window_start = c.window_start where g.tries >= c.most),
      made as (
        insert into rate_limits as g (scope, subject, window_start, tries)
        select scope, subject, window_start, 1 from counted where not exists (select 1 from full_already) order by place
        on conflict (scope, subject, window_start) do update set tries = g.tries + 1 returning scope, tries)
      select scope, window_start, place from full_already
      union all select c.scope, c.window_start, c.place from made m join counted c on c.scope = m.scope where m.tries > c.most
      order by place`
      const first = rows[0]
      if (!first) return
      const end = Date.parse(first.window_start) + rateLimits[first.scope].minutes * 60_000
      throw new Beyond(Math.max(1, Math.ceil((end - Date.parse(now)) / 1000)))
    })
    return null
  } catch (error) {
    if (error instanceof Beyond) return error.seconds
    throw error
  }
}

/** A correct password or code was no guess. */
export async function clearAttempts(database: Database, tried: LoginAttempt[], now: string): Promise<void> {
  await withoutRls(
    database,
    (tx) =>
      tx.sql`
    update rate_limits g set tries = greatest(0, g.tries - 1) from (${given(tried, now)}) as counted
    where g.scope = counted.scope and g.subject = counted.subject and g.window_start = counted.window_start`,
  )
}
