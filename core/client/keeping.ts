// Whether this browser keeps data: a private window, a policy or a full disk may say no.

/** `no`: nothing at all. `full`: no more than there is. */
export type StorageSupport = 'yes' | 'no' | 'full'

const PROBE = 'pursuit-probe'
/** About what a day's work takes. */
const SAMPLE = 'x'.repeat(50_000)

export const cannotKeep: Record<Exclude<StorageSupport, 'yes'>, string> = {
  no: 'This browser can’t save data, possibly because you’re in a private window. You can keep working online, but changes that haven’t synced are lost when you close this page.',
  full: 'This browser is out of storage. Free up space or stay online: changes that haven’t synced are lost when you close this page.',
}

export const diskFull = 'This device is out of space. Your changes will sync once you free some up.'

/** Tries it, with a database of its own that is gone afterwards. */
export async function storageSupportHere(): Promise<StorageSupport> {
  try {
    const db = await settled<IDBDatabase>(() => {
      const opening = indexedDB.open(PROBE, 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('sample')
      return opening
    })
    try {
      const tx = db.transaction('sample', 'readwrite')
      tx.objectStore('sample').put(SAMPLE, 1)
      await new Promise<void>((resolve, reject) => {
        tx.oncomplete = () => resolve()
        tx.onabort = () => reject(tx.error ?? new Error('aborted'))
      })
    } finally {
      db.close()
      indexedDB.deleteDatabase(PROBE)
    }
    return 'yes'
  } catch (problem) {
    return isStorageFull(problem) ? 'full' : 'no'
  }
}

export const isStorageFull = (problem: unknown): boolean =>
  problem instanceof Error && problem.name === 'QuotaExceededError'

function settled<T>(ask: () => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const asked = ask()
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('refused'))
  })
}

/** From now on this page has local databases in its memory alone: everything works, and goes with the page. */
export async function useMemoryStorage(): Promise<void> {
  await import('./memoryDatabases.ts')
}
