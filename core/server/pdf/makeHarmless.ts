// A PDF that somebody sent -> one that can do nothing, its text, and a picture of its first page. Read in a process of its own.
import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Refusal } from '#core/contract/errors.ts'
import { MEMORY_BYTES, type Reason, SECONDS, sentences } from './limits.ts'
import type { Answered, Harmless } from './reader.ts'

const program = join(import.meta.dirname, 'reader.ts')
const root = resolve(import.meta.dirname, '../../..')
/** At the same time: each may take a core and the memory that it is allowed. */
const LANES = 2
const MB = 1024 * 1024
/** How often its memory is looked at. */
const LOOK_MS = 100

/** Limits for one reading; tests make them small. */
export type Within = { seconds?: number; memoryBytes?: number }

const waiting: (() => void)[] = []
let busy = 0

/** Throws 400 with a sentence for one that is locked, damaged, too long or too large to read, and for what is no PDF. */
export async function makeHarmless(bytes: Uint8Array, within: Within = {}): Promise<Harmless> {
  if (busy >= LANES) await new Promise<void>((go) => waiting.push(go))
  else busy++
  try {
    const answered = await readApart(bytes, within)
    if ('unfit' in answered) throw unfit(answered.unfit)
    return answered.harmless
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
}

const unfit = (reason: Reason) =>
  new Refusal(reason === 'other' ? 'unsupported_type' : 'unfit_file', sentences[reason], reason === 'other' ? 415 : 400)

function readApart(bytes: Uint8Array, { seconds = SECONDS, memoryBytes = MEMORY_BYTES }: Within): Promise<Answered> {
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: [
      '--permission',
      `--allow-fs-read=${root}`,
      '--allow-addons',
      `--max-old-space-size=${Math.round(memoryBytes / MB / 2)}`,
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
  })
  return new Promise<Answered>((done) => {
    const end = (answered: Answered) => {
      clearTimeout(tooLate)
      clearInterval(look)
      child.kill('SIGKILL')
      done(answered)
    }
    const tooLate = setTimeout(() => end({ unfit: 'time' }), seconds * 1000)
    const look = setInterval(async () => {
      if ((await memoryOf(child.pid)) > memoryBytes) end({ unfit: 'memory' })
    }, LOOK_MS)
    child.once('message', (answered: Answered) => end(answered))
    // It ends by itself when its own heap is full.
    child.once('exit', () => end({ unfit: 'memory' }))
    child.once('error', () => end({ unfit: 'broken' }))
    child.send(bytes, (error) => error && end({ unfit: 'memory' }))
  })
}

/** Bytes that a process has in memory; 0 where the system does not say so in a file. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) * 1024
}
