// Tenant isolation: transactions for one firm, restricted to its rows by row-level security, or for the system.
import { type QueryResult, type RawBuilder, sql, type Transaction } from 'kysely'
import { isGuid } from '#core/contract/guid.ts'
import { firm } from './distributed.ts'
import { isConflict } from './failures.ts'
import type { Database } from './open.ts'
import { currentScope, inScope } from './scope.ts'

export { firm, withForAll } from './distributed.ts'
export { isUnavailable } from './failures.ts'

// biome-ignore lint/suspicious/noExplicitAny: SQL is written as SQL; rows are typed where they are read
export type Tx = Transaction<any>

/** Role under row-level security. It can't sign in. */
export const APP_ROLE = 'pursuit_app'

const ATTEMPTS = 4

/**
 * Runs a transaction restricted to one firm's rows. It can run again after a conflict, so `work` must only execute SQL
 * on `tx`. Listeners learn which feeds changed, unless `isQuiet`, for reads and callers that publish themselves.
 */
export async function withOrg<T>(
  database: Database,
  orgId: string,
  work: (tx: Tx) => Promise<T>,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<T> {
  if (!isGuid(orgId)) throw new Error(`Not a firm's id: ${orgId}`)
  const begin = `begin; set local role ${APP_ROLE}; set local app.org_id = '${orgId}'`
  return isQuiet ? transact(database, begin, work, orgId) : transactAndTell(database, begin, work, orgId)
}

/** Runs a transaction across all firms. As with `withOrg`, it can run again, and listeners are notified. */
export function withoutRls<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transactAndTell(database, 'begin', work, '')
}

/** Sets the firm that `firm` means in the rest of a system transaction. */
export async function setOrg(tx: Tx, orgId: string): Promise<void> {
  if (!isGuid(orgId)) throw new Error(`Not a firm's id: ${orgId}`)
  const scope = currentScope()
  if (scope) scope.orgId = orgId
  await sql.raw(`set local app.org_id = '${orgId}'`).execute(tx)
}

/** Receives a firm's changed feeds after a commit, recorded by `database/functions/record_feed_change.sql`. */
export type MovedListener = (orgId: string, moved: string) => void
const listeners = new WeakMap<Database, Set<MovedListener>>()

/** Called after every commit that changed a feed. Returns a function that unsubscribes. */
export function onMoved(database: Database, hear: MovedListener): () => void {
  const all = listeners.get(database) ?? new Set()
  listeners.set(database, all.add(hear))
  return () => void all.delete(hear)
}

export async function movedIn(tx: Tx): Promise<string> {
  const noted = sql`current_setting('app.moved', true) as moved`
  const scope = currentScope()
  // On a cluster the nodes with the rows record it.
  const where = scope?.database.isDistributed
    ? scope.orgId
      ? sql`select ${noted} from orgs where id = ${firm}`
      : sql`select distinct ${noted} from orgs`
    : sql`select ${noted}`
  const { rows } = await send(tx, sql<{ moved: string | null }>`${where}`)
  return rows
    .map(({ moved }) => moved)
    .filter(Boolean)
    .join(' ')
}

/** Queries the changed feeds in one packet with the commit. */
async function transactAndTell<T>(
  database: Database,
  begin: string,
  work: (tx: Tx) => Promise<T>,
  orgId: string,
): Promise<T> {
  const all = listeners.get(database)
  if (!all?.size) return transact(database, begin, work, orgId)
  let moved: Promise<string> | undefined
  const result = await transact(
    database,
    begin,
    async (tx) => {
      const done = await work(tx)
      moved = movedIn(tx)
      moved.catch(() => {})
      return done
    },
    orgId,
  )
  const said = await moved
  if (said) for (const hear of all) publishByFirm(hear, orgId, said)
  return result
}

/** Changes in another firm carry its ID: '<firm>/<person>:<cursor>'. */
function publishByFirm(hear: MovedListener, orgId: string, moved: string): void {
  const notes = moved.split(' ').map((note) => {
    const [person = '', firm = orgId] = note.split('/').reverse()
    return { firm, person }
  })
  for (const [firm, those] of Map.groupBy(notes, (note) => note.firm))
    hear(firm, those.map(({ person }) => person).join(' '))
}

/**
 * Sends a statement behind those in flight without waiting. The result can be ignored, since a failure fails the
 * transaction. Values must be text, numbers, or buffers, which can't fail before sending.
 */
export function send<R>(tx: Tx, statement: RawBuilder<R>): Promise<QueryResult<R>> {
  const scope = currentScope()
  if (!scope?.connection) throw new Error('There is no open transaction to send a statement to.')
  const answer = scope.connection.executeQuery<R>(statement.compile(tx))
  answer.catch(() => {})
  scope.sent.push(answer)
  return answer
}

async function transact<T>(database: Database, begin: string, work: (tx: Tx) => Promise<T>, orgId = ''): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inScope(database, begin, () => database.db.transaction().execute(work), orgId)
    } catch (error) {
      if (attempt >= ATTEMPTS || !isConflict(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
