// Writes of one firm to similarly spelled companies, or to one shared target. They never block each other.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import {
  aFirmOfWriters,
  aTargetOfAll,
  listOf,
  type Writer,
  type Written,
  writeAlike,
  writeTogether,
} from '#tests/writers.ts'

const PEOPLE = 4
const SESSIONS = 16
/** The embedded database runs fewer, because it has the same SQL and one connection. */
const ROUNDS = process.env.TEST_DATABASE_URL ? 12 : 2
/** A target's read model grows with its steps, of which people take few. */
const ROUNDS_TOGETHER = process.env.TEST_DATABASE_URL ? 4 : 1

const cleanUp: (() => Promise<void> | void)[] = []
let server: RunningServer
let writers: Writer[]

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-writers-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = await makePostgresDatabase()
  if (postgres) cleanUp.push(postgres.drop)
  const database = await openDatabase(postgres ? { url: postgres.url } : { directory: join(directory, 'database') })
  await migrate(database)
  writers = await aFirmOfWriters(database, PEOPLE)
  await database.close()
  const environment = { ...SECRET, PURSUIT_DEMO: '0', ...(postgres && { DATABASE_URL: postgres.url }) }
  server = await startServer({ directory, environment })
  cleanUp.push(() => server.stop())
}, 120_000)
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean()
})

const countByStatus = (answers: Written[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

test('serves 16 sessions on four similarly spelled companies without losing or doubling anything', async () => {
  const { answers, made } = await writeAlike(server.url, writers, SESSIONS, ROUNDS)
  expect(countByStatus(answers)).toEqual({ 200: SESSIONS * ROUNDS * 3 })
  const lists = await Promise.all(writers.map((writer) => listOf(server.url, writer)))
  const all = lists.flat()
  expect(all.map(({ id }) => id).sort()).toEqual(made.sort())
  expect(all.map(({ status }) => status).sort()).toEqual(
    [...Array(SESSIONS * (ROUNDS / 2)).fill('archived'), ...Array(SESSIONS * (ROUNDS / 2)).fill('completed')].sort(),
  )
}, 240_000)

test('serves 16 sessions of four people on one shared target without losing or doubling anything', async () => {
  const target = await aTargetOfAll(server.url, writers)
  const { answers, made } = await writeTogether(server.url, target, writers, SESSIONS, ROUNDS_TOGETHER)
  expect(countByStatus(answers)).toEqual({ 200: SESSIONS * ROUNDS_TOGETHER * 3 })
  for (const writer of writers) {
    const tile = (await listOf(server.url, writer)).find(({ id }) => id === target)!
    const steps = tile.tasks.map(({ description }) => description).filter((text) => text.startsWith('Step '))
    expect(steps.sort()).toEqual(made.sort())
    expect(tile.notes).toHaveLength(PEOPLE)
  }
}, 240_000)
