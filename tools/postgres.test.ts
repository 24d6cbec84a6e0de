import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'

test('starts PostgreSQL on a free port, responds, and leaves nothing after it stopped', async () => {
  const server = await startPostgres()
  const client = new pg.Client(server.url)
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('data_directory') as folder, current_setting('fsync') as fsync`,
  )
  await client.end()
  expect(rows[0].version).toBeGreaterThanOrEqual(150_000)
  expect(rows[0].fsync).toBe('off')
  expect(existsSync(rows[0].folder)).toBe(true)

  await server.stop()
  expect(existsSync(rows[0].folder)).toBe(false)
  expect(() => process.kill(server.pid, 0)).toThrow()
})
