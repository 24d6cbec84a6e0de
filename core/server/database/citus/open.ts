// Recognizes a database that `npm run distribute` has distributed.
import type pg from 'pg'
import { StartupError } from '#core/server/startupError.ts'
import { type Dialect, postgresDialect } from '../dialect.ts'
import { clusterDialect } from './dialect.ts'

/** Returns how to talk to this PostgreSQL. Throws if distributing its tables was interrupted. */
export async function dialectOf(pool: pg.Pool): Promise<Dialect> {
  const { rows } = await pool.query<{ is_begun: boolean }>(
    `select to_regclass('public.distribution') is not null as is_begun`,
  )
  if (!rows[0]!.is_begun) return postgresDialect
  const { rows: notes } = await pool.query<{ is_done: boolean }>(
    'select done_at is not null as is_done from distribution',
  )
  if (notes.length === 0) return postgresDialect
  // Tables with missing keys and triggers are not served.
  if (!notes[0]!.is_done)
    throw new StartupError(
      'Distributing this database didn’t finish. Run `npm run distribute` again. It resumes where it stopped, and nothing is lost.',
    )
  return clusterDialect
}
