// Imports run in the background of the server, a small batch at a time, so that everybody else's requests come in between.
// Where they stand is in the database: a server that was killed goes on with the next row.
import { sql } from 'kysely'
import { sentences } from '#core/contract/errors.ts'
import { asSystem, inFirm, isUnavailable } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'
import type { ImportKind, ImportState } from '../contract.ts'
import { peopleSteps, undoPeopleSteps } from './runPeople.ts'
import { refuseNext, type Step, targetSteps, undoTargetSteps } from './runTargets.ts'
import { advance, lockState, readImport } from './store.ts'

/** A batch grows and shrinks towards this: as long as another request may have to wait for it. */
const BATCH_MS = 100
const [FEWEST, MOST] = [10, 500]
const FIRST = 50
const RETRY_MS = 2000

type Running = Map<string, Promise<void>>
const running = new WeakMap<Database, Running>()
const stopping = new WeakSet<Database>()

const runningOn = (database: Database): Running => {
  const known = running.get(database) ?? new Map<string, Promise<void>>()
  running.set(database, known)
  return known
}

/** Works on an import that is `running` or `undoing` until it is not. One piece of work at a time per import: what is asked for meanwhile is looked at after it. */
export function workOn(database: Database, orgId: string, id: string, targets: PastTargets): Promise<void> {
  const jobs = runningOn(database)
  const known = jobs.get(id)
  if (known) return known.then(() => workOn(database, orgId, id, targets))
  const work = untilDone(database, orgId, id, targets).finally(() => jobs.delete(id))
  jobs.set(id, work)
  return work
}

/** Takes up what a stopped or killed server left unfinished. Resolves once that is known, not when it is done. */
export async function resumeImports(database: Database, targets: PastTargets): Promise<void> {
  const { rows } = await asSystem(database, async (tx) => {
    // A file is read by the process that receives it; on a database of several processes a young one may still be alive.
    await sql`delete from imports where state = 'reading' and (${database.kind === 'embedded'} or created_at < now() - interval '1 hour')`.execute(
      tx,
    )
    return sql<{
      org_id: string
      id: string
    }>`select org_id, id from imports where state in ('running', 'undoing')`.execute(tx)
  })
  for (const { org_id, id } of rows) void workOn(database, org_id, id, targets)
}

/** Ends the work after the batch at hand; the next start goes on. */
export async function stopImports(database: Database): Promise<void> {
  stopping.add(database)
  await Promise.all(runningOn(database).values())
}

async function untilDone(database: Database, orgId: string, id: string, targets: PastTargets): Promise<void> {
  while (!stopping.has(database)) {
    try {
      const { kind, state } = await inFirm(database, orgId, (tx) => readImport(tx, id))
      const step = await stepsOf(database, orgId, id, targets, kind, state)
      if (!step) return
      await repeat(database, orgId, id, step)
      return
    } catch (error) {
      if (!isUnavailable(error)) return fail(database, orgId, id, error)
      await pause(RETRY_MS, true)
    }
  }
}

async function stepsOf(
  database: Database,
  orgId: string,
  id: string,
  targets: PastTargets,
  kind: ImportKind,
  state: ImportState,
): Promise<Step | null> {
  if (state === 'running')
    return kind === 'targets' ? targetSteps(database, orgId, id, targets) : peopleSteps(database, orgId, id)
  if (state === 'undoing')
    return kind === 'targets'
      ? undoTargetSteps(database, orgId, id, targets)
      : undoPeopleSteps(database, orgId, id, targets)
  return null
}

async function repeat(database: Database, orgId: string, id: string, step: Step): Promise<void> {
  let size = FIRST
  while (!stopping.has(database)) {
    const began = performance.now()
    try {
      if (!(await step(size))) return
    } catch (error) {
      if (isUnavailable(error)) throw error
      // One row may be what the database refuses: find it.
      if (size === 1) {
        console.error(`A row of the import ${id} could not be saved:`, error)
        if (!(await refuseNext(database, orgId, id))) throw error
      }
      size = 1
      continue
    }
    const wanted = Math.round((size * BATCH_MS) / Math.max(1, performance.now() - began))
    size = Math.min(MOST, Math.max(FEWEST, Math.min(wanted, size * 2)))
    await pause(0)
  }
}

async function fail(database: Database, orgId: string, id: string, error: unknown): Promise<void> {
  console.error(`The import ${id} failed:`, error)
  await inFirm(database, orgId, async (tx) => {
    const now = await lockState(tx, id)
    if (now?.state === 'running' || now?.state === 'undoing')
      await advance(tx, id, {
        state: 'failed',
        problem: `${sentences.generic} What was imported so far can be undone.`,
      })
  }).catch((again) => console.error(`That the import ${id} failed could not be noted:`, again))
}

/** `isIdle`: the process may end meanwhile. */
const pause = (milliseconds: number, isIdle = false) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    if (isIdle) timer.unref()
  })
