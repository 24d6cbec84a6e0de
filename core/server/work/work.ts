// Long work: what takes longer than a call, done in small batches, so that everybody else's requests come in between. What is due
// is said by rows that changes leave in their own transactions. So nothing is lost with a process, and a job is only its claim.
import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { isConflict, isUnavailable } from '../database/failures.ts'
import type { Database } from '../database/open.ts'
import { afterCommit } from '../database/scope.ts'

/** What one batch did: how many pieces, and whether more may be left. */
export type Batch = { done: number; isLeft: boolean }

export type TaskContext = {
  /** Does the next `size` pieces in a transaction of its own, and says in the same transaction how far it came. */
  next: (size: number) => Promise<Batch>
  /** Keeps the next piece apart, which failed even alone, and answers whether there was one; the others go on. */
  setAside?: (problem: string) => Promise<boolean>
}

export type Work<I> = {
  /** For ever: what waits under it may be older than this program. */
  name: string
  input: z.ZodType<I>
  /** Of one key one is worked on at a time, over all processes: a firm's id, an import's. */
  key: (input: I) => string
  /** All that is due, by the rows that say so; what was cancelled, is done, or has failed for good is not. */
  due: (database: Database) => Promise<I[]>
  /** Is done for a firm that is closed too. Other work whose input has an `orgId` rests until that firm is open again. */
  isForClosed?: boolean
  /** How many pieces a batch may have; it grows and shrinks towards BATCH_MS, or towards what is said here, where it keeps nothing from others. */
  sizes?: { first: number; most: number; milliseconds?: number }
  /** Prepares what the batches have in common. Null when nothing is left to do. The signal is for batches that wait for others: the server stops, or the claim was lost. */
  begin: (database: Database, input: I, signal: AbortSignal) => Promise<TaskContext | null>
  /** Says where people look that it has failed for good, and makes it due no more. A Refusal's sentence is for them, any other is for operators, who can stop work that has this. */
  failed?: ((database: Database, input: I, error: Error) => Promise<void>) | undefined
  /** What becomes of what it did, as operators are told before they stop it: of work that has `failed`. */
  ifStopped?: string
  /** Makes due again what was set aside. */
  again?: (database: Database) => Promise<void>
}

export type AnyTask = Work<unknown>

export const defineTask = <I>(work: Work<I>): AnyTask => work as unknown as AnyTask

/** As long as another request may have to wait for a batch. */
const BATCH_MS = 100
const LEAST = 10
const sizes = { first: 50, most: 500 }

type Wake = (name: string) => void
const listeners = new Set<Wake>()

/** The answer ends it. */
export function onWoken(listener: Wake): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Looks for what is due at once, instead of at the next look. */
export function wake({ name }: { name: string }): void {
  for (const listener of listeners) listener(name)
}

/** As `wake`, after the commit of the open transaction; whatever it has made due is seen. */
export const triggerAfterCommit = (work: { name: string }) => afterCommit(() => wake(work))

/** The server stops: the rest is done after the next start. */
export class Stopped extends Error {}

export type TaskRun = {
  database: Database
  work: AnyTask
  input: unknown
  /** Of a claim that was lost, or of a server that stops. */
  signal: AbortSignal
  /** Hears after each batch how many pieces are done. */
  onDone: (done: number) => void
}

/** Does what is due under a key until nothing is left; answers what was set aside. Throws what a later attempt may mend, and Stopped. */
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
      // One piece may be what the database refuses: it is found by going on alone.
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

/** Nothing is wrong with the work: the same may well succeed later. */
export const isPassing = (error: unknown): boolean => isUnavailable(error) || isConflict(error)
