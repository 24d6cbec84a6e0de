// Transactions, restricted to one firm or across all firms. A `Tx` is the whole context of the work inside it.

import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Services } from '../services.ts'
import { isConflict } from './failures.ts'
import { type FeedChange, parseFeedChanges } from './feedChanges.ts'
import { FilledStatement } from './fixedStatement.ts'
import type { Database } from './open.ts'
import { openTransaction } from './openTransaction.ts'
import { restrictTo, settingOrg } from './tenant.ts'

/** `affected`: rows that the statement inserted, updated, deleted, or returned. */
export type Result<R> = { rows: R[]; affected: number }

const ATTEMPTS = 4

/**
 * Runs a transaction restricted to one firm's rows. It can run again after a conflict, so `work` must only execute SQL
 * on its `tx`. After the commit, listeners learn which feeds changed, unless `isQuiet`, for reads.
 */
export async function withOrg<T>(
  database: Database,
  orgId: string,
  work: (tx: Tx) => Promise<T>,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<T> {
  return transact(database, { begin: `begin; ${restrictTo(orgId)}`, orgId, isQuiet }, work)
}

/** Runs a transaction across all firms. As with `withOrg`, it can run again, and listeners are notified. */
export function withoutRls<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(database, { begin: 'begin' }, work)
}

type Opening = { begin: string; orgId?: string; isQuiet?: boolean }

/** `begin` can be anything that opens a transaction. Exported for tests. */
export async function transact<T>(database: Database, opening: Opening, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactOnce(database, opening, work)
    } catch (error) {
      if (attempt >= ATTEMPTS || !isConflict(error)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function transactOnce<T>(database: Database, opening: Opening, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  const late = Promise.withResolvers<never>()
  return Promise.race([
    complete(new Tx(database, client, opening.orgId), client, opening, work, late.reject),
    late.promise,
  ])
}

async function complete<T>(
  tx: Tx,
  client: pg.PoolClient,
  { begin, orgId, isQuiet = false }: Opening,
  work: (tx: Tx) => Promise<T>,
  giveUp: (why: Error) => void,
): Promise<T> {
  const { database } = tx
  let isUsable = true
  // Nothing awaits it: the first statement follows right behind, and PostgreSQL rejects what follows a failed 'begin'.
  const begun = Promise.all(database.dialect.begin(begin).map((statement) => client.query(statement)))
  begun.catch(() => {})
  try {
    const result = await openTransaction.run(tx, () => work(tx))
    const changes = isQuiet || database.feedListeners.size === 0 ? null : tx.readFeedChanges()
    if (!isQuiet && database.dialect.refreshShared) await database.dialect.refreshShared(tx, orgId)
    const committed = tx.commit()
    const { limit } = database.commits
    if (limit !== undefined) void giveUpAfter(limit, giveUp, tx.sent(), committed)
    await committed
    await tx.sent()
    tx.notifyAfterCommit()
    if (changes) publish(database, await changes)
    return result
  } catch (error) {
    tx.close()
    isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    // Statements after a failed 'begin' or an aborted statement fail with a less useful error.
    await begun
    if (isAborted(error)) await tx.sent()
    throw error
  } finally {
    client.release(!isUsable)
  }
}

/**
 * No database setting limits a commit that waits for a standby. The connection stays taken, which bounds how many wait.
 */
async function giveUpAfter(
  limit: number,
  giveUp: (why: Error) => void,
  sent: Promise<unknown>,
  committed: Promise<void>,
): Promise<void> {
  await sent.catch(() => {})
  const timer = setTimeout(() => giveUp(new CommitLate('The database didn’t finish the commit.')), limit)
  await committed.catch(() => {})
  clearTimeout(timer)
}

/** The commit can still succeed. A retry with the same idempotency key waits for it or gets its response. */
class CommitLate extends Error {
  code = 'COMMIT_LATE'
}

/** PostgreSQL answers a commit with a rollback if an earlier statement failed and its error was caught. */
class Aborted extends Error {
  code = '25P02'
}

/** An earlier statement had already aborted the transaction. */
const isAborted = (error: unknown) => (error as { code?: unknown } | null)?.code === '25P02'

function publish(database: Database, changes: FeedChange[]): void {
  if (changes.length > 0) for (const listener of database.feedListeners) listener(changes)
}

/** One open transaction. Using it after its end throws. */
export class Tx {
  readonly database: Database
  #client: pg.PoolClient
  #orgId: string | undefined
  #isOpen = true
  #sent: Promise<unknown>[] = []
  #followers: (() => void)[] = []
  #feedChanges: FeedChange[] = []

  constructor(database: Database, client: pg.PoolClient, orgId: string | undefined) {
    this.database = database
    this.#client = client
    this.#orgId = orgId
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Throws in a transaction across all firms. */
  get orgId(): string {
    if (this.#orgId === undefined)
      throw new Error('This transaction has no firm. Open it with withOrg, or call setOrg.')
    return this.#orgId
  }

  /** Reactions, notices, and keys that the product's composition provides. */
  get services(): Services {
    return this.database.services
  }

  /** Runs a statement. Values become its parameters, and fragments of Kysely's `sql` become part of it. */
  sql<R = unknown>(text: TemplateStringsArray, ...values: unknown[]): Promise<Result<R>> {
    return this.run(sql<R>(text, ...values))
  }

  /** Runs a statement that was built before. */
  run<R>(statement: RawBuilder<R> | FilledStatement<R>): Promise<Result<R>> {
    const { dialect } = this.database
    const { text, values } =
      statement instanceof FilledStatement
        ? statement.compile(dialect, this.#orgId)
        : dialect.compile(statement, this.#orgId)
    return this.query<R>(text, values)
  }

  /** Runs SQL text as it is. Several statements without values return the last one's rows. */
  query<R>(text: string, values: readonly unknown[] = []): Promise<Result<R>> {
    if (!this.#isOpen) throw new Error('This transaction has ended. Use the tx of the open one.')
    return this.#client.query(text, values as unknown[]).then((answer: pg.QueryResult | pg.QueryResult[]) => {
      const last = Array.isArray(answer) ? answer.at(-1) : answer
      return { rows: (last?.rows ?? []) as R[], affected: last?.rowCount ?? 0 }
    })
  }

  /**
   * Runs a statement behind those in flight. The result can be ignored, since a failure fails the transaction. Values
   * must be text, numbers, or buffers, which can't fail before sending.
   */
  send<R>(statement: RawBuilder<R> | FilledStatement<R>): Promise<Result<R>> {
    const answer = this.run(statement)
    answer.catch(() => {})
    this.#sent.push(answer)
    return answer
  }

  /** Sets the firm that `currentOrgId` means in the rest of a transaction across all firms. */
  async setOrg(orgId: string): Promise<void> {
    const statement = settingOrg(orgId)
    this.#orgId = orgId
    await this.query(statement)
  }

  /** Runs `work` only if the transaction commits. It must not throw. */
  afterCommit(work: () => void): void {
    this.#followers.push(work)
  }

  /** Notifies devices after the commit of a change that no trigger records. */
  feedChanged(personId: string, what: FeedChange['what']): void {
    this.#feedChanges.push({ orgId: this.orgId, personId, what })
  }

  /** Runs a call of a security definer function which reads rows of other firms or writes shared ones. */
  asOwner<T>(work: () => Promise<T>): Promise<T> {
    return this.database.dialect.asOwner(this, work)
  }

  /** Used by `transact`, as are the following. Sends the commit and closes this transaction. */
  async commit(): Promise<void> {
    const committed = this.#client.query('commit')
    this.close()
    if ((await committed).command === 'ROLLBACK') throw new Aborted('An earlier statement of this transaction failed.')
  }

  close(): void {
    this.#isOpen = false
  }

  /** Resolves to the feeds that this transaction changed. Sent with the commit in one packet. */
  readFeedChanges(): Promise<FeedChange[]> {
    const answer = this.send(this.database.dialect.feedChanges(this.#orgId))
    const changes = answer.then(({ rows }) => [
      ...rows.flatMap((row) => parseFeedChanges(row.changes)),
      ...this.#feedChanges,
    ])
    changes.catch(() => {})
    return changes
  }

  /** Results that no one had to await. Rejects with the first failure. */
  sent(): Promise<unknown> {
    return Promise.all(this.#sent)
  }

  notifyAfterCommit(): void {
    for (const follow of this.#followers) follow()
  }
}
