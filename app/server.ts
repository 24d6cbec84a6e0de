// Opens the database, migrates it, and starts everything else.
import { join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type Config, readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { freezeObjectPrototype } from '#core/server/freezePrototype.ts'
import { makeDirectory } from '#core/server/makeDirectory.ts'
import { StartupError, whatToDo } from '#core/server/startupError.ts'

/**
 * Resolves once `/healthz` returns 200. `stop` waits for other processes to take over, unless its signal is aborted.
 */
export async function startServer(config: Config) {
  freezeObjectPrototype()
  if (!config.databaseUrl) limitHeapGrowth()
  makeDirectory(config.directory)
  // The embedded database opens in its own thread while the main thread imports most of the code.
  const [database, { serveApp: serve }] = await Promise.all([openUpToDate(config), import('./server/serve.ts')])
  return serve(database, config, fail)
}

/**
 * Collects garbage when it reaches 70% of what is in use. V8 waits for up to 300% on a machine with much memory, but the
 * embedded database shares this process and often a small machine.
 */
function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=70')
}

async function openUpToDate({ databaseUrl, databaseDirectUrl, directory }: Config): Promise<Database> {
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl, directUrl: databaseDirectUrl } : { directory: join(directory, 'database') },
  )
  await migrate(database)
  return database
}

async function main() {
  const config = readConfig(process.env)
  const { port, welcome, stop } = await startServer(config)
  const hurry = new AbortController()
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // Ctrl+C or a second signal stops the server right away.
      if (isStopping || signal === 'SIGINT') hurry.abort()
      if (isStopping) return
      isStopping = true
      stop(hurry.signal).then(() => process.exit(0), fail)
    })
  console.log(`Pursuit is ready at http://localhost:${port}`)
  for (const line of welcome) console.log(line)
}

/** A sentence for errors an operator can fix, a stack trace for bugs. */
function fail(error: Error) {
  const { PORT = 3000, PURSUIT_DATA = 'data' } = process.env
  const sentence =
    error instanceof StartupError
      ? error.message
      : (whatToDo(error, resolve(PURSUIT_DATA), PORT) ?? error.stack ?? error.message)
  console.error(sentence)
  process.exit(1)
}

if (import.meta.main) main().catch(fail)
