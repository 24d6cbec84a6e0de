// The database of a test through a connection that can be cut and restored, as when PostgreSQL restarts.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { freePort } from '#tools/postgres.ts'

export type CuttableDatabase = {
  database: Database
  cut: () => Promise<void>
  restore: () => Promise<void>
  close: () => Promise<void>
}

/** Only on PostgreSQL. */
export async function cuttableDatabase(direct: Database): Promise<CuttableDatabase> {
  const { rows } = await direct.pool.query<{ name: string }>('select current_database() as name')
  const there = new URL(process.env.TEST_DATABASE_URL!)
  const sockets = new Set<Socket>()
  const port = await freePort()
  let server: Server
  const restore = async () => {
    server = createServer((from) => {
      const onward = connect({ port: Number(there.port), host: there.hostname })
      for (const socket of [from, onward]) {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      }
      from.pipe(onward).pipe(from)
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await restore()
  const here = new URL(there)
  here.hostname = '127.0.0.1'
  here.port = String(port)
  here.pathname = `/${rows[0]!.name}`
  const database = await openDatabase({ url: here.href, poolSize: 4 })
  return {
    database,
    cut,
    restore,
    async close() {
      await database.close()
      await cut()
    },
  }
}
