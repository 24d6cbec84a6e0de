// Deletes abandoned local databases and their caches, which hold items too large for a database.
import { DATABASES } from './currentEngine.ts'

/** Deletes what an ended switch stored, including a switch that the browser was closed in. */
export const clearImpersonation = (kept: string) => forget((name) => name.includes(':as:') && name !== kept)

/** Deletes all local databases of a person, including switched identities. */
export const clearPersonData = (userId: string) => forget((name) => name.startsWith(`${DATABASES}${userId}`))

async function forget(isIt: (name: string) => boolean) {
  const all = (await indexedDB.databases?.().catch(() => [])) ?? []
  for (const { name } of all) if (name?.startsWith(DATABASES) && isIt(name)) indexedDB.deleteDatabase(name)
  await clearCaches(isIt)
}

/** Deletes a person's caches on this device after their database was deleted. */
export const clearStoredData = (identity: string) => clearCaches((name) => name === `${DATABASES}${identity}`)

async function clearCaches(isIt: (name: string) => boolean) {
  // Pages without HTTPS have no caches.
  const all = (await globalThis.caches?.keys().catch(() => [])) ?? []
  await Promise.all(all.filter((name) => name.startsWith(DATABASES) && isIt(name)).map((name) => caches.delete(name)))
}
