// Captures the statements of a read, their round-trip times, and their query plans.
import pg from 'pg'
import type { Tx } from '#core/server/database/tx.ts'

export type Statement = { text: string; values: unknown[] }
/** Includes the round-trip time in milliseconds. */
export type Timed = Statement & { ms: number }
/** A step of a plan, as `explain (format json)` prints it. The last three fields exist only after execution. */
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
}

/** Statement that identifies the connection of a transaction. */
const MARK = 'select 1 as own'

/**
 * Returns the statements sent on the connection of `tx`, in order, without those of other connections. Supports one
 * call at a time.
 */
export async function sentBy(tx: Tx, work: () => Promise<unknown>): Promise<Timed[]> {
  let own: pg.Client | undefined
  const sent: Promise<Timed>[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const from = performance.now()
    const answer = (query as (...given: unknown[]) => unknown).apply(this, given)
    const [first, second] = given as [string | { text: string; values?: unknown[] }, unknown[]?]
    const { text, values = second ?? [] } = typeof first === 'string' ? { text: first } : first
    if (text === MARK) own = this
    else if (this === own && answer instanceof Promise)
      sent.push(answer.then(() => ({ text, values, ms: performance.now() - from })))
    return answer
  } as typeof query
  try {
    await tx.query(MARK)
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return Promise.all(sent)
}

/** Returns only the reading statements. */
export const readsOf = <T extends Statement>(statements: readonly T[]): T[] =>
  statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text))

/** Returns the plans of a statement as it would run in `tx` with its role. `analyze` executes it. */
export async function plansOf(tx: Tx, { text, values }: Statement, how: '' | 'analyze' = ''): Promise<Plan[]> {
  const { rows } = await tx.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (${how && `${how}, `}format json) ${text}`,
    values,
  )
  return rows[0]!['QUERY PLAN'].map(({ Plan }) => Plan)
}

export async function plansOfReads(tx: Tx, work: () => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const statement of readsOf(await sentBy(tx, work))) plans.push(...(await plansOf(tx, statement)))
  return plans
}

/** Returns the number of rows that an executed step passed to its parent. */
export const rowsOf = (step: Plan): number => (step['Actual Rows'] ?? 0) * (step['Actual Loops'] ?? 1)
