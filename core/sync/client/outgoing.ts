// Outbox and sync state for the screens.
import type { ErrorBody } from '#core/contract/errors.ts'
import type { AnyAction } from '../protocol.ts'
import type { EngineOptions } from './environment.ts'
import type { Meta } from './localSchema.ts'
import type { Memory } from './memory.ts'
import { type Entry, isCreate, namesOneOf } from './replay.ts'
import { listeners } from './rows.ts'
import type { Outgoing, SyncState, SyncStatus } from './types.ts'

const waitsForCreate: ErrorBody = {
  code: 'waits',
  message: 'This depends on an earlier change that couldn’t be saved.',
}
const unknownAction: ErrorBody = {
  code: 'newer_version',
  message: 'A different version of the app made this change. It’s saved and syncs when you open that version.',
}

/** Notifies the person of changes. */
export function createOutboxView(
  options: EngineOptions,
  memory: Memory,
  {
    actions,
    isToLearn,
    unkept,
  }: { actions: ReadonlyMap<string, AnyAction>; isToLearn: () => boolean; unkept: ReadonlySet<string> },
) {
  const changed = listeners()
  let list: readonly Outgoing[] = []
  let status: SyncStatus = {
    state: 'saved',
    waiting: 0,
    unkept: 0,
    attention: 0,
    offlineSince: null,
    lastSync: null,
    isLoaded: false,
  }
  let refused: Set<string> | null = null
  let wasSignInNeeded = false
  let offlineSince: string | null = null

  const isKnown = (action: string) => actions.has(action)
  function isShown({ action, state }: Outgoing) {
    // Unknown until its collection is loaded.
    if (isToLearn() && !isKnown(action)) return false
    return !actions.get(action)?.isQuiet || state === 'refused' || state === 'parked'
  }

  /** `hasTriedPull`: the first fetch has ended, successfully or not. */
  function follow(hasTriedPull = false) {
    // Keeps the same empty list to avoid renders.
    if (list.length || memory.queue().length) list = outgoingOf(memory.queue(), isKnown).filter(isShown)
    const isOffline = options.isOnline?.() === false
    offlineSince = isOffline ? (offlineSince ?? new Date(options.clock.now()).toISOString()) : null
    const next = statusOf(list, memory.meta(), {
      unkept: unkept.size && list.filter(({ key }) => unkept.has(key)).length,
      offlineSince,
      isLoaded: status.isLoaded || hasTriedPull || isOffline,
    })
    const isSame = (Object.keys(next) as (keyof SyncStatus)[]).every((name) => next[name] === status[name])
    status = isSame ? status : next
    if (!isSame) changed.notify()
    tell()
  }
  function tell() {
    const now = list.filter((one) => one.state === 'refused' || one.problem?.code === 'bug')
    const known = refused
    refused = new Set(now.map((one) => one.key))
    if (known) for (const one of now) if (!known.has(one.key)) options.onRefused?.(one)
    const { isSignInNeeded } = memory.meta()
    if (isSignInNeeded && !wasSignInNeeded) options.onSignInNeeded?.()
    wasSignInNeeded = isSignInNeeded
  }

  return { follow, list: () => list, status: () => status, subscribeStatus: changed.subscribe }
}

/** Valid entries that can't be sent: of another version, or dependent on a create that is set aside. */
export function createOutboxStatus(
  queue: readonly Entry[],
  isKnown: (action: string) => boolean,
): Map<Entry, ErrorBody> {
  const stuck = new Map<Entry, ErrorBody>()
  const creates = new Set<string>()
  for (const entry of queue) {
    const isAside = entry.state === 'refused' || entry.state === 'parked'
    if (!isAside && !isKnown(entry.action)) stuck.set(entry, unknownAction)
    else if (!isAside && creates.size && (creates.has(entry.entity) || namesOneOf(creates, entry.input)))
      stuck.set(entry, waitsForCreate)
    if (isCreate(entry) && (isAside || stuck.has(entry))) creates.add(entry.entity)
  }
  return stuck
}

/** Unchanged entries keep their object. */
const shownOf = new WeakMap<Entry, Outgoing>()

function outgoingOf(queue: readonly Entry[], isKnown: (action: string) => boolean): Outgoing[] {
  const stuck = createOutboxStatus(queue, isKnown)
  return queue.map((entry) => {
    const state = stuck.has(entry) ? 'parked' : entry.state
    const known = shownOf.get(entry)
    // `seq` and the row's ID can change while shown.
    if (known?.state === state && known.seq === entry.seq && known.rowId === entry.entity) return known
    const { seq, key, collection, action, input, entity, row, at, attempts } = entry
    const problem = stuck.get(entry) ?? entry.problem
    const shown: Outgoing = {
      seq,
      key,
      collection,
      action,
      input,
      rowId: entity,
      row,
      at,
      attempts,
      state,
      ...(problem && { problem }),
    }
    shownOf.set(entry, shown)
    return shown
  })
}

function statusOf(
  list: readonly Outgoing[],
  meta: Meta,
  hints: { unkept: number; offlineSince: string | null; isLoaded: boolean },
): SyncStatus {
  const attention = list.filter((one) => one.state === 'refused' || one.state === 'parked').length
  const waiting = list.length - attention
  const offlineSince = meta.offlineSince ?? hints.offlineSince
  const state: SyncState = attention
    ? 'attention'
    : meta.isSignInNeeded
      ? 'signin'
      : offlineSince
        ? 'offline'
        : waiting
          ? 'waiting'
          : 'saved'
  return {
    state,
    waiting,
    unkept: hints.unkept,
    attention,
    offlineSince,
    lastSync: meta.lastSync,
    isLoaded: hints.isLoaded || meta.lastSync !== null || meta.offlineSince !== null,
  }
}
