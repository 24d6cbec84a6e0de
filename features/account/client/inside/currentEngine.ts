// Holds this page's only engine, so that what ends a session can close it.
import type { Engine } from '#core/sync/client/types.ts'

/** Begins the names of local databases and caches. */
export const DATABASES = 'pursuit:'

/** `name` is the database's. */
type PageEngine = { name: string; engine: Promise<Engine> }

export let current: PageEngine | null = null

export function setCurrent(next: PageEngine | null): void {
  current = next
}

/** Stops sending and listening. Queued changes stay for this person's next sign-in unless `end` handles them. */
export async function closeEngine(
  end: (engine: Engine) => Promise<unknown> = (engine) => engine.close(),
): Promise<void> {
  const closing = current
  current = null
  await closing?.engine.then(end).catch(() => undefined)
}
