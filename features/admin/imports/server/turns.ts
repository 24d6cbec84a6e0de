// Queues workbooks: one per firm at a time and few in total, because each can take a core and much memory.
import { Refusal } from '#core/contract/errors.ts'
import { OTHERS_FIRST } from '../contract.ts'

const LANES = 2
const PATIENCE_MS = 10_000

type Waiting = { firm: string; go: () => void }
const busy = new Set<string>()
const waiting: Waiting[] = []

function startNext(): void {
  if (busy.size >= LANES) return
  const at = waiting.findIndex(({ firm }) => !busy.has(firm))
  if (at < 0) return
  const [next] = waiting.splice(at, 1)
  busy.add(next!.firm)
  next!.go()
  startNext()
}

/**
 * Runs the work when it is the firm's turn. Throws an error with a message if others are still ahead after `patience`
 * milliseconds.
 */
export async function inTurn<T>(firm: string, work: () => Promise<T>, patience = PATIENCE_MS): Promise<T> {
  await new Promise<void>((resolve, reject) => {
    const mine: Waiting = {
      firm,
      go: () => {
        clearTimeout(timer)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(mine), 1)
      reject(othersFirst())
    }, patience)
    waiting.push(mine)
    startNext()
  })
  try {
    return await work()
  } finally {
    busy.delete(firm)
    startNext()
  }
}

const othersFirst = () =>
  new Refusal(
    OTHERS_FIRST,
    'We’re reading other workbooks first. Upload this one again in a minute.',
    503,
    undefined,
    60,
  )
