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
/** Contacts that one page of a filtered list looks at. A rare role in a large firm takes several pages. */
const LOOKED_AT = 2000
/** Someone who sees fewer contacts gets them all read and sorted. Otherwise the firm's are read in order until there are enough. */
const FEW = 3000

type ContactViewer = Pick<SignedInSession, 'actor' | 'org' | 'program'>
type Query = ContactFilters & { after?: string | undefined }
type Place = { key: string; id: string }

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
  const few = viewer.program ? null : await fewSeenBy(tx, viewer)
  const narrowing = narrowingOf(viewer, filters)
  const most = narrowing ? LOOKED_AT : PAGE + 1
  const found = sql`(${few ? amongFew(few, words, place, most) : amongAll(viewer, words, place, most)}) found
    join contacts c on c.org_id = ${currentOrgId} and c.id = found.id`
  if (narrowing) return narrowed(tx, viewer, found, narrowing)
  const { rows } = await tx.sql<{ id: string; sort_key: string; text: string }>`
    select c.id, c.sort_key, ${contactAsSeenBy(viewer)} as text from ${found} order by c.sort_key, c.id`
  const shown = rows.slice(0, PAGE)
  return {
    contacts: shown.map(({ text }) => JSON.parse(text) as Contact),
    cursor: rows.length > PAGE ? cursorOf({ key: shown.at(-1)!.sort_key, id: shown.at(-1)!.id }) : null,
  }
}

/** The cursor is that of the last contact looked at. */
async function narrowed(tx: Tx, viewer: ContactViewer, found: RawBuilder<unknown>, narrowing: RawBuilder<boolean>) {
  const { rows } = await tx.sql<{ id: string; sort_key: string; is_meant: boolean }>`
    select c.id, c.sort_key, ${narrowing} as is_meant from ${found} order by c.sort_key, c.id`
  const meant = rows.filter(({ is_meant }) => is_meant)
  const shown = meant.slice(0, PAGE).map(({ id }) => id)
  const last = meant.length > PAGE ? meant[PAGE - 1] : rows.length === LOOKED_AT ? rows.at(-1) : undefined
  const read = await tx.sql<{ text: string }>`
    select ${contactAsSeenBy(viewer)} as text from contacts c where c.org_id = ${currentOrgId} and c.id = any(${shown}::uuid[]) order by c.sort_key, c.id`
  return {
    contacts: read.rows.map(({ text }) => JSON.parse(text) as Contact),
    cursor: last ? cursorOf({ key: last.sort_key, id: last.id }) : null,
  }
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
    const keys = sql`(select company_page_keys(${currentOrgId}, ${pageKeyOf(company)}))::text[]`
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

/** Returns the IDs of the contacts that the person sees, or null if there are many. */
async function fewSeenBy(tx: Tx, { actor, org }: ContactViewer): Promise<string[] | null> {
  const { rows } = await tx.sql<{ id: string }>`
    select distinct contact_id as id from (
      select cp.contact_id from contact_people cp where cp.org_id = ${currentOrgId} and cp.user_id = ${actor.id} and not cp.gone
      union all
      select cp.contact_id from users u join contact_people cp on cp.org_id = u.org_id and cp.user_id = u.id
      where u.org_id = ${currentOrgId} and cp.is_shown and not cp.gone and ${managesPerson(actor.id, org.access)}
      limit ${FEW + 1}) seen`
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

const afterPlace = (place: Place | null, key: string, id: string) =>
  place ? sql`and (${sql.ref(key)}, ${sql.ref(id)}) > (${place.key}, ${place.id}::uuid)` : sql``

const begins = (word: string) => sql`w.word >= ${word} and w.word < ${`${word}\u{10ffff}`}`
const hasWord = (word: string) => sql`exists (
  select 1 from contact_words w where w.org_id = ${currentOrgId} and w.contact_id = c.id and ${begins(word)})`
const hasWords = (words: readonly string[]): RawBuilder<unknown> =>
  words.length === 0 ? sql`true` : sql.join(words.map(hasWord), sql` and `)

const amongFew = (ids: readonly string[], words: readonly string[], place: Place | null, most: number) => sql`
  select c.id from contacts c where c.org_id = ${currentOrgId} and c.id = any(${ids}::uuid[]) and c.merged_into is null and ${hasWords(words)} ${afterPlace(place, 'c.sort_key', 'c.id')}
  order by c.sort_key, c.id limit ${most}`

function amongAll(
  viewer: ContactViewer,
  words: readonly string[],
  place: Place | null,
  most: number,
): RawBuilder<unknown> {
  // The longest word leaves the fewest.
  const [first, ...others] = words.toSorted((a, b) => b.length - a.length)
  if (first === undefined)
    return sql`
      select c.id from contacts c where c.org_id = ${currentOrgId} and c.merged_into is null and ${seesContact(viewer)} ${afterPlace(place, 'c.sort_key', 'c.id')}
      order by c.sort_key, c.id limit ${most}`
  return sql`
    select c.id from (
      select distinct w.sort_key, w.contact_id from contact_words w where w.org_id = ${currentOrgId} and ${begins(first)} ${afterPlace(place, 'w.sort_key', 'w.contact_id')}
      order by w.sort_key, w.contact_id offset 0) found
    cross join lateral (
      select c.id from contacts c where c.org_id = ${currentOrgId} and c.id = found.contact_id and c.merged_into is null and ${seesContact(viewer)} and ${hasWords(others)} offset 0) c
    order by found.sort_key, found.contact_id limit ${most}`
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
