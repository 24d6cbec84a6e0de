// The offline engine of whoever is signed in, with everything it is told from outside.
import { device } from '#core/client/device.ts'
import { session } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { announceUpdate } from '#core/client/update.ts'
import { sentences } from '#core/contract/errors.ts'
import { addressOf } from '#core/contract/route.ts'
import type { Session } from '#core/contract/session.ts'
import { browserParts } from '#core/sync/client/browser.ts'
import { type Engine, openEngine } from '#core/sync/client/engine.ts'
import { targetActions } from '#features/targets/actions.ts'
import { routes, Status, type Tiles } from '#features/targets/contract.ts'
import { sharingActions } from '#features/targets/sharingActions.ts'

/** Counts up when queued actions change their shape. A tab that meets a newer one stops sending. */
const ACTIONS_VERSION = 1

let current: { name: string; engine: Promise<Engine> } | null = null

/** One engine per identity and page: whoever asks first opens it. Rejects when this device's database can't be opened. */
export function engineOf(person: Session, onLost: () => void): Promise<Engine> {
  const { user, Org, Switch } = person
  const name = Switch ? `pursuit:${user.id}:as:${Switch.user_id}` : `pursuit:${user.id}`
  if (current?.name === name) return current.engine
  closeEngine()
  const engine = openEngine({
    ...browserParts(name, {
      token: () => session.get()?.token ?? null,
      client: device.kind,
      instance: location.hostname,
      extraHeaders: () => (Switch ? { 'X-Switched-From': Switch.user_id } : {}) as Record<string, string>,
    }),
    actor: { id: user.id, first_name: user.first_name, last_name: user.last_name, role: user.role },
    zone: Org.time_zone,
    actions: [...targetActions, ...sharingActions],
    pull: {
      address: (after) =>
        addressOf(routes.list, { query: after === null ? { status: Status.options.join() } : { after } }),
      read(body) {
        const { tiles, gone, cursor, more } = body as Tiles
        return { rows: tiles, gone, cursor, more }
      },
    },
    statuses: { first: ['active', 'archived', 'completed'], later: ['lost', 'deleted'] },
    version: ACTIONS_VERSION,
    onRefused: ({ problem }) => toast({ message: problem?.message ?? sentences.sync, color: 'red' }),
    onSignInNeeded() {
      const token = session.get()?.token
      if (token) session.markDead(token)
    },
    onClosed(why) {
      if (why === 'newer') return announceUpdate()
      if (current?.name !== name) return
      // Another tab deletes the database when it logs out: that tab has said why.
      if (why === 'lost') onLost()
      else session.end()
    },
  })
  current = { name, engine }
  engine.catch(() => {
    if (current?.engine === engine) current = null
  })
  return engine
}

/** Stops sending and listening. What waits stays on the device for this person's next sign-in. */
export function closeEngine() {
  const closing = current
  current = null
  void closing?.engine.then(
    (engine) => engine.close(),
    () => undefined,
  )
}
