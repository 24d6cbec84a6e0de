// What whoever looks after the server has to know, each looked at by itself within its own time: one that hangs or fails says so, and the others say
// what they found.
import { TIMED_OUT, withTimeout } from '../answeredWithin.ts'
import type { Database } from '../database/open.ts'
import { type ProcessSeen, processesOf } from '../processes.ts'
import { databaseChecks } from './databaseLooks.ts'
import { bad, type CheckResult, type HealthCheckDefinition, type RunCheck } from './found.ts'
import { serverChecks } from './serverLooks.ts'

const all = [...databaseChecks, ...serverChecks]

/** Milliseconds that a look may take. */
const PATIENCE = 3000
/** So many look into the database at once: the others have its connections. */
const LANES = 3
/** Those that look elsewhere. */
const apart = ['database_pool', 'database_trip', 'disk', 'files']

/** `silence`: it found nothing, since it had no answer in time, or an error. */
type Looked = CheckResult & { silence?: 'late' | 'broken' }

/** Each within its own time, with the processes that were found. Never throws. Where the database does not answer, nobody waits for it once more. */
export async function checkAll(database: Database): Promise<{ checks: RunCheck[]; processes: ProcessSeen[] }> {
  const looked = new Map<string, Looked>()
  let seen: ProcessSeen[] = []
  let reading: Promise<ProcessSeen[]> | undefined
  const processes = () => (reading ??= processesOf(database).then((all) => (seen = all)))
  const look = (one: HealthCheckDefinition) => lookAt(one.look(database, processes))
  // What waits for a connection is counted before anybody here takes one.
  await Promise.all(apart.map(async (name) => looked.set(name, await look(all.find((one) => one.name === name)!))))
  const left = all.filter(({ name }) => !looked.has(name))
  let isAway = looked.get('database_trip')!.silence !== undefined
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const one = isAway ? notLooked : await look(next)
      if (one.silence === 'late') isAway = true
      looked.set(next.name, one)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const checks = all.map(({ name, label, help }) => {
    const { state, says, advice } = looked.get(name)!
    return { name, label, help, state, says, advice }
  })
  return { checks, processes: seen }
}

const notLooked: Looked = bad('Not checked: the database isn’t responding.', 'Restore the database connection first.')
const ELSEWHERE = 'Check the other problems here first, then this one.'

async function lookAt(looking: Promise<CheckResult>): Promise<Looked> {
  try {
    const found = await withTimeout(PATIENCE, looking)
    return found === TIMED_OUT
      ? { ...bad(`No response within ${PATIENCE / 1000} s.`, ELSEWHERE), silence: 'late' }
      : found
  } catch (error) {
    const why = (error as Error).message.split('\n')[0]
    return { ...bad(`Couldn’t check: ${why}`, ELSEWHERE), silence: 'broken' }
  }
}
