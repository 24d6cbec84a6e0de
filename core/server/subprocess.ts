// Parses untrusted files in a separate process with time and memory limits.
import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { Refusal } from '#core/contract/errors.ts'

const root = resolve(import.meta.dirname, '../..')
/** Per server process. Each child can use one core and its full memory limit. */
const LANES = 2
const MB = 1024 * 1024
const LOOK_MS = 100

export type SubprocessEnd = { unfit: 'time' | 'memory' | 'broken' }

type Program<Message, Answer> = {
  /** Path of a module. The process can only read the product's own files. */
  program: string
  usesAddons?: boolean
  seconds: number
  memoryBytes: number
  first: Serializable
  /** Returns the result, or undefined to wait for more messages. Errors propagate. */
  hear: (message: Message, child: ChildProcess) => Answer | undefined | Promise<undefined>
}

/** Runs a few tasks at a time and at most one per firm, so a firm with slow files delays only itself. */
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
      // Queues this firm's next task behind those of waiting firms.
      const own = waiting.filter((one) => one.orgId === orgId)
      const others = waiting.filter((one) => one.orgId !== orgId)
      waiting.splice(0, waiting.length, ...others, ...own)
      next()
    }
  }
}

/** Runs a program until it returns a result or exceeds a limit. */
export function runInSubprocess<Message, Answer extends object>(
  of: Program<Message, Answer>,
): Promise<Answer | SubprocessEnd> {
  const child = fork(of.program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // `fork` copies inherited keys, so `env` has no prototype.
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
    // A process whose heap is full ends by a signal, without an exit code.
    child.once('exit', (code) => end({ unfit: code === 1 ? 'broken' : 'memory' }))
    child.once('error', () => end({ unfit: 'broken' }))
    child.send(of.first, (error) => error && end({ unfit: 'memory' }))
  })
}

/** Gives requests priority over file parsing. */
function makeWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  } catch {
    // The process has ended, or the system denies the change.
  }
}

/** Returns 415 for an unsupported type, 400 for any other reason. */
export const unfitFile = <Reason extends string>(reason: Reason, sentences: Record<Reason, string>) =>
  reason === 'other'
    ? new Refusal('unsupported_type', sentences[reason], 415)
    : new Refusal('unfit_file', sentences[reason], 400)

/** Returns bytes, or 0 on systems without `/proc`. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024
}
