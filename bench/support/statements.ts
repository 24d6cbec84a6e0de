// What goes to the database, and how long each statement takes there and back.
import pg from 'pg'

export type Timed = { text: string; values: unknown[]; ms: number }

/** Runs the work; the reading statements that it sent, with their milliseconds. One work at a time. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Timed[]> {
  const sent: Promise<Timed>[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const from = performance.now()
    const answer = (query as (...given: unknown[]) => unknown).apply(this, given)
    const [first, second] = given as [string | { text: string; values?: unknown[] }, unknown[]?]
    const { text, values = [] } = typeof first === 'string' ? { text: first, values: second ?? [] } : first
    if (/^\s*(select|with)\b/i.test(text) && answer instanceof Promise)
      sent.push(answer.then(() => ({ text, values, ms: performance.now() - from })))
    return answer
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return Promise.all(sent)
}
