// Replays queued actions on confirmed rows, by the server's rules.
import type { ErrorBody } from '#core/contract/errors.ts'
import type { HttpMethod } from '#core/contract/route.ts'
import { type Actor, type AnyAction, type Context, isTemporary, type Row, temporaryId } from '../protocol.ts'

export type Entry = {
  seq: number
  key: string
  /** Source of temporary IDs: the first key, even after a retry. */
  seed: string
  collection: string
  /** ID of the row, or EVERY_ROW for an action on each. */
  entity: string
  action: string
  input: unknown
  row: Row | null
  at: string
  v: number
  state: 'waiting' | 'sending' | 'refused' | 'parked'
  attempts: number
  /** Earliest send time in ms, `delay` ms ahead when set. */
  nextAt: number
  delay: number
  /** An attempt may have reached the server, so it can't be canceled or changed. */
  isSent: boolean
  /** The last attempt got no response. */
  isSilent: boolean
  /** Got a 403 once. The next refuses it. */
  isForbidden: boolean
  request?: { method: HttpMethod; address: string; body: unknown }
  /** Cursor when first sent. A repeated request's response can be older than rows pulled since. */
  cursor?: string | null
  problem?: ErrorBody
}

/** Entity of actions on every row. */
export const EVERY_ROW = ''

export type Rules = {
  actor: Actor
  zone: string
  actions: ReadonlyMap<string, AnyAction>
  resolve: (id: string) => string
}
/** Rows unknown to the server carry `isTemp` and `error`. */
export type ShownRow = Row & { status?: string; isTemp?: boolean; error?: string }

export const isCreate = (entry: Entry) => entry.entity === temporaryId(entry.seed)
export const bySeq = (a: Entry, b: Entry) => a.seq - b.seq

/** Applies `entries` in order. Returns the same object if nothing changes. */
export function replay(rules: Rules, confirmed: Row | null, entries: readonly Entry[]): Row | null {
  let row = confirmed
  for (const entry of entries) if (isShown(entry)) row = replayOne(rules, row, entry)
  if (!row || !isTemporary(row.id)) return row
  const { error: _, ...rest } = row as ShownRow
  const problem = entries.find(isCreate)?.problem
  return { ...rest, isTemp: true, ...(problem && { error: problem.message }) } as Row
}

/** A refused action no longer shows, except a create: its temporary row stays until retried or dismissed. */
const isShown = (entry: Entry) => entry.state === 'waiting' || entry.state === 'sending' || isCreate(entry)

function replayOne(rules: Rules, row: Row | null, entry: Entry): Row | null {
  const action = rules.actions.get(entry.action)
  if (!action) return isCreate(entry) ? entry.row : row
  try {
    return action.decide(row, realInput(rules, entry.input), contextOf(rules, entry)).row
  } catch {
    // A refusal or bug must not hide other rows. The server decides.
    return row
  }
}

export function contextOf(rules: Pick<Rules, 'actor' | 'zone'>, entry: Pick<Entry, 'key' | 'seed' | 'at'>): Context {
  let made = 0
  return {
    actor: rules.actor,
    zone: rules.zone,
    now: entry.at,
    key: entry.key,
    newId: () => temporaryId(entry.seed, made++),
  }
}

/** Replaces temporary IDs that have become real. */
export function realInput(rules: Pick<Rules, 'resolve'>, input: unknown): unknown {
  if (typeof input === 'string') return isTemporary(input) ? rules.resolve(input) : input
  if (Array.isArray(input)) return input.map((item) => realInput(rules, item))
  if (input === null || typeof input !== 'object') return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, realInput(rules, value)]))
}

/** Checks for the temporary rows `among`. */
export function namesOneOf(among: ReadonlySet<string>, value: unknown): boolean {
  if (typeof value === 'string') return among.has(value)
  if (value === null || typeof value !== 'object') return false
  return Object.values(value).some((item) => namesOneOf(among, item))
}
