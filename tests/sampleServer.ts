// Runs a server of sample files in a separate process, for a test that kills it and for a browser. Prints its URL and
// session.
import { join } from 'node:path'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { folderBucket } from '#core/server/files/folder.ts'
import { type Person, startToyServer } from '#core/server/testing/fixtureFiles.ts'

const [directory = '', known] = process.argv.slice(2)
const database = await openDatabase({ directory: join(directory, 'database') })
await migrate(database)
const server = await startToyServer(database, folderBucket(join(directory, 'kept')), join(directory, 'waiting'))
const person: Person = known ? JSON.parse(known) : await server.aPerson(await server.aFirm())
server.senders.add(person.id)
process.stdout.write(`${server.origin} ${JSON.stringify(person)}\n`)
