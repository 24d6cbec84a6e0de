// Supervises the engine's worker thread and reopens it when it hangs or crashes.
import { Worker } from 'node:worker_threads'
import { EmbeddedUnavailable } from '../failures.ts'
import { sentenceOfExit } from './exitCodes.ts'
import { EngineStream, type Wire } from './stream.ts'
import type { EngineStart, FromEngine } from './worker.ts'

export type EmbeddedEngine = {
  /** The engine has one session, so use one stream at a time. */
  stream(): EngineStream
  syncs(): number
  reopened(): number
  /** Milliseconds since the last result. 0 while the engine works or no limit applies. */
  idleFor(): number
  /** No time limit while the callback runs: migrations, vacuum. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type EmbeddedEngineOptions = {
  directory: string
  isDurable: boolean
  /** Milliseconds after which an unanswered batch and its worker are abandoned. */
  hangLimit: number
}

export async function startEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const watched = new WatchedWorker(options)
  await watched.ready()
  return {
    stream: () => new EngineStream(watched),
    syncs: () => watched.syncs[0] ?? 0,
    reopened: () => watched.reopened,
    idleFor: () => watched.idleFor(),
    withoutLimit: (work) => watched.withoutLimit(work),
    close: () => watched.close(),
  }
}

/** Milliseconds between two attempts to open the engine. */
const OPEN_AGAIN = 500

type Waiting = { connection: number; batch: Uint8Array }

class WatchedWorker implements Wire {
  readonly syncs = new Int32Array(new SharedArrayBuffer(4))
  reopened = 0
  #options: EmbeddedEngineOptions
  #worker: Worker | null = null
  #opening: Promise<void>
  #isReady = false
  #isClosing = false
  /** Last failed attempt to open the engine. */
  #failed: { error: Error; at: number } | null = null
  #streams = new Map<number, EngineStream>()
  /** Batches received before the worker was ready. */
  #waiting: Waiting[] = []
  /** Start time of the current batch, then those of queued ones. */
  #busySince: number[] = []
  #lastAnswer = performance.now()
  #watch: NodeJS.Timeout | null = null
  #unlimited = 0

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options
    this.#opening = this.#open()
  }

  ready(): Promise<void> {
    return this.#opening
  }

  attach(stream: EngineStream): void {
    this.#streams.set(stream.connection, stream)
    if (!this.#failed || this.#isClosing) return
    // A new caller retries an engine that couldn't be opened, as on a full disk. Callers queued behind a failed attempt
    // fail with it.
    if (performance.now() - this.#failed.at < OPEN_AGAIN) stream.destroy(this.#failed.error)
    else this.#openAgain(Promise.resolve())
  }

  detach(stream: EngineStream): void {
    this.#streams.delete(stream.connection)
  }

  send(connection: number, batch: Uint8Array): void {
    if (!this.#isReady) {
      this.#waiting.push({ connection, batch })
      return
    }
    this.#busySince.push(performance.now())
    this.#watchOut()
    this.#worker?.postMessage({ connection, batch }, [batch.buffer as ArrayBuffer])
  }

  idleFor(): number {
    return this.#unlimited > 0 || this.#busySince.length > 0 ? 0 : performance.now() - this.#lastAnswer
  }

  async withoutLimit<T>(work: () => Promise<T>): Promise<T> {
    this.#unlimited++
    try {
      return await work()
    } finally {
      this.#unlimited--
      this.#lastAnswer = performance.now()
      this.#busySince = this.#busySince.map(() => performance.now())
    }
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    await this.#opening.catch(() => {})
    if (this.#watch) clearTimeout(this.#watch)
    const worker = this.#worker
    if (!worker) return
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage('close')
    const giveUp = setTimeout(() => void worker.terminate(), this.#options.hangLimit)
    await exited
    clearTimeout(giveUp)
  }

  #open(): Promise<void> {
    const { directory, isDurable } = this.#options
    const workerData: EngineStart = { directory, isDurable, syncs: this.syncs.buffer as SharedArrayBuffer }
    return new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, execArgv: [] })
      this.#worker = worker
      let failure: unknown
      worker.on('message', (message: FromEngine) => {
        if (this.#worker !== worker) return
        if (message === 'ready') {
          this.#isReady = true
          resolve()
          for (const { connection, batch } of this.#waiting.splice(0)) this.send(connection, batch)
        } else if (typeof message === 'object') {
          if (message.isLast) this.#answered()
          this.#streams.get(message.connection)?.answer(message.answer)
        }
      })
      worker.on('error', (error) => {
        failure = error
      })
      worker.on('exit', (code) => {
        const reason = sentenceOfExit(code) ?? (failure instanceof Error ? failure.message : 'it stopped')
        reject(new EmbeddedUnavailable(`Can’t open the embedded database: ${reason}`, { cause: failure }))
        if (this.#worker === worker && this.#isReady && !this.#isClosing) this.#reopen(reason)
        if (this.#worker === worker) this.#worker = null
      })
    })
  }

  #answered(): void {
    this.#busySince.shift()
    this.#lastAnswer = performance.now()
    // The next queued batch's time starts now.
    if (this.#busySince.length > 0) this.#busySince[0] = performance.now()
  }

  #watchOut(): void {
    if (this.#watch || this.#isClosing) return
    this.#watch = setTimeout(() => {
      this.#watch = null
      const since = this.#busySince[0]
      if (since === undefined) return
      const waited = performance.now() - since
      if (this.#unlimited === 0 && waited > this.#options.hangLimit)
        this.#reopen(`a query ran for more than ${this.#options.hangLimit / 1000} s`)
      else this.#watchOut()
    }, this.#options.hangLimit / 4)
    this.#watch.unref()
  }

  /** Committed data is on the disk, and the new worker recovers it. */
  #reopen(reason: string): void {
    const old = this.#worker
    this.#isReady = false
    this.#busySince = []
    this.reopened++
    const failure = new EmbeddedUnavailable(`Connection terminated: the embedded database was restarted (${reason})`)
    for (const stream of [...this.#streams.values()]) stream.destroy(failure)
    this.#waiting = []
    this.#worker = null
    this.#openAgain(Promise.resolve(old?.terminate()))
  }

  #openAgain(after: Promise<unknown>): void {
    this.#failed = null
    this.#opening = after.then(() => this.#open())
    this.#opening.catch((error) => {
      this.#failed = { error, at: performance.now() }
      this.#waiting = []
      for (const stream of [...this.#streams.values()]) stream.destroy(error)
    })
  }
}
