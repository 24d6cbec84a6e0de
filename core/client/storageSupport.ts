// Detects whether this browser can store data. A private window, a policy, or a full disk can prevent it.

/** `full` means no new data can be stored. */
export type StorageSupport = 'yes' | 'no' | 'full'

const PROBE = 'pursuit-probe'
/** Roughly the size of a day's work. */
const SAMPLE = 'x'.repeat(50_000)

export const cannotKeep: Record<Exclude<StorageSupport, 'yes'>, string> = {
  no: 'This browser can’t save data, possibly because you’re in a private window. You can keep working online, but changes that haven’t synced are lost when you close this page.',
  full: 'This browser is out of storage. Free up space or stay online: changes that haven’t synced are lost when you close this page.',
}

export const diskFull = 'This device is out of space. Your changes will sync once you free some up.'

/** Tests storage with a temporary database. */
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

/** Switches this page to databases in memory, which are lost with the page. */
export async function useMemoryStorage(): Promise<void> {
  await import('./memoryDatabases.ts')
}
