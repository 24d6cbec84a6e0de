// Work on the database: for one firm, locked to its rows, or for the system.
import type { QueryResult, RawBuilder, Transaction } from 'kysely'
import { isConflict } from './failures.ts'
import type { Database } from './open.ts'
import { currentScope, inScope } from './scope.ts'

export { isUnavailable } from './failures.ts'

// biome-ignore lint/suspicious/noExplicitAny: SQL is written as SQL; rows are typed where they are read
export type Tx = Transaction<any>

/** The role that row level security holds for. It can't log in. */
export const APP_ROLE = 'pursuit_app'

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ATTEMPTS = 4

/**
 * One transaction that sees and writes the rows of one firm alone. The work may run again after a conflict with
 * another transaction: it must do nothing but SQL on `tx`.
 */
export async function inFirm<T>(database: Database, orgId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!GUID.test(orgId)) throw new Error(`Not a firm's id: ${orgId}`)
  return transact(database, `begin; set local role ${APP_ROLE}; set local app.org_id = '${orgId}'`, work)
}

/** One transaction over all firms: sign-in, migrations, jobs. As inFirm, the work may run again. */
export function asSystem<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(database, 'begin', work)
}

/**
 * Sends a statement of the open transaction at once, behind those that are on their way, and does not wait for them. Its answer may be
 * left alone: if it fails, so does the transaction. The values must be text, numbers or buffers, which can't fail before they are sent.
 */
export function send<R>(tx: Tx, statement: RawBuilder<R>): Promise<QueryResult<R>> {
  const scope = currentScope()
  if (!scope?.connection) throw new Error('There is no open transaction to send a statement to.')
  const answer = scope.connection.executeQuery<R>(statement.compile(tx))
  answer.catch(() => {})
  scope.sent.push(answer)
  return answer
}

async function transact<T>(database: Database, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inScope(begin, () => database.db.transaction().execute(work))
    } catch (error) {
      if (attempt >= ATTEMPTS || !isConflict(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
