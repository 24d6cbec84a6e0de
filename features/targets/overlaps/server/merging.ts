// A manager asks people with overlapping targets to work together. Source: RULINGS, section 12.
import { dayIn } from '#core/contract/dates.ts'
import { forbidden, notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { News } from '#core/contract/notice.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { notify, retractNotifications } from '#core/server/notices/notify.ts'
import { managesPerson } from '#core/server/reports/scope.ts'
import { allOf, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Context } from '#core/sync/protocol.ts'
import { overlapsFlag } from '../../flagsContract.ts'
import { overlapRequest } from '../../notices/contract.ts'
import { routes } from '../contract.ts'

const policy = allOf(signedIn, subscribed(overlapsFlag))

export const mergeOverlapHandlers: Handler[] = [
  defineHandler(routes.bringTogether, policy, ({ tx, session, context, body }) =>
    mergeOverlaps(tx, session, context, body),
  ),
  defineHandler(routes.undoBringTogether, policy, ({ tx, context, body }) => undoMerge(tx, context, body.target_ids)),
]

type Met = { id: string; owner_id: string; owner: string; name: string; is_managed: boolean; overlaps: string[] }
type Ask = { target_ids: string[]; message: string }

/**
 * Notifies each owner once a day per manager. Throws 404 if a target isn't an open Target of the firm or is private,
 * 403 if the caller doesn't manage all owners, 409 if they don't overlap or were asked today with another message.
 */
async function mergeOverlaps(tx: Tx, { org }: SignedInSession, context: Context, { target_ids: ids, message }: Ask) {
  const { actor, now, key } = context
  const { rows } = await tx.sql<Met>`
    select t.id, t.owner_id, trim(u.first_name || ' ' || u.last_name) as owner, coalesce(nullif(t.company, ''), t.contact) as name, ${managesPerson(actor.id, org.access)} as is_managed,
      array(select o from overlapping_target(${currentOrgId}, t.id) as o) as overlaps
    from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id and u.deactivated_at is null
    where t.org_id = ${currentOrgId} and t.id = any(${ids}::uuid[]) and not t.is_private and t.status in ('active', 'archived') order by u.last_name, u.first_name, t.id`
  if (rows.length < new Set(ids).size) throw notFound('No target found with the specific id.')
  if (!rows.every(({ is_managed }) => is_managed)) throw forbidden('You don’t manage all of these people.')
  const meets = (one: Met) => rows.some((other) => other.owner_id !== one.owner_id && one.overlaps.includes(other.id))
  if (!rows.every(meets))
    throw new Refusal('no_overlap', 'These people are no longer pursuing the same company or contact.')
  const occasion = occasionOf(ids, dayIn(org.zone, now), actor.id)
  const details = message === '' ? [] : [`“${message}”`]
  const news = rows.map(({ id, owner_id, name }) => ({
    notice: overlapRequest,
    userId: owner_id,
    occasion: `${occasion}:${id}`,
    text: `${fullNameOf(actor)} asked you and ${othersThan(owner_id, rows)} to work together on ${name}.`.replace(
      /\.\.$/,
      '.',
    ),
    details,
    path: `/target/${id}`,
    subjectId: id,
    actorId: actor.id,
    key,
  }))
  await notify(tx, news, now)
  await refuseOtherMessage(tx, news)
}

/** Today's request keeps its message. Another is refused, so that the manager doesn't believe it was sent. */
async function refuseOtherMessage(tx: Tx, news: readonly News[]): Promise<void> {
  const { rows } = await tx.sql`
    select 1 from notifications where org_id = ${currentOrgId} and user_id = any(${news.map(({ userId }) => userId)}::uuid[])
      and occasion = any(${news.map(({ occasion }) => occasion)}::text[]) and details <> ${[...news[0]!.details]}::text[] limit 1`
  if (rows.length > 0)
    throw new Refusal(
      'asked_today',
      'You already asked these people today. Cancel that request first to send another message.',
    )
}

/** Removes the manager's requests on all these Targets from every inbox. Throws 404 if there are none. */
async function undoMerge(tx: Tx, { actor }: Context, ids: string[]): Promise<void> {
  const { rows } = await tx.sql<{ key: string; occasion: string }>`
    select key, min(occasion) as occasion from notifications
    where org_id = ${currentOrgId} and subject_id = any(${ids}::uuid[]) and kind = ${overlapRequest.kind} and actor_id = ${actor.id}
    group by key having count(distinct subject_id) = ${new Set(ids).size}`
  if (rows.length === 0) throw notFound('You haven’t asked these people to work together.')
  await retractNotifications(
    tx,
    rows.map(({ key }) => key),
    rows.flatMap(({ occasion }) => targetsIn(occasion)),
  )
}

/** Names all Targets of a request, so that it is found even for people whose targets no longer overlap. */
const occasionOf = (ids: readonly string[], day: string, actor: string) =>
  `together:${[...ids].sort().join(' ')}:${day}:${actor}`
const targetsIn = (occasion: string) => occasion.split(':')[1]!.split(' ')

function othersThan(owner: string, rows: readonly Met[]): string {
  const names = [...new Map(rows.map((one) => [one.owner_id, one.owner])).entries()]
    .filter(([id]) => id !== owner)
    .map(([, name]) => name)
  return new Intl.ListFormat('en-US').format(names)
}
