// PostgreSQL in WebAssembly, driven by batches of the wire protocol.
import fs from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { exitCodes } from './exitCodes.ts'

/** `syncs` counts disk syncs, shared by both threads. */
export type EngineStart = { directory: string; isDurable: boolean; syncs: SharedArrayBuffer }
export type ToEngine = { connection: number; batch: Uint8Array } | 'close'
export type FromEngine = { connection: number; answer: Uint8Array; isLast: boolean } | 'ready' | 'closed'

const { directory, isDurable, syncs } = workerData as EngineStart
const port = parentPort
if (!port) throw new Error('The engine runs in a worker thread')
const syncCount = new Int32Array(syncs)

type InitArguments = Parameters<NodeFS['init']>
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }

/**
 * Adds the fsync that the engine's file system lacks. After a failed sync the disk's state is unknown and the engine
 * would go on without responding, so its thread exits and the next one recovers.
 */
class DurableFiles extends NodeFS {
  override async init(...given: InitArguments) {
    const result = await super.init(...given)
    result.emscriptenOpts.preRun?.push((module: unknown) => {
      ;(module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => {
        try {
          fs.fsyncSync(stream.nfd)
        } catch (error) {
          process.exit((error as { code?: string }).code === 'ENOSPC' ? exitCodes.full : exitCodes.unsynced)
        }
        Atomics.add(syncCount, 0, 1)
        return 0
      }
    })
    return result
  }
}

// Otherwise the engine would create an empty cluster, and everyone's data would seem lost.
if (!fs.existsSync(join(directory, 'PG_VERSION'))) throw new Error(`there is no database in ${directory}`)

const startParams = (PGlite as unknown as { defaultStartParams: string[] }).defaultStartParams
const engine = await PGlite.create({
  fs: isDurable ? new DurableFiles(directory) : new NodeFS(directory),
  extensions: { pg_trgm, unaccent },
  startParams: [
    ...startParams.filter((parameter) => !(isDurable && parameter === '-F')),
    ...(isDurable ? ['-c', 'wal_sync_method=fsync'] : []),
    ...['-c', 'shared_buffers=32MB'],
  ],
})

/** Larger results are sent in parts, to hold a large one only once. */
const PART = 1 << 20

function run(batch: Uint8Array, onPart: (bytes: Uint8Array, isLast: boolean) => void): void {
  let parts: Uint8Array[] = []
  let size = 0
  const flush = (isLast: boolean) => {
    const whole = new Uint8Array(size)
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    parts = []
    size = 0
    onPart(whole, isLast)
  }
  // The engine is synchronous: the call finishes before it returns.
  void engine.execProtocolRawStream(batch, {
    syncToFs: false,
    onRawData: (bytes) => {
      parts.push(bytes.slice())
      size += bytes.length
      if (size >= PART) flush(false)
    },
  })
  flush(true)
}

function simpleQuery(text: string): void {
  const body = Buffer.from(`${text}\0`)
  const batch = new Uint8Array(5 + body.length)
  batch[0] = 0x51
  new DataView(batch.buffer).setInt32(1, 4 + body.length)
  batch.set(body, 5)
  run(batch, () => {})
}

let current = 0
port.on('message', async (message: ToEngine) => {
  if (message === 'close') {
    await engine.close()
    port.postMessage('closed' satisfies FromEngine)
    port.close()
    return
  }
  const { connection, batch } = message
  if (batch[0] === 0) {
    // All connections share one session, so reset it.
    simpleQuery('rollback')
    simpleQuery('discard all')
    current = connection
  }
  const send = (answer: Uint8Array, isLast: boolean) =>
    port.postMessage({ connection, answer, isLast } satisfies FromEngine, [answer.buffer as ArrayBuffer])
  // A closed connection's work must not run in the next session.
  if (connection === current) run(batch, send)
  else send(new Uint8Array(0), true)
})
port.postMessage('ready' satisfies FromEngine)
