// The baselines, in their own process: node:http that sends given bytes, and Fastify with pg that inserts one row.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'

type Wanted = { bytes: string } | { databaseUrl: string }
export type Bare = { url: string; pid: number; stop: () => void }

export const bareHttp = (bytes: string): Promise<Bare> => start({ bytes })
/** Responds to POST with the row it inserted into `bare_rows`. */
export const bareInsert = (databaseUrl: string): Promise<Bare> => start({ databaseUrl })

async function start(wanted: Wanted): Promise<Bare> {
  const child = fork(import.meta.filename, { execArgv: [] })
  child.send(wanted)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() }
}

async function serveBytes(bytes: string): Promise<number> {
  const body = Buffer.from(bytes)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function serveInserts(databaseUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  await pool.query(
    'create table if not exists bare_rows (id uuid primary key, company text, contact text, goal text, made_at timestamptz default now())',
  )
  const app = Fastify()
  app.post('/', async (request) => {
    const { company, contact, goal } = request.body as Record<string, string>
    const { rows } = await pool.query({
      name: 'insert',
      text: 'insert into bare_rows (id, company, contact, goal) values ($1, $2, $3, $4) returning *',
      values: [randomUUID(), company, contact, goal],
    })
    return rows[0]
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

if (process.send && process.argv[1] === import.meta.filename)
  process.once('message', async (wanted: Wanted) => {
    process.send?.('bytes' in wanted ? await serveBytes(wanted.bytes) : await serveInserts(wanted.databaseUrl))
  })
