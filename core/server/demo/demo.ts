// Creates demo firms, which each feature fills through the actions that people use.
import type { Flag } from '#core/contract/area.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { Database } from '../database/open.ts'
import { type Tx, withoutRls } from '../database/tx.ts'
import { hashPassword } from '../passwords.ts'
import { type DemoCalendar, demoCalendar } from './calendar.ts'
import { type Random, randomOf } from './random.ts'

export const DEMO_PASSWORD = 'Pursuit#2026'
const SEED = 20_260

export type DemoSetting = { zone: string; calendar: DemoCalendar; random: Random }
/** By email address, in the order in which they joined. */
export type DemoFirm = { id: string; people: ReadonlyMap<string, Actor> }

export type DemoPart = {
  /** Runs before any firm is filled. `addresses` are the people's emails. */
  firms?: {
    addresses: readonly string[]
    make: (tx: Tx, given: { flags: readonly Flag[]; passwordHash: string; zone: string }) => Promise<DemoFirm[]>
  }
  /** Publishes vendor content before any firm is filled. */
  publish?: (tx: Tx, setting: DemoSetting) => Promise<void>
  /** The firm is set on `tx`. */
  fill?: (tx: Tx, firm: DemoFirm, setting: DemoSetting) => Promise<void>
  /** Stores files at each start, because the last one can have been interrupted. */
  place?: (database: Database) => Promise<void>
  /** Sign-in accounts, for the person who started the server. */
  accounts?: string
}
type Played = { demo: readonly DemoPart[]; flags: readonly Flag[] }

const firmsIn = ({ demo }: Played) => demo.flatMap(({ firms }) => firms ?? [])

/**
 * Creates the demo in an empty database, in one transaction. Returns whether it exists. The same day gives the same
 * data, except for IDs.
 */
export async function makeDemo(database: Database, played: Played, now = new Date()): Promise<boolean> {
  if (!(await isEmpty(database))) return hasDemo(database, played)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const zone = DEFAULT_ZONE
  const setting = { zone, calendar: demoCalendar(zone, now.toISOString()), random: randomOf(SEED) }
  await withoutRls(database, async (tx) => {
    // A second server that starts now waits and finds the firms.
    await tx.sql`select pg_advisory_xact_lock(${SEED})`
    if (await hasFirms(tx)) return
    const made: DemoFirm[] = []
    for (const firms of firmsIn(played))
      made.push(...(await firms.make(tx, { flags: played.flags, passwordHash, zone })))
    for (const part of played.demo) await part.publish?.(tx, setting)
    await database.dialect.refreshShared?.(tx, undefined)
    for (const firm of made) {
      await tx.setOrg(firm.id)
      for (const part of played.demo) await part.fill?.(tx, firm, setting)
    }
  })
  return hasDemo(database, played)
}

const isEmpty = (database: Database) => withoutRls(database, async (tx) => !(await hasFirms(tx)))
const hasFirms = async (tx: Tx) => (await tx.sql`select from orgs limit 1`).rows.length > 0
async function hasDemo(database: Database, played: Played): Promise<boolean> {
  const first = firmsIn(played).flatMap(({ addresses }) => addresses)[0] ?? null
  const { rows } = await withoutRls(database, (tx) => tx.sql`select from login_directory where email = ${first}`)
  return rows.length > 0
}

export async function demoFirms(database: Database, played: Played): Promise<string[]> {
  const addresses = firmsIn(played).flatMap((firms) => firms.addresses)
  const { rows } = await withoutRls(
    database,
    (tx) => tx.sql<{ org_id: string }>`select distinct org_id from login_directory where email = any(${addresses})`,
  )
  return rows.map(({ org_id }) => org_id)
}

export const demoAccounts = ({ demo }: Played): string =>
  [`Demo accounts, password of all: ${DEMO_PASSWORD}`, ...demo.flatMap(({ accounts }) => accounts ?? [])].join('\n')
