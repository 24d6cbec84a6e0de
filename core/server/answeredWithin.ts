import { setTimeout } from 'node:timers/promises'

/** What is said when nothing has come in time. */
export const TIMED_OUT: unique symbol = Symbol('late')

/** The answer, or LATE after so many milliseconds: what is asked goes on, and what it throws later is nobody's concern. */
export async function withTimeout<T>(milliseconds: number, asked: Promise<T>): Promise<T | typeof TIMED_OUT> {
  const inTime = new AbortController()
  const silence = setTimeout(milliseconds, undefined, { signal: inTime.signal, ref: false }).then(
    (): typeof TIMED_OUT => TIMED_OUT,
    (): typeof TIMED_OUT => TIMED_OUT,
  )
  asked.catch(() => undefined)
  try {
    return await Promise.race<T | typeof TIMED_OUT>([asked, silence])
  } finally {
    inTime.abort()
  }
}
