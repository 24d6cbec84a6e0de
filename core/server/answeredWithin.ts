import { setTimeout } from 'node:timers/promises'

/** What is said when nothing has come in time. */
export const LATE: unique symbol = Symbol('late')

/** The answer, or LATE after so many milliseconds: what is asked goes on, and what it throws later is nobody's concern. */
export async function answeredWithin<T>(milliseconds: number, asked: Promise<T>): Promise<T | typeof LATE> {
  const inTime = new AbortController()
  const silence = setTimeout(milliseconds, undefined, { signal: inTime.signal, ref: false }).then(
    (): typeof LATE => LATE,
    (): typeof LATE => LATE,
  )
  asked.catch(() => undefined)
  try {
    return await Promise.race<T | typeof LATE>([asked, silence])
  } finally {
    inTime.abort()
  }
}
