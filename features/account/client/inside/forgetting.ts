// Local databases that nobody comes back to, and the caches of their names, which hold what is too large for them.
import { DATABASES } from './engine.ts'

/** What was kept while switched goes with the switch, also when the browser was killed before it could. */
export const clearImpersonation = (kept: string) => forget((name) => name.includes(':as:') && name !== kept)

/** Deletes all local databases of a person, also of whom they worked as. */
export const clearPersonData = (userId: string) => forget((name) => name.startsWith(`${DATABASES}${userId}`))

async function forget(isIt: (name: string) => boolean) {
  const all = (await indexedDB.databases?.().catch(() => [])) ?? []
  for (const { name } of all) if (name?.startsWith(DATABASES) && isIt(name)) indexedDB.deleteDatabase(name)
  await clearCaches(isIt)
}

/** What a person keeps on this device besides the database, when that is gone. */
export const clearStoredData = (identity: string) => clearCaches((name) => name === `${DATABASES}${identity}`)

async function clearCaches(isIt: (name: string) => boolean) {
  // Pages without https have none.
  const all = (await globalThis.caches?.keys().catch(() => [])) ?? []
  await Promise.all(all.filter((name) => name.startsWith(DATABASES) && isIt(name)).map((name) => caches.delete(name)))
}
