// A process that starts to replace a stored file and kills itself at a given moment. For
// core/server/files/files.server.test.ts.

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { folderBucket } from '#core/server/files/folder.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import { openFiles } from '#core/server/files/store.ts'
import { createFirm } from '#features/admin/operator/server/firms.ts'
import { flags } from '#tests/flags.ts'

const [directory = '', moment] = process.argv.slice(2)
const logo = defineFileKind({
  name: 'logo',
  types: ['image/png'],
  limit: 5_000_000,
  otherType: 'Not a picture.',
  mayOpen: 'anyone with its URL',
})
const die = () => process.kill(process.pid, 'SIGKILL')
const aPicture = () => ({
  content: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(5000)]),
  name: 'logo.png',
  type: 'image/png' as const,
})

const database = await openDatabase({ directory: join(directory, 'database') })
await migrate(database)
const firm = await withoutRls(database, (tx) => createFirm(tx, flags, { name: 'Killed' }))
const folder = folderBucket(join(directory, 'kept'))
const files = openFiles(database, folder, join(directory, 'waiting'))
const first = await files.place(firm, logo, aPicture())
await files.change(firm, [first], ({ keep }) => keep(first, null))
process.stdout.write(`kept ${firm} ${first.id}\n`)

const dying = {
  ...folder,
  write: async (...given: Parameters<typeof folder.write>) => {
    if (moment === 'writing') die()
    await folder.write(...given)
  },
  remove: async (key: string) => {
    if (moment === 'committed') die()
    await folder.remove(key)
  },
}
const again = openFiles(database, dying, join(directory, 'waiting'))
const second = await again.place(firm, logo, aPicture())
if (moment === 'placed') die()
await again.change(firm, [second], async ({ tx, keep, drop }) => {
  await keep(second, null)
  await drop(first.id)
  await tx.sql`select 1`
  if (moment === 'in the transaction') die()
})
