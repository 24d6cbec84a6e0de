// The baselines, in their own process: node:http that sends given bytes, Fastify with pg that inserts one row, and
// Fastify with pg that writes the rows of a change with one function.
import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { readToken } from '#core/server/tokens.ts'
import { type Sample, writtenLike } from './bareChange.ts'

type Changes = { databaseUrl: string; samples: Record<string, Sample> }
type Wanted = { bytes: string } | { databaseUrl: string } | Changes
export type Bare = { url: string; pid: number; stop: () => void }

export const bareHttp = (bytes: string): Promise<Bare> => start({ bytes })
/** Responds to POST with the row it inserted into `bare_rows`. */
export const bareInsert = (databaseUrl: string): Promise<Bare> => start({ databaseUrl })
/**
 * Responds to POST `/<sample>` and `/<sample>/<target ID>` with the target. The header `x-user` is the person of the
 * token.
 */
export const bareChanges = (changes: Changes): Promise<Bare> => start(changes)

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

async function serveChanges({ databaseUrl, samples }: Changes): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  await pool.query(readFileSync(join(import.meta.dirname, 'bareChange.sql'), 'utf8'))
  const app = Fastify()
  app.post<{ Params: { sample: string; id?: string } }>(
    '/:sample/:id?',
    async ({ headers, params, body, url }, reply) => {
      const { orgId, hash } = readToken(headers.authorization!.slice('Bearer '.length))!
      const fingerprint = createHash('sha256')
        .update(`${url}\n${JSON.stringify(body)}`)
        .digest()
      const userId = String(headers['x-user'])
      const { targetId, rows, doc } = writtenLike(samples[params.sample]!, { targetId: params.id, userId })
      const answer = await pool.query<{ text: string }>({
        name: 'change',
        text: 'select bare_change($1, $2, $3, $4, $5, $6, $7) as text',
        values: [hash, orgId, headers['idempotency-key'], fingerprint, targetId, rows, doc],
      })
      return reply.type('application/json; charset=utf-8').send(answer.rows[0]!.text)
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const serve = (wanted: Wanted): Promise<number> =>
  'bytes' in wanted
    ? serveBytes(wanted.bytes)
    : 'samples' in wanted
      ? serveChanges(wanted)
      : serveInserts(wanted.databaseUrl)

if (process.send && process.argv[1] === import.meta.filename)
  process.once('message', async (wanted: Wanted) => {
    process.send?.(await serve(wanted))
  })
