// What a read sends to the database, how long each statement takes there and back, and how the database goes about it.
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Tx } from '#core/server/database/firm.ts'

export type Statement = { text: string; values: unknown[] }
/** With its milliseconds there and back. */
export type Timed = Statement & { ms: number }
/** A step of a plan, as `explain (format json)` prints it; the last three only of one that has run. */
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

/** What shows which connection a transaction has. */
const MARK = 'select 1 as own'

/** The statements that the work sends on the connection of `tx`, in order: what others send meanwhile is none of its own. One work at a time. */
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
    await tx.executeQuery(CompiledQuery.raw(MARK))
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return Promise.all(sent)
}

/** Those that read. */
export const readsOf = <T extends Statement>(statements: readonly T[]): T[] =>
  statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text))

/** The plans of a statement as it would run in `tx`, for those of its role; with `analyze` it runs. */
export async function plansOf(tx: Tx, { text, values }: Statement, how: '' | 'analyze' = ''): Promise<Plan[]> {
  const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    CompiledQuery.raw(`explain (${how && `${how}, `}format json) ${text}`, values),
  )
  return rows[0]!['QUERY PLAN'].map(({ Plan }) => Plan)
}

/** Those of each reading statement that the work sends. */
export async function plansOfReads(tx: Tx, work: () => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const statement of readsOf(await sentBy(tx, work))) plans.push(...(await plansOf(tx, statement)))
  return plans
}

/** How many rows a step that has run gave to the one above it. */
export const rowsOf = (step: Plan): number => (step['Actual Rows'] ?? 0) * (step['Actual Loops'] ?? 1)
