// What this app keeps in the system's secure store (Keychain, Keystore): the firm's address, the session, the word of a sign-on. Read once, before anything starts.
import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'

export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {
  /** Resolves when all that was set is in the store. */
  written: () => Promise<void>
}

export async function openKept(): Promise<Kept> {
  await SecureStorage.setKeyPrefix('pursuit_')
  // Never in a backup, nor on another device of the person.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.afterFirstUnlockThisDeviceOnly)
  await SecureStorage.setSynchronize(false)
  const values = await readAll()
  let writing: Promise<unknown> = Promise.resolve()
  // One after the other: the last word has to be the last one written. What the store refuses holds until the app ends.
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

/** A store that can't be read, as after a phone was restored, is an empty one: the person signs in again. */
async function readAll(): Promise<Map<string, string>> {
  const values = new Map<string, string>()
  const names = await SecureStorage.keys().catch(() => [])
  for (const name of names) {
    const value = await SecureStorage.getItem(name).catch(() => null)
    if (value !== null) values.set(name, value)
  }
  return values
}
