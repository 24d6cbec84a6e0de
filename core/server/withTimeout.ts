import { setTimeout } from 'node:timers/promises'

export const TIMED_OUT: unique symbol = Symbol('late')

/** Returns `TIMED_OUT` after the given milliseconds. The operation keeps running, and its later errors are ignored. */
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
