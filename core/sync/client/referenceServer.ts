// A server in memory for tests of the engine: the same rules decide, each key once, every change in one log that the cursor points into.
import { Refusal } from '#core/contract/errors.ts'
import type { Actor, AnyAction, Row } from '../protocol.ts'
import type { TransportAnswer } from './parts.ts'
import type { ServerUnderTest, UserRequest } from './runs.ts'
import { keyOf } from './testDevice.ts'

/** Which action a request stands for, and the row's id; null for what isn't an action. */
export type Reader = (
  request: UserRequest,
  rows: ReadonlyMap<string, Row>,
) => { action: AnyAction; input: unknown; id: string | null } | null
type Options = {
  actor: Actor
  zone: string
  read: Reader
  answerOf: (action: AnyAction, row: Row | null, actor: Actor) => unknown
  listOf: (rows: Row[], gone: string[], cursor: string) => unknown
}

let servers = 0

export function referenceServer({
  actor,
  zone,
  read,
  answerOf,
  listOf,
}: Options): ServerUnderTest & { rows: ReadonlyMap<string, Row>; change: (id: string, row: Row | null) => void } {
  const name = `server${++servers}`
  const rows = new Map<string, Row>()
  const answers = new Map<string, { said: string; answer: TransportAnswer }>()
  const log: string[] = []
  const applied: string[] = []
  let made = 0
  let now = Date.parse('2026-11-20T18:00:00Z')

  function change(id: string, row: Row | null) {
    if (row) rows.set(id, row)
    else rows.delete(id)
    log.push(id)
  }

  function list(address: string): TransportAnswer {
    const after = new URL(address, 'http://server').searchParams.get('after')
    const ids = after === null ? [...rows.keys()] : [...new Set(log.slice(Number(after)))]
    const there = ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
    return {
      status: 200,
      body: structuredClone(listOf(there, after === null ? [] : ids.filter((id) => !rows.has(id)), String(log.length))),
    }
  }

  function decide(request: UserRequest, key: string): TransportAnswer {
    const found = read(request, rows)
    if (!found) return { status: 404, body: { message: 'This could not be found.', code: 'not_found' } }
    const { action, id } = found
    now += 1000
    const context = { actor, zone, key, now: new Date(now).toISOString(), newId: () => keyOf(name, made++) }
    try {
      const input = action.input.parse(found.input)
      if (action.kind === 'each') {
        for (const [each, row] of [...rows]) {
          const next = action.decide(row, input, context).row
          if (next !== row) change(each, next)
        }
        applied.push(key)
        return { status: 204, body: undefined }
      }
      const { row } = action.decide(id === null ? null : (rows.get(id) ?? null), input, context)
      change(row?.id ?? id!, row)
      applied.push(key)
      return row
        ? { status: 200, body: structuredClone(answerOf(action, row, actor)) }
        : { status: 204, body: undefined }
    } catch (problem) {
      if (problem instanceof Refusal) return { status: problem.status, body: problem.body() }
      return { status: 400, body: { message: String(problem), code: 'invalid' } }
    }
  }

  return {
    rows,
    change,
    async send(request) {
      if (request.method === 'GET') return list(request.address)
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
  }
}
