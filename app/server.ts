import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { CannotStart } from '#core/server/cannotStart.ts'
import { type Config, readConfig } from '#core/server/config.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { createHttp } from '#core/server/http.ts'
import { startJobs } from '#core/server/jobs.ts'
import { DEMO_PASSWORD, makeDemo } from './demo.ts'
import { productJobs, productRoutes, productWork } from './product.ts'

const root = join(import.meta.dirname, '..')
const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** Opens the database, brings it up to date, and answers. Resolves once `/healthz` says 200. */
export async function startServer(config: Config) {
  const database = await openDatabase(
    config.databaseUrl ? { url: config.databaseUrl } : { directory: join(config.directory, 'database') },
  )
  await migrate(database)
  const hasDemo = config.hasDemo && (await makeDemo(database))
  const http = await createHttp({
    database,
    version,
    served: productRoutes({ key: config.instance, name: 'Pursuit' }),
    clientDirectory: join(root, 'dist/client'),
    isTrustingProxy: config.isTrustingProxy,
    logLevel: 'error',
  })
  const jobs = await startJobs(database, productJobs)
  await productWork.resume(database)
  await http.listen({ port: config.port, host: config.host })
  const { port } = http.server.address() as AddressInfo
  const stop = async () => {
    await http.close()
    await jobs.stop()
    await productWork.stop(database)
    await database.close()
  }
  return { port, hasDemo, stop }
}

async function main() {
  const config = readConfig(process.env)
  const { port, hasDemo, stop } = await startServer(config)
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      stop().then(() => process.exit(0), fail)
    })
  console.log(`Pursuit is ready: http://localhost:${port}`)
  if (hasDemo) console.log(demoAccounts)
}

const demoAccounts = `Demo accounts, password of all: ${DEMO_PASSWORD}
  Hartwell & Stone LLP  dana@hartwell.example, lee@hartwell.example (one group), morgan@hartwell.example (their manager), admin@hartwell.example (firm admin)
  Brook & Vale          robin@brookvale.example, admin@brookvale.example
  Pursuit               operator@pursuit.example`

/** What a person can do something about is said in a sentence; a bug shows where it happened. */
function fail(error: Error & { code?: string }) {
  const sentence =
    error.code === 'EADDRINUSE'
      ? `Port ${process.env.PORT ?? 3000} is in use by another program. Choose another one with PORT=…`
      : error instanceof CannotStart
        ? error.message
        : (error.stack ?? error.message)
  console.error(sentence)
  process.exit(1)
}

if (import.meta.main) main().catch(fail)
