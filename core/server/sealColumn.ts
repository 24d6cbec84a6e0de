// Secrets that earlier versions kept readable are sealed when a server starts.
import { sql } from 'kysely'
import { attached } from './database/attached.ts'
import { asSystem } from './database/firm.ts'
import type { Database } from './database/open.ts'

type Column = {
  /** Its rows have an `id`. */
  table: string
  from: string
  into: string
  placeOf: (id: string) => string
}

const ROWS = 500

/**
 * Moves what is readable in one column (bytea) into another, sealed, as hex: some rows in each transaction, until there are none. Processes
 * that do it at once take turns, and each row is sealed once. Afterwards it costs one question.
 */
export async function sealColumn(database: Database, { table, from, into, placeOf }: Column): Promise<void> {
  const [rowsOf, readable, sealed] = [sql.table(table), sql.ref(from), sql.ref(into)]
  const sealSome = () =>
    asSystem(database, async (tx) => {
      const { rows } = await sql<{ id: string; secret: Buffer }>`
        select id, ${readable} as secret from ${rowsOf} where ${readable} is not null order by id limit ${ROWS} for update`.execute(
        tx,
      )
      if (rows.length === 0) return 0
      const { box } = attached()
      const made = rows.map(({ id, secret }) => box.seal(secret.toString('hex'), placeOf(id)))
      await sql`
        update ${rowsOf} as t set ${sealed} = s.sealed, ${readable} = null
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ secret }) => secret)}::bytea[], ${made}::bytea[]) as s (id, secret, sealed)
        where t.id = s.id and t.${readable} = s.secret`.execute(tx)
      return rows.length
    })
  for (;;) if ((await sealSome()) === 0) return
}
