// One feed per person over all collections, by sequence number.
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { feedRoutes } from '#core/contract/feed.ts'
import { FixedStatement, Slot } from '#core/server/database/fixedStatement.ts'
import type { Database } from '#core/server/database/open.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { definePipelinedRead, type Handler, type Policy, RawJson, signedIn } from '#core/server/routes.ts'
import { type Principal, type SignedInSession, sessionClaim } from '#core/server/sessions.ts'
import type { AnyCollection } from '../collection.ts'
import { lastSeq, MAIN_FEED } from './feedSequences.ts'

/** Most rows per collection and response. */
const PAGE = 1000
/** Most collections in a request. Leaves room for newer versions. */
const MANY = 50

export type CollectionFeed = {
  collection: Pick<AnyCollection, 'name'>
  policy: Policy
  /** Name of the person's feed that numbers the rows, or SQL of a sequence that everyone shares. The main feed by default. */
  sequence?: string | RawBuilder<unknown>
  /**
   * Selects `seq`, `id`, `gone`, and `text` (the row as JSON) of the person's rows in the caller's firm with seq >
   * `after`. The statement must not depend on anything else that differs between calls, because it's compiled once.
   */
  changes: (asker: Principal, after: RawBuilder<unknown>, tx: Tx) => RawBuilder<unknown>
}

export const feedHandler = (feeds: readonly CollectionFeed[]): Handler[] => [
  definePipelinedRead(feedRoutes.changes, signedIn, async ({ tx, asker, query, session, now }) => {
    const asked = query.after === undefined ? feeds.map(({ collection }) => [collection.name]) : cursorsIn(query.after)
    const known = asked.flatMap(([name, cursor]) => {
      const feed = feeds.find(({ collection }) => collection.name === name)
      return feed ? [{ feed, after: cursor === undefined ? null : cursor }] : []
    })
    return new RawJson(await changesOf(tx, { asker, now }, known, session))
  }),
]

/** Parses 'targets:120,notifications'. */
function cursorsIn(after: string): (readonly [string, string?])[] {
  const named = after === '' ? [] : after.split(',')
  return named.slice(0, MANY).map((one) => {
    const [, name, cursor] = /^([a-zA-Z]{1,50})(?::(\d{1,18}))?$/.exec(one) ?? []
    if (!name) throw new Refusal('invalid', 'Unknown cursor.', 400, { after: 'Unknown cursor.' })
    return [name, cursor]
  })
}

type Asked = { feed: CollectionFeed; after: string | null }

/** Skips collections without news. */
async function changesOf(
  tx: Tx,
  caller: Caller,
  asked: Asked[],
  session: SignedInSession | Promise<SignedInSession>,
): Promise<string> {
  if (asked.length === 0) return '{"collections":{}}'
  const { rows } = await tx.send(statementOf(tx, caller, asked))
  const person = await session
  const pages = rows[0]!.pages.split(SEPARATOR)
  const said = asked.map(({ feed, after }, i) => {
    const text = pages[i] || `{"rows":[],"gone":[],"cursor":"${after}","more":false}`
    return `"${feed.collection.name}":${feed.policy.allows(person) ? text : 'null'}`
  })
  return `{"collections":{${said.join()}}}`
}

type Caller = { asker: Principal; now: string }
type Pages = { pages: string }

/** Separates the collections' texts, because reading a column for each takes longer. JSON escapes it in values. */
const SEPARATOR = '\u001e'

/** Sequences of collections, of which clients send few. */
const MOST_KNOWN = 100
const statementsOf = new WeakMap<Database, Map<string, FixedStatement<Pages>>>()

/** Devices ask for the same collections again and again, each with its own token. */
function statementOf(tx: Tx, { asker, now }: Caller, asked: Asked[]) {
  const cursors = asked.map(({ after }) => after)
  if (!asker.tokenHash) return pagesOf(tx, asker, asked, cursors)
  const statements = statementsOf.get(tx.database) ?? new Map<string, FixedStatement<Pages>>()
  statementsOf.set(tx.database, statements)
  const names = asked.map(({ feed }) => feed.collection.name).join()
  let statement = statements.get(names)
  if (!statement) {
    const slots = cursors.map((_, i) => new Slot(`after${i}`))
    statement = new FixedStatement(pagesOf(tx, sessionClaim(new Slot('hash'), new Slot('now')), asked, slots))
    if (statements.size < MOST_KNOWN) statements.set(names, statement)
  }
  const given = Object.fromEntries(cursors.map((after, i) => [`after${i}`, after]))
  return statement.with({ ...given, hash: asker.tokenHash, now })
}

/** One statement, so that the sequence and rows match. `offset 0` reads each sequence once. */
function pagesOf(tx: Tx, asker: Principal, asked: Asked[], after: readonly (string | null | Slot)[]) {
  const sequences = [...new Set(asked.map(({ feed }) => sequenceOf(feed)))]
  const cursors = [
    ...after.map((one, i) => sql`${one}::bigint as ${sql.ref(`after${i}`)}`),
    ...sequences.map((sequence, i) => sql`${lastOf(sequence, asker)} as ${sql.ref(`last${i}`)}`),
  ]
  const parts = asked.map(({ feed }, i) => pageOf(tx, feed, asker, i, sequences.indexOf(sequenceOf(feed))))
  const pages = sql`array_to_string(array[${sql.join(parts)}], ${sql.lit(SEPARATOR)}, '')`
  return sql<Pages>`select ${pages} as pages from (select ${sql.join(cursors)} offset 0) clock`
}

const sequenceOf = ({ sequence = MAIN_FEED }: CollectionFeed) => sequence
/** Reads a sequence shared by several collections once. */
const lastOf = (sequence: string | RawBuilder<unknown>, { id }: Principal) =>
  sql`coalesce(${typeof sequence === 'string' ? lastSeq(sequence, id) : sequence}, 0)`

/** SQL of a collection's text, null if nothing is new. A request for all rows gets no tombstones. */
function pageOf(tx: Tx, feed: CollectionFeed, asker: Principal, i: number, sequence: number) {
  const [after, last] = [sql.ref(`clock.after${i}`), sql.ref(`clock.last${sequence}`)]
  const from = sql`(case when ${after} <= ${last} then ${after} else 0 end)`
  return sql`case when ${last} is distinct from ${after} then (
    select concat('{"rows":[', string_agg(page.text, ',' order by page.seq) filter (where not page.gone),
      '],"gone":[', string_agg('"' || page.id || '"', ',') filter (where page.gone),
      '],"cursor":"', case when count(*) = ${PAGE} then max(page.seq) else ${last} end,
      '","more":', case when count(*) = ${PAGE} then 'true' else 'false' end,
      case when ${after} > ${last} then ',"reset":true' end, '}')
    from (select changed.seq, changed.id, changed.gone, case when not changed.gone then changed.text end as text
      from (${feed.changes(asker, from, tx)}) changed where not changed.gone or ${after} is not null order by changed.seq limit ${PAGE}) page) end`
}
