// Backs `/healthz`: the database responds, accepts writes, and grants access, and the disks have space.
import { z } from 'zod'
import { errorMessages, Refusal } from '#core/contract/errors.ts'
import { isUnavailable } from './database/failures.ts'
import type { Database } from './database/open.ts'
import { brokenRights, readRights } from './database/rights.ts'
import { withoutRls } from './database/tx.ts'
import { isDiskFull } from './diskSpace.ts'
import { openedFiles } from './files/store.ts'
import { TIMED_OUT, withTimeout } from './withTimeout.ts'

/** Milliseconds that a result is cached. */
const KEPT = 3000
/** Milliseconds before a silent database counts as unavailable. */
const PATIENCE = 4000

const unfit = (sentence: string) => new Refusal('unavailable', sentence, 503, undefined, 5)

/** Throws a message about the problem. Concurrent checks share one run. */
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

/** If objects inherit keys, the process rejects every body and must be replaced. */
export function refuseInheritedKeys(): void {
  if (!Empty.safeParse({}).success) throw unfit('This process can no longer read what it is sent. Start Pursuit again.')
}

async function look(database: Database, rights: ReturnType<typeof readRights>): Promise<void> {
  refuseInheritedKeys()
  for (const folder of foldersOf(database)) if (isDiskFull(folder)) throw unfit('The disk is full.')
  try {
    const looking = database.check().then(() =>
      withoutRls(database, async (tx) => {
        await tx.sql`update installation set written_at = now()`
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

function foldersOf(database: Database): string[] {
  const { directory } = database as { directory?: string }
  const places = [directory, openedFiles(database)?.waiting]
  return places.filter((place) => place !== undefined)
}
