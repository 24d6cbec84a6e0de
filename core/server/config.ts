import { resolve } from 'node:path'
import { CannotStart } from '#core/server/cannotStart.ts'

export type Config = {
  port: number
  host: string
  /** Where the embedded database, files and the outbox for mail live. */
  directory: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | undefined
  /** Make the demo firms on first start. */
  hasDemo: boolean
  /** Key of this deployment, echoed by clients in X-Instance. */
  instance: string
  isTrustingProxy: boolean
}

/** Reads the environment; throws a sentence for the person who set it wrongly. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new CannotStart(`PORT is "${env.PORT}": it must be a number from 0 to 65535.`)
  const databaseUrl = env.DATABASE_URL || undefined
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new CannotStart('DATABASE_URL must start with postgres:// or postgresql://.')
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    directory: resolve(env.PURSUIT_DATA ?? 'data'),
    databaseUrl,
    hasDemo: env.PURSUIT_DEMO !== '0',
    instance: env.PURSUIT_INSTANCE ?? 'main',
    isTrustingProxy: env.PURSUIT_TRUST_PROXY === '1',
  }
}
