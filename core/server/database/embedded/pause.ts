// Pauses a running server while a backup copies its database. The backup connects to a socket that only the owner can
// open, and no statement runs until it disconnects.
import { rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Database } from '../open.ts'

/** Milliseconds after which the server resumes. */
const LONGEST = 60_000
/** Longest socket path that every system supports. */
const LONGEST_PATH = 100

const socketIn = (directory: string) => join(directory, 'pause.sock')
const isPossible = (directory: string) =>
  process.platform !== 'win32' && Buffer.byteLength(socketIn(directory)) <= LONGEST_PATH

/** Returns a function that stops it. Other databases have their own backup methods. */
export async function offerPause(database: Database, directory: string): Promise<() => Promise<void>> {
  if (database.kind !== 'embedded' || !isPossible(directory)) return async () => {}
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}).once('close', () => open.delete(socket)))
    standStill(database, socket).catch(() => socket.destroy())
  })
  rmSync(socketIn(directory), { force: true })
  await new Promise<void>((resolve) => {
    // Without a socket, the backup asks for a stopped server.
    server.once('error', () => resolve()).listen(socketIn(directory), resolve)
  })
  return async () => {
    for (const socket of open) socket.destroy()
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

async function standStill(database: Database, socket: Socket): Promise<void> {
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.resume()
  await database.withoutLimit(async () => {
    const client = await database.pool.connect()
    const limit = setTimeout(() => socket.destroy(), LONGEST)
    try {
      await client.query('checkpoint')
      socket.write('still\n')
      await gone
    } finally {
      clearTimeout(limit)
      client.release()
    }
  })
}

/** Returns false, without running the callback, if no server responds. */
export async function whilePaused(directory: string, work: () => Promise<void>): Promise<boolean> {
  if (!isPossible(directory)) return false
  const socket = connect(socketIn(directory))
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const isStill = await Promise.race([
    new Promise<boolean>((resolve) => socket.once('data', () => resolve(true))),
    new Promise<boolean>((resolve) => socket.once('error', () => resolve(false))),
    gone.then(() => false),
  ])
  if (!isStill) {
    socket.destroy()
    return false
  }
  let isHeld = true
  void gone.then(() => {
    isHeld = false
  })
  try {
    await work()
    if (!isHeld) throw new Error('The server went on before its database was copied.')
  } finally {
    socket.destroy()
  }
  return true
}
