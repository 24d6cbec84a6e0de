// Lists and finds the contacts that a person sees, in the order of their names.
import { type RawBuilder, sql } from 'kysely'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { Refusal } from '#core/contract/errors.ts'
import { planByKeys } from '#core/server/database/planByKeys.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { managesPerson } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { QUIET_DAYS } from '#features/touches/lastTouchContract.ts'
import type { Contact, ContactFilters } from '../contract.ts'
import { searchWordsOf } from '../namesContract.ts'
import { contactAsSeenBy, lastTouchDay, seesContact, seesTarget } from './seeing.ts'

const PAGE = 50
/** A filtered list looks at this many contacts at a time, and at most so often for one page. */
const LOOKED_AT = 2000
const MOST_LOOKS = 10
/** Someone who sees fewer contacts gets them all read and sorted. Otherwise the firm's are read in order until there are enough. */
const FEW = 3000
/** A beginning that more words have is checked contact by contact, until there are enough. */
const RARE = 2000

type ContactViewer = Pick<SignedInSession, 'actor' | 'org' | 'program'>
type Query = ContactFilters & { after?: string | undefined }
type Place = { key: string; id: string }
/** `ids` is a SQL query. `isSeen`: the person sees each of them. */
type Candidates = { ids: RawBuilder<unknown>; isSeen: boolean }
type Listing = {
  words: readonly string[]
  from: Place | null
  most: number
  among: Candidates | null
  /** SQL condition on a contact `c`. */
  isSeen: RawBuilder<boolean>
}

export async function listContacts(
  tx: Tx,
  viewer: ContactViewer,
  { q = '', after, ...filters }: Query,
): Promise<{ contacts: Contact[]; cursor: string | null }> {
  const words = searchWordsOf(q)
  if (q !== '' && words.length === 0) return { contacts: [], cursor: null }
  const place = after === undefined ? null : placeIn(after)
  // The contacts are spread over the whole table, which PostgreSQL would otherwise read from the beginning.
  void planByKeys(tx)
  const among = await candidates(tx, viewer, filters)
  const isSeen = among?.isSeen ? sql<boolean>`true` : seesContact(viewer)
  const isByWord = words.length > 0 && (await areRare(tx, words))
  const found = (from: Place | null, most: number) => {
    const listing = { words, from, most, among, isSeen }
    return sql`
      (${isByWord ? withWords(listing) : inOrder(listing)}) found
      join contacts c on c.org_id = ${currentOrgId} and c.id = found.id`
  }
  const narrowing = narrowingOf(viewer, filters)
  if (narrowing) return narrowed(tx, viewer, { found, narrowing, place })
  const { rows } = await tx.sql<{ id: string; sort_key: string; text: string }>`
    select c.id, c.sort_key, ${contactAsSeenBy(viewer)} as text from ${found(place, PAGE + 1)} order by c.sort_key, c.id`
  const shown = rows.slice(0, PAGE)
  return {
    contacts: shown.map(({ text }) => JSON.parse(text) as Contact),
    cursor: rows.length > PAGE ? cursorOf({ key: shown.at(-1)!.sort_key, id: shown.at(-1)!.id }) : null,
  }
}

/** Returns the few contacts, or those of the company, among which the list is. Null: it's among all. */
async function candidates(
  tx: Tx,
  viewer: ContactViewer,
  { company, role }: Pick<ContactFilters, 'company' | 'role'>,
): Promise<Candidates | null> {
  if (!viewer.program) {
    const seen = seenBy(viewer)
    if (await areFew(tx, seen)) return { ids: seen, isSeen: true }
  }
  if (role) {
    const withRole = sql`
      select tc.contact_id from target_contacts tc where tc.org_id = ${currentOrgId} and tc.role = ${role} limit ${FEW + 1}`
    if (await areFew(tx, withRole)) return { ids: withRole, isSeen: false }
  }
  if (!company) return null
  const keys = pageKeysSql(company)
  const ids = sql`
    select c.id from contacts c where c.org_id = ${currentOrgId} and c.company_key = any(${keys}) and c.company_key <> '' and c.merged_into is null
    union select tc.contact_id from targets t join target_contacts tc on tc.org_id = t.org_id and tc.target_id = t.id
    where t.org_id = ${currentOrgId} and t.company_key = any(${keys})`
  return { ids, isSeen: false }
}

/** `ids` is a SQL query that ends with one more than are few. */
async function areFew(tx: Tx, ids: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await tx.sql<{ count: number }>`select count(*)::int as count from (${ids}) ids`
  return rows[0]!.count <= FEW
}

const pageKeysSql = (company: string) => sql`(select company_page_keys(${currentOrgId}, ${pageKeyOf(company)}))::text[]`

type Narrowed = {
  found: (from: Place | null, most: number) => RawBuilder<unknown>
  narrowing: RawBuilder<boolean>
  place: Place | null
}

/** The cursor is that of the last contact looked at, so that a page with few contacts isn't always the last. */
async function narrowed(tx: Tx, viewer: ContactViewer, { found, narrowing, place }: Narrowed) {
  const meant: (Place & { is_meant: boolean })[] = []
  let from = place
  let isLeft = true
  for (let look = 0; look < MOST_LOOKS && isLeft && meant.length <= PAGE; look++) {
    const { rows } = await tx.sql<Place & { is_meant: boolean }>`
      select c.id, c.sort_key as key, ${narrowing} as is_meant from ${found(from, LOOKED_AT)} order by c.sort_key, c.id`
    meant.push(...rows.filter(({ is_meant }) => is_meant))
    isLeft = rows.length === LOOKED_AT
    from = rows.at(-1) ?? from
  }
  const shown = meant.slice(0, PAGE).map(({ id }) => id)
  const last = meant.length > PAGE ? meant[PAGE - 1] : isLeft ? from : null
  const { rows } = await tx.sql<{ text: string }>`
    select ${contactAsSeenBy(viewer)} as text from contacts c where c.org_id = ${currentOrgId} and c.id = any(${shown}::uuid[]) order by c.sort_key, c.id`
  return { contacts: rows.map(({ text }) => JSON.parse(text) as Contact), cursor: last ? cursorOf(last) : null }
}

/** SQL condition on a contact `c`, null without filters. Only Targets that the person sees count. */
function narrowingOf(
  viewer: ContactViewer,
  { role, company, touched }: Omit<ContactFilters, 'q'>,
): RawBuilder<boolean> | null {
  const onTarget = (condition: RawBuilder<unknown>) => sql<boolean>`exists (
    select 1 from target_contacts tc join targets t on t.org_id = tc.org_id and t.id = tc.target_id
    where tc.org_id = ${currentOrgId} and tc.contact_id = c.id and ${condition} and ${seesTarget(viewer)})`
  const conditions: RawBuilder<boolean>[] = []
  if (role) conditions.push(onTarget(sql`tc.role = ${role}`))
  if (company) {
    const keys = pageKeysSql(company)
    conditions.push(sql`(c.company_key = any(${keys}) or ${onTarget(sql`t.company_key = any(${keys})`)})`)
  }
  if (touched) {
    const day = lastTouchDay(viewer)
    const since = sql`(select current_timestamp at time zone ${viewer.org.zone})::date - ${QUIET_DAYS}::int`
    conditions.push(
      touched === 'never'
        ? sql`${day} is null`
        : touched === 'recent'
          ? sql`${day} > ${since}`
          : sql`coalesce(${day}, '-infinity') <= ${since}`,
    )
  }
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` and `)})`
}

/** SQL of the IDs of the contacts that the person sees, some more than once. Of many, it ends with one more than are few. */
const seenBy = ({ actor, org }: ContactViewer) => sql`
    select cp.contact_id from contact_people cp where cp.org_id = ${currentOrgId} and cp.user_id = ${actor.id} and not cp.gone
    union all
    select cp.contact_id from users u join contact_people cp on cp.org_id = u.org_id and cp.user_id = u.id
    where u.org_id = ${currentOrgId} and cp.is_shown and not cp.gone and ${managesPerson(actor.id, org.access)}
    limit ${FEW + 1}`

const afterPlace = (place: Place | null, key: string, id: string) =>
  place ? sql`and (${sql.ref(key)}, ${sql.ref(id)}) > (${place.key}, ${place.id}::uuid)` : sql``

const begins = (word: string) => sql`w.word >= ${word} and w.word < ${`${word}\u{10ffff}`}`
const hasWord = (word: string) => sql`exists (
  select 1 from contact_words w where w.org_id = ${currentOrgId} and w.contact_id = c.id and ${begins(word)} offset 0)`
const hasWords = (words: readonly string[]): RawBuilder<unknown> =>
  words.length === 0 ? sql`true` : sql.join(words.map(hasWord), sql` and `)

const longestFirst = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length)

/** Whether few contacts have the longest word, which is then looked up first. */
async function areRare(tx: Tx, words: readonly string[]): Promise<boolean> {
  const { rows } = await tx.sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from contact_words w where w.org_id = ${currentOrgId} and ${begins(longestFirst(words)[0]!)} limit ${RARE + 1}) w`
  return rows[0]!.count <= RARE
}

/** `coalesce` and `offset` keep PostgreSQL from joining in another order. */
function withWords({ words, from, most, among, isSeen }: Listing): RawBuilder<unknown> {
  const [first = '', ...others] = longestFirst(words)
  const isAmong = among ? sql`and coalesce(w.contact_id in (${among.ids}), false)` : sql``
  return sql`
    select c.id from (
      select distinct w.sort_key, w.contact_id from contact_words w
      where w.org_id = ${currentOrgId} and ${begins(first)} ${isAmong} ${afterPlace(from, 'w.sort_key', 'w.contact_id')}
      order by w.sort_key, w.contact_id offset 0) found
    cross join lateral (
      select c.id from contacts c where c.org_id = ${currentOrgId} and c.id = found.contact_id and c.merged_into is null
        and ${isSeen} and ${hasWords(others)} offset 0) c
    order by found.sort_key, found.contact_id limit ${most}`
}

/** `offset` makes PostgreSQL sort first, and then check one contact after the other until there are enough. */
function inOrder({ words, from, most, among, isSeen }: Listing): RawBuilder<unknown> {
  return sql`
    select c.id from (
      select c.id, c.sort_key, c.is_private from contacts c
      where c.org_id = ${currentOrgId} and c.merged_into is null ${among ? sql`and c.id = any(array(${among.ids}))` : sql``}
        ${afterPlace(from, 'c.sort_key', 'c.id')}
      order by c.sort_key, c.id offset 0) c
    where ${hasWords(words)} and ${isSeen} order by c.sort_key, c.id limit ${most}`
}

const cursorOf = ({ key, id }: Place) => Buffer.from(JSON.stringify([key, id])).toString('base64url')

function placeIn(cursor: string): Place {
  try {
    const [key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof key === 'string' && /^[0-9a-f-]{36}$/.test(id)) return { key, id }
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid', 'Unknown cursor.', 400, { after: 'Unknown cursor.' })
}
