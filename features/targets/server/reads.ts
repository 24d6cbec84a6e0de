import { createCipheriv, createDecipheriv } from 'node:crypto'
import { sql } from 'kysely'
import { addDays } from '#core/contract/dates.ts'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Principal } from '#core/server/sessions.ts'
import { lastSeq, MAIN_FEED } from '#core/sync/server/feedSequences.ts'
import { Status, type Target, type TargetTile } from '../contract.ts'
import { type Direction, firstDirection, type ListSort, listOrder } from '../list/order.ts'
import { keepList, knownList } from './knownLists.ts'

/** Changed targets per response of the incremental sync. */
const PAGE = 1000
/**
 * Stored text of a target as a person sees it, plus the one field that depends on today. Alias of target_people: tp.
 */
export const withBucket = ({ today }: Principal) => sql<string>`'{"bucket":' || case
    when tp.status <> 'active' then 'null' when tp.due is null or tp.due > ${today}::date + 7 then '"later"' when tp.due < ${today}::date then '"overdue"' else '"soon"' end
  || ',' || tp.doc`

/** Only its owner can see a private target. Alias of target_people: tp. Source: RULINGS, section 4. */
const visibleTo = ({ isProxied }: Principal) => (isProxied ? sql`and not tp.is_private` : sql``)

export const noTarget = () => notFound('No target found with the specific id.')

/** Returns a target as JSON text, as the caller sees it. Throws 404 if the caller has no part in it. */
export async function tileText(tx: Tx, asker: Principal, id: string): Promise<string> {
  const { rows } = await tx.send(sql<{ text: string }>`
    select ${withBucket(asker)} as text from target_people tp where tp.org_id = ${currentOrgId} and tp.user_id = ${asker.id} and tp.target_id = ${id} and not tp.gone ${visibleTo(asker)}`)
  if (!rows[0]) throw noTarget()
  return rows[0].text
}

export const readTarget = async (tx: Tx, asker: Principal, id: string): Promise<Target> =>
  JSON.parse(await tileText(tx, asker, id)) as Target

/**
 * Encrypts a manager's cursor, because plain numbers would reveal how many hidden changes lie between two visible ones.
 * Source: RULINGS, section 13.
 */
const encryptedCursor = /^[0-9a-f]{32}$/
const cipherKey = (tx: Tx, asker: Principal) => tx.services.box.keyFor(`cursors of ${asker.id}`).subarray(0, 16)

function encryptCursor(tx: Tx, asker: Principal, seq: string): string {
  const block = Buffer.alloc(16)
  block.writeBigUInt64BE(BigInt(seq), 8)
  return createCipheriv('aes-128-ecb', cipherKey(tx, asker), null).setAutoPadding(false).update(block).toString('hex')
}

/** Returns null for a cursor that wasn't created here for this person. */
function openCursor(tx: Tx, asker: Principal, cursor: string): string | null {
  if (!asker.isProxied || cursor === '0') return /^\d{1,18}$/.test(cursor) ? cursor : null
  if (!encryptedCursor.test(cursor)) return null
  const cipher = createDecipheriv('aes-128-ecb', cipherKey(tx, asker), null).setAutoPadding(false)
  const block = cipher.update(Buffer.from(cursor, 'hex'))
  return block.readBigUInt64BE(0) === 0n ? String(block.readBigUInt64BE(8)) : null
}

const cursorOf = (tx: Tx, asker: Principal, seq: string) => (asker.isProxied ? encryptCursor(tx, asker, seq) : seq)

const dayStart = ({ zone }: Principal, day: string) => sql`(${day}::date::timestamp at time zone ${zone})`

type ListQuery = { status?: string; start?: string; end?: string; sort?: ListSort; dir?: Direction }

/** Newest change that a manager can see. */
const seenBy = (asker: Principal) => sql`
  select max(tp.seq) from target_people tp where tp.org_id = ${currentOrgId} and tp.user_id = ${asker.id} ${visibleTo(asker)}`

/**
 * Returns the caller's targets of some statuses as JSON text of `Tiles`, sorted on request. Reads the cursor first, so
 * that simultaneous changes are sent again. A list that this process knows isn't read again.
 */
export async function listTargets(tx: Tx, asker: Principal, query: ListQuery): Promise<string> {
  const { status = 'active', start, end, sort, dir } = query
  const statuses = [...new Set(status.split(',').map((one) => Status.parse(one)))]
  const inRange =
    start || end
      ? sql`and exists (select 1 from targets t where t.org_id = tp.org_id and t.id = tp.target_id and not t.is_undated
        and t.created_at >= ${start ? dayStart(asker, start) : sql`'-infinity'`} and t.created_at < ${end ? dayStart(asker, addDays(end, 1)) : sql`'infinity'`})`
      : sql``
  const key = asker.tokenHash && !start && !end && `${asker.tokenHash.toString('base64')} ${statuses} ${sort} ${dir}`
  const known = key ? knownList(tx.database, key) : undefined
  const { rows } = await tx.send(sql<{ cursor: string; day: string; tiles: string | null }>`
    select clock.cursor::text as cursor, clock.day::text as day, case when clock.cursor = ${known?.cursor ?? null}::bigint and clock.day = ${known?.day ?? null}::date then null
      else coalesce((select string_agg(${withBucket(asker)}, ',') from target_people tp
        where tp.org_id = ${currentOrgId} and tp.user_id = ${asker.id} and tp.status = any(${statuses}) and not tp.gone ${inRange} ${visibleTo(asker)}), '') end as tiles
    from (select coalesce((${asker.isProxied ? seenBy(asker) : lastSeq(MAIN_FEED, asker.id)}), 0) as cursor, ${asker.today}::date as day offset 0) clock`)
  const { cursor, day, tiles } = rows[0]!
  if (tiles === null) return known!.text
  const text = `{"tiles":[${inOrder(tiles, statuses, query)}],"gone":[],"cursor":"${cursorOf(tx, asker, cursor)}","more":false}`
  if (key) keepList(tx.database, key, { cursor, day, text })
  return text
}

/** Sorts by the device's rules, because the database would compare names differently. */
function inOrder(tiles: string, statuses: Status[], { sort, dir }: ListQuery): string {
  if (sort === undefined && dir === undefined) return tiles
  const by = sort ?? 'due'
  const rows = JSON.parse(`[${tiles}]`) as TargetTile[]
  const ordered = statuses.flatMap((status) =>
    rows.filter((row) => row.status === status).sort(listOrder(status, by, dir ?? firstDirection(by))),
  )
  return JSON.stringify(ordered).slice(1, -1)
}

/** Returns the caller's changes after a cursor, oldest first, as JSON text of `Tiles`. */
export async function changesAfter(tx: Tx, asker: Principal, after: string): Promise<string> {
  const from = openCursor(tx, asker, after)
  if (from === null) throw new Refusal('invalid', 'Unknown cursor.', 400, { after: 'Unknown cursor.' })
  const { rows } = await tx.send(sql<{
    tiles: string | null
    gone: string | null
    cursor: string | null
    found: number
  }>`
    select string_agg(case when not page.gone then page.text end, ',') as tiles, string_agg(case when page.gone then '"' || page.target_id || '"' end, ',') as gone,
      max(page.seq)::text as cursor, count(*)::int as found
    from (select tp.seq, tp.gone, tp.target_id, ${withBucket(asker)} as text from target_people tp
      where tp.org_id = ${currentOrgId} and tp.user_id = ${asker.id} and tp.seq > ${from}::bigint ${visibleTo(asker)} order by tp.seq limit ${PAGE}) page`)
  const { tiles, gone, cursor, found } = rows[0]!
  return `{"tiles":[${tiles ?? ''}],"gone":[${gone ?? ''}],"cursor":"${cursorOf(tx, asker, cursor ?? from)}","more":${found === PAGE}}`
}
