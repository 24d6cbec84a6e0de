// Decides a person's action on the device, shows it right away, and stores it in the same turn.
import { z } from 'zod'
import { invalid } from '#core/contract/errors.ts'
import { type Action, type AnyAction, type Row, temporaryId } from '../protocol.ts'
import type { LocalDatabase } from './localDatabase.ts'
import type { Memory } from './memory.ts'
import type { Prediction } from './outbox/append.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Unread } from './queue.ts'
import { contextOf, type Entry, EVERY_ROW, realInput } from './replay.ts'
import type { DispatchResult } from './types.ts'

type Parts = {
  database: LocalDatabase
  memory: Memory
  outbox: Outbox
  newKey: () => string
  now: () => number
  version: number
  /** Keys of actions that aren't on disk yet. */
  unkept: Set<string>
  appended: () => void
}

export function createDispatcher({ database, memory, outbox, newKey, now, version, unkept, appended }: Parts) {
  const unsaved = new Set<Promise<void>>()

  function act<I, R extends Row>(typed: Action<I, R>, given: I): DispatchResult {
    const action = typed as unknown as AnyAction
    const input = readInput(action, given)
    const key = newKey()
    const { rows } = memory.of(action.collection.name)
    const entity =
      action.kind === 'create'
        ? temporaryId(key)
        : action.kind === 'each'
          ? EVERY_ROW
          : rows.resolve(action.rowId(input))
    const fresh = {
      state: 'waiting',
      attempts: 0,
      nextAt: 0,
      delay: 0,
      isSent: false,
      isSilent: false,
      isForbidden: false,
    } as const
    const entry: Entry = {
      seq: 0,
      key,
      seed: key,
      collection: action.collection.name,
      entity,
      action: action.name,
      input,
      row: null,
      at: new Date(now()).toISOString(),
      v: version,
      ...fresh,
    }
    const predictions = predict(action, entry)
    entry.row = action.kind === 'create' ? predictions.get(entity)!.view : (rows.get(entity) ?? null)

    const unread: Unread = { entry, order: Number.POSITIVE_INFINITY }
    const started = () => {
      unread.order = memory.nextOrder()
    }
    const keeping = database.write((write) => outbox.keep(write, entry, predictions), {
      durability: 'strict',
      onStarted: started,
    })
    unkept.add(key)
    memory.show(unread, new Map([...predictions].map(([id, { view, nextRev }]) => [id, { view, rev: nextRev }])))
    const saved = keeping.then(
      ({ seq, isMerged }) => {
        entry.seq = seq
        unkept.delete(key)
        if (isMerged) void memory.catchUp().catch(() => undefined)
        appended()
      },
      (problem: unknown) => {
        unkept.delete(key)
        memory.restore(unread, predictions.keys())
        throw problem
      },
    )
    unsaved.add(saved)
    // The view is restored even if the caller ignores `saved`.
    void saved.catch(() => undefined).then(() => unsaved.delete(saved))
    return { key, id: entity, saved }
  }

  /** Throws the rule's Refusal. */
  function predict(action: AnyAction, entry: Entry): Map<string, Prediction> {
    const input = realInput(memory.rules, entry.input)
    const context = contextOf(memory.rules, entry)
    const { rows, held } = memory.of(entry.collection)
    const predictions = new Map<string, Prediction>()
    const foresee = (id: string, view: Row | null) =>
      predictions.set(id, {
        confirmed: held(id)?.confirmed ?? null,
        view,
        rev: held(id)?.rev ?? '',
        nextRev: newKey(),
      })
    if (action.kind === 'create') {
      const { row } = action.decide(null, input, context)
      foresee(entry.entity, { ...row, isTemp: true } as Row)
    } else if (action.kind === 'change') {
      foresee(entry.entity, action.decide(rows.get(entry.entity) ?? null, input, context).row)
    } else {
      for (const row of rows.all()) {
        const { row: next } = action.decide(row, input, context)
        if (next !== row) foresee(row.id, next)
      }
    }
    return predictions
  }

  return { act, settled: () => Promise.allSettled(unsaved) }
}

/** Throws a Refusal with the field's messages if the input doesn't fit. */
export function readInput(action: AnyAction, given: unknown): unknown {
  const read = parse(action, given)
  if (read.success) return read.data
  const errors: Record<string, string> = {}
  for (const { path, message } of read.error.issues) errors[path.join('.')] ??= message
  throw invalid(errors, read.error.issues[0]?.message)
}

function parse(action: AnyAction, given: unknown) {
  try {
    return action.input.safeParse(given)
  } catch (problem) {
    if (problem instanceof z.ZodError) return { success: false as const, error: problem }
    throw problem
  }
}
