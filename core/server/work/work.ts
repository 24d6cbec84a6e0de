// Background tasks run in small batches, so that requests run in between. Changes record due work as rows in their own
// transactions, so nothing is lost with a process. A job is only the claim.
import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { isConflict, isUnavailable } from '../database/failures.ts'
import type { Database } from '../database/open.ts'
import type { Tx } from '../database/tx.ts'

/** `done`: completed items. `isLeft`: more can be due. */
export type Batch = { done: number; isLeft: boolean }

export type TaskContext = {
  /** Uses a separate transaction that also records the progress. */
  next: (size: number) => Promise<Batch>
  /** Quarantines an item that failed even on its own. Returns whether there was one. */
  setAside?: (problem: string) => Promise<boolean>
}

export type Work<I> = {
  /** Permanent, because queued work can be older than this program. */
  name: string
  input: z.ZodType<I>
  /** One run per key across all processes: a firm's ID, an import's. */
  key: (input: I) => string
  /** Returns due work, without canceled, completed, or permanently failed work. */
  due: (database: Database) => Promise<I[]>
  /** Other work with an `orgId` waits until the firm is open again. */
  isForClosed?: boolean
  /** Items per batch, adapted toward BATCH_MS, or toward the given time for work that blocks no one. */
  sizes?: { first: number; most: number; milliseconds?: number }
  /**
   * Returns null if nothing is left to do. The signal aborts waiting batches when the server stops or the claim is
   * lost.
   */
  begin: (database: Database, input: I, signal: AbortSignal) => Promise<TaskContext | null>
  /**
   * Reports a permanent failure and makes the work no longer due. A Refusal's message is for people, any other for
   * operators, who can then stop this work.
   */
  failed?: ((database: Database, input: I, error: Error) => Promise<void>) | undefined
  /** Tells operators what happens to completed work. For work with `failed`. */
  ifStopped?: string
  /** Makes quarantined items due again. */
  again?: (database: Database) => Promise<void>
}

export type AnyTask = Work<unknown>

export const defineTask = <I>(work: Work<I>): AnyTask => work as unknown as AnyTask

/** Longest wait of another request for a batch. */
const BATCH_MS = 100
const LEAST = 10
const sizes = { first: 50, most: 500 }

type Wake = (name: string) => void
const listeners = new Set<Wake>()

/** Returns a function that unsubscribes. */
export function onWoken(listener: Wake): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Checks for due work right away instead of at the next poll. */
export function wake({ name }: { name: string }): void {
  for (const listener of listeners) listener(name)
}

/** After the commit, so that the check finds what it made due. */
export const triggerAfterCommit = (tx: Tx, work: { name: string }) => tx.afterCommit(() => wake(work))

/** The next start completes the rest. */
export class Stopped extends Error {}

export type TaskRun = {
  database: Database
  work: AnyTask
  input: unknown
  /** Aborts when the claim is lost or the server stops. */
  signal: AbortSignal
  /** Called with the number of completed items after each batch. */
  onDone: (done: number) => void
}

/** Returns errors of quarantined items. Throws `Stopped` and errors that a retry can fix. */
export async function runTask({ database, work, input, signal, onDone }: TaskRun): Promise<Error[]> {
  const { first, most, milliseconds = BATCH_MS }: NonNullable<AnyTask['sizes']> = work.sizes ?? sizes
  const apart: Error[] = []
  const doing = await work.begin(database, input, signal)
  let size = first
  let done = 0
  let isLeft = doing !== null
  while (doing && isLeft) {
    if (signal.aborted) throw new Stopped()
    const began = performance.now()
    try {
      const batch = await doing.next(size)
      done += batch.done
      isLeft = batch.isLeft
      onDone(done)
    } catch (error) {
      if (!doing.setAside || error instanceof Refusal || isPassing(error)) throw error
      // Trying items one at a time finds the one that the database rejects.
      if (size === 1) {
        console.error(`A run of the task ${work.name} failed:`, error)
        if (!(await doing.setAside((error as Error).message))) throw error
        apart.push(error as Error)
      }
      size = 1
      continue
    }
    const wanted = Math.round((size * milliseconds) / Math.max(1, performance.now() - began))
    size = Math.min(most, Math.max(Math.min(LEAST, most), Math.min(wanted, size * 2)))
    await turn()
  }
  return apart
}

/** Returns whether the same work can succeed later. */
export const isPassing = (error: unknown): boolean => isUnavailable(error) || isConflict(error)
