// Which key an installation's secrets are sealed with. The database notes a fingerprint of it: a key that is lost, or another
// one, is told at the start, before anything is sealed with it.
import { hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { CannotStart } from './cannotStart.ts'
import { asSystem } from './database/firm.ts'
import type { Database } from './database/open.ts'
import { keepNewSecret, readSecret, secretFile } from './secretBox.ts'

export type KeyGiven = {
  /** PURSUIT_SECRET. */
  secret: string | undefined
  /** Where the key is kept otherwise. */
  directory: string
  /** The former key is lost for good: what was sealed with it can't be read again. */
  isReplaced?: boolean
}

/** The key of this installation, made on the first start. Throws a sentence when it is missing, or another than the database was used with. */
export async function keyOf(database: Database, { secret, directory, isReplaced = false }: KeyGiven): Promise<Buffer> {
  const noted = await asSystem(database, async (tx) => {
    const { rows } = await sql<{ key_check: Buffer | null; is_used: boolean }>`
      select key_check, exists (select 1 from orgs) as is_used from installation`.execute(tx)
    return rows[0]!
  })
  const given = readSecret(secret, directory)
  if (!given && (noted.key_check || noted.is_used) && !isReplaced)
    throw new CannotStart(
      `The key for this database is missing: ${secretFile(directory)} doesn’t exist, and PURSUIT_SECRET isn’t set. Restore the file from a backup, or set PURSUIT_SECRET to its earlier value. ${lost}`,
    )
  const key = given ?? keepNewSecret(directory)
  const check = fingerprintOf(key)
  const kept = await asSystem(database, async (tx) => {
    const { rows } = await sql<{ key_check: Buffer }>`
      update installation set key_check = case when ${isReplaced}::boolean then ${check} else coalesce(key_check, ${check}) end returning key_check`.execute(
      tx,
    )
    return rows[0]!.key_check
  })
  if (!kept.equals(check))
    throw new CannotStart(
      `${secret ? 'PURSUIT_SECRET' : secretFile(directory)} doesn’t match the key this database was set up with. Restore the right one from a backup. ${lost}`,
    )
  return key
}

const lost =
  'If the key is lost for good, start once with PURSUIT_RESET_SECRET=1. Authenticator apps, calendar links, and SSO provider secrets must then be set up again.'

/** Tells keys apart, and gives none away. */
const fingerprintOf = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'pursuit key fingerprint', 16))
