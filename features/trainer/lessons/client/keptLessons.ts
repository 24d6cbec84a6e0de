// Deletes downloaded videos that the person can no longer open, once a sync has confirmed it.
import { clearOtherVideos } from '#core/client/player/offlineVideos.ts'
import { identityOf, session, useSessionState } from '#core/client/session.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { firmLessons, lessons } from '../contract.ts'
import { playableLesson } from '../playableLesson.ts'

/** Runs for as long as this engine's person is signed in. */
export function followRights(engine: Engine): void {
  const whose = identityOf(session.get())
  const shelves = [engine.of(lessons), engine.of(firmLessons)] as const
  let running = Promise.resolve()
  const look = () => {
    const now = session.get()
    if (!now || session.isDead() || identityOf(now) !== whose) return
    const [curriculum, ofFirm] = shelves.map((rows) => (rows.isKept() ? rows.all() : null))
    const ids = playableLesson(now.Subscriptions, curriculum ?? null, ofFirm ?? null)
    if (!ids) return
    const forget = () => (identityOf(session.get()) === whose ? clearOtherVideos(ids) : undefined)
    running = running.then(forget).catch(() => undefined)
  }
  const stops = [...shelves.map((rows) => rows.subscribe(look)), useSessionState.subscribe(follow)]
  function follow() {
    if (identityOf(session.get()) === whose) return look()
    for (const stop of stops) stop()
  }
  look()
}
