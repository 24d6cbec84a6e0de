// JSON lines with the call's ID and nothing that people wrote.
import type { FastifyRequest } from 'fastify'
import pg from 'pg'

/** 'error': only bugs. 'info': every call. */
export const logLevels = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** `to` replaces standard output. */
export const logOf = (level: string, to?: { write: (line: string) => void }) => ({
  level,
  base: { pid: process.pid },
  serializers: { req: callWithoutSecrets, res: answerWithoutSecrets, err: errorWithoutText },
  ...(to && { stream: to }),
})

/** A URL can hold a key, a code, or a name, so only the route is logged. */
const callWithoutSecrets = ({ method, routeOptions, id }: FastifyRequest) => ({ method, url: routeOptions?.url, id })

const answerWithoutSecrets = ({ statusCode }: { statusCode: number }) => ({ statusCode })

/** PostgreSQL repeats row values in messages, details, and contexts. The statement and the violated rule remain. */
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
