// Encrypts secrets that earlier versions stored in plain text. See `docs/decisions/0012`.
import { sql } from 'kysely'
import type { Database } from './database/open.ts'
import { withoutRls } from './database/tx.ts'

type Column = {
  /** Its rows have an `id`. */
  table: string
  /** Selects rows with a plain-text secret (bytea). */
  isReadable: string
  from: string
  /** Column of the encrypted secret, as hex. */
  into: string
  /** Value that replaces the plain-text secret. */
  left: () => Buffer | null
  placeOf: (id: string) => string
}

/** Processes of an older version can still write secrets. */
export const EVERY_HOUR = '25 * * * *'
const ROWS = 500

/** A few rows per transaction. Concurrent processes take turns, so each row is encrypted once. */
export async function encryptColumn(database: Database, column: Column): Promise<void> {
  for (;;) if ((await encryptSome(database, column)) === 0) return
}

const encryptSome = (database: Database, { table, isReadable, from, into, left, placeOf }: Column): Promise<number> =>
  withoutRls(database, async (tx) => {
    const [rowsOf, readable, sealed] = [sql.table(table), sql.ref(from), sql.ref(into)]
    const { rows } = await tx.sql<{ id: string; secret: Buffer }>`
      select id, ${readable} as secret from ${rowsOf} where ${sql.raw(isReadable)} order by id limit ${ROWS}`
    if (rows.length === 0) return 0
    const { box } = tx.services
    const made = rows.map(({ id, secret }) => box.seal(secret.toString('hex'), placeOf(id)))
    // Another process can have encrypted the row.
    await tx.sql`
      update ${rowsOf} as t set ${sealed} = s.sealed, ${readable} = s.emptied
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ secret }) => secret)}::bytea[], ${made}::bytea[], ${rows.map(left)}::bytea[]) as s (id, secret, sealed, emptied)
      where t.id = s.id and t.${readable} = s.secret`
    return rows.length
  })
