// Data in the system's secure store (Keychain, Keystore): the firm's URL, the session, and the secret of a sign-in in
// progress. Read once, before anything starts.
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'

export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** Resolves when all values are in the store. */
  written: () => Promise<void>
}

export async function openKept(): Promise<Kept> {
  await SecureStorage.setKeyPrefix('pursuit_')
  // Never in a backup or on another device of the person.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.afterFirstUnlockThisDeviceOnly)
  await SecureStorage.setSynchronize(false)
  const values = await readAll()
  let writing: Promise<unknown> = Promise.resolve()
  // Writes one after the other, so that the last value wins. A value that the store rejects lasts until the app closes.
  const write = (work: () => Promise<unknown>) => {
    writing = writing.then(work).catch(() => undefined)
  }
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem(name, value) {
      values.set(name, value)
      write(() => SecureStorage.setItem(name, value))
    },
    removeItem(name) {
      values.delete(name)
      write(() => SecureStorage.removeItem(name))
    },
    written: async () => void (await writing),
  }
}

/** An unreadable store, as after restoring a phone, counts as empty, so the person signs in again. */
async function readAll(): Promise<Map<string, string>> {
  const values = new Map<string, string>()
  const names = await SecureStorage.keys().catch(() => [])
  for (const name of names) {
    const value = await SecureStorage.getItem(name).catch(() => null)
    if (value !== null) values.set(name, value)
  }
  return values
}
