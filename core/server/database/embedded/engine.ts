// The embedded engine seen from the server: a worker thread that is watched, and reopened when it hangs or dies.
import { Worker } from 'node:worker_threads'
import { EmbeddedUnavailable } from '../failures.ts'
import { sentenceOfExit } from './exitCodes.ts'
import { EngineStream, type Wire } from './stream.ts'
import type { EngineStart, FromEngine } from './worker.ts'

export type EmbeddedEngine = {
  /** One byte stream for the pg driver. The engine has one session: use one stream at a time. */
  stream(): EngineStream
  /** How often the engine made the disk keep what it wrote. */
  syncs(): number
  /** How often the worker was opened anew. */
  reopened(): number
  /** Milliseconds since the last answer; 0 while it works, or while there is no limit of time. */
  idleFor(): number
  /** No limit of time while the work runs: migrations, vacuum. */
  withoutLimit<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type EmbeddedEngineOptions = {
  directory: string
  isDurable: boolean
  /** Milliseconds after which an unanswered batch is given up, and the worker with it. */
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

/** Milliseconds after a try to open it that failed, until the next one. */
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
  /** Why it could not be opened the last time, and when that was. */
  #failed: { error: Error; at: number } | null = null
  #streams = new Map<number, EngineStream>()
  /** Batches that came before the worker was ready. */
  #waiting: Waiting[] = []
  /** When the batch that the worker is at was handed to it; later ones wait their turn. */
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
    // An engine that could not be opened (a full disk) is tried again for who asks; those who waited behind a try that failed don't wait for one each.
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
        reject(new EmbeddedUnavailable(`Can't open the embedded database: ${reason}`, { cause: failure }))
        if (this.#worker === worker && this.#isReady && !this.#isClosing) this.#reopen(reason)
        if (this.#worker === worker) this.#worker = null
      })
    })
  }

  #answered(): void {
    this.#busySince.shift()
    this.#lastAnswer = performance.now()
    // What waited behind the answered batch starts its own time now.
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

  /** What was committed is on the disk: the new worker recovers it as after a power cut. */
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
