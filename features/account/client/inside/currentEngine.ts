// Holds this page's only engine, so that what ends a session can close it.
import type { Engine } from '#core/sync/client/types.ts'

/** Begins the names of local databases and caches. */
export const DATABASES = 'pursuit:'

/** `name` is the database's. */
export const current: { engine: { name: string; opening: Promise<Engine> } | null } = { engine: null }

/** Stops sending and listening. Queued changes stay for this person's next sign-in unless `end` handles them. */
export async function closeEngine(
  end: (engine: Engine) => Promise<unknown> = (engine) => engine.close(),
): Promise<void> {
  const closing = current.engine
  current.engine = null
  await closing?.opening.then(end).catch(() => undefined)
}
