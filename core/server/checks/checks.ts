// What whoever looks after the server has to know, each looked at by itself within its own time: one that hangs or fails says so, and the others say
// what they found.
import { answeredWithin, LATE } from '../answeredWithin.ts'
import type { Database } from '../database/open.ts'
import { databaseLooks } from './databaseLooks.ts'
import { bad, type Check, type Found } from './found.ts'
import { serverLooks } from './serverLooks.ts'

const all = [...databaseLooks, ...serverLooks]

/** Milliseconds that a look may take. */
const PATIENCE = 3000
/** So many look into the database at once: the others have its connections. */
const LANES = 3
/** Those that look elsewhere. */
const apart = ['database_pool', 'database_trip', 'disk', 'files']

/** Each within its own time. Never throws. Where the database does not answer, nobody waits for it once more. */
export async function checkAll(database: Database): Promise<Check[]> {
  const found = new Map<string, Found>()
  // What waits for a connection is counted before anybody here takes one.
  await Promise.all(
    apart.map(async (name) => found.set(name, await lookAt(all.find((one) => one.name === name)!.look(database)))),
  )
  const left = all.filter(({ name }) => !found.has(name))
  let isAway =
    found.get('database_trip')!.says.startsWith(LATE_WORDS) || found.get('database_trip')!.says.startsWith(BROKEN_WORDS)
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const said = isAway ? notLooked : await lookAt(next.look(database))
      if (said.says.startsWith(LATE_WORDS)) isAway = true
      found.set(next.name, said)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return all.map(({ look: _, ...check }) => ({ ...check, ...found.get(check.name)! }))
}

const LATE_WORDS = 'It did not answer'
const BROKEN_WORDS = 'It could not be looked at'
const notLooked = bad('It was not looked at: the database does not answer.', 'Bring the database back first.')

async function lookAt(looking: Promise<Found>): Promise<Found> {
  try {
    const found = await answeredWithin(PATIENCE, looking)
    return found === LATE
      ? bad(`${LATE_WORDS} within ${PATIENCE / 1000} s.`, 'See what else is wrong here, then look at it first.')
      : found
  } catch (error) {
    return bad(
      `${BROKEN_WORDS}: ${(error as Error).message.split('\n')[0]}`,
      'See what else is wrong here, then look at it first.',
    )
  }
}
