// A real server run by operators, with or without a firm to move, for tests that move firms.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { type FirmDetail, operatorRoutes } from '#features/admin/operator/contract.ts'
import { exportRoutes } from '#features/admin/operator/exportContract.ts'
import { ARCHIVE_KIND } from '#features/admin/operator/firmRestoreContract.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { flags } from './flags.ts'
import { type RunningServer, SECRET, startServer } from './server.ts'

export type OperatorsHouse = {
  directory: string
  /** Environment for another process on the same data. */
  environment: Record<string, string>
  /** ID of the firm, or '' if there is none. */
  firm: string
  start: () => Promise<void>
  stop: () => Promise<void>
  kill: () => Promise<void>
  /** Calls as the operator. Throws any response but 2xx. */
  call: <T>(route: AnyRoute, input?: RouteInput) => Promise<T>
  /** Returns the archive of the firm, or of another one. */
  exported: (firmId?: string) => Promise<Buffer>
  /** Uploads in one piece and returns the ID. */
  upload: (archive: Buffer) => Promise<string>
  /** Queries the database. The embedded one must have no running server. */
  query: (text: string) => Promise<unknown[]>
  end: () => Promise<void>
}

/**
 * `rows` is the size of the firm's log, or 0 for no firm. `url` is an empty PostgreSQL. The server is already running.
 */
export async function anOperatorsHouse({
  rows,
  url,
}: {
  rows: number
  url?: string | undefined
}): Promise<OperatorsHouse> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-operators-'))
  const environment = { ...SECRET, PURSUIT_DEMO: '0', PURSUIT_DATA: directory, DATABASE_URL: url ?? '' }
  const open = () => openDatabase(url ? { url, poolSize: 2 } : { directory: join(directory, 'database') })
  const database = await open()
  await migrate(database)
  let firm = ''
  const token = await withoutRls(database, async (tx) => {
    const vendor = await createFirm(tx, flags, { name: 'Pursuit' })
    if (rows > 0) {
      firm = await createFirm(tx, flags, { name: 'Killed & Co' })
      await addFirmPeople(tx, firm, [
        { email: 'ada@killed.example', first_name: 'Ada', last_name: 'Admin', role: 'admin' },
      ])
    }
    const [olive] = await addFirmPeople(tx, vendor, [
      { email: 'olive@pursuit.example', first_name: 'Olive', last_name: 'Operator', role: 'operator' },
    ])
    return openSession(tx, vendor, olive!.id)
  })
  if (rows > 0)
    await database.pool.query(
      `insert into audit_log (org_id, id, actor_name, action, subject) select $1, gen_random_uuid(), 'Ada', 'test.filled', 'Line ' || n from generate_series(1, $2::int) n`,
      [firm, rows],
    )
  await database.close()
  let server: RunningServer
  const start = async () => {
    server = await startServer({ directory, environment })
  }
  await start()

  async function call<T>(route: AnyRoute, input: RouteInput = {}): Promise<T> {
    const { body } = input
    const answer = await fetch(server.url + addressOf(route, input), {
      method: route.method,
      headers: { ...clientHeaders(token), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${route.name}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
  return {
    directory,
    environment,
    firm,
    start,
    stop: () => server.stop(),
    kill: () => server.kill(),
    call,
    async exported(firmId = firm) {
      const params = { id: firmId }
      await call(exportRoutes.begin, { params })
      while ((await call<FirmDetail>(operatorRoutes.firm, { params })).exported!.state === 'running')
        await setTimeout(50)
      const { url: address } = await call<{ url: string }>(exportRoutes.link, { params })
      return Buffer.from(await (await fetch(server.url + address)).arrayBuffer())
    },
    async upload(archive) {
      const base64 = (text: string) => Buffer.from(text).toString('base64')
      const headers = { ...clientHeaders(token), 'tus-resumable': '1.0.0' }
      const named = `kind ${base64(ARCHIVE_KIND)},filename ${base64('firm.tar.gz')}`
      const begun = await fetch(`${server.url}/api/uploads`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(archive.length), 'upload-metadata': named },
      })
      const address = new URL(begun.headers.get('location')!, server.url)
      const sent = await fetch(address, {
        method: 'PATCH',
        headers: {
          ...headers,
          'idempotency-key': randomUUID(),
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(archive),
      })
      if (sent.status !== 204) throw new Error(`The archive was not taken: ${sent.status}`)
      return address.pathname.split('/').at(-1)!
    },
    async query(text) {
      const database = await open()
      try {
        return (await database.pool.query(text)).rows
      } finally {
        await database.close()
      }
    },
    async end() {
      await server.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
