// Local databases that nobody comes back to.
import { DATABASES } from './engine.ts'

/** What was kept while switched goes with the switch, also when the browser was killed before it could. */
export const forgetSwitched = (kept: string) => forget((name) => name.includes(':as:') && name !== kept)

/** Deletes all local databases of a person, also of whom they worked as. */
export const forgetPerson = (userId: string) => forget((name) => name.startsWith(`${DATABASES}${userId}`))

async function forget(isIt: (name: string) => boolean) {
  const all = (await indexedDB.databases?.().catch(() => [])) ?? []
  for (const { name } of all) if (name?.startsWith(DATABASES) && isIt(name)) indexedDB.deleteDatabase(name)
}
