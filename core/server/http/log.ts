// The log: a line of JSON for each thing worth telling, with the id of its call and nothing of what people wrote.
import type { FastifyRequest } from 'fastify'
import pg from 'pg'

/** From 'error' (bugs alone) to 'info' (each call as well). */
export const logLevels = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** How Fastify's logger writes. `to` stands in for the standard output. */
export const logOf = (level: string, to?: { write: (line: string) => void }) => ({
  level,
  base: { pid: process.pid },
  serializers: { req: callWithoutSecrets, res: answerWithoutSecrets, err: errorWithoutText },
  ...(to && { stream: to }),
})

/** What of a call may stand in the log: its route, not its address, which may hold a key, a code or a name. */
const callWithoutSecrets = ({ method, routeOptions, id }: FastifyRequest) => ({ method, url: routeOptions?.url, id })

const answerWithoutSecrets = ({ statusCode }: { statusCode: number }) => ({ statusCode })

/** PostgreSQL repeats values of rows in its messages, details and contexts: what is left says which statement of which rule it was. */
export function errorWithoutText(error: Error & { code?: unknown }) {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const stack = frames.join('\n')
  if (error instanceof pg.DatabaseError) {
    const { code, schema, table, column, constraint, routine } = error
    return {
      type: 'DatabaseError',
      message: 'The database refused a statement.',
      code,
      schema,
      table,
      column,
      constraint,
      routine,
      stack,
    }
  }
  return { type: error.name, message: error.message, code: error.code, stack }
}
