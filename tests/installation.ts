// An installation that starts within a second: migrated, with a firm and its admin, and without the demo.

import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { hashPassword } from '#core/server/passwords.ts'
import { storeNewSecret } from '#core/server/secretBox.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { migratedCluster } from './database.ts'
import { flags } from './flags.ts'

export const ADMIN = { email: 'ada@brookvale.example', password: 'Pursuit#2026' }
export const WITHOUT_DEMO = { PURSUIT_DEMO: '0' }

/**
 * Creates it in a new data directory. With `url` it uses that PostgreSQL, which can be empty, and stores the key in the
 * directory.
 */
export async function anInstallation(directory: string, url?: string): Promise<void> {
  const where = url ? { url, poolSize: 2 } : { directory: `${directory}/database`, template: await migratedCluster() }
  storeNewSecret(directory)
  const database = await openDatabase(where)
  if (url) await migrate(database)
  const passwordHash = await hashPassword(ADMIN.password)
  await withoutRls(database, async (tx) => {
    const orgId = await createFirm(tx, flags, { name: 'Brook & Vale', domains: ['brookvale.example'] })
    const admin = { email: ADMIN.email, first_name: 'Ada', last_name: 'Vale', role: 'admin' as const, passwordHash }
    await addFirmPeople(tx, orgId, [admin])
  })
  await database.close()
}

export async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { ...clientHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return ((await reply.json()) as { token: string }).token
}
