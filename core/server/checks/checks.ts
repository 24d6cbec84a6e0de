// Health checks for the operator. One that hangs or fails doesn't affect the others.

import type { Database } from '../database/open.ts'
import { type ProcessSeen, processesOf } from '../processes.ts'
import { TIMED_OUT, withTimeout } from '../withTimeout.ts'
import { bad, type CheckResult, type HealthCheckDefinition, type RunCheck } from './checkResult.ts'
import { databaseChecks } from './databaseChecks.ts'
import { serverChecks } from './serverChecks.ts'

const all = [...databaseChecks, ...serverChecks]

/** Time limit of a check in milliseconds. */
const PATIENCE = 3000
/** Concurrent checks. The server needs the other connections. */
const LANES = 3
/** Checks that don't share the database lanes. */
const apart = ['database_pool', 'database_trip', 'disk', 'files']

/** `silence`: the check timed out or failed. */
type Looked = CheckResult & { silence?: 'late' | 'broken' }

/** Never throws. Once the database fails to respond, the remaining checks skip it. */
export async function checkAll(database: Database): Promise<{ checks: RunCheck[]; processes: ProcessSeen[] }> {
  const looked = new Map<string, Looked>()
  let seen: ProcessSeen[] = []
  let reading: Promise<ProcessSeen[]> | undefined
  const processes = () => (reading ??= processesOf(database).then((all) => (seen = all)))
  const look = (one: HealthCheckDefinition) => lookAt(one.look(database, processes))
  // Counts requests that wait for a connection before these checks take any.
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
