// The database stores the key's fingerprint, so a lost or different key is detected before it encrypts anything.
import { hkdfSync } from 'node:crypto'
import type { Database } from './database/open.ts'
import { withoutRls } from './database/tx.ts'
import { readSecret, secretFile, storeNewSecret } from './secretBox.ts'
import { StartupError } from './startupError.ts'

export type KeyGiven = {
  /** The value of `PURSUIT_SECRET`. */
  secret: string | undefined
  /** Directory of the key file otherwise. */
  directory: string
  /** The previous key's secrets are permanently lost. */
  isReplaced?: boolean
}

/** Created on the first start. Throws a message if the key is missing or differs from the database's. */
export async function readInstallationKey(
  database: Database,
  { secret, directory, isReplaced = false }: KeyGiven,
): Promise<Buffer> {
  const noted = await withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<{ key_check: Buffer | null; is_used: boolean }>`
      select key_check, exists (select 1 from orgs) as is_used from (select * from installation) i`
    return rows[0]!
  })
  const given = readSecret(secret, directory)
  if (!given && (noted.key_check || noted.is_used) && !isReplaced)
    throw new StartupError(
      `The key for this database is missing: ${secretFile(directory)} doesn’t exist, and PURSUIT_SECRET isn’t set. Restore the file from a backup, or set PURSUIT_SECRET to its earlier value. ${lost}`,
    )
  const key = given ?? storeNewSecret(directory)
  const check = fingerprintOf(key)
  const kept = await withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<{ key_check: Buffer }>`
      update installation set key_check = case when ${isReplaced}::boolean then ${check} else coalesce(key_check, ${check}) end returning key_check`
    return rows[0]!.key_check
  })
  if (!kept.equals(check))
    throw new StartupError(
      `${secret ? 'PURSUIT_SECRET' : secretFile(directory)} doesn’t match the key this database was set up with. Restore the right one from a backup. ${lost}`,
    )
  return key
}

const lost =
  'If the key is permanently lost, start once with PURSUIT_RESET_SECRET=1. Authenticator apps, calendar links, and SSO provider secrets must then be set up again.'

/** Identifies a key without revealing it. */
const fingerprintOf = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'pursuit key fingerprint', 16))
