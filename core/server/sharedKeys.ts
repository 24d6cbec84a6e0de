// Keys that an operator and another system share.
import { hash, timingSafeEqual } from 'node:crypto'
import { StartupError } from './startupError.ts'

/** Compares in constant time, whatever the lengths are. */
export const isSameSecret = (said: string, right: string): boolean =>
  timingSafeEqual(hash('sha256', said, 'buffer'), hash('sha256', right, 'buffer'))

/** Returns null if the variable isn't set. Throws a StartupError for a key that is too short. */
export function readSharedKey(env: NodeJS.ProcessEnv, name: string): string | null {
  const key = env[name]
  if (!key) return null
  if (!/^[\x21-\x7e]{24,}$/.test(key))
    throw new StartupError(
      `${name} must have at least 24 characters and no spaces. Create one with: openssl rand -hex 32`,
    )
  return key
}
