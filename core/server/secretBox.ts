// Encrypts secrets that must be readable again, so that the database alone reveals none.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from './makeDirectory.ts'
import { StartupError } from './startupError.ts'

export type SecretBox = {
  /** `place` is where the ciphertext is stored, and decrypting requires the same. */
  seal: (text: string, place: string) => Buffer
  /** Returns null for another key or place, or damaged data. */
  open: (sealed: Buffer, place: string) => string | null
  /** Returns 32 derived bytes, stable per place and stored nowhere. */
  keyFor: (place: string) => Buffer
}

const FILE = 'secret.key'
const SHORTEST = 32

export const secretFile = (directory: string) => join(directory, FILE)

/** Returns PURSUIT_SECRET or the data directory's key, or null. */
export function readSecret(secret: string | undefined, directory: string): Buffer | null {
  if (secret !== undefined && secret !== '') {
    if (secret.length < SHORTEST)
      throw new StartupError(
        `PURSUIT_SECRET must have at least ${SHORTEST} characters. Create one with: openssl rand -hex 32`,
      )
    return Buffer.from(secret)
  }
  const path = secretFile(directory)
  if (!existsSync(path)) return null
  const kept = readFileSync(path, 'utf8').trim()
  if (kept.length < SHORTEST)
    throw new StartupError(`${path} doesn’t contain a key. Restore it from a backup, or remove it.`)
  return Buffer.from(kept)
}

/** Written completely or not at all. Concurrent processes share the first one's key. */
export function storeNewSecret(directory: string): Buffer {
  makeDirectory(directory)
  const path = secretFile(directory)
  const making = `${path}.${process.pid}`
  const file = openSync(making, 'w', 0o600)
  try {
    writeSync(file, randomBytes(32).toString('hex'))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  try {
    linkSync(making, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(making, { force: true })
  }
  return readSecret(undefined, directory)!
}

/** AES-256-GCM: version, 12 random bytes, tag, ciphertext. */
export function openSecretBox(secret: Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'pursuit sealed secrets', 32))
  const root = Buffer.from(hkdfSync('sha256', secret, '', 'pursuit derived keys', 32))
  return {
    keyFor: (place) => createHmac('sha256', root).update(place).digest(),
    seal(text, place) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed])
    },
    open(sealed, place) {
      if (sealed[0] !== VERSION || sealed.length < 29) return null
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(Buffer.from(place))
      decipher.setAuthTag(sealed.subarray(13, 29))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

const VERSION = 1

/** Its secrets are readable until the process ends. */
export const ephemeralBox = openSecretBox(randomBytes(32))
