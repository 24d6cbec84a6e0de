// A few worker threads that inspect emails, shared by the listener and the HTTP route. A thread that takes too long or
// too much memory is ended, and its email counts as unreadable.
import { Worker } from 'node:worker_threads'
import type { Inspection, MessageToInspect } from './inspectMessage.ts'

const THREADS = 2
/** Milliseconds for one email, with its DNS queries. */
const LIMIT_MS = 20_000
/** Milliseconds without an email before a thread ends. */
const IDLE_MS = 60_000
/** Emails that wait for a thread. The next one is refused for now, and its sender tries again. */
const MOST_WAITING = 50

export class InspectorsBusy extends Error {}

type Waiting = { given: MessageToInspect; done: (found: Inspection) => void }
type Inspector = { worker: Worker; finish: ((found: Inspection) => void) | null; idle?: NodeJS.Timeout }

const waiting: Waiting[] = []
const inspectors = new Set<Inspector>()

/** Takes the bytes, so that they can't be used afterwards. Throws `InspectorsBusy` if too many wait. */
export function inspect(given: MessageToInspect): Promise<Inspection> {
  if (waiting.length >= MOST_WAITING) throw new InspectorsBusy('Too many emails are being read.')
  return new Promise((done) => {
    waiting.push({ given, done })
    next()
  })
}

function next(): void {
  const free = [...inspectors].find(({ finish }) => finish === null)
  const inspector = free ?? (inspectors.size < THREADS ? begin() : undefined)
  const [first] = inspector ? waiting.splice(0, 1) : []
  if (inspector && first) run(inspector, first)
}

function begin(): Inspector {
  const worker = new Worker(new URL('./inspectingWorker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 },
  })
  const inspector: Inspector = { worker, finish: null }
  inspectors.add(inspector)
  const broken = () => {
    inspectors.delete(inspector)
    clearTimeout(inspector.idle)
    inspector.finish?.({ problem: 'unreadable' })
    inspector.finish = null
    next()
  }
  worker.on('message', ({ done }: { done: Inspection }) => inspector.finish?.(done))
  worker.once('error', broken)
  worker.once('exit', () => inspectors.has(inspector) && broken())
  // A thread that waits doesn't keep a process that is done.
  worker.unref()
  return inspector
}

function run(inspector: Inspector, { given, done }: Waiting): void {
  clearTimeout(inspector.idle)
  const late = setTimeout(() => void inspector.worker.terminate(), LIMIT_MS)
  inspector.finish = (found) => {
    clearTimeout(late)
    inspector.finish = null
    inspector.idle = setTimeout(() => void inspector.worker.terminate(), IDLE_MS).unref()
    done(found)
    next()
  }
  inspector.worker.postMessage(
    given,
    given.pieces.map(({ buffer }) => buffer as ArrayBuffer),
  )
}
