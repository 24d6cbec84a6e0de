// Files of strangers are read in a process of their own, with limits of time and memory: what goes wrong there ends there.
import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { Refusal } from '#core/contract/errors.ts'

const root = resolve(import.meta.dirname, '../..')
/** At the same time, of one program: each may take a core and the memory that it is allowed. */
const LANES = 2
const MB = 1024 * 1024
/** How often its memory is looked at. */
const LOOK_MS = 100

/** Why a process ended without an answer. */
export type SubprocessEnd = { unfit: 'time' | 'memory' | 'broken' }

type Program<Message, Answer> = {
  /** Path of a module: it may read the product's own files, and has no other right. */
  program: string
  usesAddons?: boolean
  seconds: number
  memoryBytes: number
  /** What it is sent first. */
  first: Serializable
  /** For each of its messages: the answer, or undefined for one that asks for more. What this throws is thrown. */
  hear: (message: Message, child: ChildProcess) => Answer | undefined | Promise<undefined>
}

/**
 * Pieces of work that wait for their turn, a few at the same time and one for each firm: a firm whose files take long holds up its own,
 * and no other firm's.
 */
export function limitConcurrency(): <T>(orgId: string, work: () => Promise<T>) => Promise<T> {
  const waiting: { orgId: string; go: () => void }[] = []
  const busy = new Set<string>()
  const next = () => {
    if (busy.size >= LANES) return
    const at = waiting.findIndex(({ orgId }) => !busy.has(orgId))
    const [first] = at === -1 ? [] : waiting.splice(at, 1)
    if (!first) return
    busy.add(first.orgId)
    first.go()
  }
  return async (orgId, work) => {
    await new Promise<void>((go) => {
      waiting.push({ orgId, go })
      next()
    })
    try {
      return await work()
    } finally {
      busy.delete(orgId)
      // Its firm's next piece comes after those of firms that have waited.
      const own = waiting.filter((one) => one.orgId === orgId)
      const others = waiting.filter((one) => one.orgId !== orgId)
      waiting.splice(0, waiting.length, ...others, ...own)
      next()
    }
  }
}

/** Runs a program until it has answered, or has taken too long or too much, and ends it. */
export function runInSubprocess<Message, Answer extends object>(
  of: Program<Message, Answer>,
): Promise<Answer | SubprocessEnd> {
  const child = fork(of.program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // `fork` copies inherited keys too: an object without a prototype inherits none.
    env: Object.create(null),
    execArgv: [
      '--permission',
      `--allow-fs-read=${root}`,
      ...(of.usesAddons ? ['--allow-addons'] : []),
      `--max-old-space-size=${Math.round(of.memoryBytes / MB / 2)}`,
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
  })
  makeWay(child.pid)
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(tooLate)
      clearInterval(look)
      child.removeAllListeners()
      child.on('error', () => undefined)
      child.kill('SIGKILL')
    }
    const end = (answer: Answer | SubprocessEnd) => {
      stop()
      done(answer)
    }
    const tooLate = setTimeout(() => end({ unfit: 'time' }), of.seconds * 1000)
    const look = setInterval(async () => {
      if ((await memoryOf(child.pid)) > of.memoryBytes) end({ unfit: 'memory' })
    }, LOOK_MS)
    child.on('message', async (message) => {
      try {
        const answer = await of.hear(message as Message, child)
        if (answer) end(answer)
      } catch (error) {
        stop()
        fail(error)
      }
    })
    // It ends by a signal of its own when its heap is full.
    child.once('exit', (code) => end({ unfit: code === 1 ? 'broken' : 'memory' }))
    child.once('error', () => end({ unfit: 'broken' }))
    child.send(of.first, (error) => error && end({ unfit: 'memory' }))
  })
}

/** Calls of people go first: what reads a stranger's file gets the processor that they leave. */
function makeWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // It has ended already, or the system doesn't let us.
  }
}

/** For a file that can't be taken: 415 for another kind of file, 400 with the sentence for any other reason. */
export const unfitFile = <Reason extends string>(reason: Reason, sentences: Record<Reason, string>) =>
  reason === 'other'
    ? new Refusal('unsupported_type', sentences[reason], 415)
    : new Refusal('unfit_file', sentences[reason], 400)

/** Bytes that a process has in memory; 0 where the system does not say so in a file. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024
}
