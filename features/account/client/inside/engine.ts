// Creates the signed-in person's offline engine and connects it to the app.
import { afterPaint } from '#core/client/afterPaint.ts'
import { device } from '#core/client/device.ts'
import type { Offline, Product } from '#core/client/feature.ts'
import { whenQuiet } from '#core/client/onIdle.ts'
import { onServer, siteHost } from '#core/client/serverAddress.ts'
import { identityOf, session } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { announceUpdate } from '#core/client/update.ts'
import { errorMessages } from '#core/contract/errors.ts'
import type { Session } from '#core/contract/session.ts'
import { browserParts } from '#core/sync/client/browser.ts'
import { openEngine } from '#core/sync/client/engine.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { closeEngine, current, DATABASES, setCurrent } from './currentEngine.ts'

/**
 * Increment this when queued actions change shape or new ones appear. A tab that meets a newer version stops sending.
 */
const ACTIONS_VERSION = 2

/** Milliseconds until a tab treats a deleted database as a logout, if no new identity appears. */
const FOLLOW_WITHIN_MS = 2000

const joined = (parts: readonly Offline[]) => ({
  collections: parts.flatMap(({ collections }) => collections),
  actions: parts.flatMap(({ actions }) => actions),
})

/** Returns an identity's only engine on this page. Rejects if the device's database can't be opened. */
export function engineOf(person: Session, { offline, offlineLater }: Product, onLost: () => void): Promise<Engine> {
  const { user, Org, Switch } = person
  const identity = identityOf(person)
  const name = `${DATABASES}${identity}`
  if (current?.name === name) return current.engine
  closeEngine()
  void import('./clearing.ts').then((file) => file.clearImpersonation(name)).catch(() => undefined)
  const open = async (place: string) => {
    const parts = await offline()
    return openEngine({
      ...browserParts(place, {
        token() {
          const now = session.get()
          // Another tab changed the identity. Queued changes must never be sent under another one.
          if (identityOf(now) !== identity) throw new Error('Someone else is now signed in here.')
          return now?.token ?? null
        },
        client: device.kind,
        instance: siteHost(),
        origin: onServer(''),
        extraHeaders: () => (Switch ? { 'X-Switched-From': Switch.user_id } : {}) as Record<string, string>,
      }),
      actor: { id: user.id, first_name: user.first_name, last_name: user.last_name, role: user.role },
      zone: Org.time_zone,
      ...joined(parts),
      later: async () => joined(await offlineLater()),
      version: ACTIONS_VERSION,
      afterPaint,
      onRefused: ({ problem, key }) =>
        toast({ message: problem?.message ?? errorMessages.sync, color: 'red', about: key }),
      onSignInNeeded: () =>
        void Promise.all([engine, import('./sessionTransitions.ts')]).then(([opened, ways]) =>
          ways.askWhetherDead(opened, identity),
        ),
      // The firm's subscription or the person's role has changed.
      onTakenAway: () =>
        void Promise.all([engine, import('./sessionTransitions.ts')]).then(([opened, ways]) =>
          ways.refreshSession(opened),
        ),
      onFull: () =>
        void import('#core/client/storageSupport.ts').then(({ diskFull }) =>
          toast({ message: diskFull, color: 'red', stays: true }),
        ),
      onClosed(why) {
        if (why === 'newer') return announceUpdate()
        if (current?.name !== name) return
        // The tab that logged out deleted the database and has shown the reason.
        if (why === 'lost') return onLost()
        // Ending a switch deletes the database too. Someone is still signed in, so this page follows. The other tab's
        // stored session can arrive after the deletion.
        session.follow()
        setTimeout(() => {
          session.follow()
          if (identityOf(session.get()) === identity) session.end()
        }, FOLLOW_WITHIN_MS)
      },
    })
  }
  const engine = open(name).catch(async (problem) => {
    const {
      cannotKeep,
      useMemoryStorage: keepInMemory,
      storageSupportHere: keepingHere,
    } = await import('#core/client/storageSupport.ts')
    const keeping = await keepingHere()
    if (keeping === 'yes') throw problem
    await keepInMemory()
    toast({ message: cannotKeep[keeping], stays: true })
    // No other tab can lock this database or send for it.
    return open(`${name}:${crypto.randomUUID()}`)
  })
  setCurrent({ name, engine })
  // Loads the rows of other areas before a page asks for them, once nothing else is waiting.
  const learnIn = async (opened: Engine) => {
    await opened.learn()
    for (const { follow } of await offlineLater()) follow?.(opened)
  }
  engine.then((opened) => whenQuiet(() => void learnIn(opened).catch(() => undefined))).catch(() => undefined)
  engine.catch(() => {
    if (current?.engine === engine) setCurrent(null)
  })
  return engine
}
