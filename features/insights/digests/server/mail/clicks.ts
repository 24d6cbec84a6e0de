// Estimates how often links of digest emails were opened. It is known only whose email a link came from, not who opened
// it.
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

/**
 * Opening this many links of one email within this many seconds is a scanner's behavior, even with a browser's user
 * agent. Its clicks don't count.
 */
const BURST = { links: 3, seconds: 10 }

export type Clicks = {
  /** Number of people who opened at least one link. */
  people: number
  /** Number of opened links, each counted once per person. */
  links: number
  /** The number of people per item, by its position in the digest. */
  items: { item: number; people: number }[]
}

/**
 * Returns the estimates of these runs by id. Leaves out runs that don't count clicks, and includes runs without clicks
 * as zero.
 */
export async function clicksOf(tx: Tx, runIds: readonly string[]): Promise<Map<string, Clicks>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await tx.sql<{ run_id: string; item: number | null; people: number; all_people: number }>`
    with visits as (
      select v.run_id, v.user_id, v.item from digest_visits v
      where v.org_id = ${currentOrgId} and v.run_id = any(${[...runIds]}::uuid[]) and (
        select count(distinct o.item) from digest_visits o
        where o.org_id = v.org_id and o.run_id = v.run_id and o.user_id = v.user_id
          and o.at between v.at - make_interval(secs => ${BURST.seconds}) and v.at + make_interval(secs => ${BURST.seconds})) < ${BURST.links}
      group by v.run_id, v.user_id, v.item)
    select m.run_id, v.item, count(v.user_id)::int as people,
      (select count(distinct a.user_id)::int from visits a where a.run_id = m.run_id) as all_people
    from digest_mails m left join visits v on v.run_id = m.run_id
    where m.org_id = ${currentOrgId} and m.run_id = any(${[...runIds]}::uuid[]) and m.counts_clicks
    group by m.run_id, v.item order by v.item`
  return new Map(
    [...Map.groupBy(rows, ({ run_id }) => run_id)].map(([runId, those]) => {
      const items = those.flatMap(({ item, people }) => (item === null ? [] : [{ item, people }]))
      const links = items.reduce((sum, { people }) => sum + people, 0)
      return [runId, { people: those[0]!.all_people, links, items }]
    }),
  )
}

const PAGE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Returns the stored clicks of a person. */
export async function myDigestVisits(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ id: string }>`
    select v.id, v.run_id, m.mail ->> 'title' as digest, m.mail -> 'items' -> v.item ->> 'title' as item, v.at
    from digest_visits v join digest_mails m on m.org_id = v.org_id and m.run_id = v.run_id
    where v.org_id = ${currentOrgId} and v.user_id = ${actor.id} and v.id > ${after ?? FIRST} order by v.id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
}
