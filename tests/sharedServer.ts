// An in-memory server for two people who share targets, with the product's own rules and a feed for each.
import { Refusal } from '#core/contract/errors.ts'
import type { TransportAnswer } from '#core/sync/client/environment.ts'
import type { Actor, AnyAction, Context, DomainEvent } from '#core/sync/protocol.ts'
import { keyOf } from '#core/sync/testing/device.ts'
import { answerFeed } from '#core/sync/testing/feed.ts'
import type { ServerUnderTest, UserRequest } from '#core/sync/testing/subject.ts'
import type { Target } from '#features/targets/contract.ts'
import { openTask, ownNote, tileOf } from '#features/targets/facts.ts'
import { writeNote } from '#features/targets/notes/actions.ts'
import {
  acceptShare,
  handOverTarget,
  hasLeft,
  isListed,
  rejectShare,
  revokeShare,
  shareTarget,
} from '#features/targets/sharing/actions.ts'
import { readFrom, today, zone } from './targetModel.ts'

type Found = { action: AnyAction; input: unknown; id: string | null } | null
let servers = 0

/** `done` counts actions by name. */
export function sharedServer(people: readonly [Actor, Actor], done = new Map<string, number>()): ServerUnderTest {
  const name = `shared${++servers}`
  /** Targets as last changed: the facts behind all views. */
  const targets = new Map<string, Target>()
  /** Changes in order with the affected person. A cursor is a position in it. */
  const log: { person: string; id: string }[] = []
  const answers = new Map<string, { said: string; answer: TransportAnswer }>()
  const applied: string[] = []
  const told = new Map<string, DomainEvent[]>()
  let made = 0
  let now = Date.parse('2026-11-20T18:00:00Z')

  const viewOf = (id: string, person: string) => {
    const target = targets.get(id)
    return target ? seenBy(target, person) : null
  }
  const viewsOf = ({ id: person }: Actor) =>
    new Map([...targets.keys()].flatMap((id) => (viewOf(id, person) ? [[id, viewOf(id, person)!]] : [])))

  function save(id: string, row: Target | null) {
    const had = people.filter((person) => viewOf(id, person.id))
    if (row) targets.set(id, row)
    else targets.delete(id)
    for (const person of people) if (had.includes(person) || viewOf(id, person.id)) log.push({ person: person.id, id })
  }

  /** Returns the log as this person's feed. */
  const feedOf = (person: Actor) =>
    log.map(({ person: whose, id }) => ({ collection: 'targets', id, isTheirs: whose === person.id }))
  const shownTo = (person: Actor) => (_: string, id: string) => {
    const view = viewOf(id, person.id)
    return view && tileOf(hidden(view), today)
  }

  function decide(request: UserRequest, key: string, actor: Actor): TransportAnswer {
    now += 1000
    const context: Context = { actor, zone, key, now: new Date(now).toISOString(), newId: () => keyOf(name, made++) }
    try {
      const found = readShares(request, viewsOf(actor), people) ?? readFrom(request, viewsOf(actor))
      if (!found) return { status: 404, body: { message: 'We couldn’t find this.', code: 'not_found' } }
      return run(found, context)
    } catch (problem) {
      if (problem instanceof Refusal) return { status: problem.status, body: problem.body() }
      return { status: 400, body: { message: String(problem), code: 'invalid' } }
    }
  }

  function run({ action, input: given, id }: NonNullable<Found>, context: Context): TransportAnswer {
    const { actor, key } = context
    const input = action.input.parse(given)
    if (action.kind === 'each') {
      for (const [each, before] of viewsOf(actor)) {
        const after = action.decide(before, input, context).row as Target | null
        if (after !== before) save(each, after)
      }
      applied.push(key)
      return { status: 204, body: undefined }
    }
    const before = id === null ? null : viewOf(id, actor.id)
    const { row, events } = action.decide(before, input, context)
    told.set(row?.id ?? id!, [...(told.get(row?.id ?? id!) ?? []), ...events])
    done.set(action.name, (done.get(action.name) ?? 0) + 1)
    save(row?.id ?? id!, row as Target | null)
    applied.push(key)
    const view = row && viewOf(row.id, actor.id)
    if (!row || hasLeft(row as Target) || !view) return { status: 204, body: undefined }
    const tile = tileOf(hidden(view), today)
    return { status: 200, body: structuredClone(action === writeNote ? ownNote(tile) : tile) }
  }

  return {
    async send(request, device = 0) {
      const person = people[device === 0 ? 0 : 1]
      if (request.method === 'GET') return answerFeed(request.address, { log: feedOf(person), rowOf: shownTo(person) })
      const { key } = request
      if (key === null) return { status: 400, body: { message: 'A key is missing.', code: 'no_key' } }
      const said = JSON.stringify([person.id, request.method, request.address, request.body])
      const first = answers.get(key)
      if (first)
        return first.said === said
          ? structuredClone(first.answer)
          : { status: 409, body: { message: 'This key was used for something else.', code: 'key_reused' } }
      const answer = decide(request, key, person)
      answers.set(key, { said, answer })
      return structuredClone(answer)
    },
    applied: async () => applied,
    keptOf: async (id) => (targets.has(id) ? JSON.stringify([targets.get(id), told.get(id)]) : ''),
  }
}

/** Returns the target as this person sees it, or null without access. */
function seenBy(target: Target, person: string): Target | null {
  const listed = target.collaborators.filter(isListed)
  const me = listed.find(({ user_id }) => user_id === person)
  const isOwner = target.owner_id === person
  if (!isOwner && !me) return null
  const accepted = listed.filter(({ response }) => response === 'accepted').length
  const view = { ...target, user_id: person }
  return {
    ...view,
    due: openTask(view)?.due ?? null,
    note: ownNote(view)?.note ?? '',
    notes: target.notes.map((note) => (note.user_id === person ? note : { ...note, edit: null })),
    shared: !isOwner ? (me!.response as 'pending' | 'accepted') : accepted > 1 ? 'accepted' : 'no',
    collaborators: listed.length > 1 ? listed : [],
  }
}

/** Returns an invited person's view. Source: RULINGS, section 4. */
function hidden(view: Target): Target {
  if (view.shared !== 'pending') return view
  const open = view.tasks.filter(({ user_id, done }) => user_id === view.owner_id && done === 'incomplete')
  return {
    ...view,
    contact_email: '',
    due: null,
    projected_revenue: null,
    revenue: null,
    lostReason: '',
    tasks: open.map((task) => ({ ...task, due: '', help: '', edit: null })),
    edits: {},
    notes: [],
    note: '',
    undo: null,
  }
}

const answersTo: Record<string, AnyAction> = { accept: acceptShare, reject: rejectShare, revoke: revokeShare }
const noShare = () => new Refusal('not_found', 'We couldn’t find this invitation.', 404)

/** Handles calls between people. Returns null for any other call. */
function readShares(
  { address, body }: UserRequest,
  views: ReadonlyMap<string, Target>,
  people: readonly Actor[],
): Found {
  const { pathname, searchParams } = new URL(address, 'http://server')
  const [what, id = '', verb = '', userId] = pathname.replace('/api/', '').split('/')
  const toPerson = (action: AnyAction, to: unknown): Found => {
    if (!views.has(id)) throw new Refusal('not_found', 'No target found with the specific id.', 404)
    const { first_name, last_name } = people.find((one) => one.id === to)!
    return { action, id, input: { id, user_id: to, first_name, last_name } }
  }
  if (what === 'tiles' && verb === 'sharewith') return toPerson(shareTarget, userId)
  if (what === 'tiles' && searchParams.get('action') === 'handover')
    return toPerson(handOverTarget, (body as { user_id: string }).user_id)
  if (what !== 'share') return null
  for (const [target, { collaborators, user_id }] of views) {
    const share = collaborators.find((one) => one.share_id === id && isListed(one))
    if (!share) continue
    if (verb !== 'revoke' && share.user_id !== user_id)
      throw new Refusal('forbidden', 'Only the invited person can answer.', 403)
    const input = verb === 'revoke' ? { id: target, user_id: share.user_id } : { id: target }
    return { action: answersTo[verb]!, id: target, input }
  }
  throw noShare()
}
