// Byte stream to the engine's thread in PostgreSQL's wire protocol.
import { Duplex } from 'node:stream'

/** Messages that the engine responds to: Query, Sync, Terminate, CopyDone, CopyData, CopyFail, Flush. */
const ENDS_BATCH = new Set([...'QSXcdfH'].map((letter) => letter.charCodeAt(0)))

export type Wire = {
  send(connection: number, batch: Uint8Array): void
  attach(stream: EngineStream): void
  detach(stream: EngineStream): void
}

let lastConnection = 0

/** Sends only whole batches, so a query costs one message each way. */
export class EngineStream extends Duplex {
  readonly connection = ++lastConnection
  #wire: Wire
  #pending: Buffer = Buffer.alloc(0)
  #isStarted = false

  constructor(wire: Wire) {
    super()
    this.#wire = wire
  }

  connect(): this {
    this.#wire.attach(this)
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  answer(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#feed(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#feed(Buffer.concat(chunks.map((item) => item.chunk)))
    done()
  }

  override _final(done: () => void): void {
    done()
    this.push(null)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#wire.detach(this)
    done(error)
  }

  #feed(bytes: Buffer): void {
    const pending = this.#pending.length ? Buffer.concat([this.#pending, bytes]) : bytes
    let at = 0
    let ready = 0
    if (!this.#isStarted) {
      if (pending.length < 4 || pending.length < pending.readInt32BE(0)) {
        this.#pending = pending
        return
      }
      at = ready = pending.readInt32BE(0)
      this.#isStarted = true
      this.#send(pending.subarray(0, at))
    }
    const start = at
    while (at + 5 <= pending.length) {
      const type = pending[at] ?? 0
      const length = pending.readInt32BE(at + 1) + 1
      if (at + length > pending.length) break
      at += length
      if (ENDS_BATCH.has(type)) ready = at
    }
    if (ready > start) this.#send(pending.subarray(start, ready))
    this.#pending = pending.subarray(Math.max(ready, start))
  }

  #send(bytes: Uint8Array): void {
    this.#wire.send(this.connection, new Uint8Array(bytes))
  }
}
