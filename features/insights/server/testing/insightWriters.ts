// Sixteen content managers of one firm at one server, each with a session, and the server's log of deadlocks.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { AnyRoute, RouteInput } from '#core/contract/route.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { aFirmOfWriters, ask, type Writer } from '#tests/writers.ts'

export const PEOPLE = 16
export const BOUNCE_KEY = 'the-key-of-whoever-reports-bounces'
/** The embedded database runs the test once: it uses the same SQL and has one connection. */
const ROUNDS = process.env.TEST_DATABASE_URL ? 3 : 1

export type Refused = { message: string; errors?: Record<string, string> }
export type Answer<T> = { status: number; body: T }

export async function openInsightWriters() {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-insights-'))
  const postgres = await makePostgresDatabase()
  const database = await openDatabase(postgres ? { url: postgres.url } : { directory: join(directory, 'database') })
  await migrate(database)
  const writers = await aFirmOfWriters(database, PEOPLE, { role: 'admin' })
  await database.close()
  const environment = {
    ...SECRET,
    PURSUIT_DEMO: '0',
    PURSUIT_BOUNCE_KEY: BOUNCE_KEY,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const server = await startServer({ directory, environment })
  const call = <T>(route: AnyRoute, input: RouteInput = {}, who = writers[0]!) =>
    ask<T & Refused>(server.url, who, route, input)
  return {
    url: server.url,
    writers,
    call,
    /** Throws if the request is rejected. */
    async done<T>(route: AnyRoute, input: RouteInput = {}, who?: Writer): Promise<T> {
      const { status, body } = await call<T>(route, input, who)
      if (status !== 200) throw new Error(`${route.name}: ${status} ${JSON.stringify(body)}`)
      return body
    },
    /**
     * Runs a request for each of them concurrently. Throws if one gets a response other than success or a rejection by
     * a rule.
     */
    async all<T>(asked: (writer: Writer, at: number) => Promise<Answer<T>>): Promise<Answer<T>[]> {
      const answers = await Promise.all(writers.map(asked))
      for (const answer of answers)
        expect({ ...answer, isAnswered: answer.status > 0 && answer.status < 500 }).toMatchObject({ isAnswered: true })
      return answers
    },
    /** Direct access to the server's database, unless it is embedded. */
    databaseUrl: postgres?.url,
    /** Sent emails, as files of the local outbox. */
    mails: () =>
      readdirSync(join(directory, 'outbox/mail')).map((name) =>
        readFileSync(join(directory, 'outbox/mail', name), 'utf8').replace(/\r\n[ \t]+/g, ' '),
      ),
    /** Stops the server. PostgreSQL reports the deadlocks of its connections when they close. */
    async stop(): Promise<{ said: string; deadlocks: number }> {
      await server.stop()
      if (!postgres) return { said: server.said(), deadlocks: 0 }
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      const { rows } = await client.query<{ deadlocks: number }>(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      )
      await client.end()
      return { said: server.said(), deadlocks: rows[0]!.deadlocks }
    },
    async close() {
      await server.stop()
      await postgres?.drop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
export type InsightWriters = Awaited<ReturnType<typeof openInsightWriters>>

/** Counts the responses by status. */
export const statusesOf = (answers: { status: number }[]) => {
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, those]) => [status, those.length]))
}

/** Defines a test that runs several times. */
export const rounds = (name: string, play: (round: number) => Promise<void>) =>
  test(name, async () => {
    for (let round = 0; round < ROUNDS; round++) await play(round)
  }, 240_000)

export const form = (fields: Record<string, string>) => {
  const sent = new FormData()
  for (const [name, value] of Object.entries(fields)) sent.append(name, value)
  return sent
}
