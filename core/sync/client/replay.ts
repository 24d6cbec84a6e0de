// What the screen shows is always a confirmed row with the queued actions replayed on it, by the rule that the server runs too.
import type { ErrorBody } from '#core/contract/errors.ts'
import type { HttpMethod } from '#core/contract/route.ts'
import { type Actor, type AnyAction, type Context, isTemporary, type Row, temporaryId } from '../protocol.ts'

/** One action in the outbox. */
export type Entry = {
  seq: number
  key: string
  /** What the temporary ids are made of: the first key, also after the action was retried under another. */
  seed: string
  collection: string
  /** The row of the collection that it is about; EVERY_ROW for an action on each. */
  entity: string
  action: string
  input: unknown
  row: Row | null
  at: string
  v: number
  state: 'waiting' | 'sending' | 'refused' | 'parked'
  attempts: number
  /** Not before this instant, in ms, which was `delay` ahead when it was set. */
  nextAt: number
  delay: number
  /** A try may have reached the server: it can't be taken back any more, and the request must stay as it was. */
  isSent: boolean
  /** The last try got no answer. */
  isSilent: boolean
  /** It was answered 403 once: the next time it is refused. */
  isForbidden: boolean
  request?: { method: HttpMethod; address: string; body: unknown }
  /** The cursor when it was first sent: an answer to a repeated request may be older than what was pulled since. */
  cursor?: string | null
  problem?: ErrorBody
}

/** The entity of actions that are decided on each row of their collection. */
export const EVERY_ROW = ''

export type Rules = {
  actor: Actor
  zone: string
  actions: ReadonlyMap<string, AnyAction>
  resolve: (id: string) => string
}
/** Rows of any collection: those that aren't known to the server carry these two. */
export type ShownRow = Row & { status?: string; isTemp?: boolean; error?: string }

export const isCreate = (entry: Entry) => entry.entity === temporaryId(entry.seed)
export const bySeq = (a: Entry, b: Entry) => a.seq - b.seq

/** The row with `entries` (those for this row and for each row, in order) on it. The very same object when nothing changes. */
export function replay(rules: Rules, confirmed: Row | null, entries: readonly Entry[]): Row | null {
  let row = confirmed
  for (const entry of entries) if (isShown(entry)) row = replayOne(rules, row, entry)
  if (!row || !isTemporary(row.id)) return row
  const { error: _, ...rest } = row as ShownRow
  const problem = entries.find(isCreate)?.problem
  return { ...rest, isTemp: true, ...(problem && { error: problem.message }) } as Row
}

/** What is refused is taken off the view, but for a create: the temporary row stays until the person tries again or gives up. */
const isShown = (entry: Entry) => entry.state === 'waiting' || entry.state === 'sending' || isCreate(entry)

function replayOne(rules: Rules, row: Row | null, entry: Entry): Row | null {
  const action = rules.actions.get(entry.action)
  if (!action) return isCreate(entry) ? entry.row : row
  try {
    return action.decide(row, realInput(rules, entry.input), contextOf(rules, entry)).row
  } catch {
    // A rule that says no now, or a bug in it, must not hide the other rows; the server has the last word when it is sent.
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

/** The input with every temporary id replaced that has become a real one. */
export function realInput(rules: Pick<Rules, 'resolve'>, input: unknown): unknown {
  if (typeof input === 'string') return isTemporary(input) ? rules.resolve(input) : input
  if (Array.isArray(input)) return input.map((item) => realInput(rules, item))
  if (input === null || typeof input !== 'object') return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, realInput(rules, value)]))
}

/** Whether the input names one of the temporary rows `among`. */
export function namesOneOf(among: ReadonlySet<string>, value: unknown): boolean {
  if (typeof value === 'string') return among.has(value)
  if (value === null || typeof value !== 'object') return false
  return Object.values(value).some((item) => namesOneOf(among, item))
}
