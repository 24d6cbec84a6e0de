// Engine for a managed person's pipeline: it shows the server's rows and sends actions directly. The device queues and
// stores nothing.
import { ApiError, call } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { errorMessages } from '#core/contract/errors.ts'
import type { AnyRoute } from '#core/contract/route.ts'
import type { CollectionRows, DispatchResult, Engine } from '#core/sync/client/types.ts'
import type { Collection } from '#core/sync/collection.ts'
import { type Action, type Actor, Refusal, type Row, temporaryId } from '#core/sync/protocol.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { routes, type Tiles } from '../../list/contract.ts'

export type DirectEngine = Engine & {
  /** Called after the server has done an action, with the current target, or null if it is deleted. */
  onDone: ((now: Target | null) => void) | null
}

const needsConnection = `${errorMessages.network} You can’t change a colleague’s pipeline offline.`

const readsOnly = 'You can read this pipeline. Only its owner and their managers can change it.'

/**
 * `person` owns the pipeline. With `isReadOnly` only hand-overs are sent. The rows exist after the first `pull`, which
 * rejects with the server's error.
 */
export function openDirectEngine(person: Actor, zone: string, isReadOnly = false): DirectEngine {
  let rows: readonly Row[] = []
  let byId = new Map<string, Row>()
  let status = {
    state: 'saved' as const,
    waiting: 0,
    attention: 0,
    offlineSince: null,
    lastSync: null as string | null,
    unkept: 0,
    isLoaded: false,
  }
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const show = (next: readonly Row[]) => {
    rows = next
    byId = new Map(next.map((row) => [row.id, row]))
    status = { ...status, isLoaded: true, lastSync: new Date().toISOString() }
    for (const listener of listeners) listener()
  }
  const proxyFor = person.id
  const nothing = async () => undefined

  async function pull() {
    const found = new Map<string, Target>()
    const isFirst = !status.isLoaded
    for (let after: string | null = '0'; after !== null; ) {
      const page: Tiles = await call(routes.list, { query: { after, userid: proxyFor } })
      // Changes made during the load are loaded again.
      for (const target of page.tiles) found.set(target.id, target)
      for (const id of page.gone) found.delete(id)
      after = page.more ? page.cursor : null
      // Shows the first page while the rest loads. Later loads show only the complete list, so that no row seems
      // deleted in between.
      if (isFirst || after === null) show([...found.values()])
    }
  }

  /** Applies the action's rules locally first, so that a rejection shows right away. */
  function act<I, R extends Row>(action: Action<I, R>, input: NoInfer<I>): DispatchResult {
    if (isReadOnly && action.name !== 'handOverTarget') throw new Refusal('forbidden', readsOnly)
    if (!navigator.onLine) throw new Refusal('offline', needsConnection)
    const key = crypto.randomUUID()
    const id = action.rowId(input)
    const before = (byId.get(id) ?? null) as R | null
    let made = 0
    const newId = () => temporaryId(key, made++)
    action.decide(before, input, { actor: person, zone, now: new Date().toISOString(), key, newId })
    return { key, id, saved: Promise.resolve(), answered: send(action, input, before, key) }
  }

  async function send<I, R extends Row>(action: Action<I, R>, input: I, before: R | null, key: string) {
    const { route, ...given } = action.request(input, before)
    // Firm admins hand over in their own name.
    const by = action.name === 'handOverTarget' ? { key } : { key, proxyFor }
    try {
      const answer = await call(route as AnyRoute, given as never, by)
      const after = action.confirm(answer, before)
      const others = rows.filter(({ id }) => id !== before?.id)
      show(after ? [...others, after] : others)
      engine.onDone?.(after as unknown as Target | null)
      return true
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      toast({ message: thrown.isOffline ? needsConnection : thrown.message, color: 'red', stays: true })
      await pull().catch(() => undefined)
      return false
    }
  }

  const shown: CollectionRows = {
    get: (id) => byId.get(id),
    resolve: (id) => id,
    all: () => rows,
    subscribe,
    subscribeRow: (_, listener) => subscribe(listener),
    isKept: () => false,
  }
  /** Other collections are the manager's own, and not shown here. */
  const unseen: CollectionRows = { ...shown, get: () => undefined, all: () => none }
  const engine: DirectEngine = {
    onDone: null,
    actor: person,
    of: <R extends Row>({ name }: Collection<R>) =>
      (name === targetEndpoints.name ? shown : unseen) as unknown as CollectionRows<R>,
    act,
    takeBack: async () => false,
    dismiss: nothing,
    retry: nothing,
    outbox: { list: () => none, subscribe: () => () => undefined },
    status: { get: () => status, subscribe },
    pull,
    learn: async () => true,
    flush: nothing,
    readRecord: nothing,
    writeRecord: nothing,
    resume: () => undefined,
    close: nothing,
    lockAway: async () => 0,
    destroy: nothing,
  }
  return engine
}

const none: readonly never[] = []
