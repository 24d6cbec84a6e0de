// Work on the database: for one firm, locked to its rows, or for the system.
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

/** The role that row level security holds for. It can't log in. */
export const APP_ROLE = 'pursuit_app'

const ATTEMPTS = 4

/**
 * One transaction that sees and writes the rows of one firm alone. The work may run again after a conflict with
 * another transaction: it must do nothing but SQL on `tx`. After the commit whoever is there for it hears what moved;
 * `isQuiet` is for a read, and for a caller that says it by itself.
 */
export async function inFirm<T>(
  database: Database,
  orgId: string,
  work: (tx: Tx) => Promise<T>,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<T> {
  if (!isGuid(orgId)) throw new Error(`Not a firm's id: ${orgId}`)
  const begin = `begin; set local role ${APP_ROLE}; set local app.org_id = '${orgId}'`
  return isQuiet ? transact(database, begin, work, orgId) : transactAndTell(database, begin, work, orgId)
}

/** One transaction over all firms: sign-in, migrations, jobs. As inFirm, the work may run again, and what moved is told. */
export function asSystem<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transactAndTell(database, 'begin', work, '')
}

/** From here on the statements of a system's transaction that say `firm` mean this one. */
export async function meanFirm(tx: Tx, orgId: string): Promise<void> {
  if (!isGuid(orgId)) throw new Error(`Not a firm's id: ${orgId}`)
  const scope = currentScope()
  if (scope) scope.orgId = orgId
  await sql.raw(`set local app.org_id = '${orgId}'`).execute(tx)
}

/** Hears after a commit whose feeds moved in a firm, as database/functions/record_feed_change.sql notes it. */
export type MovedListener = (orgId: string, moved: string) => void
const listeners = new WeakMap<Database, Set<MovedListener>>()

/** Calls `hear` after every commit of this process that moved something; the answer ends it. */
export function onMoved(database: Database, hear: MovedListener): () => void {
  const all = listeners.get(database) ?? new Set()
  listeners.set(database, all.add(hear))
  return () => void all.delete(hear)
}

/** What the open transaction has moved so far. */
export async function movedIn(tx: Tx): Promise<string> {
  const noted = sql`current_setting('app.moved', true) as moved`
  const scope = currentScope()
  // On a cluster it is noted where the rows are.
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

/** The question what moved goes out in one packet with the commit. */
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
  if (said) for (const hear of all) tellByFirm(hear, orgId, said)
  return result
}

/** A note of another firm than `orgId` says it: '<firm>/<person>:<cursor>'. */
function tellByFirm(hear: MovedListener, orgId: string, moved: string): void {
  const notes = moved.split(' ').map((note) => {
    const [person = '', firm = orgId] = note.split('/').reverse()
    return { firm, person }
  })
  for (const [firm, those] of Map.groupBy(notes, (note) => note.firm))
    hear(firm, those.map(({ person }) => person).join(' '))
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
