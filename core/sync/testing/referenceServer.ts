// An in-memory server with the same rules. Accepts each key once and logs changes for cursors.
import { Refusal } from '#core/contract/errors.ts'
import type { TransportAnswer } from '../client/environment.ts'
import type { AnyCollection } from '../collection.ts'
import type { Actor, AnyAction, DomainEvent, Row } from '../protocol.ts'
import { keyOf } from './device.ts'
import { answerFeed } from './feed.ts'
import type { ServerUnderTest, UserRequest } from './subject.ts'

type RowsOf = (collection: Pick<AnyCollection, 'name'>) => ReadonlyMap<string, Row>
/** Returns null if it isn't an action. */
export type Reader = (
  request: UserRequest,
  rows: RowsOf,
) => { action: AnyAction; input: unknown; id: string | null } | null
type Options = {
  actor: Actor
  zone: string
  read: Reader
  /** Rows in responses, and in the feed. */
  answerOf?: (action: AnyAction, row: Row | null, actor: Actor) => unknown
  shown?: (row: Row) => Row
}
export type ReferenceServer = ServerUnderTest & {
  rows: RowsOf
  /** Simulates a change by another person. */
  change: (collection: Pick<AnyCollection, 'name'>, id: string, row: Row | null) => void
}

let servers = 0

export function referenceServer({
  actor,
  zone,
  read,
  answerOf = (_, row) => row,
  shown = (row) => row,
}: Options): ReferenceServer {
  const name = `server${++servers}`
  const all = new Map<string, Map<string, Row>>()
  const answers = new Map<string, { said: string; answer: TransportAnswer }>()
  const log: { collection: string; id: string; isTheirs: true }[] = []
  const applied: string[] = []
  const told = new Map<string, DomainEvent[]>()
  let made = 0
  let now = Date.parse('2026-11-20T18:00:00Z')

  function rows({ name: collection }: { name: string }) {
    const mine = all.get(collection) ?? new Map<string, Row>()
    all.set(collection, mine)
    return mine
  }
  function change(collection: { name: string }, id: string, row: Row | null) {
    if (row) rows(collection).set(id, row)
    else rows(collection).delete(id)
    log.push({ collection: collection.name, id, isTheirs: true })
  }

  function decide(request: UserRequest, key: string): TransportAnswer {
    const found = read(request, rows)
    if (!found) return { status: 404, body: { message: 'We couldn’t find this.', code: 'not_found' } }
    const { action, id } = found
    const mine = rows(action.collection)
    now += 1000
    const context = { actor, zone, key, now: new Date(now).toISOString(), newId: () => keyOf(name, made++) }
    try {
      const input = action.input.parse(found.input)
      if (action.kind === 'each') {
        for (const [each, row] of [...mine]) {
          const next = action.decide(row, input, context).row
          if (next !== row) change(action.collection, each, next)
        }
        applied.push(key)
        return { status: 204, body: undefined }
      }
      const { row, events } = action.decide(id === null ? null : (mine.get(id) ?? null), input, context)
      change(action.collection, row?.id ?? id!, row)
      told.set(row?.id ?? id!, [...(told.get(row?.id ?? id!) ?? []), ...events])
      applied.push(key)
      return row
        ? { status: 200, body: structuredClone(answerOf(action, row, actor)) }
        : { status: 204, body: undefined }
    } catch (problem) {
      if (problem instanceof Refusal) return { status: problem.status, body: problem.body() }
      return { status: 400, body: { message: String(problem), code: 'invalid' } }
    }
  }

  function rowOf(collection: string, id: string) {
    const row = all.get(collection)?.get(id)
    return row ? shown(row) : null
  }

  return {
    rows,
    change,
    async send(request) {
      if (request.method === 'GET') return answerFeed(request.address, { log, rowOf })
      const { key } = request
      if (key === null) return { status: 400, body: { message: 'A key is missing.', code: 'no_key' } }
      const said = JSON.stringify([request.method, request.address, request.body])
      const first = answers.get(key)
      if (first)
        return first.said === said
          ? structuredClone(first.answer)
          : { status: 409, body: { message: 'This key was used for something else.', code: 'key_reused' } }
      const answer = decide(request, key)
      answers.set(key, { said, answer })
      return structuredClone(answer)
    },
    applied: async () => applied,
    async keptOf(id) {
      const row = [...all.values()].map((some) => some.get(id)).find((one) => one !== undefined)
      return row ? JSON.stringify([row, told.get(id)]) : ''
    },
  }
}
