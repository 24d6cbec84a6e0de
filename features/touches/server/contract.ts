import { type RawBuilder, sql } from 'kysely'
import { touchCountKinds, touchCountNames } from '../countsContract.ts'

/** The background task that files received emails. */
export const filingTask = { name: 'fileMessages' } as const

/** SQL columns that count rows of `touches` by kind. `alias` names them. */
export const touchCountsOf = (alias: string): RawBuilder<unknown> =>
  sql.join(
    touchCountNames.map(
      (name) =>
        sql`count(*) filter (where ${sql.ref(`${alias}.kind`)} = ${touchCountKinds[name].kind})::int as ${sql.ref(name)}`,
    ),
  )
