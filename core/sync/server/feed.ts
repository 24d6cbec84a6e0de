// One feed per person over all collections, by sequence number.
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { feedRoutes } from '#core/contract/feed.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { definePipelinedRead, type Handler, type Policy, RawJson, signedIn } from '#core/server/routes.ts'
import type { Principal, SignedInSession } from '#core/server/sessions.ts'
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
   * `after`.
   */
  changes: (asker: Principal, after: RawBuilder<unknown>, tx: Tx) => RawBuilder<unknown>
}

export const feedHandler = (feeds: readonly CollectionFeed[]): Handler[] => [
  definePipelinedRead(feedRoutes.changes, signedIn, async ({ tx, asker, query, session }) => {
    const asked = query.after === undefined ? feeds.map(({ collection }) => [collection.name]) : cursorsIn(query.after)
    const known = asked.flatMap(([name, cursor]) => {
      const feed = feeds.find(({ collection }) => collection.name === name)
      return feed ? [{ feed, after: cursor === undefined ? null : cursor }] : []
    })
    return new RawJson(await changesOf(tx, asker, known, session))
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

/**
 * One statement, so that the sequence and rows match. Skips collections without news. `offset 0` reads each sequence
 * once.
 */
async function changesOf(
  tx: Tx,
  asker: Principal,
  asked: Asked[],
  session: SignedInSession | Promise<SignedInSession>,
): Promise<string> {
  if (asked.length === 0) return '{"collections":{}}'
  const sequences = [...new Set(asked.map(({ feed }) => sequenceOf(feed)))]
  const cursors = [
    ...asked.map(({ after }, i) => sql`${after}::bigint as ${sql.ref(`after${i}`)}`),
    ...sequences.map((sequence, i) => sql`${lastOf(sequence, asker)} as ${sql.ref(`last${i}`)}`),
  ]
  const parts = asked.map(({ feed }, i) => pageOf(tx, feed, asker, i, sequences.indexOf(sequenceOf(feed))))
  const { rows } = await tx.send(sql<Record<string, string | null>>`
    select ${sql.join(parts)} from (select ${sql.join(cursors)} offset 0) clock`)
  const person = await session
  const said = asked.map(({ feed, after }, i) => {
    const text = rows[0]![`page${i}`] ?? `{"rows":[],"gone":[],"cursor":"${after}","more":false}`
    return `"${feed.collection.name}":${feed.policy.allows(person) ? text : 'null'}`
  })
  return `{"collections":{${said.join()}}}`
}

const sequenceOf = ({ sequence = MAIN_FEED }: CollectionFeed) => sequence
/** Reads a sequence shared by several collections once. */
const lastOf = (sequence: string | RawBuilder<unknown>, { id }: Principal) =>
  sql`coalesce(${typeof sequence === 'string' ? lastSeq(sequence, id) : sequence}, 0)`

/** Null if nothing is new. A request for all rows gets no tombstones. */
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
      from (${feed.changes(asker, from, tx)}) changed where not changed.gone or ${after} is not null order by changed.seq limit ${PAGE}) page) end as ${sql.ref(`page${i}`)}`
}
