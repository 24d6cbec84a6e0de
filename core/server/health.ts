// Whether this server can do what it is asked for: its database answers, takes what is written, and lets the application's role
// at its rows; its disks have room. What `/healthz` says.
import { sql } from 'kysely'
import { z } from 'zod'
import { errorMessages, Refusal } from '#core/contract/errors.ts'
import { TIMED_OUT, withTimeout } from './answeredWithin.ts'
import { isUnavailable } from './database/failures.ts'
import { withoutRls } from './database/firm.ts'
import type { Database } from './database/open.ts'
import { brokenRights, readRights } from './database/rights.ts'
import { openedFiles } from './files/store.ts'
import { isDiskFull } from './room.ts'

/** Milliseconds: whoever asks often is told the same. */
const KEPT = 3000
/** Milliseconds after which a database that says nothing counts as none. */
const PATIENCE = 4000

const unfit = (sentence: string) => new Refusal('unavailable', sentence, 503, undefined, 5)

/** Answers a look that throws, with a sentence, what is wrong with the server. Looks of the same moment are one. */
export function healthLook(database: Database): () => Promise<void> {
  const rights = readRights()
  let latest: { at: number; found: Promise<void> } | null = null
  return () => {
    if (!latest || performance.now() - latest.at > KEPT) {
      const found = look(database, rights)
      found.catch(() => {})
      latest = { at: performance.now(), found }
    }
    return latest.found
  }
}

const Empty = z.strictObject({})

/** A process whose objects inherit keys refuses every body, so that it must be replaced. It parses a strict shape as each call does. */
export function refuseInheritedKeys(): void {
  if (!Empty.safeParse({}).success) throw unfit('This process can no longer read what it is sent. Start Pursuit again.')
}

async function look(database: Database, rights: ReturnType<typeof readRights>): Promise<void> {
  refuseInheritedKeys()
  for (const folder of foldersOf(database)) if (isDiskFull(folder)) throw unfit('The disk is full.')
  try {
    const looking = database.check().then(() =>
      withoutRls(database, async (tx) => {
        await sql`update installation set written_at = now()`.execute(tx)
        return brokenRights(tx, rights)
      }),
    )
    const broken = await withTimeout(PATIENCE, looking)
    if (broken === TIMED_OUT) throw unfit('The database isn’t responding.')
    if (broken.length > 0)
      throw unfit(`The database has lost permissions (${broken[0]}). Restart Pursuit to restore them.`)
  } catch (error) {
    throw error instanceof Refusal ? error : unfit(whyUnwritten(error))
  }
}

function whyUnwritten(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === '53100' || code === 'ENOSPC') return 'The database’s disk is full.'
  if (code === '25006') return 'The database is read-only.'
  if (code === '42501') return 'The database doesn’t let Pursuit’s role write.'
  if (code === '42P01') return 'The database’s tables are missing.'
  if (isUnavailable(error)) return errorMessages.unavailable
  throw error
}

/** Where this process writes by itself. */
function foldersOf(database: Database): string[] {
  const { directory } = database as { directory?: string }
  const places = [directory, openedFiles(database)?.waiting]
  return places.filter((place) => place !== undefined)
}
