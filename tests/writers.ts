// Simultaneous writes over HTTP by a few people of one firm, to similarly spelled companies or one shared target.

import { randomUUID } from 'node:crypto'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { addFirmPeople, createFirm, type NewPerson } from '#features/admin/operator/server/firms.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { flags } from './flags.ts'

/** Milliseconds after which a response counts as missing. */
const PATIENCE_MS = 20_000

export type Writer = { id: string; token: string }
/** `status` is 0 if no response came. */
export type Written = { status: number; milliseconds: number }
export type Writing = { answers: Written[]; made: string[] }

/** Creates people of a new firm with sessions. `as` applies to all of them. */
export const aFirmOfWriters = (database: Database, people: number, as: Partial<NewPerson> = {}): Promise<Writer[]> =>
  withoutRls(database, async (tx) => {
    const firm = await createFirm(tx, flags, { name: 'Halden Partners' })
    const named = Array.from({ length: people }, (_, i) => ({
      email: `writer${i}.${randomUUID().slice(0, 8)}@halden.example`,
      first_name: 'Wren',
      last_name: `Number ${i}`,
      ...as,
    }))
    const writers: Writer[] = []
    for (const { id } of await addFirmPeople(tx, firm, named))
      writers.push({ id, token: await openSession(tx, firm, id) })
    return writers
  })

const NAMES = 4
const company = (n: number) => `Halden 7f3a Shipping (Ltd) ${n % NAMES}`

/**
 * Each session creates a target, changes its company, and ends it as won or on hold, `rounds` times. That is three
 * changes a round.
 */
export async function writeAlike(url: string, writers: Writer[], sessions: number, rounds: number): Promise<Writing> {
  const writing: Writing = { answers: [], made: [] }
  const session = async (at: number) => {
    const send = sender(url, writers[at % writers.length]!, writing)
    for (let round = 0; round < rounds; round++) {
      const tile = await send<TargetTile>(routes.create, { body: aTarget({ company: company(at + round) }) })
      if (!tile) continue
      writing.made.push(tile.id)
      const params = { id: tile.id }
      await send(routes.edit, { params, body: { company: company(at + round + 1) } })
      if (round % 2 === 0) await send(routes.complete, { params, body: { revenue: 40_000 } })
      else await send(routes.archive, { params })
    }
  }
  await Promise.all(Array.from({ length: sessions }, (_, at) => session(at)))
  return writing
}

/** Creates a target on which everyone has agreed to collaborate. */
export async function aTargetOfAll(url: string, [owner, ...others]: Writer[]): Promise<string> {
  const ask = sender(url, owner!, { answers: [], made: [] })
  const { id } = (await ask<TargetTile>(routes.create, { body: aTarget({ company: company(0) }) }))!
  for (const other of others) {
    const shared = (await ask<TargetTile>(routes.share, { params: { id, userId: other.id } }))!
    const share = shared.collaborators.find(({ user_id }) => user_id === other.id)!
    await sender(url, other, { answers: [], made: [] })(routes.acceptShare, { params: { id: share.share_id } })
  }
  return id
}

/**
 * Each session completes a step, writes a note, and as the owner edits the target, `rounds` times. That is three
 * changes a round. `made` lists the steps.
 */
export async function writeTogether(
  url: string,
  target: string,
  writers: Writer[],
  sessions: number,
  rounds: number,
): Promise<Writing> {
  const writing: Writing = { answers: [], made: [] }
  const session = async (at: number) => {
    const send = sender(url, writers[at % writers.length]!, writing)
    for (let round = 0; round < rounds; round++) {
      const description = `Step ${at}.${round}`
      await send(routes.takeStep, { body: { tile_id: target, description, due: '2026-12-01', help: '' } })
      writing.made.push(description)
      await send(routes.addNote, { body: { target_id: target, note: `Note ${at}.${round}` } })
      await send(routes.edit, {
        params: { id: target },
        body: { due: `2026-12-${String(2 + round).padStart(2, '0')}` },
      })
    }
  }
  await Promise.all(Array.from({ length: sessions }, (_, at) => session(at)))
  return writing
}

/** Returns everything on a person's list in any state. */
export async function listOf(url: string, writer: Writer): Promise<TargetTile[]> {
  const send = sender(url, writer, { answers: [], made: [] })
  return (await send<Tiles>(routes.list, { query: { status: 'active,archived,completed,lost,deleted' } }))!.tiles
}

/** Returns the response. `status` is 0 if none came in time. A form body is sent as a form. */
export async function ask<T>(
  url: string,
  { token }: Writer,
  route: AnyRoute,
  input: RouteInput = {},
): Promise<{ status: number; body: T }> {
  const isForm = input.body instanceof FormData
  const body = isForm ? (input.body as FormData) : input.body === undefined ? undefined : JSON.stringify(input.body)
  try {
    const reply = await fetch(url + addressOf(route, input), {
      method: route.method,
      headers: {
        ...clientHeaders(token),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await reply.text()
    return { status: reply.status, body: (text === '' ? {} : JSON.parse(text)) as T }
  } catch {
    return { status: 0, body: {} as T }
  }
}

/** Returns the body of a 2xx response, and records each response and its duration. */
const sender =
  (url: string, writer: Writer, { answers }: Writing) =>
  async <T>(route: AnyRoute, input: RouteInput = {}): Promise<T | undefined> => {
    const began = performance.now()
    const { status, body } = await ask<T>(url, writer, route, input)
    answers.push({ status, milliseconds: performance.now() - began })
    return status >= 200 && status < 300 ? body : undefined
  }
