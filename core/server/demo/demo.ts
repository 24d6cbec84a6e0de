// The demo firms: one feature makes them, and each fills them through the same actions a person would take.
import { sql } from 'kysely'
import type { Flag } from '#core/contract/area.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { setOrg, type Tx, withoutRls } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import { hashPassword } from '../passwords.ts'
import { type DemoCalendar, demoCalendar } from './calendar.ts'
import { type Random, randomOf } from './random.ts'

export const DEMO_PASSWORD = 'Pursuit#2026'
const SEED = 20_260

/** The same for every part: when it plays, and what is left to chance. */
export type DemoSetting = { zone: string; calendar: DemoCalendar; random: Random }
/** `people` by their addresses, in the order in which they joined. */
export type DemoFirm = { id: string; people: ReadonlyMap<string, Actor> }

/** What a feature has in the demo. */
export type DemoPart = {
  /** The firms, where it makes some: before any is filled. `addresses` are those of their people. */
  firms?: {
    addresses: readonly string[]
    make: (tx: Tx, given: { flags: readonly Flag[]; passwordHash: string; zone: string }) => Promise<DemoFirm[]>
  }
  /** What the vendor has for all firms: before any is filled. */
  publish?: (tx: Tx, setting: DemoSetting) => Promise<void>
  /** What it puts into a firm, which is set on `tx`. */
  fill?: (tx: Tx, firm: DemoFirm, setting: DemoSetting) => Promise<void>
  /** Puts its files where files lie, once the server answers: at each start, as the one before may have been cut off. */
  place?: (database: Database) => Promise<void>
  /** For whoever started the server: who can sign in. */
  accounts?: string
}
type Played = { demo: readonly DemoPart[]; flags: readonly Flag[] }

const firmsIn = ({ demo }: Played) => demo.flatMap(({ firms }) => firms ?? [])

/**
 * Makes the demo firms in an empty database, in one transaction; leaves any other as it is. Returns whether they are there.
 * On the same day it is always the same story; ids apart.
 */
export async function makeDemo(database: Database, played: Played, now = new Date()): Promise<boolean> {
  if (!(await isEmpty(database))) return hasDemo(database, played)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const zone = DEFAULT_ZONE
  const setting = { zone, calendar: demoCalendar(zone, now.toISOString()), random: randomOf(SEED) }
  await withoutRls(database, async (tx) => {
    // Two servers that start on one empty database: the second waits, and finds the firms.
    await sql`select pg_advisory_xact_lock(${SEED})`.execute(tx)
    if (await hasFirms(tx)) return
    const made: DemoFirm[] = []
    for (const firms of firmsIn(played))
      made.push(...(await firms.make(tx, { flags: played.flags, passwordHash, zone })))
    for (const part of played.demo) await part.publish?.(tx, setting)
    for (const firm of made) {
      await setOrg(tx, firm.id)
      for (const part of played.demo) await part.fill?.(tx, firm, setting)
    }
  })
  return hasDemo(database, played)
}

const isEmpty = (database: Database) => withoutRls(database, async (tx) => !(await hasFirms(tx)))
const hasFirms = async (tx: Tx) => (await sql`select from orgs limit 1`.execute(tx)).rows.length > 0
/** Whoever comes first in the story is there. */
async function hasDemo(database: Database, played: Played): Promise<boolean> {
  const first = firmsIn(played).flatMap(({ addresses }) => addresses)[0] ?? null
  const { rows } = await withoutRls(database, (tx) =>
    sql`select from login_directory where email = ${first}`.execute(tx),
  )
  return rows.length > 0
}

/** The ids of the demo firms, and of no others. */
export async function demoFirms(database: Database, played: Played): Promise<string[]> {
  const addresses = firmsIn(played).flatMap((firms) => firms.addresses)
  const { rows } = await withoutRls(database, (tx) =>
    sql<{ org_id: string }>`select distinct org_id from login_directory where email = any(${addresses})`.execute(tx),
  )
  return rows.map(({ org_id }) => org_id)
}

/** Printed where the demo firms are there. */
export const demoAccounts = ({ demo }: Played): string =>
  [`Demo accounts, password of all: ${DEMO_PASSWORD}`, ...demo.flatMap(({ accounts }) => accounts ?? [])].join('\n')
