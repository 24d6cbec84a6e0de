// Runs in a separate thread, because a thousand rows take seconds of CPU time.
import { Worker } from 'node:worker_threads'
import type { Layout } from './layout.ts'

let last: Promise<unknown> = Promise.resolve()

/** One at a time, so that reports slow down only one another. Rejects on failure. */
export function pdfOf(report: Layout): Promise<Buffer> {
  const made = last.then(() => makePdf(report))
  last = made.catch(() => undefined)
  return made
}

function makePdf(report: Layout): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const worker = new Worker(new URL('pdfWorker.ts', import.meta.url), { workerData: report })
  worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The PDF couldn’t be created.')))
  return promise
}
